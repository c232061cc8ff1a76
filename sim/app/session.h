#pragma once

#include <iosfwd>
#include <string>

#include "sim/app/prepare.h"
#include "sim/results/flush_clock.h"
#include "sim/results/results.h"

namespace coldaisle {

// What the verbs that write results files share.

// Whether a test has chosen when to flush, by COLDAISLE_TEST_FLUSH_MS.
bool is_flush_interval_chosen();

// A flush every ten seconds. COLDAISLE_TEST_FLUSH_MS, for tests of kills, sets another interval and
// no pause after long flushes; with 0 every look at the clock flushes, after the same work always.
FlushClock make_flush_clock();

// Where results come from: the command line, now, and all of the scenario's inputs, hashed.
RunIdentity identify(const std::string& command_line, const PreparedRun& run);

// `output`, unless a results file there would take the place of `input`, a scenario, or of what it
// refers to: then a UsageError that begins with `verb`.
std::string checked_output(const std::string& verb, const std::string& output,
                           const std::string& input, const PreparedRun& run);

// What messages call a scenario: its name, or the path of its file.
std::string title_of(const PreparedRun& run);

// Says what importers found in the data.
void print_reports(const PreparedRun& run, std::ostream& err);

// The exit code after a signal, or kOk for none (0).
int signal_code(int signal);

}  // namespace coldaisle
