// SPDX-License-Identifier: Apache-2.0
// Reads opensm.conf line by line: what each option runs with, from the table of options.
#include "drivers/opensm/read/intended.h"
#include "drivers/opensm/read/option_lines.h"
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/reader.h"
#include "drivers/opensm/read/routing_engines.h"
#include "drivers/opensm/read/running_options.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;
using State = CoverageState;

// A comment with which a file of either flavor can state which manager reads it, if its keys do not show
// that.
constexpr std::string_view stated_flavour = "# opensm-flavour:";

// Replaces a key in a file that was stored without its secrets.
constexpr std::string_view redacted = "<redacted";

class OptionsReader {
public:
    OptionsReader(ManagerReader& reader, const Tree* tree)
        : reader_(reader), tree_(tree), running_(reader, tree != nullptr)
    {
    }

    void read()
    {
        if (tree_ != nullptr) {
            lines_ = option_lines(*tree_);
            manager().conf = tree_->source->whole();
            manager().conf.length = 0;
        }
        find_flavour();
        qos_ = is_qos_on();
        for (const OptionLine& line : lines_)
            read_line(line);
        restrain(running_);
        read_settings(running_);
    }

private:
    SubnetManager& manager() { return reader_.manager(); }
    [[nodiscard]] Span span_of(std::string_view text) const { return tree_->source->span_of(text); }

    void find_flavour()
    {
        SubnetManager& made = manager();
        made.flavour_why = "no line is of NVIDIA's subnet manager";
        for (const OptionLine& line : lines_) {
            const OpensmOption* option = catalog::find_opensm_option(line.name);
            if (option != nullptr && option->nvidia_only)
                set_nvidia("it states options that only NVIDIA's subnet manager has");
            else if (line.name == "routing_engine" && has_engine_of_nvidia(line.value))
                set_nvidia("it names a routing engine that only NVIDIA's subnet manager has");
            else if (line.value.starts_with("/opt/ufm/"))
                set_nvidia("it names files of UFM");
        }
        if (tree_ == nullptr)
            return;
        const std::string_view text = tree_->source->text();
        const std::size_t at = text.find(stated_flavour);
        if (at == std::string_view::npos || (at != 0 && text[at - 1] != '\n'))
            return;
        const std::string_view word
            = trimmed(text.substr(at, text.find('\n', at) - at)).substr(stated_flavour.size());
        if (trimmed(word) == "nvidia" || trimmed(word) == "upstream") {
            made.flavour = trimmed(word) == "nvidia" ? SmFlavour::nvidia : SmFlavour::upstream;
            made.flavour_why = "a comment states it";
        }
    }

    void set_nvidia(std::string_view why)
    {
        manager().flavour = SmFlavour::nvidia;
        manager().flavour_why = why;
    }

    static bool has_engine_of_nvidia(std::string_view list)
    {
        bool found = false;
        for_each_engine(
            list, [&found](std::string_view name) { found = found || is_engine_of_nvidia(engine_of(name)); });
        return found;
    }

    [[nodiscard]] bool is_qos_on() const
    {
        bool on = false;
        for (const OptionLine& line : lines_)
            on = line.name == "qos" ? line.value == "TRUE" : on;
        return on;
    }

    void read_line(const OptionLine& line)
    {
        if (line.continues)
            reader_.fault(SmFault::Kind::long_line,
                span_of(line.whole),
                line.whole,
                fmt::format("comes after the first {} characters of its line, and is read as a separate line",
                    longest_line));
        if (line.quote_is_cut)
            reader_.fault(SmFault::Kind::quoted_comment,
                span_of(line.whole),
                line.whole,
                "is cut at the comment sign inside its quotes");
        SmOption& made = manager().options.emplace_back();
        made.at = span_of(line.whole);
        made.value_at = line.value.empty() ? made.at : span_of(line.value);
        made.name = line.name;
        made.given = line.value;
        const OpensmOption* option = catalog::find_opensm_option(line.name);
        const bool of_other
            = option != nullptr && option->nvidia_only && manager().flavour == SmFlavour::upstream;
        if (option == nullptr || of_other) {
            read_unknown(line, made, of_other);
            return;
        }
        made.known = true;
        made.secret = option->secret;
        const std::string_view name = option->same_as.empty() ? option->name : option->same_as;
        const RunningOptions::Running before = running_.of(name);
        const Evaluated found = option->secret && line.value.starts_with(redacted)
            ? Evaluated{hidden_key(line.value), SmMisread::none}
            : evaluate(*option, line.value, before.value, qos_);
        made.misread = found.misread;
        made.runs = found.runs == line.value ? line.value : reader_.keep(found.runs);
        made.why = option->words.empty() ? catalog::takes_of(option->type) : words_text(*option);
        if (option->low && option->high && found.misread == SmMisread::out_of_range)
            made.why = reader_.keep(fmt::format("a number from {} to {}", *option->low, *option->high));
        if (found.misread != SmMisread::none)
            made.intended = intended(*option, line.value);
        const auto index = static_cast<std::uint32_t>(manager().options.size() - 1);
        const bool keeps_before
            = found.misread != SmMisread::none && option->wrong == "before" && made.runs == before.value;
        if (!keeps_before) {
            if (before.option != Port::no_index)
                manager().options[before.option].overridden = true;
            running_.take(name, made.runs, index);
        } else {
            made.overridden = true;
        }
        if (option->secret)
            running_.keep_secret(name, index);
        line.node->mark(found.misread == SmMisread::none ? state_of(*option) : State::unrecognised);
    }

    // Returns a stand-in for a key that was redacted on collection: equal keys have equal digits, none of
    // which are the key's own.
    static std::string hidden_key(std::string_view value)
    {
        const std::string_view digits = value.substr(std::min(redacted.size() + 1, value.size()));
        return digits.ends_with('>') ? "0x1" + std::string(digits.substr(0, digits.size() - 1))
                                     : std::string(unknown_key);
    }

    void read_unknown(const OptionLine& line, SmOption& made, bool of_other)
    {
        const std::string_view name = line.name.substr(0, line.name.find('='));
        const OpensmOption* meant = catalog::find_opensm_option(name);
        made.misread = line.name.size() != name.size() && meant != nullptr ? SmMisread::equals_sign
                                                                           : SmMisread::unknown;
        made.why = of_other ? "only NVIDIA's subnet manager has it" : std::string_view{};
        if (meant != nullptr && !of_other) {
            made.meant = meant->name;
            made.secret = meant->secret;
        } else if (!of_other) {
            made.meant = nearest(name, names());
        }
        if (!made.meant.empty())
            find_intended(line, made);
        // The text after an unknown name may be anything, even a key.
        made.given = made.secret ? std::string_view{} : line.value;
    }

    // Handles a line in which only the name is wrong.
    void find_intended(const OptionLine& line, SmOption& made)
    {
        const OpensmOption& option = *catalog::find_opensm_option(made.meant);
        std::string_view value = line.value;
        if (made.misread == SmMisread::equals_sign && line.name.back() != '=')
            value = line.whole.substr(line.name.find('=') + 1);
        made.secret = made.secret || option.secret;
        if (option.secret)
            return;
        const bool good = evaluate(option, value, option.fallback, qos_).misread == SmMisread::none;
        made.intended = good ? value : intended(option, value);
    }

    // Returns the names that an option of this flavor can have.
    const std::vector<std::string_view>& names()
    {
        if (names_.empty()) {
            for (const OpensmOption& option : catalog::opensm_options()) {
                if (!option.nvidia_only || manager().flavour == SmFlavour::nvidia)
                    names_.push_back(option.name);
            }
        }
        return names_;
    }

    std::string_view words_text(const OpensmOption& option)
    {
        std::string text = "one of";
        for (const std::string_view word : option.words)
            text += fmt::format("{} {}", &word == &option.words.front() ? "" : ",", word);
        return reader_.keep(text);
    }

    static State state_of(const OpensmOption& option)
    {
        static constexpr std::array<std::string_view, 3> of_lists{"_sl2vl", "_vlarb_high", "_vlarb_low"};
        for (const std::string_view end : of_lists) {
            if (option.name.ends_with(end))
                return State::read;
        }
        return is_setting(option.name) ? State::read : State::irrelevant;
    }

    ManagerReader& reader_;
    const Tree* tree_;
    RunningOptions running_;
    std::vector<OptionLine> lines_;
    bool qos_ = false;
    std::vector<std::string_view> names_;
};

}

void read_options(ManagerReader& reader, const Tree* tree)
{
    OptionsReader(reader, tree).read();
    if (tree != nullptr)
        read_qos_lists(reader, *tree->source);
}

}
