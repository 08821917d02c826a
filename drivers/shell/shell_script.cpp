// SPDX-License-Identifier: Apache-2.0
// The subset of sh that setup scripts use: variables, loops over names, conditions on files. At anything else
// reading stops, and the report says where.
#include "drivers/shell/shell_follower.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

constexpr auto plain_commands = std::to_array<std::string_view>({"mlnx_qos",
    "nicctl",
    "dcb",
    "ethtool",
    "ip",
    "echo",
    "printf",
    "tee",
    "cma_roce_tos",
    "cma_roce_mode",
    "sleep",
    "modprobe",
    "sudo",
    "cd",
    "mkdir",
    "set",
    "true",
    ":",
    "export",
    "declare",
    "typeset",
    "readonly",
    "local",
    "unset",
    "source",
    ".",
    "module",
    "ulimit"});

// Whether a command does not fail unless the whole script fails, so that what follows it after && runs.
bool is_plain(const ShellCommand& command, std::string_view name)
{
    return std::ranges::find(plain_commands, name) != plain_commands.end()
        || std::ranges::all_of(
            command.words, [](const ShellWord& word) { return !assigned_name(word.written).empty(); });
}

// Whether what is in these blocks always runs.
bool is_certain_above(std::span<const ShellBlock> blocks, std::size_t first)
{
    return std::ranges::all_of(blocks.subspan(std::min(first, blocks.size())),
        [](const ShellBlock& block) { return block.always_runs(); });
}

// `command -v mlnx_qos`: a script checks that its tools are installed.
bool checks_for_tool(const ShellCommand& command)
{
    const auto& words = command.words;
    if (words.empty())
        return false;
    const std::string_view name = words.front().text;
    return name == "which" || name == "type" || name == "hash"
        || (name == "command" && words.size() > 1 && (words[1].text == "-v" || words[1].text == "-V"));
}

}

ShellScript ShellFollower::run()
{
    end_ = tokens_.size();
    while (!stopped_ && (at_ < end_ || in_command_)) {
        if (at_ < end_)
            step();
        else
            end_command(Kind::end_of_line);
    }
    const auto followed = static_cast<std::ptrdiff_t>(script_.commands.size());
    follow_uncalled();
    script_.uncalled = script_.commands.size() - static_cast<std::size_t>(followed);
    // Whatever may or may not run comes first, so that it overrides nothing.
    std::rotate(script_.commands.begin(), script_.commands.begin() + followed, script_.commands.end());
    return std::move(script_);
}

void ShellFollower::load(std::string_view part)
{
    part_ = part;
    ShellTokens cut = shell_tokens(part, dialect_.jinja);
    tokens_ = std::move(cut.tokens);
    documents_ = std::move(cut.documents);
    if (cut.broken_at != 0xffffffffU)
        script_.broken_at = place(cut.broken_at);
    line_ends_.assign(tokens_.size() + 1, static_cast<std::uint32_t>(part.size()));
    for (std::size_t index = tokens_.size(); index > 0; --index) {
        const ShellToken& token = tokens_[index - 1];
        line_ends_[index - 1]
            = token.kind == Kind::end_of_line ? token.offset + token.length : line_ends_[index];
    }
}

std::uint32_t ShellFollower::place(std::uint32_t offset) const
{
    return static_cast<std::uint32_t>(part_.data() - file_.data()) + offset;
}

std::string_view ShellFollower::text_of(const ShellToken& token) const
{
    return part_.substr(token.offset, token.length);
}

bool ShellFollower::is_word(std::size_t index, std::string_view text) const
{
    return index < tokens_.size() && tokens_[index].kind == Kind::word && text_of(tokens_[index]) == text;
}

bool ShellFollower::is_kind(std::size_t index, Kind kind) const
{
    return index < tokens_.size() && tokens_[index].kind == kind;
}

void ShellFollower::step()
{
    const ShellToken& token = tokens_[at_];
    switch (token.kind) {
    case Kind::word:
        if (!in_command_ && take_keyword(text_of(token)))
            return;
        add_word(token);
        return;
    case Kind::redirect_output:
    case Kind::redirect_other:
        if (is_kind(at_ + 1, Kind::word)) {
            if (token.kind == Kind::redirect_output)
                command_.target = single(text_of(tokens_[at_ + 1]));
            else
                take_document(at_ + 1);
            start_command(token);
            command_.end = place(tokens_[at_ + 1].offset + tokens_[at_ + 1].length);
            ++at_;
        }
        ++at_;
        return;
    case Kind::open:
        if (end_command(token.kind))
            return;
        push({.type = ShellBlock::Type::group, .subshell = true});
        return;
    case Kind::close:
        take_close();
        return;
    case Kind::statement:
        meet_jinja(token);
        return;
    default:
        end_command(token.kind);
    }
}

ShellWord ShellFollower::single(std::string_view written) const
{
    std::vector<ShellWord> made;
    words_.expand(written, made);
    if (made.size() == 1)
        return made.front();
    return {written, written, false, false, {}};
}

void ShellFollower::start_command(const ShellToken& token)
{
    if (in_command_)
        return;
    in_command_ = true;
    written_.clear();
    command_.begin = place(token.offset);
}

void ShellFollower::take_document(std::size_t word)
{
    const auto found = std::ranges::lower_bound(documents_, word, {}, &ShellDocumentPlace::word);
    if (found != documents_.end() && found->word == word)
        command_.document = {part_.substr(found->begin, found->end - found->begin), found->literal};
}

void ShellFollower::add_word(const ShellToken& token)
{
    start_command(token);
    command_.end = place(token.offset + token.length);
    const std::string_view written = text_of(token);
    const std::size_t before = command_.words.size();
    written_.push_back(written);
    expand_word(written, command_.words);
    // Behind a statement of a template, an assignment may not be one of this command.
    for (std::size_t index = before; index < command_.words.size() && !waiting_.empty(); ++index) {
        if (written.find('=') != std::string_view::npos)
            command_.words[index].known = command_.words[index].value_known = false;
    }
    count_words(command_.words.size() - before);
    ++at_;
}

void ShellFollower::expand_word(std::string_view written, std::vector<ShellWord>& out) const
{
    if (assigned_name(written).empty())
        return words_.expand(written, out);
    const ShellValue value
        = words_.value_of(written.substr(std::min(written.find('='), written.size() - 1) + 1));
    out.push_back({written, written, true, true, {}, value.assumed, value.text, value.known});
}

bool ShellFollower::end_command(Kind kind)
{
    ShellCall call{.depth = blocks_.size(), .token = std::min(at_, end_), .begin = command_.begin};
    const bool doubtful = behind_doubt_;
    if (in_command_) {
        command_.pipes = kind == Kind::pipe;
        flush();
        take_waiting_jinja();
        call.depth = blocks_.size();
    }
    if (kind == Kind::or_else)
        behind_doubt_ = true;
    else if (kind == Kind::end_of_line || kind == Kind::semicolon)
        behind_doubt_ = false;
    ++at_;
    if (std::exchange(returns_, false)) {
        leave_call();
        return true;
    }
    ShellFunction* function = std::exchange(next_call_, nullptr);
    if (function == nullptr || stopped_)
        return false;
    // The end of a subshell is handled after the call.
    call.return_to = kind == Kind::close || kind == Kind::open ? at_ - 1 : at_;
    call.behind_doubt = behind_doubt_;
    behind_doubt_ = doubtful;
    enter(*function, std::move(call));
    return true;
}

bool ShellFollower::certain() const { return !behind_doubt_ && is_certain_above(blocks_, 0); }

bool ShellFollower::certain_in_call() const
{
    return !behind_doubt_ && is_certain_above(blocks_, calls_.back().depth + 1);
}

void ShellFollower::flush()
{
    if (!in_command_)
        return;
    in_command_ = false;
    ShellCommand command = std::move(command_);
    command_ = {};
    command.certain = certain();
    if (const ShellBlock* choice = command.certain ? nullptr : recorder(); choice != nullptr)
        command.branch = runs_with(choice) ? choice->branch : 0;
    command.after = place(line_ends_[std::min(at_, tokens_.size())]);
    const std::string_view name = command.words.empty() ? std::string_view{} : command.words.front().text;
    const bool in_call = name == "return" && !calls_.empty();
    const bool ends = name == "exit" || name == "return" || (name == "exec" && command.words.size() > 1);
    if (in_call) {
        returns_ = certain_in_call();
    } else if (ends && command.certain) {
        script_.stops_at = line_begin(calls_.empty() ? command.begin : calls_.front().begin);
        stopped_ = true;
    } else if (ends) {
        if (ShellBlock* choice = recorder(); choice != nullptr && runs_with(choice))
            choice->leaves = true;
    }
    assign(command);
    const bool checks = checks_for_tool(command);
    if (!blocks_.empty() && blocks_.back().in_condition)
        blocks_.back().holds = checks && script_.commands.size() == blocks_.back().first_command && !negated_;
    negated_ = false;
    // Code after `[ -e X ] &&` runs only sometimes; code after a command that sets something always runs.
    if (is_kind(at_, Kind::and_then) && !checks && !is_plain(command, name))
        behind_doubt_ = true;
    if (ShellFunction* function = called_by(command); function != nullptr) {
        const bool runs = std::ranges::find(calls_, function, &ShellCall::function) != calls_.end();
        next_call_ = runs ? nullptr : function; // a recursion is not followed
        next_arguments_.assign(command.words.begin() + 1, command.words.end());
        return;
    }
    if (!add_for_outcomes(command))
        script_.commands.push_back(std::move(command));
    if (script_.commands.size() >= most_shell_commands)
        give_up();
}

void ShellFollower::give_up()
{
    script_.too_long = true;
    stopped_ = true;
}

void ShellFollower::count_words(std::size_t number)
{
    word_count_ += number;
    if (word_count_ > most_shell_words)
        give_up();
}

std::uint32_t ShellFollower::line_begin(std::uint32_t offset) const
{
    const std::size_t feed = offset == 0 ? std::string_view::npos : file_.rfind('\n', offset - 1);
    return feed == std::string_view::npos ? 0 : static_cast<std::uint32_t>(feed + 1);
}

ShellScript follow_shell(
    std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena)
{
    return ShellFollower(file, part, dialect, arena).run();
}

}
