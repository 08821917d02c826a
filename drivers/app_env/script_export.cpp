// SPDX-License-Identifier: Apache-2.0
// Which variables of a script the programs see that it starts.
#include "drivers/app_env/script_reader.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::app_env {

void ScriptReader::read_export(std::string_view name, const ShellCommand& command, std::size_t first)
{
    const auto is_x = [](const ShellWord& word) {
        return word.text.starts_with('-') && word.text.find('x') != std::string_view::npos;
    };
    const bool reaches = name == "export" || std::ranges::any_of(command.words, is_x);
    for (std::size_t index = first + 1; index < command.words.size(); ++index) {
        const ShellWord& word = command.words[index];
        if (const auto stated = assignment(word, command.certain)) {
            note_text(word, stated->name);
            if (reaches || exports_all_ || exported_.contains(stated->name))
                take(*stated);
            else
                keep(*stated);
            if (reaches)
                exported_.insert(stated->name);
        } else if (reaches && !word.text.starts_with('-')) {
            exported_.insert(word.text);
            if (const auto kept = kept_.find(word.text); kept != kept_.end()) {
                Stated now = kept->second;
                now.certain = now.certain && command.certain;
                take(now);
            }
        }
    }
}

void ScriptReader::read_unset(const ShellCommand& command, std::size_t first)
{
    for (std::size_t index = first + 1; index < command.words.size(); ++index)
        take({.name = command.words[index].text,
            .at = source_.span_of(command.words[index].written),
            .certain = command.certain,
            .removed = true});
}

// `set -a` and `set -o allexport` export every variable that is set after them, until `set +a`.
void ScriptReader::read_set(const ShellCommand& command, std::size_t first)
{
    for (std::size_t index = first + 1; index < command.words.size(); ++index) {
        const std::string_view option = command.words[index].text;
        const bool is_named = option == "allexport" && index > first + 1;
        const bool is_short = option.size() > 1 && (option.front() == '-' || option.front() == '+')
            && option[1] != '-' && option.find('a') != std::string_view::npos;
        if (is_named)
            exports_all_ = !command.words[index - 1].text.starts_with('+');
        else if (is_short)
            exports_all_ = option.front() == '-';
    }
}

void ScriptReader::warn_of_kept()
{
    for (const auto& [name, stated] : kept_) {
        // Others, such as NCCL_HOME, are the script's own.
        if (is_communication_variable(name) && name.find("_IB_") != std::string_view::npos)
            job_.warn(stated.at,
                fmt::format(
                    "{} is set but not exported, so the programs that the script starts do not see it",
                    name));
    }
}

// `srun --export=NAMES` passes on the variables that it names, and others only if ALL is among them (Slurm,
// srun(1), --export).
void ScriptReader::warn_of_lost(std::string_view list, const ShellWord& word)
{
    std::set<std::string_view> named;
    while (!list.empty()) {
        const std::string_view item = ascii::trimmed(ascii::take_until(list, ','), ascii::is_blank);
        if (item == "ALL")
            return;
        named.insert(item.substr(0, item.find('=')));
    }
    std::vector<std::string_view> lost;
    for (const auto& [name, stated] : runs_.exported()) {
        if (!named.contains(name))
            lost.push_back(name);
    }
    if (lost.empty() || !is_known(word))
        return;
    job_.warn(source_.span_of(word.written),
        fmt::format(
            "srun passes on only the variables that --export names, so its program does not see {}; add "
            "ALL to the list",
            listed(lost)));
}

void ScriptReader::note_text(const ShellWord& word, std::string_view name)
{
    if (!is_communication_variable(name) && sets_variable(word.written.substr(name.size())))
        texts_.push_back(word.written);
}

void ScriptReader::leave_unused_texts()
{
    const auto is_used = [this](std::string_view text) {
        for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
            std::size_t begin = at;
            while (begin > 0 && (ascii::is_letter_or_digit(text[begin - 1]) || text[begin - 1] == '_'))
                --begin;
            const std::string_view name = text.substr(begin, at - begin);
            if (!is_communication_variable(name))
                continue;
            const std::string_view rest = text.substr(at + 1);
            const std::string_view value = rest.substr(0, rest.find_first_of(" \t\r\n\"')"));
            const bool is_open = value.empty() || value.find_first_of("$`\\{") != std::string_view::npos;
            const auto is_taken = [&](const auto& taken) {
                return taken.first == name
                    && (is_open || taken.second == value
                        || (value.starts_with(taken.second) && value[taken.second.size()] == ','));
            };
            if (std::none_of(taken_.lower_bound({name, {}}), taken_.end(), is_taken))
                return false;
        }
        return true;
    };
    for (const std::string_view text : texts_) {
        if (is_used(text))
            continue;
        leave_inner(text);
        runs_.may_be_set_elsewhere("a part of the script is not read");
    }
}

}
