#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/engine/simulation.h"
#include "sim/metrics/metric.h"
#include "sim/results/results.h"

namespace coldaisle {

// The results of a run as it stands (settle the engine's accounts first). Columns view into the
// simulation and its metrics, which must outlive the returned object.
Results collect_results(const Simulation& sim, const std::vector<std::unique_ptr<Metric>>& metrics,
                        RunStatus status, const RunIdentity& identity);

// The summary rows alone, for the terminal.
std::vector<SummaryRow> collect_summary(TimeNs now,
                                        const std::vector<std::unique_ptr<Metric>>& metrics);

}  // namespace coldaisle
