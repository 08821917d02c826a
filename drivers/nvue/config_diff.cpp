// SPDX-License-Identifier: Apache-2.0
// The output of `nv config diff`: `- set:` and `- unset:` with what the second configuration has and has not, beside the
// first (NVIDIA Cumulus Linux 5.15 User Guide, NVUE CLI; NVUE reference, Config Commands), or commands with `-o commands`.
#include "drivers/nvue/config_diff.h"

#include "drivers/nvue/config.h"
#include "drivers/nvue/statements.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace rocelint::nvue {
namespace {

using State = CoverageState;
using From = StatementApart::From;

constexpr std::string_view applied = "applied";
constexpr std::string_view pending = "pending";
constexpr std::string_view saved = "startup";

// How many words name what a statement is about: "qos roce", "interface swp1 qos pfc". 0 if it is not about QoS.
std::size_t words_about_qos(std::span<const std::string_view> words)
{
    if (words.size() >= 2 && words[0] == "qos")
        return 2;
    return words.size() >= 4 && words[0] == "interface" && words[2] == "qos" ? 4 : 0;
}

// Whether words end above statements about QoS: NVUE writes the highest place of which nothing is left, so that the unset of
// an interface stands for that of its QoS.
bool are_above_qos(std::span<const std::string_view> words)
{
    if (words.size() == 1)
        return words[0] == "qos" || words[0] == "interface";
    return (words.size() == 2 || (words.size() == 3 && words[2] == "qos")) && words[0] == "interface";
}

// The interfaces that have statements about QoS of their own.
std::set<std::string> interfaces_with_qos(std::span<const Fact> facts)
{
    std::set<std::string_view> ranges;
    for (const Fact& fact : facts) {
        const Keyword* place = fact.place;
        while (place != nullptr && place->word != "qos")
            place = schema().around(*place);
        if (!fact.unset && place != nullptr && first_word(*place) == "interface")
            ranges.insert(fact.name);
    }
    constexpr std::size_t most = std::size_t{1} << 17;
    std::set<std::string> names;
    for (const std::string_view range : ranges) {
        if (names.size() > most)
            break;
        std::ranges::move(expand_names(range), std::inserter(names, names.end()));
    }
    return names;
}

class DiffReader {
public:
    DiffReader(Device& device, const Tree& tree, std::span<const Fact> facts)
        : device_(device), tree_(tree), with_qos_(interfaces_with_qos(facts)), is_configured_(!facts.empty())
    {
    }

    void read()
    {
        for (const Node& line : *tree_.root) {
            if (typed(line.key).data() != line.key.data())
                begin(diff_command(line.key));
            else if (is_open_)
                line.mark(take(line));
        }
    }

private:
    struct Word {
        std::size_t column;
        std::string_view text;
    };

    void begin(const std::optional<DiffCommand>& command)
    {
        is_open_ = command.has_value();
        is_known_ = false;
        has_one_name_ = false;
        above_.clear();
        if (!command)
            return;
        has_one_name_ = command->target.empty();
        const bool backwards = command->target == applied;
        const std::string_view one = backwards ? command->target : command->base;
        const std::string_view other = backwards ? command->base : command->target;
        is_known_ = one == applied && (other == pending || other == saved);
        from_ = other == pending ? From::pending : From::saved;
        backwards_ = backwards;
    }

    State take(const Node& line)
    {
        const std::string_view text = line.key;
        if (!is_known_ && !has_one_name_)
            return State::irrelevant;
        if (text == "- set:" || text == "- unset:") {
            is_unset_ = text == "- unset:";
            above_.clear();
            return is_known_ ? State::read : State::irrelevant;
        }
        if (text.starts_with("nv ")) {
            const std::vector<std::string_view> words = words_of_line(text);
            if (words.size() < 3 || (words[1] != "set" && words[1] != "unset"))
                return State::irrelevant;
            is_unset_ = words[1] == "unset";
            return add(std::span(words).subspan(2), line, true);
        }
        return take_branch(line);
    }

    // "      roce:" or "        mode: lossless"; what is above it begins further to the left.
    State take_branch(const Node& line)
    {
        const std::size_t column = column_of(line);
        while (!above_.empty() && above_.back().column >= column)
            above_.pop_back();
        std::string_view word = ascii::trimmed(line.key.substr(0, line.key.find(':')), ascii::is_blank);
        if (word.size() >= 2 && (word.front() == '\'' || word.front() == '"') && word.back() == word.front())
            word = word.substr(1, word.size() - 2);
        above_.push_back({column, word});
        std::vector<std::string_view> words;
        for (const Word& each : above_)
            words.push_back(each.text);
        return add(words, line, line.next == nullptr || column_of(*line.next) <= column);
    }

    [[nodiscard]] std::size_t column_of(const Node& line) const
    {
        const std::string_view before = tree_.source->text().substr(0, line.offset);
        return before.size() - (before.rfind('\n') + 1);
    }

    // Whether the QoS of interfaces goes with them: not where the configuration in force has none for them.
    [[nodiscard]] bool take_qos_along(std::span<const std::string_view> words) const
    {
        if (words[0] == "qos" || words.size() > 2 || !is_configured_)
            return true;
        if (words.size() == 1)
            return !with_qos_.empty();
        return std::ranges::any_of(
            expand_names(words[1]), [this](const std::string& name) { return with_qos_.contains(name); });
    }

    // Each branch counts once, at its first line. `ends`: nothing is written below the words.
    State add(std::span<const std::string_view> words, const Node& line, bool ends)
    {
        std::size_t count = words_about_qos(words);
        const bool removes = is_unset_ != backwards_;
        if (count == 0 && is_unset_ && ends && are_above_qos(words)) {
            // Of interfaces that only the other configuration has, nothing shows whether they have QoS there.
            if (!removes && words[0] == "interface" && words.size() < 3)
                return State::unsupported;
            count = take_qos_along(words) ? words.size() : 0;
        }
        if (count == 0)
            return State::irrelevant;
        // A comparison with one name: it is undocumented what that is compared with.
        if (has_one_name_)
            return State::unsupported;
        std::string about;
        for (const std::string_view word : words.first(count))
            about.append(about.empty() ? "" : " ").append(word);
        if (device_.apart.empty() || device_.apart.back().words != about
            || device_.apart.back().removes != removes || device_.apart.back().from != from_)
            device_.apart.push_back({device_.arena->keep(about), tree_.span(line), from_, removes});
        return State::read;
    }

    Device& device_;
    const Tree& tree_;
    std::set<std::string> with_qos_; ///< interfaces whose own QoS the configuration states
    bool is_configured_ = false; ///< a configuration was read as well
    std::vector<Word> above_;
    From from_ = From::pending;
    bool is_open_ = false; ///< the lines are those of a comparison
    bool has_one_name_ = false; ///< of one configuration with another that is not named
    bool is_known_ = false; ///< of the applied configuration with the pending or the saved one
    bool backwards_ = false; ///< the applied one is the second
    bool is_unset_ = false;
};

}

std::optional<DiffCommand> diff_command(std::string_view line)
{
    const std::string_view command = typed(line);
    if (command.data() == line.data() || !command.starts_with("nv config diff"))
        return std::nullopt;
    DiffCommand found;
    const std::string_view prompt = line.substr(0, static_cast<std::size_t>(command.data() - line.data()));
    const std::size_t at = prompt.find('@') + 1; // 0 where there is no user
    found.switch_name = prompt.substr(at, prompt.find_first_of(":$#> ", at) - at);
    const std::vector<std::string_view> words = words_of_line(command);
    std::vector<std::string_view> names;
    for (std::size_t index = 3; index < words.size(); ++index) {
        if (words[index] == "-o")
            ++index;
        else if (!words[index].starts_with('-'))
            names.push_back(words[index]);
    }
    found.base = names.empty() ? applied : names[0];
    found.target = names.empty() ? pending : names.size() > 1 ? names[1] : std::string_view{};
    return found;
}

std::string_view switch_of_diff(const Tree& tree)
{
    if (tree.root == nullptr || tree.root->kind != Node::Kind::line
        || tree.source->text().find("nv config diff") == std::string_view::npos)
        return {};
    for (const Node& line : *tree.root) {
        if (const auto command = diff_command(line.key))
            return command->switch_name;
    }
    return {};
}

void read_config_diffs(Device& device, std::span<const Tree> trees, std::span<const Fact> facts)
{
    for (const Tree& tree : trees) {
        if (!switch_of_diff(tree).empty())
            DiffReader(device, tree, facts).read();
    }
}

}
