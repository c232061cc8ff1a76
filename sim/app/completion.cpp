#include "sim/app/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/core/error.h"

namespace coldaisle {
namespace {

// In single quotes, for all three shells: a quote inside becomes '\'' (fish reads that too).
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else {
      result += letter;
    }
  }
  return result + "'";
}

std::string all_names(const CompletionVerb& verb) {
  std::vector<std::string> names;
  for (const auto& option : verb.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::string bash_values(const std::vector<CompletionVerb>& verbs) {
  std::string cases;
  for (const auto& verb : verbs) {
    for (const auto& option : verb.options) {
      if (option.values.empty()) continue;
      cases += fmt::format("    {}:{}) COMPREPLY=($(compgen -W {} -- \"$word\")); return ;;\n",
                           verb.name, fmt::join(option.names, fmt::format("|{}:", verb.name)),
                           quoted(fmt::format("{}", fmt::join(option.values, " "))));
    }
  }
  return cases;
}

std::string bash_script(const std::vector<CompletionVerb>& verbs) {
  std::vector<std::string> names;
  std::string cases;
  for (const auto& verb : verbs) {
    names.push_back(verb.name);
    cases += fmt::format("    {}) options={} ;;\n", verb.name, quoted(all_names(verb)));
  }
  return fmt::format(
      "# bash completion for coldaisle: source this file, or put it into\n"
      "# ~/.local/share/bash-completion/completions/coldaisle\n"
      "_coldaisle() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} options=\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W {} -- \"$word\")); return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}}:$previous in\n{}  esac\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _coldaisle coldaisle\n",
      quoted(fmt::format("{} --help --version", fmt::join(names, " "))), bash_values(verbs), cases);
}

// zsh's _arguments and _describe give ':' and brackets a meaning of their own.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == ':' || letter == '[' || letter == ']') result += '\\';
    result += letter;
  }
  return result;
}

std::string zsh_option(const CompletionOption& option) {
  const auto value = option.values.empty()
                         ? std::string(":value:_files")
                         : fmt::format(":value:({})", fmt::join(option.values, " "));
  std::string text;
  for (const auto& name : option.names) {
    text += " " + quoted(fmt::format("*{}[{}]{}", name, zsh_text(option.help),
                                     option.takes_value ? value : ""));
  }
  return text;
}

std::string zsh_script(const std::vector<CompletionVerb>& verbs) {
  std::string list;
  std::string cases;
  for (const auto& verb : verbs) {
    list += fmt::format("    {}\n", quoted(verb.name + ":" + zsh_text(verb.help)));
    cases += fmt::format("    {}) _arguments", verb.name);
    for (const auto& option : verb.options) cases += zsh_option(option);
    cases += " '*:file:_files' ;;\n";
  }
  return fmt::format(
      "#compdef coldaisle\n"
      "# zsh completion for coldaisle: put this file as _coldaisle into a folder of $fpath\n"
      "_coldaisle() {{\n"
      "  local -a verbs=(\n{}  )\n"
      "  if ((CURRENT == 2)); then _describe verb verbs; return; fi\n"
      "  local verb=$words[2]\n"
      "  shift words; ((CURRENT--))\n"
      "  case $verb in\n{}  esac\n"
      "}}\n"
      "compdef _coldaisle coldaisle\n",
      list, cases);
}

std::string fish_option(const std::string& verb, const CompletionOption& option) {
  auto text = fmt::format("complete -c coldaisle -n '__fish_seen_subcommand_from {}'", verb);
  for (const auto& name : option.names) {
    const bool is_long = name.size() > 2;
    text += fmt::format(" {} {}", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
  }
  if (option.takes_value) text += " -r";
  if (!option.values.empty()) {
    text += " -f -a " + quoted(fmt::format("{}", fmt::join(option.values, " ")));
  }
  return text + fmt::format(" -d {}\n", quoted(option.help));
}

std::string fish_script(const std::vector<CompletionVerb>& verbs) {
  std::string text =
      "# fish completion for coldaisle: put this file into ~/.config/fish/completions/\n";
  for (const auto& verb : verbs) {
    text += fmt::format("complete -c coldaisle -n __fish_use_subcommand -f -a {} -d {}\n",
                        verb.name, quoted(verb.help));
    for (const auto& option : verb.options) text += fish_option(verb.name, option);
  }
  return text;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::vector<CompletionVerb>& verbs) {
  if (shell == "bash") return bash_script(verbs);
  if (shell == "zsh") return zsh_script(verbs);
  if (shell == "fish") return fish_script(verbs);
  throw UsageError(
      fmt::format("completion: \"{}\" is no shell known here; use bash, zsh or fish", shell));
}

}  // namespace coldaisle
