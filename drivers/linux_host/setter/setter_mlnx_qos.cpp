// SPDX-License-Identifier: Apache-2.0
// The options of mlnx-tools' python/mlnx_qos that set something.
#include "drivers/linux_host/setter/limits.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct Option {
    std::string_view letter;
    std::string_view name;
    Knob sets;
};

constexpr std::array list_options{Option{"-f", "--pfc", Knob::pfc},
    Option{"-p", "--prio_tc", Knob::class_map},
    Option{"-t", "--tcbw", Knob::share},
    Option{"-r", "--ratelimit", Knob::rate_limit},
    Option{"", "--prio2buffer", Knob::priority_buffer},
    Option{"", "--buffer_size", Knob::buffer_size}};
constexpr std::array other_options{Option{"-s", "--tsa", Knob::service},
    Option{"-d", "--dcbx", Knob::dcbx},
    Option{"", "--trust", Knob::trust},
    Option{"", "--dscp2prio", Knob::dscp_priority},
    Option{"", "--defltprio", Knob::default_priority},
    Option{"", "--cable_len", Knob::cable_length}};

// Long options that set nothing, or nothing that we model.
constexpr std::array<std::string_view, 4> further_options{
    "--help", "--version", "--interface", "--specific_pfc"};

// Python's optparse accepts an unambiguous prefix of a long option.
bool is_long_option(std::string_view word)
{
    const std::string_view name = word.substr(0, word.find('='));
    const auto begins = [name](const auto& option) { return option.name.starts_with(name); };
    return std::ranges::any_of(list_options, begins) || std::ranges::any_of(other_options, begins)
        || std::ranges::any_of(
            further_options, [name](std::string_view option) { return option.starts_with(name); });
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
        for (std::size_t index = first; index < sink_.setters.size(); ++index) {
            sink_.setters[index].subject = *interface;
            sink_.setters[index].mlx5 = true;
        }
        return without_contradiction(first) ? worst : State::unsupported;
    }

private:
    // The value of the option at `index`: the next word, or the text after "=" or after the option's letter.
    std::optional<ShellWord> value_of(std::size_t& index, const Option& option) const
    {
        const ShellWord& word = words_[index];
        const bool exact = word.text == option.name || (!option.letter.empty() && word.text == option.letter);
        if (exact) {
            if (index + 1 >= words_.size())
                return std::nullopt;
            return words_[++index];
        }
        std::size_t skipped = 0;
        const bool short_form
            = !option.letter.empty() && word.text.starts_with(option.letter) && !word.text.starts_with("--");
        if (short_form)
            skipped = option.letter.size();
        else if (word.text.starts_with(option.name) && word.text.size() > option.name.size()
            && word.text[option.name.size()] == '=')
            skipped = option.name.size() + 1;
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
        constexpr Option interface {
            "-i", "--interface", Knob::mtu
        };
        for (std::size_t index = 0; index < words_.size(); ++index) {
            const auto value = value_of(index, interface);
            if (value)
                return value->known && !value->text.empty() ? std::optional(value->text) : std::nullopt;
        }
        return std::nullopt;
    }

    State take(std::size_t& index)
    {
        for (const Option& option : list_options) {
            if (const auto value = value_of(index, option))
                return take_list(option, *value);
        }
        for (const Option& option : other_options) {
            if (const auto value = value_of(index, option))
                return take_other(option, *value);
        }
        const bool changes = words_[index].text.starts_with("--specific_pfc");
        return changes ? State::unsupported : State::irrelevant;
    }

    Setter& add(Knob sets, const ShellWord& value)
    {
        return sink_.setters.emplace_back(make_setter(sets, {}, value, command_, sink_));
    }

    State refuse(const ShellWord& value, std::string_view wanted)
    {
        if (value.known)
            sink_.warn(
                place_of(sink_, value), "mlnx_qos does not accept this: it expects " + std::string(wanted));
        return State::unsupported;
    }

    State take_list(const Option& option, const ShellWord& value)
    {
        const auto list = value.known ? eight_numbers(value.text, option.sets) : std::nullopt;
        if (!list)
            return refuse(
                value, "eight numbers with commas, up to " + std::to_string(limit_of(option.sets).most));
        Setter& setter = add(option.sets, value);
        setter.list = *list;
        setter.given = PrioritySet{0xff};
        return State::read;
    }

    State take_service(const ShellWord& value)
    {
        Setter setter = make_setter(Knob::service, {}, value, command_, sink_);
        std::string_view rest = value.known ? value.text : std::string_view{};
        for (std::size_t index = 0; index < setter.list.size(); ++index) {
            const std::size_t comma = rest.find(',');
            const std::string_view name = rest.substr(0, comma);
            if ((comma == std::string_view::npos) != (index == 7)
                || (name != "strict" && name != "ets" && name != "vendor"))
                return refuse(value, "eight of strict, ets and vendor with commas");
            const Service service = name == "strict" ? Service::strict
                : name == "ets"                      ? Service::ets
                                                     : Service::vendor;
            setter.list[index] = static_cast<std::uint32_t>(service);
            rest.remove_prefix(index == 7 ? rest.size() : comma + 1);
        }
        setter.given = PrioritySet{0xff};
        sink_.setters.push_back(setter);
        return State::read;
    }

    // "set,26,3", "del,26,3" or "flush"
    State take_dscp(const ShellWord& value)
    {
        if (value.known && value.text == "flush") {
            add(Knob::dscp_flush, value);
            return State::read;
        }
        const std::size_t first = value.text.find(',');
        const std::size_t second = value.text.find(',', first == std::string_view::npos ? first : first + 1);
        const std::string_view action = value.text.substr(0, first);
        if (!value.known || second == std::string_view::npos || (action != "set" && action != "del"))
            return refuse(value, "set,DSCP,PRIORITY, del,DSCP,PRIORITY or flush");
        const auto dscp = parse_number(value.text.substr(first + 1, second - first - 1));
        const auto priority = parse_number(value.text.substr(second + 1));
        if (!dscp || !dscp_limit.takes_unsigned(*dscp) || !priority
            || !limit_of(Knob::dscp_priority).takes_unsigned(*priority))
            return refuse(value, "a DSCP up to 63 and a priority up to 7");
        Setter& setter = add(Knob::dscp_priority, value);
        setter.notation = Notation::dscp_set;
        setter.number = static_cast<std::uint8_t>(*dscp);
        setter.amount = action == "set" ? static_cast<std::uint32_t>(*priority) : 0;
        return State::read;
    }

    State take_word(Knob sets, const ShellWord& value, std::string_view zero, std::string_view one)
    {
        if (!value.known || (value.text != zero && value.text != one))
            return refuse(value, std::string(zero) + " or " + std::string(one));
        add(sets, value).amount = value.text == one ? 1 : 0;
        return State::read;
    }

    State take_default_priority(const ShellWord& value)
    {
        const bool sets = value.known && value.text.starts_with("set,");
        const auto priority = sets ? parse_number(value.text.substr(4)) : std::nullopt;
        if (!priority || !limit_of(Knob::default_priority).takes_unsigned(*priority))
            return value.known && value.text.starts_with("del,") ? State::unsupported
                                                                 : refuse(value, "set,PRIORITY");
        ShellWord number = value;
        number.text.remove_prefix(4);
        add(Knob::default_priority, number).amount = static_cast<std::uint32_t>(*priority);
        return State::read;
    }

    State take_other(const Option& option, const ShellWord& value)
    {
        switch (option.sets) {
        case Knob::service:
            return take_service(value);
        case Knob::dcbx:
            return value.text == "get" ? State::irrelevant : take_word(Knob::dcbx, value, "fw", "os");
        case Knob::trust:
            return take_word(Knob::trust, value, "pcp", "dscp");
        case Knob::dscp_priority:
            return take_dscp(value);
        case Knob::default_priority:
            return take_default_priority(value);
        default: {
            const auto metres = value.known ? parse_number(value.text) : std::nullopt;
            if (!metres || !limit_of(option.sets).takes_unsigned(*metres))
                return refuse(value, "a length in metres");
            add(Knob::cable_length, value).amount = static_cast<std::uint32_t>(*metres);
            return State::read;
        }
        }
    }

    // mlnx_qos: "trust and dscp2prio commands cannot be used at the same time."
    bool without_contradiction(std::size_t first)
    {
        const auto from = sink_.setters.begin() + static_cast<std::ptrdiff_t>(first);
        const auto is
            = [](Knob sets) { return [sets](const Setter& setter) { return setter.sets == sets; }; };
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
                                    return setter.sets != Knob::pfc && setter.sets != Knob::cable_length
                                        && setter.sets != Knob::dcbx;
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
