// SPDX-License-Identifier: Apache-2.0
// The options of mlnx-tools' python/mlnx_qos that set something.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// Long options that set nothing, or nothing that we model.
constexpr std::array<std::string_view, 4> further_options{
    "--help", "--version", "--interface", "--specific_pfc"};

// Python's optparse accepts an unambiguous prefix of a long option.
bool is_long_option(std::string_view word)
{
    const std::string_view name = word.substr(0, word.find('='));
    bool known = std::ranges::any_of(
        further_options, [name](std::string_view option) { return option.starts_with(name); });
    visit_spellings(Tool::mlnx_qos,
        [&](const SpeltKnob& spelt) { known = known || spelt.spelling->key.starts_with(name); });
    return known;
}

// What mlnx_qos accepts for an option.
std::string expected(const SpeltKnob& spelt, std::string_view text)
{
    const ToolSpelling& spelling = *spelt.spelling;
    if (!spelling.expects.empty())
        return std::string(spelling.expects);
    std::vector<std::string_view> words;
    for (const Spelling<std::uint32_t>& each : spelling.words)
        words.push_back(each.word);
    switch (spelling.notation) {
    case Notation::commas:
        return words.empty() ? fmt::format("eight numbers with commas, up to {}", spelt.row->limit.most)
                             : fmt::format("eight of {} with commas", listed(words));
    case Notation::set_point: {
        const bool acts = text.starts_with("set,") || text.starts_with("del,");
        return acts && std::ranges::count(text, ',') > 1 ? "a DSCP up to 63 and a priority up to 7"
                                                         : "set,DSCP,PRIORITY, del,DSCP,PRIORITY or flush";
    }
    default:
        return listed(words, "or");
    }
}

class OptionReader {
public:
    OptionReader(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
        : words_(words), command_(command), sink_(sink)
    {
    }

    State read()
    {
        const auto interface = find_interface();
        if (!interface)
            return State::unsupported;
        if (const ShellWord* unknown = unknown_option()) {
            sink_.problems.push_back({SyntaxProblem::Severity::error,
                place_of(sink_, *unknown),
                fmt::format("mlnx_qos has no option {}: it refuses the whole command, and nothing is set",
                    unknown->text.substr(0, unknown->text.find('=')))});
            return State::unrecognised;
        }
        const std::size_t first = sink_.setters.size();
        State worst = State::irrelevant; // without an option that sets something, it shows everything
        for (std::size_t index = 0; index < words_.size(); ++index)
            worst = std::max(worst, take(index));
        for (std::size_t index = first; index < sink_.setters.size(); ++index)
            sink_.setters[index].subject = *interface;
        return without_contradiction(first) ? worst : State::unsupported;
    }

private:
    // The value of the option at `index`: the next word, or the text after "=" or after the option's letter.
    std::optional<ShellWord> value_of(
        std::size_t& index, std::string_view letter, std::string_view name) const
    {
        const ShellWord& word = words_[index];
        const bool exact = word.text == name || (!letter.empty() && word.text == letter);
        if (exact) {
            if (index + 1 >= words_.size())
                return std::nullopt;
            return words_[++index];
        }
        std::size_t skipped = 0;
        const bool short_form
            = !letter.empty() && word.text.starts_with(letter) && !word.text.starts_with("--");
        if (short_form)
            skipped = letter.size();
        else if (word.text.starts_with(name) && word.text.size() > name.size()
            && word.text[name.size()] == '=')
            skipped = name.size() + 1;
        else
            return std::nullopt;
        ShellWord value = word;
        value.text.remove_prefix(skipped);
        if (word.written.starts_with(word.text.substr(0, skipped)))
            value.written.remove_prefix(skipped);
        else
            value.whole = false;
        return value;
    }

    // optparse exits at an unknown option before anything is set.
    [[nodiscard]] const ShellWord* unknown_option() const
    {
        const auto is_unknown = [](const ShellWord& word) {
            return word.known && word.text.size() > 2 && word.text.starts_with("--")
                && !is_long_option(word.text);
        };
        const auto found = std::ranges::find_if(words_, is_unknown);
        return found == words_.end() ? nullptr : &*found;
    }

    [[nodiscard]] std::optional<std::string_view> find_interface() const
    {
        for (std::size_t index = 0; index < words_.size(); ++index) {
            const auto value = value_of(index, "-i", "--interface");
            if (value)
                return value->known && !value->text.empty() ? std::optional(value->text) : std::nullopt;
        }
        return std::nullopt;
    }

    State take(std::size_t& index)
    {
        std::optional<State> state;
        visit_spellings(Tool::mlnx_qos, [&](const SpeltKnob& spelt) {
            if (state)
                return;
            if (const auto value = value_of(index, spelt.spelling->letter, spelt.spelling->key))
                state = take_value(spelt, *value);
        });
        const bool changes = words_[index].text.starts_with("--specific_pfc");
        return state ? *state : changes ? State::unsupported : State::irrelevant;
    }

    // An option may set one of several knobs, depending on its value.
    State take_value(const SpeltKnob& first, const ShellWord& value)
    {
        if (first.row->knob == Knob::dcbx && value.text == "get")
            return State::irrelevant;
        bool set = false;
        visit_spellings(Tool::mlnx_qos, [&](const SpeltKnob& spelt) {
            if (set || spelt.spelling->key != first.spelling->key || !value.known)
                return;
            const auto parsed = parse_value(*spelt.row, *spelt.spelling, value.text);
            if (!parsed)
                return;
            set = true;
            add(spelt, value, *parsed);
        });
        if (set)
            return State::read;
        const bool unsets
            = first.spelling->notation == Notation::set_amount && value.text.starts_with("del,");
        if (value.known && !unsets)
            sink_.warn(place_of(sink_, value),
                "mlnx_qos does not accept this: it expects " + expected(first, value.text));
        return State::unsupported;
    }

    void add(const SpeltKnob& spelt, ShellWord value, const KnobValue& parsed)
    {
        if (spelt.spelling->notation == Notation::set_amount)
            value.text.remove_prefix(value.text.find(',') + 1);
        Setter& setter = sink_.setters.emplace_back(make_setter(spelt, {}, value, command_, sink_));
        static_cast<KnobValue&>(setter) = parsed;
    }

    // mlnx_qos: "trust and dscp2prio commands cannot be used at the same time."
    bool without_contradiction(std::size_t first)
    {
        const auto from = sink_.setters.begin() + static_cast<std::ptrdiff_t>(first);
        const auto is
            = [](Knob knob) { return [knob](const Setter& setter) { return setter.knob == knob; }; };
        const auto trust = std::find_if(from, sink_.setters.end(), is(Knob::trust));
        const bool maps = std::any_of(from, sink_.setters.end(), is(Knob::dscp_priority))
            || std::any_of(from, sink_.setters.end(), is(Knob::dscp_flush));
        if (trust == sink_.setters.end() || !maps)
            return true;
        sink_.warn(trust->at,
            "mlnx_qos refuses --trust and --dscp2prio in one command and sets neither: make two commands of it");
        sink_.setters.erase(std::remove_if(from,
                                sink_.setters.end(),
                                [](const Setter& setter) {
                                    return setter.knob != Knob::pfc && setter.knob != Knob::cable_length
                                        && setter.knob != Knob::dcbx;
                                }),
            sink_.setters.end());
        return false;
    }

    std::span<const ShellWord> words_;
    const ShellCommand& command_;
    SetterSink& sink_;
};

}

State read_mlnx_qos_setter(std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink)
{
    return OptionReader(words, command, sink).read();
}

}
