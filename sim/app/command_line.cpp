#include "sim/app/command_line.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <ostream>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/app/backend.h"
#include "sim/app/command_text.h"
#include "sim/app/completion.h"
#include "sim/app/exit_code.h"
#include "sim/app/verbs.h"
#include "sim/core/build_info.h"
#include "sim/core/error.h"
#include "sim/core/nearest_name.h"
#include "sim/metrics/evaluation_metrics.h"

namespace coldaisle {
namespace {

// Everything any verb can be told; one verb runs, so they share it.
struct Arguments {
  CommonOptions common;
  EvaluateOptions evaluate;
  std::string input, output, id, format, nodes, base, other, shell, policy;
  bool exact = false;
  bool no_output = false;
  bool strict = false;
  std::vector<std::string> except;
  std::string command_line;
  std::vector<CompletionVerb> known_verbs;
};

// What `-o FILE` means to a verb.
enum class OutputFlag : std::uint8_t {
  none,     // not accepted
  results,  // the verb writes a results file itself
  text,     // what would go to stdout goes to FILE
};

// One row per verb; the order is that of --help.
struct Verb {
  const char* name;
  const char* purpose;
  const char* example;
  OutputFlag output;
  void (*declare)(CLI::App&, Arguments&);
  int (*act)(const Arguments&, std::ostream&, std::ostream&);
};

// Whole decimal numbers only: the library's own conversion reads 010 as eight.
std::uint64_t whole_number(const std::string& flag, const std::string& text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || stop != end || value > most) {
    throw CLI::ValidationError(
        flag, fmt::format("\"{}\" is not a whole number from 0 to {}", text, most));
  }
  return value;
}

std::string check_not_empty(const std::string& text) {
  return text.empty() ? "needs a name, not an empty text" : "";
}

void declare_run(CLI::App& app, Arguments& to) {
  app.add_option("SCENARIO", to.input, "Scenario file, or a results file whose run to repeat")
      ->required()
      ->option_text(" ");
  app.add_flag("--no-output", to.no_output, "Write no results file");
  app.add_option("--policy", to.policy, "Of an evaluation's results file: the policy to run")
      ->check(check_not_empty)
      ->option_text("ID");
}

// A flag with a whole number from 0 to `most`.
void declare_count(CLI::App& app, const std::string& flag, std::int64_t& to, std::int64_t most,
                   const std::string& help) {
  app.add_option_function<std::string>(
         flag,
         [&to, flag, most](const std::string& text) {
           to = static_cast<std::int64_t>(
               whole_number(flag, text, static_cast<std::uint64_t>(most)));
         },
         help)
      ->option_text("N");
}

void declare_evaluate(CLI::App& app, Arguments& to) {
  auto& evaluate = to.evaluate;
  app.add_option("SCENARIO", to.input, "Scenario file with policies, or an evaluation to repeat")
      ->required()
      ->option_text(" ");
  app.add_option("--sort", evaluate.sort, "Metric to rank by, e.g. cost, wait, allocation")
      ->check(check_not_empty)
      ->option_text("METRIC");
  app.add_option("--pareto", evaluate.pareto, "Show the Pareto set of two or three metrics")
      ->check(check_not_empty)
      ->option_text("METRIC,METRIC");
  declare_count(app, "--top", evaluate.top, kMostPolicies, "Policies to show; 10 by default");
  app.add_flag("--resume", evaluate.resume, "Go on where an evaluation into the same file stopped");
  app.add_option("--backend", evaluate.backend, "auto (a CUDA device, else the CPU), cpu or cuda")
      ->option_text("NAME");
  app.add_option("--instructions", evaluate.instructions, "CPU: portable, avx2 or avx512")
      ->option_text("SET");
  declare_count(app, "--batch", evaluate.batch, kMostPolicies,
                "Policies evaluated in one go; results do not depend on it");
  app.footer(app.get_footer() +
             "\n\nWithout --sort: by cost where prices are known, else by allocation if no job "
             "ever leaves, else by wait.\nResults go to NAME.evaluation.h5 unless -o names a "
             "file.");
}

void declare_scenario(CLI::App& app, Arguments& to) {
  app.add_option("SCENARIO", to.input, "Scenario file")->required()->option_text(" ");
}

void declare_validate(CLI::App& app, Arguments& to) {
  declare_scenario(app, to);
  app.footer(app.get_footer() +
             "\n\nWith --json: a list of problems (file, line, column, pointer, message), [] when "
             "valid.\nJobs that no node could ever hold are a warning on stderr; the scenario is "
             "valid all the same.");
}

void declare_nothing(CLI::App&, Arguments&) {}

void declare_catalog(CLI::App& app, Arguments& to) {
  app.add_option("ID", to.id, "A GPU or node type; without it, all are listed")->option_text(" ");
}

void declare_import(CLI::App& app, Arguments& to) {
  app.add_option("FORMAT", to.format,
                 fmt::format("Trace format: {}", fmt::join(make_vocabulary().trace_formats, ", ")))
      ->required()
      ->option_text(" ");
  app.add_option("IN", to.input, "Trace file, plain or gzip; looked for here, then below --data")
      ->required()
      ->option_text(" ");
  app.add_option("--nodes", to.nodes, "Node list to hold the demand against")->option_text("FILE");
  app.add_flag("--strict", to.strict, "Rows that would be dropped or repaired are an error");
}

void declare_compare(CLI::App& app, Arguments& to) {
  app.add_option("BASE", to.base, "Results file to compare with")->required()->option_text(" ");
  app.add_option("NEW", to.other, "Results file to judge")->required()->option_text(" ");
  app.add_flag("--exact", to.exact, "Same payload, value by value? Exit 4 if not. Required so far");
  app.add_option("--except", to.except, "Leave out datasets below this path (repeatable)")
      ->allow_extra_args(false)
      ->option_text("/PATH");
}

void declare_completion(CLI::App& app, Arguments& to) {
  app.add_option("SHELL", to.shell, "bash, zsh or fish")->required()->option_text(" ");
}

int act_run(const Arguments& from, std::ostream& out, std::ostream& err) {
  if (from.no_output && !from.output.empty()) {
    throw UsageError(fmt::format(
        "run: --no-output writes no file, and -o {} names one; give one of the two", from.output));
  }
  return run_verb({.common = from.common,
                   .input = from.input,
                   .output = from.output,
                   .write_file = !from.no_output,
                   .policy = from.policy,
                   .command_line = from.command_line},
                  out, err);
}

int act_evaluate(const Arguments& from, std::ostream& out, std::ostream& err) {
  auto options = from.evaluate;
  options.common = from.common;
  options.input = from.input;
  options.output = from.output;
  options.command_line = from.command_line;
  return evaluate_verb(options, out, err);
}

int act_validate(const Arguments& from, std::ostream& out, std::ostream& err) {
  return validate_verb({.common = from.common, .input = from.input}, out, err);
}

int act_explain(const Arguments& from, std::ostream& out, std::ostream& err) {
  return explain_verb({.common = from.common, .input = from.input}, out, err);
}

int act_schema(const Arguments& from, std::ostream& out, std::ostream& err) {
  return schema_verb(from.common, out, err);
}

int act_catalog(const Arguments& from, std::ostream& out, std::ostream& err) {
  return catalog_verb({.common = from.common, .id = from.id}, out, err);
}

int act_import(const Arguments& from, std::ostream& out, std::ostream& err) {
  return import_verb({.common = from.common,
                      .format = from.format,
                      .input = from.input,
                      .nodes = from.nodes,
                      .strict = from.strict},
                     out, err);
}

int act_compare(const Arguments& from, std::ostream& out, std::ostream& err) {
  return compare_verb({.common = from.common,
                       .base = from.base,
                       .other = from.other,
                       .exact = from.exact,
                       .except = from.except},
                      out, err);
}

int act_doctor(const Arguments& from, std::ostream& out, std::ostream& err) {
  return doctor_verb(from.common, out, err);
}

int act_completion(const Arguments& from, std::ostream& out, std::ostream&) {
  out << completion_script(from.shell, from.known_verbs);
  return exit_code::kOk;
}

// THE list of verbs. One that is not built yet is not here.
constexpr std::array kVerbs = {
    Verb{"run", "Simulate a scenario and print the summary",
         "coldaisle run scenarios/quickstart.json -o quickstart.h5", OutputFlag::results,
         declare_run, act_run},
    Verb{"evaluate", "Run a workload under thousands of placement policies and rank them",
         "coldaisle evaluate scenarios/policies.json --pareto cost,wait", OutputFlag::results,
         declare_evaluate, act_evaluate},
    Verb{"validate", "Report every problem of a scenario at once",
         "coldaisle validate scenarios/quickstart.json", OutputFlag::text, declare_validate,
         act_validate},
    Verb{"explain", "Show the effective configuration and where each value came from",
         "coldaisle explain scenarios/quickstart.json --set /scheduler/queue=fifo",
         OutputFlag::text, declare_scenario, act_explain},
    Verb{"schema", "Print the JSON Schema of scenario files, for editors",
         "coldaisle schema -o coldaisle.schema.json", OutputFlag::text, declare_nothing,
         act_schema},
    Verb{"catalog", "List the known GPUs and nodes, or all facts about one",
         "coldaisle catalog mi250-128gb", OutputFlag::text, declare_catalog, act_catalog},
    Verb{"import", "Read a real cluster's trace and report on the quality of its data",
         "coldaisle import openb pods.csv --nodes nodes.csv", OutputFlag::none, declare_import,
         act_import},
    Verb{"compare", "Compare two results files", "coldaisle compare base.h5 new.h5 --exact",
         OutputFlag::text, declare_compare, act_compare},
    Verb{"doctor", "Say what this machine and this build can do", "coldaisle doctor --json",
         OutputFlag::text, declare_nothing, act_doctor},
    Verb{"completion", "Print a completion script for bash, zsh or fish",
         "source <(coldaisle completion bash)", OutputFlag::text, declare_completion,
         act_completion},
};

const Verb* find_verb(const std::string& name) {
  for (const auto& verb : kVerbs) {
    if (name == verb.name) return &verb;
  }
  return nullptr;
}

ProgressMode progress_mode(const std::string& text) {
  if (text == "auto") return ProgressMode::automatic;
  if (text == "off") return ProgressMode::off;
  if (text == "json") return ProgressMode::json;
  throw CLI::ValidationError("--progress", fmt::format("\"{}\" is none of auto, off, json", text));
}

std::string check_override(const std::string& text) {
  if (!text.empty() && text.front() == '/' && text.find('=') != std::string::npos) return {};
  return fmt::format("\"{}\" is not of the form /json/pointer=value, e.g. /scheduler/queue=fifo",
                     text);
}

// Seeds go through JSON numbers, which are exact up to 2^53 (RFC 8259, section 6).
constexpr std::uint64_t kMostSeed = std::uint64_t{1} << 53;
constexpr std::uint64_t kMostThreads = 4096;

void declare_numbers(CLI::App& app, CommonOptions& to) {
  app.add_option_function<std::string>(
         "--seed",
         [&to](const std::string& text) { to.seed = whole_number("--seed", text, kMostSeed); },
         "Seed of all chance, instead of the scenario's")
      ->option_text("N")
      ->group("Common flags");
  app.add_option_function<std::string>(
         "--threads",
         [&to](const std::string& text) {
           to.threads = static_cast<int>(whole_number("--threads", text, kMostThreads));
         },
         "Threads to use; 0, the default, takes all cores. Results do not depend on it")
      ->option_text("N")
      ->group("Common flags");
}

void declare_common(CLI::App& app, CommonOptions& to) {
  declare_numbers(app, to);
  app.add_option("--set", to.set, "Override one value of the scenario (repeatable)")
      ->allow_extra_args(false)
      ->check(check_override)
      ->option_text("/POINTER=VALUE")
      ->group("Common flags");
  app.add_option("--data", to.data_directory, "Where trace files are looked for")
      ->check(check_not_empty)
      ->option_text("DIR")
      ->group("Common flags");
  app.add_option("--catalog", to.catalog_directory, "Adds or overrides GPUs and nodes")
      ->check(check_not_empty)
      ->option_text("DIR")
      ->group("Common flags");
  app.add_flag("--json", to.json, "Print JSON")->group("Common flags");
  app.add_option_function<std::string>(
         "--progress", [&to](const std::string& text) { to.progress = progress_mode(text); },
         "auto (on a terminal), off or json")
      ->option_text("MODE")
      ->group("Common flags");
  app.add_flag("--quiet,-q", to.quiet, "No talk on stderr but errors")->group("Common flags");
}

void declare_verb(CLI::App& app, const Verb& verb, Arguments& to) {
  auto* const sub = app.add_subcommand(verb.name, verb.purpose);
  sub->group("Verbs");
  sub->footer(fmt::format("\nExample:\n  {}", verb.example));
  verb.declare(*sub, to);
  if (verb.output != OutputFlag::none) {
    const bool results = verb.output == OutputFlag::results;
    sub->add_option("-o,--output", to.output,
                    results ? "Results file to write (HDF5)" : "Print into this file instead")
        ->check(check_not_empty)
        ->option_text(results ? "OUT.h5" : "FILE")
        ->group("Common flags");
  }
  declare_common(*sub, to.common);
}

std::string version_text() {
  return fmt::format("coldaisle {}\ngit SHA:    {}\nbuild type: {}\nback ends:  cpu yes, cuda {}",
                     tool_version(), git_sha(), build_type(), cuda_enabled() ? "yes" : "no");
}

void declare_program(CLI::App& app, Arguments& to) {
  app.name("coldaisle");
  app.description("A discrete-event simulator of GPU datacenters.");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.set_version_flag("--version", version_text, "Version, git SHA and back ends");
  app.require_subcommand(1);
  for (const auto& verb : kVerbs) declare_verb(app, verb, to);
  app.footer(
      "\nExample:\n  coldaisle run scenarios/quickstart.json -o quickstart.h5\n"
      "\n`coldaisle VERB --help` tells a verb's arguments and flags.\n"
      "Exit codes: 0 ok, 1 our fault, 2 usage, 3 invalid input, 4 threshold failed or --exact\n"
      "differs, 5 file error, 6 something needed is absent, 130/143 interrupted.");
}

std::vector<std::string> option_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// The words that a flag takes, where they are few; for shell completion.
std::vector<std::string> words_of(const std::string& flag) {
  if (flag == "--progress") return {"auto", "off", "json"};
  if (flag == "--backend") return backend_names();
  if (flag == "--instructions") return instruction_names();
  std::vector<std::string> words;
  if (flag == "--sort") {
    for (const auto& metric : evaluation_metrics()) words.emplace_back(metric.name);
  }
  return words;
}

CompletionVerb describe_for_completion(const CLI::App& app) {
  CompletionVerb verb{app.get_name(), app.get_description(), {}};
  for (const auto* const option : app.get_options()) {
    auto names = option_names(*option);
    if (names.empty()) continue;
    auto values = words_of(names.back());
    verb.options.push_back({std::move(names), option->get_description(),
                            option->get_items_expected_max() > 0, std::move(values)});
  }
  return verb;
}

std::string unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  names.reserve(kVerbs.size());
  for (const auto& verb : kVerbs) names.emplace_back(verb.name);
  const auto near = nearest_name(word, names);
  return fmt::format("\"{}\" is no verb{}\nThe verbs are: {}. See coldaisle --help.", word,
                     near.empty() ? "." : fmt::format("; did you mean \"{}\"?", near),
                     fmt::join(names, ", "));
}

// What was not understood, with the nearest flag for the first one that is a flag.
std::string not_understood(const CLI::App& app, const CLI::App& verb) {
  std::vector<std::string> names;
  for (const auto* const option : verb.get_options()) {
    for (auto& name : option_names(*option)) names.push_back(std::move(name));
  }
  const auto words = app.remaining(true);
  std::string near;
  for (const auto& word : words) {
    const bool is_flag = word.size() > 2 && word.compare(0, 2, "--") == 0;
    if (is_flag && near.empty()) near = nearest_name(word.substr(0, word.find('=')), names);
  }
  return fmt::format("not understood: {}{}", quoted_command_line(words),
                     near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near));
}

// A complaint about the first flag that is given too often; empty if there is none.
std::string repeated_flag(const CLI::App& verb) {
  for (const auto* const option : verb.get_options()) {
    if (option->get_items_expected_max() != 1 || option->count() < 2) continue;
    return fmt::format("{} is given {} times; give it once", option->get_name(), option->count());
  }
  return {};
}

[[noreturn]] void refuse(const CLI::App& app, const std::string& first,
                         const CLI::ParseError& error) {
  const Verb* const verb = find_verb(first);
  if (verb == nullptr) {
    throw UsageError(
        fmt::format("\"{}\" stands where a verb should; flags go behind it: coldaisle VERB {}\n"
                    "See coldaisle --help.",
                    first, first));
  }
  const auto& sub = *app.get_subcommand(verb->name);
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  auto complaint = mismatch ? repeated_flag(sub) : std::string();
  if (complaint.empty()) complaint = extra ? not_understood(app, sub) : error.what();
  throw UsageError(fmt::format("{}: {}\n  example: {}\nSee coldaisle {} --help.", verb->name,
                               complaint, verb->example, verb->name));
}

int act(const Verb& verb, const Arguments& arguments, std::ostream& out, std::ostream& err) {
  if (verb.output != OutputFlag::text || arguments.output.empty()) {
    return verb.act(arguments, out, err);
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(arguments.output, arguments.input, ignored)) {
    throw UsageError(fmt::format("{}: -o would overwrite its input {}; choose another file",
                                 verb.name, arguments.input));
  }
  std::ostringstream text;
  const int code = verb.act(arguments, text, err);
  write_text_file(arguments.output, text.str());
  return code;
}

int parse_and_run(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  Arguments arguments;
  CLI::App app;
  declare_program(app, arguments);
  const std::string first = words.size() > 1 ? words[1] : "";
  const Verb* const verb = find_verb(first);
  if (words.size() < 2) {
    err << app.help();
    return exit_code::kUsage;
  }
  if (verb == nullptr && (first.empty() || first.front() != '-')) {
    throw UsageError(unknown_verb(first));
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend() - 1);
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version, out, err);
    return check_stdout(exit_code::kOk, out);
  } catch (const CLI::ParseError& error) {
    refuse(app, first, error);
  }
  expects(verb != nullptr, "a command line without a verb was accepted");
  arguments.command_line = quoted_command_line(words);
  for (const auto* const sub : app.get_subcommands({})) {
    arguments.known_verbs.push_back(describe_for_completion(*sub));
  }
  return check_stdout(act(*verb, arguments, out, err), out);
}

}  // namespace

int run_command_line(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  try {
    return parse_and_run({argv, argv + argc}, out, err);
  } catch (...) {
    out.flush();
    return report_error(std::current_exception(), err);
  }
}

}  // namespace coldaisle
