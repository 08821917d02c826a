// SPDX-License-Identifier: Apache-2.0
// An allowlist: the grammar decides which lines may be secret, not a list of suspicious words. How many words
// of a line have to stay is found by trial: the shortened line must be read as the original was.
#include "drivers/line_cli/live/stored_text.h"

#include "drivers/line_cli/read/lines.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace rocelint::line_cli {
namespace {

constexpr std::size_t digits = 12; // of a token: enough to distinguish thousands of lines

// A line and how it is stored.
struct StoredLine {
    std::string_view text; ///< without the line feed
    std::string meaning; ///< how the reader understands the line; empty: not a line of configuration
    std::size_t part_of = 0; ///< for free text: the line that it follows
    bool follows = false; ///< it is free text after another line and is stored or removed with it
    bool masked = false;
    std::size_t words = 0; ///< number of words kept; 0: none
    std::string free_text; ///< the free text that follows the line
};

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view bare(std::string_view line)
{
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
    return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

// The kind of block that a line is in.
struct Around {
    bool unread = false; ///< in a block that the grammar knows but does not read
    bool unknown = false; ///< in an outermost block that the grammar does not know
    bool outermost = true;
};

// Calls `use(node, around)` for each node.
template <class Use>
void each_node(const Node& root, Use&& use)
{
    struct Level {
        const Node* next;
        Around around;
    };
    std::vector<Level> open{{root.first, {}}};
    while (!open.empty()) {
        const Level level = open.back();
        if (level.next == nullptr) {
            open.pop_back();
            continue;
        }
        open.back().next = level.next->next;
        use(*level.next, level.around);
        const bool covers
            = level.next->state_covers_subtree && level.next->state == CoverageState::irrelevant;
        const bool unknown = level.around.outermost && level.next->state == CoverageState::unrecognised;
        if (level.next->first != nullptr)
            open.push_back(
                {level.next->first, {level.around.unread || covers, level.around.unknown || unknown, false}});
    }
}

// The meaning of each line of a text, by its number from 0; `count` lines.
class Meanings {
public:
    Meanings(const StoredForm& form, std::string_view text, std::size_t count)
        : source_(0, "running", text), meanings_(count)
    {
        trees_[0] = form.parse(source_);
        std::vector<SyntaxProblem> problems;
        const Lines lines = read_lines(form.grammar, form.top, trees_, &problems);
        if (trees_[0].root == nullptr)
            return;
        each_node(*trees_[0].root, [&](const Node& node, const Around& around) {
            if (node.line <= count)
                meanings_[node.line - 1] = fmt::format(
                    "{} ", static_cast<int>(around.unread ? CoverageState::irrelevant : node.state));
        });
        for (const Fact& fact : lines.facts) {
            if (fact.node->line > count)
                continue;
            std::string& meaning = meanings_[fact.node->line - 1];
            meaning += fmt::format(
                "{}.{}.{}:{};", fact.kind, fact.number, static_cast<int>(fact.sense), fact.text);
            for (const Value& value : fact.values)
                meaning += fmt::format("{},", value.number);
        }
    }
    [[nodiscard]] const Tree& tree() const { return trees_[0]; }
    [[nodiscard]] const std::string& of(std::size_t line) const { return meanings_[line]; }

private:
    Source source_;
    std::array<Tree, 1> trees_;
    std::vector<std::string> meanings_;
};

class Storer {
public:
    Storer(const StoredForm& form, std::string_view text, std::string_view key) : form_(form), key_(key)
    {
        for (const std::string_view line : split(text))
            lines_.push_back({.text = line, .meaning = {}, .free_text = {}});
        const Meanings meanings(form, text, lines_.size());
        for (std::size_t at = 0; at < lines_.size(); ++at)
            lines_[at].meaning = meanings.of(at);
        if (meanings.tree().root == nullptr)
            return;
        each_node(
            *meanings.tree().root, [&](const Node& node, const Around& around) { choose(node, around); });
    }

    std::string run()
    {
        // The longest line of any platform needs at most this many further words to be distinguished.
        constexpr int most_rounds = 8;
        for (int round = 0; round < most_rounds; ++round) {
            if (!add_words())
                return write().text;
        }
        for (const std::size_t at : unlike())
            lines_[at].masked = false;
        return write().text;
    }

private:
    struct Written {
        std::string text;
        std::vector<std::size_t> from; ///< for each line of the text, the line that it was made from
    };

    // In the blocks of interfaces and queues, an unknown line is kept: it may be a misspelled line of theirs.
    // An unknown outermost line may well be a login or a key of an unforeseen kind.
    void choose(const Node& node, const Around& around)
    {
        const bool inside = around.unread || around.unknown;
        const bool unknown = around.outermost && node.state == CoverageState::unrecognised;
        if (node.line > lines_.size() || (!inside && !unknown && node.state != CoverageState::irrelevant))
            return;
        const std::size_t head = node.line - 1;
        StoredLine& line = lines_[head];
        line.masked = true;
        line.words = inside ? 0 : std::max<std::size_t>(1, kept_words(node.key));
        // Free text, whose end the node records, goes with its line.
        for (std::size_t at = head + 1; !node.value.empty() && at < lines_.size(); ++at) {
            lines_[at].follows = true;
            lines_[at].part_of = head;
            line.free_text += fmt::format("\n{}", lines_[at].text);
            if (bare(lines_[at].text) == node.value)
                break;
        }
    }

    [[nodiscard]] std::size_t kept_words(std::string_view line) const
    {
        std::size_t words = 0;
        for (const std::string_view beginning : form_.kept) {
            if (!line.starts_with(beginning))
                continue;
            std::size_t count = 0;
            for (Words rest(beginning); !rest.at_end(); rest.next())
                ++count;
            words = std::max(words, count);
        }
        return words;
    }

    [[nodiscard]] std::string masked(const StoredLine& line) const
    {
        const std::string_view text = bare(line.text);
        Words rest(text);
        for (std::size_t count = 0; count < line.words && !rest.at_end(); ++count)
            rest.next();
        std::string out(line.text.substr(0, static_cast<std::size_t>(text.data() - line.text.data())));
        out += text.substr(0, text.size() - rest.rest().size());
        if (rest.at_end() && line.free_text.empty())
            return out;
        while (out.ends_with(' ') && line.words > 0)
            out.pop_back();
        if (line.words > 0)
            out += ' ';
        if (key_.empty())
            return out += redaction;
        return out += fmt::format("{} {}>",
                   redaction.substr(0, redaction.size() - 1),
                   hmac_sha256(key_, fmt::format("{}{}", text, line.free_text)).substr(0, digits));
    }

    [[nodiscard]] Written write() const
    {
        Written written;
        LineRedactor redactor; // recognizes blocks that are secret as a whole
        for (std::size_t at = 0; at < lines_.size(); ++at) {
            const StoredLine& line = lines_[at];
            const std::string plain = redactor.line(line.text);
            if (line.follows && lines_[line.part_of].masked)
                continue;
            written.text += (line.masked ? masked(line) : plain) + '\n';
            written.from.push_back(at);
        }
        return written;
    }

    // Returns the lines that are not read as before. For free text that would be exposed, returns the line
    // that it follows.
    [[nodiscard]] std::vector<std::size_t> unlike() const
    {
        const Written written = write();
        const Meanings meanings(form_, written.text, written.from.size());
        std::vector<std::size_t> found;
        for (std::size_t at = 0; at < written.from.size(); ++at) {
            const StoredLine& line = lines_[written.from[at]];
            if (line.masked && meanings.of(at) != line.meaning)
                found.push_back(written.from[at]);
        }
        return found;
    }

    // Keeps one more word of each line that is not read as before. Returns whether there was such a line.
    bool add_words()
    {
        const std::vector<std::size_t> found = unlike();
        for (const std::size_t at : found)
            ++lines_[at].words;
        return !found.empty();
    }

    const StoredForm& form_;
    std::string_view key_;
    std::vector<StoredLine> lines_;
};

}

std::string stored_text(const StoredForm& form, std::string_view text, std::string_view key)
{
    return Storer(form, text, key).run();
}

}
