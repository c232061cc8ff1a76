#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "sim/core/json_document.h"
#include "sim/scenario/fleet_plan.h"
#include "sim/scenario/load.h"
#include "sim/workload/job_list.h"
#include "tests/support/catch.h"
#include "tests/support/scenario_samples.h"

namespace coldaisle {

namespace {

enum class Base : std::uint8_t { plain, rich };

// A valid scenario with one thing broken, and the problem that must be among those reported.
struct Broken {
  std::string name;
  Base base;
  std::string old_text, new_text;
  std::string place;    // "line:column"
  std::string pointer;  // as the user's file has it
  std::string message;  // a part of it
};

std::string text_of(const Broken& broken) {
  auto text = broken.base == Base::plain ? test::plain_scenario() : test::rich_scenario();
  const auto at = text.find(broken.old_text);
  REQUIRE(at != std::string::npos);
  return text.replace(at, broken.old_text.size(), broken.new_text);
}

std::vector<Problem> problems_of(const std::string& text,
                                 const LoadOptions& options = test::sample_options()) {
  try {
    load_text(text, "broken.json", options);
  } catch (const ScenarioError& error) {
    return error.problems();
  }
  return {};
}

// "LINE:COLUMN POINTER MESSAGE", a line each.
std::string listing(const std::vector<Problem>& problems) {
  std::string text;
  for (const auto& problem : problems) {
    text += std::to_string(problem.line) + ":" + std::to_string(problem.column) + " " +
            problem.pointer + " " + problem.message + "\n";
  }
  return text;
}

// A folder that is removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("coldaisle-extends-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_ / "sub");
  }

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

std::string load_failure(const std::string& path) {
  try {
    load(path, test::sample_options());
  } catch (const ScenarioError& error) {
    return listing(error.problems());
  }
  return "valid";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Broken> broken_scenarios() {
  return {
      {"a newer version", Base::plain, R"("version": 1)", R"("version": 2)", "2:14", "/version",
       "this file says version 2; this build reads version 1: use a newer coldaisle"},
      {"version missing", Base::plain, "\"version\": 1,\n", "\n", "1:1", "",
       R"(the key "version" is missing: Version of this format.)"},
      {"version of the wrong type", Base::plain, R"("version": 1)", R"("version": "1")", "2:14",
       "/version", R"(must be a whole number, not "1")"},
      {"version zero", Base::plain, R"("version": 1)", R"("version": 0)", "2:14", "/version",
       "must be 1, not 0"},
      {"syntax: missing comma", Base::plain, R"("version": 1,)", R"("version": 1)", "3:3", "",
       R"(unexpected "fleet"; expected ',' or '}')"},
      {"syntax: trailing comma", Base::plain, R"("count": 10,)", R"("count": 10,,)", "7:19", "",
       "unexpected ','; expected a key in double quotes"},
      {"NaN", Base::plain, R"("count": 10)", R"("count": NaN)", "7:16", "",
       "NaN is not a number in JSON; write a finite number, or leave the key out"},
      {"1e400", Base::plain, R"("count": 10)", R"("count": 1e400)", "7:16", "",
       "1e400 is too large for a number (at most about 1.8e308)"},
      {"unknown top key", Base::plain, R"("fleet":)", R"("seeed": 3, "fleet":)", "3:3", "/seeed",
       R"(is not a known key; did you mean "seed"?)"},
      {"key of a later part", Base::plain, R"("fleet":)", R"("carbon": {}, "fleet":)", "3:3",
       "/carbon",
       "is not a known key; allowed: $schema, version, extends, name, seed, start, horizon, "
       "fidelity, fleet, fabric, workload, scheduler, metrics"},
      {"unknown nested key", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "cuont": 3)", "3:44", "/fleet/racks/0/cuont",
       R"(is not a known key; did you mean "count"?)"},
      {"duplicate key", Base::plain, R"("count": 10)", R"("count": 10, "count": 11)", "7:20", "",
       R"(the key "count" appears twice in this object, first at 7:7; keep one of them)"},
      {"no fleet", Base::plain, R"("fleet": {"racks": [{"node": "dgx-a100"}]},)",
       R"("x-fleet": 0,)", "1:1", "", R"(the key "fleet" is missing: The machines.)"},
      {"empty fleet", Base::plain, R"({"racks": [{"node": "dgx-a100"}]})", "{}", "3:12", "/fleet",
       R"(empty fleet: it needs "racks" or a "node_list")"},
      {"empty racks", Base::plain, R"([{"node": "dgx-a100"}])", "[]", "3:12", "/fleet",
       R"(empty fleet: it needs "racks" or a "node_list")"},
      {"node not in catalogue", Base::plain, R"("node": "dgx-a100")", R"("node": "dgx-a10")",
       "3:32", "/fleet/racks/0/node",
       R"("dgx-a10" is not in the catalogue; did you mean "dgx-a100"?)"},
      {"node missing", Base::plain, R"({"node": "dgx-a100"})", R"({"count": 2})", "3:23",
       "/fleet/racks/0",
       R"(the key "node" is missing: Id of a node type; `coldaisle catalog` lists them.)"},
      {"negative count", Base::plain, R"("node": "dgx-a100")", R"("node": "dgx-a100", "count": -3)",
       "3:53", "/fleet/racks/0/count", "must be from 1 to 1000000, not -3"},
      {"zero nodes", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "nodes_per_rack": 0)", "3:62", "/fleet/racks/0/nodes_per_rack",
       "must be from 1 to 100000, not 0"},
      {"fractional racks", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "count": 1.5)", "3:53", "/fleet/racks/0/count",
       "must be a whole number, not 1.5"},
      {"huge fleet", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "count": 100000, "nodes_per_rack": 100)", "3:23", "/fleet/racks/0",
       "with these 10000000 nodes the fleet has 10000000; at most 1000000 are allowed"},
      {"racks as an object", Base::plain, R"([{"node": "dgx-a100"}])", R"({"node": "dgx-a100"})",
       "3:22", "/fleet/racks", "must be a list, not an object"},
      {"same group name twice", Base::plain, R"([{"node": "dgx-a100"}])",
       R"([{"name": "a", "node": "dgx-a100"}, {"name": "a", "node": "dgx-a100"}])", "3:67",
       "/fleet/racks/1/name", R"("a" is the name of an earlier group; give each its own)"},
      {"change of an unknown group", Base::rich, R"("rack": "amd", "nodes": 1)",
       R"("rack": "amdd", "nodes": 1)", "16:59", "/fleet/changes/0/rack",
       R"("amdd" is not a rack group; did you mean "amd"?)"},
      {"change of too many nodes", Base::rich, R"("rack": "amd", "nodes": 1)",
       R"("rack": "amd", "nodes": 2)", "16:75", "/fleet/changes/0/nodes",
       R"(is more than the 1 nodes of "amd"; leave it out for all)"},
      {"unknown action", Base::rich, R"("action": "drain")", R"("action": "drian")", "17:41",
       "/fleet/changes/1/action", R"("drian" is not allowed here; did you mean "drain"?)"},
      {"node list file missing", Base::plain, R"({"racks": [{"node": "dgx-a100"}]})",
       R"({"node_list": {"file": "openb_node_list_gpu_node.csv"}})", "3:35",
       "/fleet/node_list/file",
       "the openb files are published at https://github.com/alibaba/clusterdata"},
      {"keep above one", Base::plain, R"({"racks": [{"node": "dgx-a100"}]})",
       R"({"node_list": {"file": "load_test.cpp", "keep": 1.5}})", "3:60", "/fleet/node_list/keep",
       "must be above 0, at most 1, not 1.5"},
      {"empty workload", Base::plain, R"("generate": {)", R"("x-generate": {)", "4:15", "/workload",
       R"(empty workload: it needs a "trace", "generate" or "initial")"},
      {"workload null", Base::plain, R"("count": 10)", R"("count": null)", "7:16",
       "/workload/generate/count", "must be a whole number, not null"},
      {"trace missing", Base::plain, R"("generate": {)",
       R"("trace": "openb_pod_list_default.csv", "format": "openb", "generate": {)", "5:14",
       "/workload/trace",
       "the openb files are published at https://github.com/alibaba/clusterdata"},
      {"trace without format", Base::plain, R"("generate": {)",
       R"("trace": "a.csv", "generate": {)", "5:14", "/workload/trace",
       R"(needs a "format" beside it, such as "openb")"},
      {"unknown format", Base::plain, R"("generate": {)",
       R"("trace": "a.csv", "format": "openbb", "generate": {)", "5:33", "/workload/format",
       R"("openbb" is not allowed here; did you mean "openb"?)"},
      {"timing without trace", Base::plain, R"("generate": {)",
       R"("timing": "recorded", "generate": {)", "5:15", "/workload/timing",
       R"(is only for a trace; add "trace" or leave it out)"},
      {"rate as bare number", Base::plain, R"("12 /h")", "12", "6:19",
       "/workload/generate/arrivals",
       R"(12 has no unit; a rate is a string such as "12 /h" (units: /s, /min, /h, /d, /w))"},
      {"rate with wrong unit", Base::plain, R"("12 /h")", R"("12 /hour")", "6:19",
       "/workload/generate/arrivals",
       R"("12 /hour": "/hour" is not a unit of a rate; write it like "12 /h" (units: /s, /min, /h, /d, /w))"},
      {"rate zero", Base::plain, R"("12 /h")", R"("0 /h")", "6:19", "/workload/generate/arrivals",
       R"("0 /h" must be above zero; write it like "12 /h" (units: /s, /min, /h, /d, /w))"},
      {"neither count nor until", Base::plain, R"("count": 10,)", "", "5:17", "/workload/generate",
       R"(needs "count" or "until", or it would never end)"},
      {"until before start", Base::plain, R"("count": 10,)", R"("start": "2 h", "until": "1 h",)",
       "7:32", "/workload/generate/until", R"(must be later than "start")"},
      {"far too many jobs", Base::plain, "\"12 /h\",\n      \"count\": 10,",
       R"("12 /s", "until": "3000 w",)", "6:37", "/workload/generate/until",
       R"(would draw about 2.18e+10 jobs; at most 100000000 are allowed, so end sooner or give a "count")"},
      {"no classes", Base::plain, R"([{"demand": {"gpus": 1}, "duration": "10 min"}])", "[]",
       "8:18", "/workload/generate/classes", "has 0 entries; it needs at least 1"},
      {"weight zero", Base::plain, R"([{"demand")", R"([{"weight": 0, "demand")", "8:30",
       "/workload/generate/classes/0/weight", "must be above 0, at most 1000000000, not 0"},
      {"utilisation above one", Base::plain, R"([{"demand")", R"([{"utilisation": 90, "demand")",
       "8:35", "/workload/generate/classes/0/utilisation", "must be from 0 to 1, not 90"},
      {"utilisation with four decimals", Base::plain, R"([{"demand")",
       R"([{"utilisation": 0.1234, "demand")", "8:35", "/workload/generate/classes/0/utilisation",
       "must be a number with at most 3 decimals, not 0.1234"},
      {"fraction of two GPUs", Base::plain, R"({"gpus": 1})", R"({"gpus": 2, "gpu_fraction": 0.5})",
       "8:58", "/workload/generate/classes/0/demand/gpu_fraction",
       R"(below 1 needs "gpus": 1, not 2; jobs of several GPUs hold whole ones)"},
      {"fraction with four decimals", Base::plain, R"({"gpus": 1})",
       R"({"gpus": 1, "gpu_fraction": 0.1234})", "8:58",
       "/workload/generate/classes/0/demand/gpu_fraction",
       "must be a number with at most 3 decimals, not 0.1234"},
      {"fraction without GPUs", Base::plain, R"({"gpus": 1})",
       R"({"gpus": 0, "gpu_models": ["a100"]})", "8:56",
       "/workload/generate/classes/0/demand/gpu_models",
       R"(means nothing to a job without GPUs; set "gpus" or leave it out)"},
      {"GPUs in all and of each node", Base::plain, R"({"gpus": 1})", R"({"gpus": 1, "nodes": 2})",
       "8:39", "/workload/generate/classes/0/demand/gpus",
       R"(cannot be given together with "nodes"; say "gpus_per_node")"},
      {"GPUs of each of no nodes", Base::plain, R"({"gpus": 1})", R"({"gpus_per_node": 2})", "8:48",
       "/workload/generate/classes/0/demand/gpus_per_node",
       R"(needs "nodes" beside it; for one node say "gpus")"},
      {"fraction on several nodes", Base::plain, R"({"gpus": 1})",
       R"({"nodes": 2, "gpus_per_node": 1, "gpu_fraction": 0.5})", "8:79",
       "/workload/generate/classes/0/demand/gpu_fraction",
       "below 1 is for jobs on one node; leave it out"},
      {"gang of no nodes", Base::plain, R"({"gpus": 1})", R"({"nodes": 0, "gpus_per_node": 1})",
       "8:40", "/workload/generate/classes/0/demand/nodes", "must be from 1 to 1000000, not 0"},
      {"priority too high", Base::plain, R"([{"demand")", R"([{"priority": 1000001, "demand")",
       "8:32", "/workload/generate/classes/0/priority",
       "must be from -1000000 to 1000000, not 1000001"},
      {"speed of an unknown GPU", Base::plain, R"({"racks")",
       R"({"gpu_speeds": {"h10": 2, "a10": 2}, "racks")", "3:45", "/fleet/gpu_speeds/a10",
       R"(no GPU of the fleet is called "a10"; did you mean "a100"?)"},
      {"speed zero", Base::plain, R"({"racks")", R"({"gpu_speeds": {"a100": 0}, "racks")", "3:36",
       "/fleet/gpu_speeds/a100", "must be from 0.001 to 1000, not 0"},
      {"speed with seven decimals", Base::plain, R"({"racks")",
       R"({"gpu_speeds": {"a100": 1.0000001}, "racks")", "3:36", "/fleet/gpu_speeds/a100",
       "must be a number with at most 6 decimals, not 1.0000001"},
      {"slow-down below one", Base::plain, R"("workload")",
       R"("fabric": {"slowdowns": {"rack": 0.99}}, "workload")", "4:36", "/fabric/slowdowns/rack",
       "must be from 1 to 1000, not 0.99"},
      {"slow-down within a node", Base::plain, R"("workload")",
       R"("fabric": {"slowdowns": {"node": 1}}, "workload")", "4:28", "/fabric/slowdowns/node",
       "is not a known key; allowed: rack, fabric"},
      {"price as bare number", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "price": 2.5)", "3:53", "/fleet/racks/0/price",
       R"(2.5 has no unit; a price is a string such as "2.10 USD/h" (units: USD/h))"},
      {"price in another unit", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "price": "2.5 EUR/h")", "3:53", "/fleet/racks/0/price",
       R"("2.5 EUR/h": "EUR/h" is not a unit of a price; write it like "2.10 USD/h" (units: USD/h))"},
      {"price of a whole fleet", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "price": "501 USD/h")", "3:53", "/fleet/racks/0/price",
       R"(must be from 0 USD/h to 500 USD/h, not "501 USD/h")"},
      {"unknown price class", Base::plain, R"("node": "dgx-a100")",
       R"("node": "dgx-a100", "price_class": "spott")", "3:59", "/fleet/racks/0/price_class",
       R"("spott" is not allowed here; did you mean "spot"?)"},
      {"running gang", Base::rich, R"("demand": {"gpus": 2},)",
       R"("demand": {"nodes": 2, "gpus_per_node": 2},)", "44:53", "/workload/initial/0/demand",
       "a job that runs over several nodes at the start is not supported; let it arrive, or queue "
       "it"},
      {"GPU not in the fleet", Base::plain, R"({"gpus": 1})",
       R"({"gpus": 1, "gpu_models": ["h100"]})", "8:57",
       "/workload/generate/classes/0/demand/gpu_models/0",
       R"("h100" is not a GPU of this fleet; did you mean "a100"?)"},
      {"memory as number", Base::plain, R"({"gpus": 1})", R"({"gpus": 1, "memory": 64})", "8:52",
       "/workload/generate/classes/0/demand/memory",
       R"(64 has no unit; a memory size is a string such as "64 GiB" (units: KiB, MB, MiB, GB, GiB, TB, TiB))"},
      {"memory in a wrong unit", Base::plain, R"({"gpus": 1})",
       R"({"gpus": 1, "memory": "64 Gib"})", "8:52", "/workload/generate/classes/0/demand/memory",
       R"("64 Gib": "Gib" is not a unit of a memory size; write it like "64 GiB" (units: KiB, MB, MiB, GB, GiB, TB, TiB))"},
      {"duration as number", Base::plain, R"("10 min")", "600", "8:55",
       "/workload/generate/classes/0/duration",
       R"(600 has no unit; a duration is a string such as "10 min" (units: ns, us, ms, s, min, h, d, w))"},
      {"duration negative", Base::plain, R"("10 min")", R"("-5 s")", "8:55",
       "/workload/generate/classes/0/duration", R"(must be from 1 ns to 3600 w, not "-5 s")"},
      {"duration without a unit", Base::plain, R"("10 min")", R"("10")", "8:55",
       "/workload/generate/classes/0/duration",
       R"("10" has no unit; write it like "10 min" (units: ns, us, ms, s, min, h, d, w))"},
      {"duration of half a ns", Base::plain, R"("10 min")", R"("0.5 ns")", "8:55",
       "/workload/generate/classes/0/duration",
       R"("0.5 ns" is not a whole number of nanoseconds; give fewer decimals)"},
      {"duration overflow", Base::plain, R"("10 min")", R"("1e30 s")", "8:55",
       "/workload/generate/classes/0/duration",
       R"("1e30 s" is too large for a duration; write a smaller value)"},
      {"unknown distribution", Base::plain, R"("10 min")", R"({"distribution": "lognormel"})",
       "8:72", "/workload/generate/classes/0/duration/distribution",
       R"("lognormel" is not allowed here; did you mean "lognormal"?)"},
      {"missing parameter", Base::plain, R"("10 min")",
       R"({"distribution": "lognormal", "median": "1 h"})", "8:55",
       "/workload/generate/classes/0/duration",
       R"(the distribution "lognormal" needs "sigma" (it takes: median, sigma))"},
      {"foreign parameter", Base::plain, R"("10 min")",
       R"({"distribution": "exponential", "mean": "1 h", "sigma": 1})", "8:111",
       "/workload/generate/classes/0/duration/sigma",
       R"(means nothing to the distribution "exponential", which takes: mean)"},
      {"shape too small", Base::plain, R"("10 min")",
       R"({"distribution": "gamma", "mean": "1 h", "shape": 1e-300})", "8:105",
       "/workload/generate/classes/0/duration/shape", "must be from 0.001 to 10000, not 1e-300"},
      {"shape too large", Base::plain, R"("10 min")",
       R"({"distribution": "weibull", "scale": "1 h", "shape": 10001})", "8:108",
       "/workload/generate/classes/0/duration/shape", "must be from 0.001 to 10000, not 10001"},
      {"sigma too large", Base::plain, R"("10 min")",
       R"({"distribution": "lognormal", "median": "1 h", "sigma": 21})", "8:111",
       "/workload/generate/classes/0/duration/sigma", "must be above 0, at most 20, not 21"},
      {"pareto ends", Base::plain, R"("10 min")",
       R"({"distribution": "pareto", "shape": 1, "minimum": "2 s", "maximum": "2 s"})", "8:123",
       "/workload/generate/classes/0/duration/maximum", R"(must be larger than "minimum")"},
      {"uniform ends", Base::plain, R"("10 min")",
       R"({"distribution": "uniform", "minimum": "2 s", "maximum": "1 s"})", "8:112",
       "/workload/generate/classes/0/duration/maximum", R"(must be at least "minimum")"},
      {"empirical weights", Base::plain, R"("10 min")",
       R"({"distribution": "empirical", "values": ["1 s", "2 s"], "weights": [1]})", "8:122",
       "/workload/generate/classes/0/duration/weights",
       "has 1 entries for 2 values; give one weight for each value"},
      {"running job without place", Base::rich,
       R"(, "rack": "dgx-a100", "node": 3, "devices": [0, 7])", R"(, "node": 3)", "44:7",
       "/workload/initial/0", R"(a running job needs "rack")"},
      {"running job out of range", Base::rich, R"("node": 3,)", R"("node": 8,)", "45:57",
       "/workload/initial/0/node", R"(must be from 0 to 7: "dgx-a100" has 8 nodes)"},
      {"running job already over", Base::rich, R"("elapsed": "30 min")", R"("elapsed": "2 h")",
       "45:19", "/workload/initial/0/elapsed",
       R"(must be less than "duration"; a finished job is left out)"},
      {"device out of range", Base::rich, "[0, 7]", "[0, 8]", "45:75",
       "/workload/initial/0/devices/1", "must be from 0 to 7 on this node"},
      {"device twice", Base::rich, "[0, 7]", "[7, 7]", "45:71", "/workload/initial/0/devices",
       "names a device twice"},
      {"queued job with a place", Base::rich, R"("state": "queued",)",
       R"("state": "queued", "node": 1,)", "46:35", "/workload/initial/1/node",
       "is only for a running job; leave it out"},
      {"unknown rule", Base::rich, R"("fgd": 3)", R"("fdg": -1)", "49:42", "/scheduler/rules/fdg",
       R"("fdg" is not allowed here; did you mean "fgd"?)"},
      {"rule weight too large", Base::rich, R"("fgd": 3)", R"("fgd": 1001)", "49:49",
       "/scheduler/rules/fgd", "must be from 0 to 1000, not 1001"},
      {"negative rule weight", Base::rich, R"("fgd": 3)", R"("fgd": -1)", "49:49",
       "/scheduler/rules/fgd", "must be from 0 to 1000, not -1"},
      {"all weights zero", Base::rich, R"({"best_fit": 2, "fgd": 3})", R"({"best_fit": 0})",
       "49:26", "/scheduler/rules", "needs a rule with a weight above 0"},
      {"unknown queue", Base::rich, R"("queue": "fifo")", R"("queue": "lifo")", "49:62",
       "/scheduler/queue", R"("lifo" is not allowed here; did you mean "fifo"?)"},
      {"depth zero", Base::rich, R"("depth": 10)", R"("depth": 0)", "49:79", "/scheduler/depth",
       "must be from 1 to 100000000, not 0"},
      {"unknown metric", Base::rich, R"(["energy"])", R"(["energie"])", "51:43", "/metrics/also/0",
       R"("energie" is not allowed here; did you mean "energy"?)"},
      {"one device for two running jobs", Base::rich,
       R"({"state": "queued", "demand": {"gpus": 1}, "duration": "0.6 s", "elapsed": "5 min"})",
       R"({"state": "running", "demand": {"gpus": 1}, "duration": "1 h", "rack": "dgx-a100", "node": 3, "devices": [7]})",
       "46:112", "/workload/initial/1/devices",
       R"(device 7 of node 3 of "dgx-a100" is held by /workload/initial/0 already; correct the devices, or leave them out)"},
      {"interval zero", Base::rich, R"("7 s")", R"("0 min")", "51:27", "/metrics/interval",
       R"(must be from 1 ns to 3600 w, not "0 min")"},
      {"interval too short", Base::rich, R"("7 s")", R"("1 us")", "51:27", "/metrics/interval",
       "gives 129600000000 samples before the horizon; at most 10000000 are allowed, so choose a "
       "longer interval"},
      {"seed too large", Base::rich, R"("seed": 7)", R"("seed": 9007199254740993)", "6:11", "/seed",
       "must be from 0 to 9007199254740992, not 9007199254740993"},
      {"no such day", Base::rich, "2024-02-29T12", "2023-02-29T12", "7:24", "/start/instant",
       R"("2023-02-29T12:00:00+01:00" is not a day of the calendar)"},
      {"not an instant", Base::rich, "2024-02-29T12:00:00+01:00", "29.2.2024", "7:24",
       "/start/instant",
       R"("29.2.2024" is not an RFC 3339 instant; write it like "2024-01-01T00:00:00Z")"},
      {"no such zone", Base::rich, R"("zone": "UTC")", R"("zone": "../etc/passwd")", "7:61",
       "/start/zone",
       R"("../etc/passwd" is not an IANA time zone; write one such as "UTC" or "Europe/Berlin")"},
      {"horizon zero", Base::rich, R"("36 h")", R"("0 s")", "8:14", "/horizon",
       R"(must be from 1 ns to 3600 w, not "0 s")"},
      {"wrong fidelity", Base::rich, R"("full")", R"("ful")", "9:15", "/fidelity",
       R"("ful" is not allowed here; did you mean "full"?)"},
      {"base file missing", Base::plain, R"("version": 1,)",
       R"("version": 1, "extends": "no-such-base.json",)", "2:28", "/extends",
       R"(no-such-base.json: cannot be read: No such file or directory; the path is relative to the file that holds "extends")"},
      {"not an object", Base::plain, "{\n  \"version\": 1,", "[{\n  \"version\": 1,", "12:1", "",
       "the text ends too early; the '[' opened at 1:1 is not closed: add the missing ']'"},
  };
}

}  // namespace

TEST_CASE("a broken scenario names the place, the pointer and the remedy",
          "[scenario][bad-input]") {
  for (const auto& broken : broken_scenarios()) {
    INFO(broken.name);
    const auto problems = problems_of(text_of(broken));
    INFO(listing(problems));
    bool found = false;
    for (const auto& problem : problems) {
      const auto place = std::to_string(problem.line) + ":" + std::to_string(problem.column);
      found =
          found || (problem.file == "broken.json" && place == broken.place &&
                    problem.pointer == broken.pointer && holds(problem.message, broken.message));
    }
    CHECK(found);
    CHECK(problems.size() <= 2);
  }
}

TEST_CASE("all problems of a file are reported at once, in its order", "[scenario][bad-input]") {
  const auto problems = problems_of(R"({
  "version": 1, "sed": 3,
  "fleet": {"racks": [{"node": "dgx-a10", "count": -1}]},
  "workload": {"generate": {"arrivals": 5, "count": 0, "classes": [{"weight": "x"}]}},
  "scheduler": {"queue": "lifo"}
})");
  CHECK(listing(problems) ==
        R"(2:17 /sed is not a known key; did you mean "seed"?
3:32 /fleet/racks/0/node "dgx-a10" is not in the catalogue; did you mean "dgx-a100"?
3:52 /fleet/racks/0/count must be from 1 to 1000000, not -1
4:41 /workload/generate/arrivals 5 has no unit; a rate is a string such as "12 /h" (units: /s, /min, /h, /d, /w)
4:53 /workload/generate/count must be from 1 to 100000000, not 0
4:68 /workload/generate/classes/0 the key "demand" is missing: What each job asks for.
4:68 /workload/generate/classes/0 the key "duration" is missing: How long a job runs.
4:79 /workload/generate/classes/0/weight must be a number, not "x"
5:26 /scheduler/queue "lifo" is not allowed here; did you mean "fifo"?
)");
}

TEST_CASE("running jobs may share a device as long as it has room", "[scenario][bad-input]") {
  const auto scenario_with = [](const std::string& fraction) {
    auto text = test::plain_scenario();
    std::string jobs;
    for (int i = 0; i < 2; ++i) {
      jobs += (i > 0 ? ", " : "") + std::string(R"({"state": "running", "duration": "1 h", )") +
              R"("rack": "dgx-a100", "node": 0, "devices": [0], "demand": {"gpus": 1, )" +
              R"("gpu_fraction": )" + fraction + "}}";
    }
    return text.replace(text.find("\"generate\""), 0, "\"initial\": [" + jobs + "], ");
  };
  CHECK(listing(problems_of(scenario_with("0.5"))).empty());
  const auto problems = problems_of(scenario_with("0.51"));
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().pointer == "/workload/initial/1/devices");
}

TEST_CASE("a problem found after loading names the scenario's file", "[scenario][bad-input]") {
  auto text = test::plain_scenario();
  text.replace(text.find("\"count\": 10"), 11, "\"until\": \"1 ns\"");
  auto loaded = load_text(text, "folder/idle.json", test::sample_options());
  CHECK(loaded.scenario.file == "folder/idle.json");
  CHECK(!holds(loaded.resolved_json, "idle.json"));
  const auto file_of_problem = [](const auto& work) {
    try {
      work();
    } catch (const ScenarioError& error) {
      return error.problems().front().file;
    }
    return std::string("no problem");
  };
  const auto plan = plan_fleet(loaded.scenario);
  CHECK(file_of_problem([&] { make_jobs(loaded.scenario, plan, 1); }) == "folder/idle.json");
  loaded.scenario.fleet.racks.clear();
  CHECK(file_of_problem([&] { plan_fleet(loaded.scenario); }) == "folder/idle.json");
  loaded.scenario.file.clear();
  CHECK(file_of_problem([&] { plan_fleet(loaded.scenario); }) == "scenario");
}

TEST_CASE("a wrong rule name is the only problem of its rules", "[scenario][bad-input]") {
  for (const auto* const rules : {R"("fdg")", R"({"fdg": 1})", R"({"fdg": 1, "best_fit": 0})"}) {
    auto text = test::plain_scenario();
    text.replace(text.find("\"fleet\""), 0,
                 "\"scheduler\": {\"rules\": " + std::string(rules) + "}, ");
    const auto problems = problems_of(text);
    INFO(listing(problems));
    REQUIRE(problems.size() == 1);
    CHECK(holds(problems.front().message, "\"fdg\" is not allowed here; did you mean \"fgd\"?"));
  }
}

TEST_CASE("CRLF line ends and a byte order mark change nothing", "[scenario][bad-input]") {
  std::string text = "\xEF\xBB\xBF";
  for (const char byte : test::plain_scenario())
    text += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  CHECK(listing(problems_of(text)).empty());
}

TEST_CASE("a cycle of extends is reported with its chain", "[scenario][bad-input]") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.json", R"({"version": 1, "extends": "sub/b.json"})");
  folder.write("sub/b.json", R"({"extends": "../a.json"})");
  const auto failure = load_failure(a);
  INFO(failure);
  CHECK(holds(failure, "1:13 /extends goes round in a circle: " + a + " -> "));
  CHECK(holds(failure, "sub/b.json -> "));
  CHECK(holds(failure, "take one \"extends\" out"));
}

TEST_CASE("a file that extends itself is a cycle", "[scenario][bad-input]") {
  const TemporaryFolder folder;
  const auto path = folder.write("self.json", R"({"version": 1, "extends": "self.json"})");
  CHECK(holds(load_failure(path), "1:27 /extends goes round in a circle"));
}

TEST_CASE("a chain of extends that is too long is refused", "[scenario][bad-input]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 20; ++i) {
    folder.write("f" + std::to_string(i) + ".json",
                 "{\"version\": 1, \"extends\": \"f" + std::to_string(i + 1) + ".json\"}");
  }
  folder.write("f20.json", test::plain_scenario());
  CHECK(holds(load_failure(folder.write("top.json", R"({"extends": "f0.json"})")),
              "makes a chain of more than 16 files"));
}

TEST_CASE("a problem in a base file names the base file", "[scenario][bad-input]") {
  const TemporaryFolder folder;
  const auto base = folder.write("base.json", test::plain_scenario());
  const auto path = folder.write("top.json", R"({"version": 1, "extends": "base.json",
    "workload": {"generate": {"count": null}}})");
  CHECK(holds(load_failure(path), "needs \"count\" or \"until\""));
  const auto good = folder.write("good.json", R"({"version": 1, "extends": "base.json",
    "workload": {"generate": {"count": null, "until": "1 h"}}, "seed": 5})");
  const auto loaded = load(good, test::sample_options());
  CHECK(loaded.scenario.workload.generators[0].count == 0);
  CHECK(loaded.scenario.seed == 5);
  folder.write("base.json",
               R"({"version": 1, "fleet": {"racks": [{"node": "dgx-b100"}]}, "a": 1,})");
  try {
    load(good, test::sample_options());
    FAIL("a broken base file loaded");
  } catch (const ScenarioError& error) {
    CHECK(error.problems().front().file == base);
    CHECK(error.problems().front().line == 1);
  }
}

TEST_CASE("a wrong --set names its pointer and the remedy", "[scenario][bad-input]") {
  const std::vector<std::pair<Override, std::string>> rows = {
      {{"/fleet/racks/3/count", "4"}, "there is no entry 3: the list has 1 (use - to append)"},
      {{"/fleet/rack", "4"}, "is not a known key; did you mean \"racks\"?"},
      {{"seed", "4"}, "is not a JSON pointer; write it like --set /fleet/racks/0/count=4"},
      {{"/a~2", "4"}, "is not a JSON pointer"},
      {{"/version/x", "4"}, "leads nowhere: /version is 1, which has no parts; set it as a whole"},
      {{"/seed", "many"}, "must be a whole number, not \"many\""},
      {{"/fleet", "{\"racks\": ["}, "the value is broken JSON at column"},
      {{"/horizon", "36"}, "36 has no unit"},
  };
  for (const auto& [change, message] : rows) {
    auto options = test::sample_options();
    options.overrides = {change};
    const auto problems = problems_of(test::plain_scenario(), options);
    INFO(listing(problems));
    REQUIRE(problems.size() == 1);
    CHECK(problems.front().file == "--set");
    CHECK(problems.front().pointer == change.pointer);
    CHECK(holds(problems.front().message, message));
  }
}

TEST_CASE("a --seed beyond 2^53 is refused", "[scenario][bad-input]") {
  auto options = test::sample_options();
  options.seed = UINT64_MAX;
  const auto problems = problems_of(test::plain_scenario(), options);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().file == "--seed");
  CHECK(holds(problems.front().message, "from 0 to 9007199254740992"));
}

TEST_CASE("a scenario file that is not there is an I/O error", "[scenario][bad-input]") {
  CHECK_THROWS_AS(load("/nowhere/scenario.json", test::sample_options()), IoError);
}

TEST_CASE("a hostile file is refused quickly and its report stays short", "[scenario][bad-input]") {
  std::string keys = "{\"version\": 1";
  for (int i = 0; i < 200'000; ++i) keys += ",\"key" + std::to_string(i) + "\":{}";
  CHECK(problems_of(keys + "}").size() == 1001);
  std::string racks = "{\"version\": 1, \"fleet\": {\"racks\": [";
  for (int i = 0; i < 100'000; ++i) racks += "{},";
  CHECK(problems_of(racks + "{}]}}").size() == 2);
  CHECK(problems_of(std::string(500'000, '{')).size() == 1);
}

}  // namespace coldaisle
