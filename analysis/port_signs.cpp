// SPDX-License-Identifier: Apache-2.0
// Only signs on single ports count: templates carry policies and profiles to switches that do not use them,
// but the lines of a port are put there on purpose.
#include "analysis/port_signs.h"

#include "models/fabric/target.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

namespace rocelint {
namespace {

// Calls `take` for each run of letters and digits until it returns true.
template <class Take>
bool any_word(std::string_view text, const Take& take)
{
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = 0; at < text.size();) {
        if (!is_part(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_part(text[end]))
            ++end;
        if (take(text.substr(at, end - at)))
            return true;
        at = end;
    }
    return false;
}

bool is_one_of(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::any_of(
        words, [word](std::string_view other) { return equal_ignoring_case(word, other); });
}

bool names_rdma(std::string_view text)
{
    constexpr std::array<std::string_view, 4> words{"rdma", "roce", "rocev1", "rocev2"};
    return any_word(text, [&](std::string_view word) { return is_one_of(word, words); });
}

// Whether a line turns something on; a line that turns it off is no sign of RDMA.
bool switches_on(std::string_view line)
{
    constexpr std::array<std::string_view, 7> on{
        "on", "enable", "enabled", "true", "no-drop", "drop", "force"};
    constexpr std::array<std::string_view, 5> off{"off", "no", "disable", "disabled", "false"};
    return any_word(line, [&](std::string_view word) { return is_one_of(word, on); })
        && !any_word(line.substr(0, line.find("no-drop")),
            [&](std::string_view word) { return is_one_of(word, off); });
}

std::optional<Span> pfc_line(const Device& device, const Setting<PrioritySet>& pfc, const SourceSet& sources)
{
    const Origin origin = device.origins.look_up(pfc.origin);
    if (!origin.at.somewhere() || (origin.kind != OriginKind::explicit_ && origin.kind != OriginKind::unread))
        return std::nullopt;
    return switches_on(sources.text_at(origin.at)) ? std::optional(origin.at) : std::nullopt;
}

// Whether another port gets its marking from the same line: that line then applies to the whole switch, and
// is no sign for this port.
bool is_shared(const Device& device, const Port& port, const Queue& queue)
{
    const auto other = std::ranges::find_if(
        device.ports, [&](const Port& one) { return one.kind == PortKind::physical && &one != &port; });
    if (other == device.ports.end())
        return false;
    const Queue* same = device.queue(*other, queue.number);
    return same != nullptr
        && device.origins.look_up(same->ecn.origin).at == device.origins.look_up(queue.ecn.origin).at;
}

// A dedicated queue that marks. If more queues mark than RDMA and CNPs need, marking is no sign of RDMA.
std::optional<Span> marking_queue(const Device& device, const Port& port)
{
    constexpr std::size_t most_queues = 2;
    std::size_t marking = 0;
    std::optional<Span> first;
    for (const Queue& queue : device.queues_of(port)) {
        const bool is_stated = queue.ecn.origin.kind() == OriginKind::explicit_
            || queue.ecn.origin.kind() == OriginKind::inherited;
        const EcnProfile* profile = is_stated ? target_of(device.ecn_profiles, queue.ecn) : nullptr;
        if (queue.number == 0 || profile == nullptr || !profile->marks() || is_shared(device, port, queue))
            continue;
        ++marking;
        if (!first)
            first = device.place(queue.ecn.origin, &port);
    }
    return marking <= most_queues ? first : std::nullopt;
}

// A watchdog that a line of the port, or of a profile bound to it, switches on.
std::optional<Span> watched_port(const Device& device, const Port& port)
{
    const Setting<bool>& enabled = port.watchdog.enabled;
    if (!enabled.configured() || !enabled.value || device.origins.look_up(enabled.origin).is_device_wide())
        return std::nullopt;
    return device.place(enabled.origin, &port);
}

std::optional<Span> named_map(const Device& device, const Port& port)
{
    const auto is_stated = [](const Setting<Ref>& ref) {
        return ref.origin.kind() == OriginKind::explicit_ || ref.origin.kind() == OriginKind::inherited;
    };
    if (is_stated(port.dscp_to_tc)) {
        const ClassMap* map = device.map(port.dscp_to_tc);
        if (map != nullptr && names_rdma(map->name))
            return device.place(port.dscp_to_tc.origin, &port);
    }
    if (is_stated(port.ingress_policy)) {
        const ClassPolicy* policy = target_of(device.policies, port.ingress_policy);
        if (policy != nullptr
            && (names_rdma(policy->name) || std::ranges::any_of(policy->classes, [](const PolicyClass& one) {
                   return names_rdma(one.name);
               })))
            return device.place(port.ingress_policy.origin, &port);
    }
    return std::nullopt;
}

}

std::optional<Span> find_port_sign(const Device& device, const Port& port, const SourceSet& sources)
{
    for (const Setting<PrioritySet>* pfc : {&port.pfc_tx, &port.pfc_rx}) {
        if (const auto line = pfc_line(device, *pfc, sources))
            return line;
    }
    if (const auto watched = watched_port(device, port))
        return watched;
    if (port.pause_rx.is(true) && port.pause_tx.is(true) && port.pause_rx.configured())
        return device.place(port.pause_rx.origin, &port);
    if (const auto marks = marking_queue(device, port))
        return marks;
    if (const auto map = named_map(device, port))
        return map;
    return names_rdma(port.description) ? std::optional(port.at) : std::nullopt;
}

bool is_for_other_use(const Device& device, const Port& port)
{
    constexpr std::array<std::string_view, 10> words{
        "mgmt", "management", "oob", "bmc", "ipmi", "idrac", "ilo", "console", "unused", "spare"};
    const auto names_it = [&](std::string_view text) {
        return any_word(text, [&](std::string_view word) { return is_one_of(word, words); });
    };
    // Any network other than the GPUs' back end, in one word or two: "front-end services".
    const auto names_front_end = [](std::string_view text) {
        bool after_front = false;
        return any_word(text, [&](std::string_view word) {
            const bool ends = after_front && equal_ignoring_case(word, "end");
            after_front = equal_ignoring_case(word, "front");
            return ends || equal_ignoring_case(word, "frontend");
        });
    };
    // Device models have such a word as a suffix: "9348bmc".
    const auto ends_so = [](std::string_view word) {
        constexpr std::string_view suffix = "bmc";
        return word.size() > suffix.size()
            && equal_ignoring_case(word.substr(word.size() - suffix.size()), suffix);
    };
    return names_it(device.name) || names_it(port.description) || names_front_end(port.description)
        || any_word(device.name, ends_so);
}

}
