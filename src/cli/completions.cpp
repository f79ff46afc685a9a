// SPDX-License-Identifier: Apache-2.0
#include "cli/completions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "cli/verbs.hpp"
#include "plan/near_miss.hpp"

namespace assay::cli {
namespace {

std::vector<std::string> verb_names(const OptionTable& table) {
  std::vector<std::string> names;
  for (const VerbRow& verb : table.verbs) names.push_back(verb.name);
  return names;
}

std::vector<std::string> option_names(const std::vector<OptionRow>& options) {
  std::vector<std::string> names;
  for (const OptionRow& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// Inside '…' of bash and zsh only the quote itself is special.
std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// What can stand behind each option that takes a value; without an entry of its own nothing is offered.
std::string bash_values(const std::vector<OptionRow>& options) {
  std::string cases;
  for (const OptionRow& option : options) {
    if (!option.takes_value) continue;
    const std::string offered = option.takes_file      ? "COMPREPLY=($(compgen -f -- \"$cur\"))"
                                : option.words.empty() ? "COMPREPLY=()"
                                                       : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))",
                                                                     fmt::join(option.words, " "));
    cases += fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"), offered);
  }
  return cases;
}

std::string bash_text(const OptionTable& table) {
  std::string text =
      "# bash completion of assay. Use it with: source <(assay completions bash)\n"
      "_assay() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb='' words='' files='' i\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n";
  text += fmt::format("    case ${{COMP_WORDS[i]}} in {}) verb=${{COMP_WORDS[i]}}; break ;; esac\n",
                      fmt::join(verb_names(table), "|"));
  text += "  done\n  case $verb in\n";
  for (const VerbRow& verb : table.verbs) {
    text += fmt::format("    {})\n", verb.name);
    if (const std::string cases = bash_values(verb.options); !cases.empty()) {
      text += "      case $prev in\n" + cases + "      esac\n";
    }
    auto words = option_names(verb.options);
    words.insert(words.end(), verb.words.begin(), verb.words.end());
    text += fmt::format("      words='{}'{} ;;\n", fmt::join(words, " "), verb.takes_file ? " files=1" : "");
  }
  auto first = verb_names(table);
  for (auto& name : option_names(table.options)) first.push_back(std::move(name));
  text += fmt::format("    *) words='{}' ;;\n  esac\n", fmt::join(first, " "));
  text +=
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      "  if [[ $files && $cur != -* ]]; then COMPREPLY+=($(compgen -f -- \"$cur\")); fi\n"
      "}\n"
      "complete -o filenames -F _assay assay\n";
  return text;
}

std::string zsh_option(const OptionRow& option) {
  const std::string help = escaped(option.help, "[]:\\");
  const std::string value = !option.takes_value    ? ""
                            : option.takes_file    ? ":file:_files"
                            : option.words.empty() ? ":value:"
                                                   : fmt::format(":value:({})", fmt::join(option.words, " "));
  std::string lines;
  for (const std::string& name : option.names) {
    // An asterisk: several of them are allowed, and the parser says which are not.
    lines += fmt::format(" \\\n        {}", single_quoted(fmt::format("*{}[{}]{}", name, help, value)));
  }
  return lines;
}

std::string zsh_text(const OptionTable& table) {
  std::string text =
      "#compdef assay\n# zsh completion of assay. Put it into a folder of $fpath, as _assay\n_assay() {\n";
  text += "  local -a verbs=(\n";
  for (const VerbRow& verb : table.verbs) {
    text += fmt::format("    {}\n", single_quoted(verb.name + ":" + escaped(verb.help, ":\\")));
  }
  text += "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n";
  text += fmt::format("    compadd -- {}\n    return\n  fi\n", fmt::join(option_names(table.options), " "));
  text += "  local verb=$words[2]\n  shift words; (( CURRENT-- ))\n  case $verb in\n";
  for (const VerbRow& verb : table.verbs) {
    text += fmt::format("    {})\n      _arguments", verb.name);
    for (const OptionRow& option : verb.options) text += zsh_option(option);
    if (verb.takes_file) text += " \\\n        '*:file:_files'";
    if (!verb.words.empty()) text += fmt::format(" \\\n        '1:word:({})'", fmt::join(verb.words, " "));
    text += " ;;\n";
  }
  return text + "  esac\n}\n_assay \"$@\"\n";
}

std::string fish_option(const std::string& condition, const OptionRow& option) {
  std::string line = "complete -c assay -n '" + condition + "'";
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (option.takes_value) line += option.takes_file ? " -r -F" : " -x";
  if (!option.words.empty()) line += fmt::format(" -a '{}'", fmt::join(option.words, " "));
  return line + " -d '" + escaped(option.help, "'\\") + "'\n";
}

std::string fish_text(const OptionTable& table) {
  std::string text =
      "# fish completion of assay. Put it into ~/.config/fish/completions/assay.fish\ncomplete -c assay -f\n";
  for (const VerbRow& verb : table.verbs) {
    text +=
        fmt::format("complete -c assay -n __fish_use_subcommand -a {} -d '{}'\n", verb.name, escaped(verb.help, "'\\"));
  }
  for (const OptionRow& option : table.options) text += fish_option("__fish_use_subcommand", option);
  for (const VerbRow& verb : table.verbs) {
    const std::string condition = "__fish_seen_subcommand_from " + verb.name;
    for (const OptionRow& option : verb.options) text += fish_option(condition, option);
    if (verb.takes_file) text += "complete -c assay -n '" + condition + "' -F\n";
    if (!verb.words.empty()) {
      text += fmt::format("complete -c assay -n '{}' -a '{}'\n", condition, fmt::join(verb.words, " "));
    }
  }
  return text;
}

}  // namespace

Expected<std::string> completions(const std::string& shell, const OptionTable& table) {
  if (shell == "bash") return bash_text(table);
  if (shell == "zsh") return zsh_text(table);
  if (shell == "fish") return fish_text(table);
  return fail({.fault = Fault::bad_input,
               .what = "there are no completions for this shell",
               .value = shell,
               .limit = "bash, zsh, fish",
               .where = "completions",
               .advice = plan::suggestion(shell, {"bash", "zsh", "fish"})});
}

Expected<int> run_completions(const CompletionsCommand& command) {
  const auto text = completions(command.shell, option_table());
  if (!text) return fail(text.error());
  print(*text);
  return 0;
}

}  // namespace assay::cli
