// SPDX-License-Identifier: Apache-2.0
// Setting commands of niccli and bnxtqos, as bnxt_setupcc.sh 236.1.155.0 gives them. Both set a whole list at once.
#include "drivers/linux_host/setter/setter_broadcom.h"

#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/shell/nic_commands.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using ShellWordList = std::span<const ShellWord>;

// The word of bnxt_setupcc.sh for "all off", which niccli takes for PFC.
constexpr std::string_view no_priority = "0xff";

// Calls visit(part) for each part between commas; false if a part is refused or there is none.
template <class Visit>
bool visit_list(std::string_view list, Visit&& visit)
{
    while (!list.empty()) {
        const std::string_view part = list.substr(0, list.find(','));
        if (!visit(part))
            return false;
        list.remove_prefix(std::min(part.size() + 1, list.size()));
    }
    return true;
}

class BroadcomSetter {
public:
    BroadcomSetter(std::string_view subject, bool by_adapter, const ShellCommand& command, SetterSink& sink)
        : subject_(subject), by_adapter_(by_adapter), command_(command), sink_(sink)
    {
    }

    // "3", "3,4", "none", or niccli's 0xFF
    State take_pause(const ShellWord& value)
    {
        PrioritySet paused;
        const std::string text = ascii::lowered(value.text);
        const bool none = text == "none" || text == no_priority;
        const bool good = none || visit_list(text, [&](std::string_view part) {
            const auto priority = small_number(part, 7);
            if (priority)
                paused.insert(*priority);
            return priority.has_value();
        });
        if (!value.known || !good || text.empty())
            return State::unsupported;
        Setter& setter = add(Knob::pfc, value);
        setter.given = PrioritySet::all();
        for (const Priority priority : paused)
            setter.list[priority] = 1;
        return State::read;
    }

    // "0:0,3:1": the class of each priority
    State take_map(const ShellWord& value)
    {
        return take_pairs(
            Knob::class_map, value, [](std::string_view class_text) -> std::optional<std::uint32_t> {
                return small_number(class_text, 7);
            });
    }

    // "0:ets,1:ets,2:strict"
    State take_services(const ShellWord& value)
    {
        return take_pairs(Knob::service, value, [](std::string_view word) -> std::optional<std::uint32_t> {
            if (word == "strict")
                return static_cast<std::uint32_t>(Service::strict);
            return word == "ets" ? std::optional(static_cast<std::uint32_t>(Service::ets)) : std::nullopt;
        });
    }

    // "50,50": by traffic class
    State take_shares(const ShellWord& value)
    {
        KnobValue shares;
        std::uint8_t tc = 0;
        const bool good = value.known && visit_list(value.text, [&](std::string_view part) {
            const auto share = small_number(part, 100);
            if (!share || tc > 7)
                return false;
            shares.given.insert(tc);
            shares.list[tc++] = *share;
            return true;
        });
        if (!good || shares.given.empty())
            return State::unsupported;
        static_cast<KnobValue&>(add(Knob::share, value)) = shares;
        return State::read;
    }

    // "3,5,26": priority, selector, protocol
    State take_application(const ShellWord& value, bool removes)
    {
        std::array<std::uint64_t, 3> numbers{};
        std::size_t count = 0;
        const bool good = value.known && visit_list(value.text, [&](std::string_view part) {
            const auto number = number_in_any_base(part);
            if (!number || count >= numbers.size())
                return false;
            numbers[count++] = *number;
            return true;
        });
        if (!good || count != numbers.size() || numbers[0] > 7)
            return State::unsupported;
        const auto priority = static_cast<std::uint32_t>(numbers[0]);
        const auto selector = static_cast<std::uint8_t>(std::min<std::uint64_t>(numbers[1], 255));
        if (selector == app_selector_dscp && numbers[2] < 64) {
            Setter& setter = add(Knob::dscp_priority, value);
            setter.number = static_cast<std::uint8_t>(numbers[2]);
            setter.amount = removes ? 0 : priority;
            return State::read;
        }
        if (!is_roce_application(selector, numbers[2]))
            return State::irrelevant; // another protocol
        if (removes)
            return State::unsupported;
        add(Knob::roce_priority, value).amount = priority;
        return State::read;
    }

private:
    Setter& add(Knob knob, const ShellWord& value)
    {
        Setter& setter = sink_.setters.emplace_back();
        setter.knob = knob;
        setter.subject = subject_;
        setter.by_adapter = by_adapter_;
        setter.bnxt = true;
        setter.editable = false; // the list is one word of its own notation
        setter.at = place_of(sink_, value);
        setter.after = command_.after;
        return setter;
    }

    template <class Amount>
    State take_pairs(Knob knob, const ShellWord& value, Amount&& amount_of)
    {
        KnobValue pairs;
        const bool good = value.known && visit_list(value.text, [&](std::string_view pair) {
            const std::size_t colon = pair.find(':');
            const auto index = small_number(pair.substr(0, colon), 7);
            if (!index || colon == std::string_view::npos)
                return false;
            const std::optional<std::uint32_t> amount = amount_of(pair.substr(colon + 1));
            pairs.list[*index] = amount.value_or(0);
            pairs.given.insert(*index);
            return amount.has_value();
        });
        if (!good || pairs.given.empty())
            return State::unsupported;
        static_cast<KnobValue&>(add(knob, value)) = pairs;
        return State::read;
    }

    std::string_view subject_;
    bool by_adapter_;
    const ShellCommand& command_;
    SetterSink& sink_;
};

// The value of `key=value`; nothing for another word.
std::optional<ShellWord> assigned(const ShellWord& word, std::string_view key)
{
    if (!word.text.starts_with(key) || word.text.size() <= key.size() || word.text[key.size()] != '=')
        return std::nullopt;
    ShellWord value = word;
    value.text.remove_prefix(key.size() + 1);
    return value;
}

// The value of "--dev N" or "-dev=N"; nothing if it is not there or known only when the script runs.
std::optional<std::string_view> adapter_of(ShellWordList words)
{
    for (std::size_t index = 0; index < words.size(); ++index) {
        const std::string_view text = words[index].text;
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos && is_adapter_option(text.substr(0, equals)))
            return words[index].known ? std::optional(text.substr(equals + 1)) : std::nullopt;
        if (is_adapter_option(text))
            return index + 1 < words.size() && words[index + 1].known ? std::optional(words[index + 1].text)
                                                                      : std::nullopt;
    }
    return std::nullopt;
}

bool has_word(ShellWordList words, std::string_view wanted)
{
    return std::ranges::any_of(words, [wanted](const ShellWord& word) { return word.text == wanted; });
}

}

State read_niccli_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    const auto adapter = adapter_of(words);
    if (has_word(words, "support_rdma") && (has_word(words, "-setoption") || has_word(words, "--setoption")))
        return State::unsupported;
    if (!has_word(words, "qos") || has_word(words, "--show"))
        return State::irrelevant; // it shows something, or is about firmware
    if (!adapter || adapter->empty())
        return State::unsupported;
    const bool by_adapter = ascii::is_number(*adapter) || adapter->find(':') != std::string_view::npos;
    BroadcomSetter setter(*adapter, by_adapter, command, sink);
    State worst = State::irrelevant;
    for (std::size_t index = 0; index + 1 < words.size(); ++index) {
        const std::string_view option = words[index].text;
        const ShellWord& value = words[index + 1];
        State state = State::irrelevant;
        if (option == "--enable" && has_word(words, "--pfc"))
            state = setter.take_pause(value);
        else if (option == "--tsa")
            state = setter.take_services(value);
        else if (option == "--up2tc")
            state = setter.take_map(value);
        else if (option == "--tcbw")
            state = setter.take_shares(value);
        else if (option == "--app")
            state = setter.take_application(value, has_word(words, "--del"));
        else if (option == "--ratelimit" || option == "--dscp2prio")
            state = State::unsupported;
        worst = std::max(worst, state);
    }
    return worst;
}

State read_bnxtqos_setter(ShellWordList words, const ShellCommand& command, SetterSink& sink)
{
    std::string_view interface;
    for (const ShellWord& word : words) {
        if (const auto value = assigned(word, "-dev"); value && word.known)
            interface = value->text;
    }
    if (has_word(words, "get_qos"))
        return State::irrelevant;
    if (interface.empty())
        return State::unsupported;
    BroadcomSetter setter(interface, false, command, sink);
    const bool removes = has_word(words, "-d");
    State worst = State::irrelevant;
    for (const ShellWord& word : words) {
        State state = State::irrelevant;
        if (const auto enabled = assigned(word, "enabled"))
            state = setter.take_pause(*enabled);
        else if (const auto services = assigned(word, "tsa"))
            state = setter.take_services(*services);
        else if (const auto map = assigned(word, "priority2tc"))
            state = setter.take_map(*map);
        else if (const auto shares = assigned(word, "tcbw"))
            state = setter.take_shares(*shares);
        else if (const auto application = assigned(word, "app"))
            state = setter.take_application(*application, removes);
        worst = std::max(worst, state);
    }
    return worst;
}

}
