// SPDX-License-Identifier: Apache-2.0
// Users who trust the findings never look at lines that are only counted as unrecognized. Most such lines are
// about something else, but a line that misses a known word by a letter or two was meant to be about RDMA.
#include "workspace/find/misspelt.h"

#include "models/text/ascii.h"
#include "models/text/nearest.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace rocelint::workspace {
namespace {

bool is_of_word(char c) { return ascii::is_letter(c) || c == '-' || c == '_'; }

// Shorter words are too similar to each other.
constexpr std::size_t shortest = 3;
// Shorter words may have one typo, words of this length two.
constexpr std::size_t long_word = 8;

// Calls visit(word) for each word without digits. Port names and numbers with units have digits.
template <class Visit>
void for_each_word(std::string_view text, Visit visit)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        bool plain = true;
        while (at < text.size() && (is_of_word(text[at]) || ascii::is_digit(text[at]) || text[at] == '.'))
            plain = is_of_word(text[at++]) && plain;
        if (plain && at - begin >= shortest && ascii::is_letter(text[begin]))
            visit(text.substr(begin, at - begin));
        at = std::max(at, begin + 1);
    }
}

/// The words that a platform uses.
class Language {
public:
    explicit Language(const Driver& driver)
    {
        for_each_word(driver.base_example, [this](std::string_view word) { words_.insert(word); });
        for (const std::string_view text : driver.words())
            for_each_word(text, [this](std::string_view word) { words_.insert(word); });
        // Sort them, because the set has no defined order: of two equally similar words the first is
        // proposed.
        sorted_.assign(words_.begin(), words_.end());
        std::ranges::sort(sorted_);
    }

    /// Returns the word that was meant, or an empty string. Words that differ only in case are not typos.
    [[nodiscard]] std::string_view meant_by(std::string_view word) const
    {
        if (words_.contains(word))
            return {};
        if (const std::string_view turned = same_parts(word); !turned.empty())
            return turned;
        std::vector<std::string_view> alike;
        const std::size_t slips = word.size() < long_word ? 1 : 2;
        for (const std::string_view known : sorted_) {
            const std::size_t difference
                = known.size() > word.size() ? known.size() - word.size() : word.size() - known.size();
            if (difference <= slips && !equal_ignoring_case(known, word))
                alike.push_back(known);
        }
        return nearest(word, alike, slips);
    }

private:
    // Returns the known name with the same parts in another order: PFC_PRIORITY_TO_QUEUE_MAP for
    // MAP_PFC_PRIORITY_TO_QUEUE.
    [[nodiscard]] std::string_view same_parts(std::string_view word) const
    {
        const std::vector<std::string_view> wanted = parts_of(word);
        if (wanted.size() < 3)
            return {};
        for (const std::string_view known : sorted_) {
            if (known.size() == word.size() && parts_of(known) == wanted)
                return known;
        }
        return {};
    }

    static std::vector<std::string_view> parts_of(std::string_view word)
    {
        std::vector<std::string_view> parts;
        while (!word.empty()) {
            const std::size_t end = std::min(word.find_first_of("_-"), word.size());
            parts.push_back(word.substr(0, end));
            word.remove_prefix(std::min(end + 1, word.size()));
        }
        std::ranges::sort(parts);
        return parts;
    }

    std::unordered_set<std::string_view> words_;
    std::vector<std::string_view> sorted_;
};

const Language& language_of(const Driver& driver)
{
    static const auto languages = [] {
        std::unordered_map<const Driver*, Language> all;
        for (const Driver* one : all_drivers()) {
            if (one->words != nullptr)
                all.emplace(one, Language(*one));
        }
        return all;
    }();
    return languages.at(&driver);
}

// Whether a node with this offset and length was read. The nodes around it may begin at the same offset.
bool is_read_at(const Node& outer, std::uint32_t offset, std::size_t length)
{
    for (const Node& node : outer) {
        const bool is_it = node.offset == offset && node.length == length;
        if ((is_it && node.state == CoverageState::read) || is_read_at(node, offset, length))
            return true;
    }
    return false;
}

/// Tests whether the platform would understand a line with a corrected word, by reading the changed file
/// again.
class Retry {
public:
    Retry(const Tree& tree, const Driver& driver) : tree_(tree), driver_(driver) { }

    [[nodiscard]] bool is_read_with(const Node& node, std::string_view word, std::string_view meant)
    {
        // A text full of typos is of another kind, and reading it again for each typo would take too long.
        constexpr std::size_t most_tries = 24;
        if (++tries_ > most_tries)
            return false;
        const std::string_view text = tree_.source->text();
        const auto at = static_cast<std::size_t>(word.data() - text.data());
        // A joined or decoded word does not occur in the file.
        if (at > text.size() || at + word.size() > text.size())
            return true;
        std::string changed(text);
        changed.replace(at, word.size(), meant);
        const Source source(tree_.source->id(), std::string(tree_.source->path()), changed);
        const Tree tree = driver_.parse(source);
        if (tree.root == nullptr)
            return false;
        static_cast<void>(driver_.read({&tree, 1}, ""));
        return is_read_at(*tree.root, node.offset, node.length + meant.size() - word.size());
    }

private:
    const Tree& tree_;
    const Driver& driver_;
    std::size_t tries_ = 0;
};

class Teller {
public:
    Teller(const Tree& tree,
        const Driver& driver,
        const Language& language,
        std::vector<SyntaxProblem>& problems)
        : tree_(tree), language_(language), problems_(problems), retry_(tree, driver)
    {
    }

    /// `block` is the block that contains the node; null at the outermost level.
    void look_into(const Node& node, const Node* block = nullptr)
    {
        // A row that matches a whole prefix ("dcb …" without a model) also matches lines with a typo in a
        // later word.
        const bool unmodelled = node.state == CoverageState::unsupported;
        if ((unmodelled || node.state == CoverageState::unrecognised)
            && tell(node, unmodelled ? long_word : shortest)) {
            if (block != nullptr)
                lines_.push_back({tree_.span(node), block_of(*block)});
            return;
        }
        if (node.state_covers_subtree && node.state != CoverageState::unrecognised)
            return;
        const Node* inner = &node == tree_.root ? nullptr : &node;
        for (const Node& child : node)
            look_into(child, inner);
    }

    [[nodiscard]] std::vector<MisspeltLine> take_lines() { return std::move(lines_); }

private:
    // From the first line of the block to the end of its last line.
    [[nodiscard]] Span block_of(const Node& node) const
    {
        Span block = tree_.span(node);
        const Node* last = &node;
        for (const Node& child : node)
            last = &child;
        if (last != &node)
            block.length = std::max(block.end(), block_of(*last).end()) - block.offset;
        return block;
    }

    static std::string sentence(std::string_view word, std::string_view meant, std::size_t others)
    {
        return fmt::format("this is not understood: is \"{}\" meant to be \"{}\"?{}",
            word,
            meant,
            others == 0       ? std::string()
                : others == 1 ? std::string(" Another line has it too")
                              : fmt::format(" {} other lines have it too", others));
    }

    bool tell(const Node& node, std::size_t least)
    {
        bool told = false;
        const auto look_at = [&](std::string_view word) {
            if (told || word.size() < least)
                return;
            const auto [known, fresh] = meant_.try_emplace(word);
            if (fresh) {
                known->second = language_.meant_by(word);
                if (!known->second.empty() && !retry_.is_read_with(node, word, known->second))
                    known->second = {};
            }
            if (known->second.empty())
                return;
            told = true;
            // A block that is repeated for each port repeats its typo; report it once.
            const auto [slip, first] = slips_.try_emplace(word, problems_.size(), 0);
            if (first)
                problems_.push_back({.severity = SyntaxProblem::Severity::warning, .at = tree_.span(node)});
            else
                ++slip->second.second;
            problems_[slip->second.first].message = sentence(word, known->second, slip->second.second);
        };
        for_each_word(node.key, look_at);
        if (node.kind == Node::Kind::string)
            for_each_word(node.value, look_at);
        return told;
    }

    const Tree& tree_;
    const Language& language_;
    std::vector<SyntaxProblem>& problems_;
    Retry retry_;
    std::vector<MisspeltLine> lines_;
    std::unordered_map<std::string_view, std::string_view> meant_;
    /// By word: the index of its problem, and how many other lines have the word.
    std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> slips_;
};

}

std::vector<MisspeltLine> tell_misspelt(
    const Tree& tree, const Driver& driver, std::vector<SyntaxProblem>& problems)
{
    if (driver.words == nullptr || tree.root == nullptr)
        return {};
    Teller teller(tree, driver, language_of(driver), problems);
    teller.look_into(*tree.root);
    return teller.take_lines();
}

void relate_misspelt(const std::vector<MisspeltLine>& lines, std::vector<Finding>& findings)
{
    if (lines.empty())
        return;
    std::unordered_map<SourceId, std::vector<const MisspeltLine*>> by_file;
    for (const MisspeltLine& line : lines)
        by_file[line.at.source].push_back(&line);
    const auto begin_of = [](const MisspeltLine* line) { return line->block.offset; };
    for (auto& [source, of_file] : by_file)
        std::ranges::stable_sort(of_file, {}, begin_of);
    // Blocks have few such lines and are hardly nested, so look only at the nearest lines that begin before
    // the finding.
    constexpr std::ptrdiff_t most_looked_at = 16;
    for (Finding& finding : findings) {
        const auto file = by_file.find(finding.at.source);
        if (file == by_file.end() || finding.rule->code == "SYN001" || finding.rule->code == "SYN005")
            continue;
        const auto behind = std::ranges::upper_bound(file->second, finding.at.offset, {}, begin_of);
        const std::ptrdiff_t before = std::min(behind - file->second.begin(), most_looked_at);
        for (auto line = behind - before; line != behind; ++line) {
            if (finding.at.offset < (*line)->block.end())
                finding.related.push_back(
                    {(*line)->at, "this line of the same block was not understood", {}});
        }
    }
}

}
