#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "models/catalog.h"
#include "sim/core/error.h"
#include "tests/support/catch.h"

namespace fs = std::filesystem;

using coldaisle::load_catalog;
using coldaisle::Problem;

namespace {

// A catalogue directory that goes away with the test.
class CatalogDirectory {
 public:
  CatalogDirectory() {
    static int count = 0;
    path_ = fs::temp_directory_path() / fmt::format("coldaisle-catalog-{}-{}", getpid(), ++count);
    fs::create_directories(path_ / "gpus");
    fs::create_directories(path_ / "nodes");
  }

  CatalogDirectory(const CatalogDirectory&) = delete;
  CatalogDirectory& operator=(const CatalogDirectory&) = delete;

  ~CatalogDirectory() { fs::remove_all(path_); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(path_ / file, std::ios::binary) << text;
  }

  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

const std::string kGpu = R"({
  "id": "x1",
  "vendor": "acme",
  "memory_gib": 80,
  "tdp_w": 300,
  "idle_w": 50,
  "sources": ["data sheet"]
}
)";

const std::string kNode = R"({
  "id": "n1",
  "gpu": "mi250-128gb",
  "gpu_packages": 4,
  "sources": ["data sheet"]
}
)";

// `text` with `from` (which it must hold) replaced by `to`.
std::string edited(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::vector<Problem> problems_of(const CatalogDirectory& directory) {
  try {
    load_catalog(directory.path());
  } catch (const coldaisle::ScenarioError& error) {
    return error.problems();
  }
  return {};
}

// One fault in a file: an edit of the good text, and the complaint it must bring.
struct Fault {
  const char* name;
  std::string from, to;
  int line, column;
  const char* pointer;
  const char* fragment;
};

void check_fault(const Fault& fault, const std::string& file, const std::string& good) {
  INFO(fault.name);
  const CatalogDirectory directory;
  directory.write(file, edited(good, fault.from, fault.to));
  const auto problems = problems_of(directory);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].file == directory.path() + "/" + file);
  CHECK(problems[0].line == fault.line);
  CHECK(problems[0].column == fault.column);
  CHECK(problems[0].pointer == fault.pointer);
  CHECK_THAT(problems[0].message, Catch::Matchers::Contains(fault.fragment));
}

const std::string kIdle = "  \"idle_w\": 50,\n";
const std::string kSources = "  \"sources\": [\"data sheet\"]";

}  // namespace

TEST_CASE("omitting idle_w in a catalogue file is an error with its path", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/x1.json", edited(kGpu, kIdle, ""));
  CHECK_THROWS_WITH(load_catalog(directory.path()),
                    fmt::format("{}/gpus/x1.json: 1 problem\n"
                                "  1:1     the key \"idle_w\" is missing: Power of the idle "
                                "package, W.\n",
                                directory.path()));
}

TEST_CASE("a broken GPU file names the place and the remedy", "[models][catalog]") {
  const std::vector<Fault> faults{
      {"no tdp_w", "  \"tdp_w\": 300,\n", "", 1, 1, "", "\"tdp_w\" is missing"},
      {"no memory", "  \"memory_gib\": 80,\n", "", 1, 1, "", "\"memory_gib\" is missing"},
      {"no vendor", "  \"vendor\": \"acme\",\n", "", 1, 1, "", "\"vendor\" is missing"},
      {"no id", "  \"id\": \"x1\",\n", "", 1, 1, "", "\"id\" is missing"},
      {"no sources", "50,\n" + kSources, "50", 1, 1, "", "\"sources\" is missing"},
      {"unknown key", kIdle, kIdle + "  \"tdpw\": 1,\n", 7, 3, "/tdpw", "did you mean \"tdp_w\"?"},
      {"idle above full", "50", "301", 6, 13, "/idle_w", "above tdp_w (300 W)"},
      {"no power", "300", "0", 5, 12, "/tdp_w", "must be above 0"},
      {"negative idle", "50", "-1", 6, 13, "/idle_w", "must be above 0"},
      {"a unit", "80", "\"80 GiB\"", 4, 17, "/memory_gib", "must be a number"},
      {"null", "300", "null", 5, 12, "/tdp_w", "must be a number"},
      {"no devices", kIdle, kIdle + "  \"logical_devices\": 0,\n", 7, 22, "/logical_devices",
       "must be from 1 to 16"},
      {"many devices", kIdle, kIdle + "  \"logical_devices\": 17,\n", 7, 22, "/logical_devices",
       "must be from 1 to 16"},
      {"half a device", kIdle, kIdle + "  \"logical_devices\": 1.5,\n", 7, 22, "/logical_devices",
       "must be a whole number"},
      {"empty sources", "[\"data sheet\"]", "[]", 7, 14, "/sources", "needs at least 1"},
      {"source of no type", "\"data sheet\"", "7", 7, 15, "/sources/0", "must be a string"},
      {"other id", "x1", "x2", 2, 9, "/id", "in a file called \"x1.json\"; make the two the same"},
      {"bad id", "x1", "x 1", 2, 9, "/id", "use letters, digits"},
      {"twice", kIdle, kIdle + kIdle, 7, 3, "", "idle_w"},
      {"weak key", kSources, kSources + ",\n  \"low_confidence\": [\"idle\"]", 8, 21,
       "/low_confidence", "names \"idle\", which this file does not hold"},
      {"price of no source", kIdle, kIdle + "  \"usd_per_gpu_hour\": {\"spot\": 1},\n", 7, 23,
       "/usd_per_gpu_hour", "\"source\" is missing"},
      {"source of no price", kIdle, kIdle + "  \"usd_per_gpu_hour\": {\"source\": \"s\"},\n", 7, 23,
       "/usd_per_gpu_hour", "holds no price"},
      {"free", kIdle,
       kIdle + "  \"usd_per_gpu_hour\": {\"spot\": 0, \"on_demand\": 1, \"source\": \"s\"},\n", 7,
       32, "/usd_per_gpu_hour/spot", "must be above 0"},
      {"price far too high", kIdle,
       kIdle + "  \"usd_per_gpu_hour\": {\"spot\": 500.5, \"on_demand\": 1, \"source\": \"s\"},\n",
       7, 32, "/usd_per_gpu_hour/spot", "must be above 0, at most 500, not 500.5"},
      {"overflow", "300", "1e400", 5, 12, "", "1e400"},
      {"more memory than any GPU has", "80", "1e16", 4, 17, "/memory_gib",
       "must be above 0, at most 100000, not 1e16"},
      {"more power than any GPU draws", "300", "1e16", 5, 12, "/tdp_w",
       "must be above 0, at most 10000000, not 1e16"},
      {"no comma", "300,", "300", 6, 3, "", ""},
  };
  for (const auto& fault : faults) check_fault(fault, "gpus/x1.json", kGpu);
}

TEST_CASE("a broken node file names the place and the remedy", "[models][catalog]") {
  const std::vector<Fault> faults{
      {"no gpu", "  \"gpu\": \"mi250-128gb\",\n", "", 1, 1, "", "\"gpu\" is missing"},
      {"unknown gpu", "mi250-128gb", "mi250-182gb", 3, 10, "/gpu",
       "\"mi250-182gb\" is not a GPU of the catalogue; did you mean \"mi250-128gb\"?"},
      {"part of a name", "mi250-128gb", "h100", 3, 10, "/gpu",
       "did you mean \"h100-nvl-94gb\", \"h100-pcie-80gb\", \"h100-sxm-80gb\"?"},
      {"A20", "mi250-128gb", "a20", 3, 10, "/gpu", "NVIDIA makes no data-centre card called A20"},
      {"no packages", "4", "0", 4, 19, "/gpu_packages", "must be from 1 to 16"},
      {"18 devices", "4", "9", 4, 19, "/gpu_packages",
       "9 packages of 2 devices make 18; a node has at most 16"},
      {"too little power", "4,", "4, \"max_power_w\": 2239,", 4, 37, "/max_power_w",
       "less than its 4 GPUs at 560 W each draw (2240 W)"},
      {"base above all", "4,", "4, \"max_power_w\": 3000, \"base_w\": 3001,", 4, 53, "/base_w",
       "is above max_power_w"},
      {"more memory than any node has", "4,", "4, \"memory_gib\": 1e16,", 4, 36, "/memory_gib",
       "must be above 0, at most 10000000, not 1e16"},
      {"more power than any node draws", "4,", "4, \"base_w\": 1e16,", 4, 32, "/base_w",
       "must be above 0, at most 10000000, not 1e16"},
      {"unknown key", "4,", "4, \"cpu_core\": 8,", 4, 22, "/cpu_core",
       "did you mean \"cpu_cores\"?"},
  };
  for (const auto& fault : faults) check_fault(fault, "nodes/n1.json", kNode);
}

TEST_CASE("a catalogue file must be an object", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("nodes/n1.json", "[]");
  directory.write("nodes/n2.json", "");
  const auto problems = problems_of(directory);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].message, Catch::Matchers::Contains("must be an object"));
  CHECK(problems[1].file == directory.path() + "/nodes/n2.json");
}

TEST_CASE("all problems of all catalogue files come at once", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/x1.json", edited(edited(kGpu, kIdle, ""), "80", "-80"));
  directory.write("gpus/x2.json", "{");
  directory.write("nodes/n1.json", edited(kNode, "mi250-128gb", "nothing"));
  const auto problems = problems_of(directory);
  REQUIRE(problems.size() == 4);
  CHECK(problems[0].pointer == "/memory_gib");
  CHECK_THAT(problems[1].message, Catch::Matchers::Contains("idle_w"));
  CHECK(problems[2].file == directory.path() + "/gpus/x2.json");
  CHECK(problems[3].pointer == "/gpu");
}

TEST_CASE("a node is not blamed for its GPU's broken file", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/x1.json", edited(kGpu, kIdle, ""));
  directory.write("nodes/n1.json", edited(kNode, "mi250-128gb", "x1"));
  CHECK(problems_of(directory).size() == 1);
}

TEST_CASE("a node may not have the id of a GPU", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("nodes/t4-16gb.json", edited(kNode, "n1", "t4-16gb"));
  const auto problems = problems_of(directory);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].pointer == "/id");
  CHECK_THAT(problems[0].message, Catch::Matchers::Contains("also the id of a GPU"));
}

TEST_CASE("a GPU that breaks an embedded node is the one to blame", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/b200-sxm-180gb.json", edited(edited(kGpu, "x1", "b200-sxm-180gb"), "300,",
                                                     "2000,\n\"logical_devices\": 3,"));
  const auto problems = problems_of(directory);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].pointer == "/logical_devices");
  CHECK_THAT(problems[0].message, Catch::Matchers::StartsWith("node \"dgx-b200\": "));
  CHECK(problems[1].pointer == "/tdp_w");
}

TEST_CASE("a file of the same id takes the embedded one's place", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/t4-16gb.json", edited(kGpu, "x1", "t4-16gb"));
  const auto catalog = load_catalog(directory.path());
  CHECK(catalog.gpus.size() == 22);
  REQUIRE(catalog.find_gpu("t4-16gb") != nullptr);
  CHECK(catalog.find_gpu("t4-16gb")->idle_w == 50);
  CHECK_FALSE(catalog.find_gpu("t4-16gb")->fp16_dense_tflops);  // replaced, not merged
}

TEST_CASE("files of new ids add a GPU and a node in their places", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/b1.json", edited(kGpu, "x1", "b1"));
  directory.write("nodes/e1.json", edited(edited(kNode, "n1", "e1"), "mi250-128gb", "b1"));
  const auto catalog = load_catalog(directory.path());
  CHECK(catalog.gpus.size() == 23);
  CHECK(catalog.nodes.size() == 38);
  REQUIRE(catalog.find_node("e1") != nullptr);
  CHECK(catalog.find_node("e1")->gpu == "b1");
  const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
  CHECK(std::is_sorted(catalog.gpus.begin(), catalog.gpus.end(), by_id));
}

TEST_CASE("comments, the user's own keys and other files are fine", "[models][catalog]") {
  const CatalogDirectory directory;
  directory.write("gpus/x1.json", edited(kGpu, kIdle, kIdle + "  \"x-asset\": 7,  // ours\n"));
  directory.write("gpus/README.md", "not a GPU");
  CHECK(load_catalog(directory.path()).find_gpu("x1") != nullptr);
}

TEST_CASE("no directory means the embedded catalogue", "[models][catalog]") {
  CHECK(load_catalog("").nodes.size() == coldaisle::embedded_catalog().nodes.size());
}

TEST_CASE("an absent or empty catalogue directory is refused", "[models][catalog]") {
  const CatalogDirectory directory;
  const auto absent = directory.path() + "/none";
  CHECK_THROWS_AS(load_catalog(absent), coldaisle::IoError);
  CHECK_THROWS_WITH(load_catalog(absent), Catch::Matchers::Contains("no such directory"));
  fs::create_directory(absent);
  CHECK_THROWS_AS(load_catalog(absent), coldaisle::IoError);
  CHECK_THROWS_WITH(load_catalog(absent), Catch::Matchers::Contains("neither gpus/ nor nodes/"));
}
