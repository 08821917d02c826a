// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/shell_words.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using Kind = ShellTokenKind;

constexpr std::size_t most_commands = 4096;
constexpr std::size_t most_blocks = 64;

struct Block {
    enum class Type : std::uint8_t { loop, branch, choice, group, function };
    Type type = Type::branch;
    std::string_view variable;
    std::vector<ShellWord> values;
    std::size_t turn = 0;
    std::size_t body = 0; // token index
    std::size_t first_command = 0;
    bool doubtful = false; // behind `||` or a test
    bool subshell = false;
};

constexpr std::array<std::string_view, 17> plain_commands{"mlnx_qos",
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
    ":"};

class Follower {
public:
    Follower(std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena)
        : file_(file), dialect_(dialect), arena_(arena), words_(dialect, arena)
    {
        load(part);
    }

    ShellScript run()
    {
        while (at_ < tokens_.size() && !stopped_)
            step();
        if (!stopped_)
            flush();
        return std::move(script_);
    }

private:
    void load(std::string_view part)
    {
        part_ = part;
        ShellTokens cut = shell_tokens(part);
        tokens_ = std::move(cut.tokens);
        if (cut.broken_at != 0xffffffffU)
            script_.broken_at = place(cut.broken_at);
        line_ends_.assign(tokens_.size() + 1, static_cast<std::uint32_t>(part.size()));
        for (std::size_t index = tokens_.size(); index > 0; --index) {
            const ShellToken& token = tokens_[index - 1];
            line_ends_[index - 1] = token.kind == Kind::end_of_line ? token.offset + 1 : line_ends_[index];
        }
    }

    [[nodiscard]] std::uint32_t place(std::uint32_t offset) const
    {
        return static_cast<std::uint32_t>(part_.data() - file_.data()) + offset;
    }
    [[nodiscard]] std::string_view text_of(const ShellToken& token) const
    {
        return part_.substr(token.offset, token.length);
    }
    [[nodiscard]] bool is_word(std::size_t index, std::string_view text) const
    {
        return index < tokens_.size() && tokens_[index].kind == Kind::word && text_of(tokens_[index]) == text;
    }
    [[nodiscard]] bool is_kind(std::size_t index, Kind kind) const
    {
        return index < tokens_.size() && tokens_[index].kind == kind;
    }

    void step()
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
                start_command(token);
                command_.end = place(tokens_[at_ + 1].offset + tokens_[at_ + 1].length);
                ++at_;
            }
            ++at_;
            return;
        case Kind::open:
            end_command(token.kind);
            push({.type = Block::Type::group, .subshell = true});
            return;
        case Kind::close:
            take_close();
            return;
        default:
            end_command(token.kind);
        }
    }

    // The end of a subshell, or of the pattern of a branch of `case`.
    void take_close()
    {
        if (!blocks_.empty() && blocks_.back().subshell) {
            end_command(Kind::close);
            blocks_.pop_back();
            return;
        }
        command_ = {};
        in_command_ = false;
        ++at_;
    }

    [[nodiscard]] ShellWord single(std::string_view written) const
    {
        std::vector<ShellWord> made;
        words_.expand(written, made);
        if (made.size() == 1)
            return made.front();
        return {written, written, false, false, {}};
    }

    void start_command(const ShellToken& token)
    {
        if (in_command_)
            return;
        in_command_ = true;
        command_.begin = place(token.offset);
    }

    void add_word(const ShellToken& token)
    {
        start_command(token);
        command_.end = place(token.offset + token.length);
        const std::string_view written = text_of(token);
        const bool assigns = !assigned_name(written).empty();
        if (assigns)
            command_.words.push_back({written, written, true, true, {}});
        else
            words_.expand(written, command_.words);
        ++at_;
    }

    void end_command(Kind kind)
    {
        if (in_command_) {
            command_.pipes = kind == Kind::pipe;
            flush();
        }
        if (kind == Kind::or_else)
            behind_doubt_ = true;
        else if (kind == Kind::end_of_line || kind == Kind::semicolon)
            behind_doubt_ = false;
        ++at_;
    }

    [[nodiscard]] bool certain() const
    {
        const auto doubtful = [](const Block& block) {
            return block.doubtful || (block.type != Block::Type::loop && block.type != Block::Type::group);
        };
        return !behind_doubt_ && std::ranges::none_of(blocks_, doubtful);
    }

    void flush()
    {
        if (!in_command_)
            return;
        in_command_ = false;
        ShellCommand command = std::move(command_);
        command_ = {};
        command.certain = certain();
        command.after = place(line_ends_[std::min(at_, tokens_.size())]);
        const std::string_view name = command.words.empty() ? std::string_view{} : command.words.front().text;
        const bool ends = name == "exit" || name == "return" || (name == "exec" && command.words.size() > 1);
        if (ends && command.certain) {
            script_.stops_at = line_begin(command.begin);
            stopped_ = true;
        }
        assign(command);
        // What follows `[ -e X ] &&` runs only sometimes; what follows a command that sets something runs always.
        if (is_kind(at_, Kind::and_then) && std::ranges::find(plain_commands, name) == plain_commands.end())
            behind_doubt_ = true;
        script_.commands.push_back(std::move(command));
        if (script_.commands.size() >= most_commands)
            give_up();
    }

    void give_up()
    {
        script_.too_long = true;
        stopped_ = true;
    }

    [[nodiscard]] std::uint32_t line_begin(std::uint32_t offset) const
    {
        const std::size_t feed = offset == 0 ? std::string_view::npos : file_.rfind('\n', offset - 1);
        return feed == std::string_view::npos ? 0 : static_cast<std::uint32_t>(feed + 1);
    }

    // Assignments that last: those that no command follows, and the operands of `export` and the like.
    void assign(const ShellCommand& command)
    {
        const auto& words = command.words;
        if (words.empty())
            return;
        const std::string_view name = words.front().text;
        const bool declares = name == "export" || name == "readonly" || name == "declare" || name == "local"
            || name == "typeset";
        const bool all = std::ranges::all_of(
            words, [](const ShellWord& word) { return !assigned_name(word.written).empty(); });
        if (name == "read" || name == "unset") {
            for (const ShellWord& word : words)
                words_.forget(word.text);
        }
        if (!declares && !all)
            return;
        for (const ShellWord& word : words) {
            const std::string_view variable = assigned_name(word.written);
            if (variable.empty())
                continue;
            const std::string_view value = word.written.substr(variable.size() + 1);
            const bool array = value.size() >= 2 && value.front() == '(' && value.back() == ')';
            if (!command.certain || word.written[variable.size()] == '+')
                words_.forget(variable);
            else
                words_.set(
                    variable, array ? list(value.substr(1, value.size() - 2)) : words_.value_of(value));
        }
    }

    // The words of an array, if all are known.
    [[nodiscard]] ShellValue list(std::string_view text) const
    {
        std::vector<ShellWord> made;
        for (const ShellToken& token : shell_tokens(text).tokens) {
            if (token.kind == Kind::word)
                words_.expand(text.substr(token.offset, token.length), made);
        }
        std::string joined;
        for (const ShellWord& word : made) {
            if (!word.known || word.text.find(' ') != std::string_view::npos)
                return {};
            joined += word.text;
            joined += ' ';
        }
        return {arena_.keep(joined), true, {}};
    }

    // Whether the word at the beginning of a command belongs to the shell's grammar, and was taken.
    bool take_keyword(std::string_view word)
    {
        if (word == "do" || word == "then" || word == "else" || word == "elif" || word == "!"
            || word == "time") {
            ++at_;
            return true;
        }
        if (word == "for" || word == "select")
            return take_for(word == "for");
        if (word == "if" || word == "while" || word == "until" || word == "{" || word == "function")
            return open(word);
        if (word == "case") {
            while (at_ < tokens_.size() && !is_word(at_, "in") && !is_kind(at_, Kind::end_of_line))
                ++at_;
            ++at_;
            return push({.type = Block::Type::choice});
        }
        if (word == "done" || word == "fi" || word == "esac" || word == "}")
            return close(word);
        if (is_kind(at_ + 1, Kind::open) && is_kind(at_ + 2, Kind::close)) {
            at_ += 3;
            return open_function();
        }
        return false;
    }

    bool push(Block block)
    {
        if (blocks_.size() >= most_blocks) {
            give_up();
            return true;
        }
        block.first_command = script_.commands.size();
        block.doubtful = behind_doubt_;
        blocks_.push_back(std::move(block));
        return true;
    }

    bool open(std::string_view word)
    {
        ++at_;
        if (word != "function")
            return push({.type = word == "{" ? Block::Type::group : Block::Type::branch});
        ++at_; // its name
        if (is_kind(at_, Kind::open) && is_kind(at_ + 1, Kind::close))
            at_ += 2;
        return open_function();
    }

    bool open_function()
    {
        while (is_kind(at_, Kind::end_of_line))
            ++at_;
        if (!is_word(at_, "{")) {
            script_.broken_at = at_ < tokens_.size() ? place(tokens_[at_].offset) : script_.broken_at;
            stopped_ = true;
            return true;
        }
        ++at_;
        return push({.type = Block::Type::function});
    }

    bool take_for(bool is_for)
    {
        ++at_;
        Block block;
        block.type = is_for ? Block::Type::loop : Block::Type::branch;
        if (is_kind(at_, Kind::word))
            block.variable = text_of(tokens_[at_++]);
        if (is_word(at_, "in")) {
            ++at_;
            while (is_kind(at_, Kind::word))
                words_.expand(text_of(tokens_[at_++]), block.values);
        } else {
            block.type = Block::Type::branch; // over the arguments, or counted
        }
        while (at_ < tokens_.size() && !is_word(at_, "do"))
            ++at_;
        block.body = at_ + 1;
        const bool known = std::ranges::all_of(block.values, [](const ShellWord& value) {
            return value.known && value.text.find_first_of("*?[") == std::string_view::npos;
        });
        if (!known || block.values.empty()) {
            words_.forget(block.variable);
            block.values.clear();
            if (known)
                block.type = Block::Type::branch;
        } else {
            words_.set(block.variable, {block.values.front().text, true, {}});
        }
        ++at_;
        return push(std::move(block));
    }

    bool close(std::string_view word)
    {
        const Block::Type top = blocks_.empty() ? Block::Type::group : blocks_.back().type;
        const bool fits = !blocks_.empty() && !blocks_.back().subshell
            && (word == "done"       ? top == Block::Type::loop || top == Block::Type::branch
                    : word == "fi"   ? top == Block::Type::branch
                    : word == "esac" ? top == Block::Type::choice
                                     : top == Block::Type::group || top == Block::Type::function);
        if (!fits) {
            script_.broken_at = place(tokens_[at_].offset);
            stopped_ = true;
            return true;
        }
        Block& block = blocks_.back();
        if (block.turn + 1 < block.values.size()) {
            ++block.turn;
            words_.set(block.variable, {block.values[block.turn].text, true, {}});
            at_ = block.body;
            if (++turns_ >= most_commands)
                give_up();
            return true;
        }
        for (std::size_t index = block.first_command; index < script_.commands.size(); ++index)
            script_.commands[index].after = place(line_ends_[at_]);
        blocks_.pop_back();
        ++at_;
        // `done > log`, `} || exit`: nothing of a command
        while (is_kind(at_, Kind::redirect_output) || is_kind(at_, Kind::redirect_other))
            at_ += 2;
        return true;
    }

    std::string_view file_;
    std::string_view part_;
    ShellDialect dialect_;
    Arena& arena_;
    ShellWords words_;
    std::vector<ShellToken> tokens_;
    std::vector<std::uint32_t> line_ends_; // by token: behind the line that it stands on
    std::vector<Block> blocks_;
    ShellCommand command_;
    ShellScript script_;
    std::size_t at_ = 0;
    std::size_t turns_ = 0;
    bool in_command_ = false;
    bool behind_doubt_ = false;
    bool stopped_ = false;
};

}

ShellScript follow_shell(
    std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena)
{
    return Follower(file, part, dialect, arena).run();
}

}
