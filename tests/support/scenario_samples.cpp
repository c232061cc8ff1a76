#include "tests/support/scenario_samples.h"

namespace coldaisle::test {

const Catalog& small_catalog() {
  static const Catalog kCatalog = [] {
    Catalog catalog;
    const auto gpu = [&](const char* id, double memory_gib, int devices) {
      GpuSpec spec;
      spec.id = id;
      spec.memory_gib = memory_gib;
      spec.logical_devices = devices;
      catalog.gpus.push_back(spec);
    };
    const auto node = [&](const char* id, const char* model, int packages) {
      NodeSpec spec;
      spec.id = id;
      spec.gpu = model;
      spec.gpu_packages = packages;
      catalog.nodes.push_back(spec);
    };
    gpu("a100", 80, 1);
    gpu("h100", 80, 1);
    gpu("mi250", 128, 2);
    node("dgx-a100", "a100", 8);
    node("dgx-h100", "h100", 8);
    node("mi250x4", "mi250", 4);
    return catalog;
  }();
  return kCatalog;
}

LoadOptions sample_options() {
  LoadOptions options;
  options.vocabulary = {{"random", "best_fit", "dot_product", "fgd", "spread"},
                        {"openb"},
                        {"allocation", "utilisation", "energy", "jct"}};
  options.catalog = &small_catalog();
  options.data_directory = "/nowhere";
  return options;
}

constexpr const char* kRichPolicies = R"(  "policies": {
    "list": [{"id": "mine", "name": "my own", "rules": {"fgd": 3, "spread": 1}, "queue": "sjf",
              "depth": 5, "gpu_choice": "random"}, {"rules": "spread"}],
    "presets": ["best_fit", "fgd"],
    "grid": {"rules": {"fgd": [0, 1, 5], "best_fit": [0, 1]}, "queue": ["skip", "priority"],
             "depth": [1, 10], "gpu_choice": ["fgd"]},
    "random": {"count": 5, "seed": 9, "rules": ["fgd", "spread"], "most_weight": 4,
               "queue": ["fifo", "skip"], "depth": [3], "gpu_choice": ["best_fit", "random"]},
    "sobol": {"count": 7}
  },
  "x-note": ["anything", {"goes": null}]
)";

std::string rich_scenario() {
  return R"(// A scenario that uses nearly every key.
{
  "$schema": "coldaisle.schema.json",
  "version": 1,
  "name": "rich",
  "seed": 7,
  "start": {"instant": "2024-02-29T12:00:00+01:00", "zone": "UTC"},
  "horizon": "36 h",
  "fidelity": "full",
  "fleet": {
    "racks": [
      {"node": "dgx-a100", "count": 2, "nodes_per_rack": 4},
      {"node": "dgx-a100", "nodes_per_rack": 4},
      {"name": "amd", "node": "mi250x4", "present": false}
    ],
    "changes": [{"at": "10 min", "action": "add", "rack": "amd", "nodes": 1},
                {"at": "1 h", "action": "drain", "rack": "dgx-a100-2"}]
  },
  "workload": {
    "generate": [{
      "name": "day",
      "arrivals": {"process": "poisson", "rate": "7 /h"},
      "start": "37 s",
      "count": 100,
      "until": "1 d",
      "classes": [
        {"name": "small", "weight": 2, "demand": {"gpus": 1, "gpu_fraction": 0.46, "cpus": 3.5},
         "duration": "10 min", "utilisation": 0.4},
        {"demand": {"gpus": 4, "memory": "64 GB", "gpu_models": ["a100"], "gpu_memory": "40 GiB"},
         "duration": {"distribution": "lognormal", "median": "1 h", "sigma": 1.5}},
        {"demand": {"gpus": 1}, "duration": {"distribution": "exponential", "mean": "90 s"}},
        {"demand": {"gpus": 1}, "duration": {"distribution": "weibull", "shape": 0.5,
                                             "scale": "1000 s"}},
        {"demand": {"gpus": 1}, "duration": {"distribution": "pareto", "shape": 1.5,
                                             "minimum": "60 s", "maximum": "86400 s"}},
        {"demand": {"gpus": 1}, "duration": {"distribution": "gamma", "shape": 2, "mean": "1 h"}},
        {"demand": {"gpus": 1}, "duration": {"distribution": "uniform", "minimum": "1 s",
                                             "maximum": "2.5 s"}},
        {"demand": {"cpus": 8}, "duration": {"distribution": "empirical",
                                             "values": ["1 s", "250 ns"], "weights": [1, 0.5]}}
      ]
    }],
    "initial": [
      {"name": "old", "state": "running", "demand": {"gpus": 2}, "duration": "2 h",
       "elapsed": "30 min", "rack": "dgx-a100", "node": 3, "devices": [0, 7]},
      {"state": "queued", "demand": {"gpus": 1}, "duration": "0.6 s", "elapsed": "5 min"}
    ]
  },
  "scheduler": {"rules": {"best_fit": 2, "fgd": 3}, "queue": "fifo", "depth": 10,
                "gpu_choice": "fgd"},
  "metrics": {"interval": "7 s", "also": ["energy"]},
)" + std::string(kRichPolicies) +
         "}\n";
}

std::string plain_scenario() {
  return R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100"}]},
  "workload": {
    "generate": {
      "arrivals": "12 /h",
      "count": 10,
      "classes": [{"demand": {"gpus": 1}, "duration": "10 min"}]
    }
  }
}
)";
}

}  // namespace coldaisle::test
