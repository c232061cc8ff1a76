#include "tests/support/broken_input.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/thrown_message.h"

namespace coldaisle::test {

const char* const kScenario = R"({
  "version": 1,
  "fleet": {"racks": [{"node": "dgx-a100", "count": 2}]},
  "workload": {
    "generate": {
      "arrivals": "60 /h",
      "count": 5,
      "classes": [{"demand": {"gpus": 1}, "duration": "10 min"}]
    }
  }
}
)";

const char* const kTraced = R"({
  "version": 1,
  "fleet": {"node_list": "nodes.csv"},
  "workload": {"trace": "pods.csv", "format": "openb"}
}
)";

const char* const kNodes =
    "sn,cpu_milli,memory_mib,gpu,model\n"
    "n0,96000,393216,2,T4\n"
    "n1,96000,393216,8,G2\n";

const char* const kPods =
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,"
    "deletion_time,scheduled_time\n"
    "p0,12000,16384,1,1000,,LS,Succeeded,0,900,0\n"
    "p1,6000,12288,1,460,T4,LS,Succeeded,60,600,70\n"
    "p2,8000,12288,2,1000,G2|T4,LS,Succeeded,90,500,100\n";

namespace {

constexpr const char* kGpu = R"({
  "id": "toy-gpu",
  "vendor": "nvidia",
  "architecture": "turing",
  "memory_gib": 16,
  "logical_devices": 1,
  "tdp_w": 70,
  "idle_w": 10,
  "link_type": "none",
  "sources": ["made up"]
}
)";

constexpr const char* kNode = R"({
  "id": "toy-node",
  "gpu": "toy-gpu",
  "gpu_packages": 8,
  "cpu_cores": 64,
  "memory_gib": 512,
  "sources": ["made up"]
}
)";

std::string replaced(std::string text, const std::string& old_text, const std::string& new_text) {
  if (old_text.empty()) return new_text.empty() ? text : new_text;
  const auto at = text.find(old_text);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_text.size(), new_text);
}

bool is_traced(Input input) {
  return input == Input::traced || input == Input::nodes || input == Input::pods;
}

// Runs a verb on the input and checks how it ends and what it says.
void check_verb(const TemporaryDirectory& directory, const BrokenInput& broken,
                std::vector<std::string> words) {
  words.insert(words.end(), {"--threads", "1"});
  if (broken.input == Input::gpu || broken.input == Input::node) {
    words.insert(words.end(), {"--catalog", "catalog"});
  }
  words.insert(words.end(), broken.flags.begin(), broken.flags.end());
  const auto end = run_there(directory, words);
  std::string missing;
  for (const auto& fragment : broken.fragments) {
    if (!contains(end.err, fragment)) missing += fragment + "\n";
  }
  INFO(broken.name << ", " << words[0] << ": " << end.err << end.out);
  CHECK(end.signal == 0);
  CHECK(end.exit_code == broken.exit_code);
  CHECK(missing == "");
}

}  // namespace

void write_inputs(const TemporaryDirectory& directory, const BrokenInput& broken) {
  const auto text = [&](Input input, const char* sound) {
    return broken.input == input ? replaced(sound, broken.old_text, broken.new_text)
                                 : std::string(sound);
  };
  std::filesystem::create_directories(directory / "catalog/gpus");
  std::filesystem::create_directories(directory / "catalog/nodes");
  write_file(directory / "s.json", is_traced(broken.input) ? text(Input::traced, kTraced)
                                                           : text(Input::scenario, kScenario));
  write_file(directory / "nodes.csv", text(Input::nodes, kNodes));
  write_file(directory / "pods.csv", text(Input::pods, kPods));
  write_file(directory / "catalog/gpus/toy-gpu.json", text(Input::gpu, kGpu));
  write_file(directory / "catalog/nodes/toy-node.json", text(Input::node, kNode));
}

void check_nothing_left(const TemporaryDirectory& directory) {
  std::string left;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    const auto name = entry.path().filename().string();
    if (name.rfind("out.h5", 0) == 0) left += name + " ";
  }
  CHECK(left == "");
}

ProgramEnd run_there(const TemporaryDirectory& directory, std::vector<std::string> arguments) {
  return run_program({.arguments = std::move(arguments),
                      .environment = {{"COLDAISLE_DATA", directory / "data"}},
                      .directory = directory.path()});
}

void check_broken(const BrokenInput& broken) {
  const TemporaryDirectory directory;
  write_inputs(directory, broken);
  check_verb(directory, broken, {"validate", "s.json"});
  check_verb(directory, broken, {"run", "s.json", "-o", "out.h5"});
  check_nothing_left(directory);
}

}  // namespace coldaisle::test
