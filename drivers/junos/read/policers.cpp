// SPDX-License-Identifier: Apache-2.0
// Policers, and the filters that send packets through them (Junos OS Routing Policies, Firewall Filters, and Traffic
// Policers User Guide, Policer Color-Marking and Actions). The model's colours are loss priorities: low is green, medium
// is yellow, high is red.
#include "drivers/junos/read/config.h"
#include "models/fabric/value/roce_packet.h"

#include <charconv>
#include <optional>

namespace rocelint::junos {
namespace {

constexpr std::string_view no_policer = "the policer that it names is not in the configuration";
constexpr std::string_view no_loss_priority = "its loss priority is not understood";
constexpr std::string_view coloured_by_pcp = "it acts on their 802.1p priority";
constexpr std::string_view no_rate = "the rate of its policer is not understood";
// `firewall filter NAME` is one of this family.
constexpr std::string_view usual_family = "inet";

MeterEffect effect_with(Colour colour)
{
    return colour == Colour::green ? MeterEffect::green
        : colour == Colour::yellow ? MeterEffect::yellow
                                   : MeterEffect::red;
}

std::optional<Meter> coloured(std::string_view loss_priority, BitsPerSecond above, Span at)
{
    const std::optional<Colour> colour = colour_of(loss_priority);
    if (!colour || *colour == Colour::green)
        return std::nullopt;
    return Meter{.effect = effect_with(*colour), .above = above, .at = at};
}

// What happens to packets above the rate of a policer with two colours.
std::vector<Meter> effects_of_policer(const Statement& policer)
{
    const Statement* limit = policer.child("if-exceeding");
    const Statement* then = policer.child("then");
    if (then == nullptr)
        return {};
    BitsPerSecond above;
    if (const Statement* rate = limit == nullptr ? nullptr : limit->child("bandwidth-limit");
        rate != nullptr) {
        const auto read = parse_rate(rate->key);
        if (!read)
            return {{.why_unknown = no_rate, .at = rate->at}};
        above = *read;
    } else if (limit != nullptr && limit->value("bandwidth-percent") == "100") {
        return {}; // no port exceeds its own rate
    }
    std::vector<Meter> effects;
    if (const Statement* discard = then->child("discard"); discard != nullptr)
        effects.push_back({.effect = MeterEffect::drop, .above = above, .at = discard->at});
    if (const Statement* loss = then->child("loss-priority"); loss != nullptr) {
        if (const auto meter = coloured(loss->key, above, loss->at))
            effects.push_back(*meter);
    }
    return effects;
}

BitsPerSecond rate_in(const Statement& rates, std::string_view word)
{
    return parse_rate(rates.value(word)).value_or(BitsPerSecond{});
}

// Yellow and red are implicit; `action` can discard what is red.
std::vector<Meter> effects_of_colours(const Statement& policer)
{
    const Statement* single = policer.child("single-rate");
    const Statement* rates = single != nullptr ? single : policer.child("two-rate");
    if (rates == nullptr)
        return {};
    const BitsPerSecond committed = rate_in(*rates, "committed-information-rate");
    const BitsPerSecond peak = single != nullptr ? committed : rate_in(*rates, "peak-information-rate");
    const Statement* action = policer.child("action");
    const Statement* red = action == nullptr ? nullptr : action->child("loss-priority", "high");
    const Statement* then = red == nullptr ? nullptr : red->child("then");
    const Statement* discard = then == nullptr ? nullptr : then->child("discard");
    return {{.effect = MeterEffect::yellow, .above = committed, .at = rates->at},
        {.effect = discard == nullptr ? MeterEffect::red : MeterEffect::drop,
            .above = peak,
            .at = discard == nullptr ? rates->at : discard->at}};
}

// A number in decimal, "0x1a", "b011010", or a name.
std::optional<Dscp> code_point(std::string_view text)
{
    constexpr unsigned bits = 6;
    int base = 10;
    std::string_view digits = text;
    if (text.starts_with("0x")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (text.starts_with('b') && text.find_first_not_of("01", 1) == std::string_view::npos) {
        base = 2;
        digits.remove_prefix(1);
    }
    unsigned number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (!digits.empty() && read.ec == std::errc() && read.ptr == digits.data() + digits.size())
        return number < 64 ? std::optional(static_cast<Dscp>(number)) : std::nullopt;
    return parse_point(text, bits);
}

// Whether "17", "udp" or "4000-5000" is or includes what RoCEv2 packets have, which may have a name.
bool includes(std::string_view text, unsigned number, std::string_view name)
{
    const std::size_t dash = text.find('-');
    const auto part = [](std::string_view digits) {
        unsigned read = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), read);
        return end.ec == std::errc() && end.ptr == digits.data() + digits.size() ? std::optional(read)
                                                                                 : std::nullopt;
    };
    const auto least = part(text.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : part(text.substr(dash + 1));
    return least && most ? *least <= number && number <= *most : !name.empty() && text == name;
}

// Whether the alternatives of a condition include what RoCEv2 packets have, or the condition is not there.
bool is_met_by_roce(const Statement& from, std::string_view word, unsigned number, std::string_view name = {})
{
    bool stated = false;
    for (const Statement& value : from) {
        if (value.word() != word)
            continue;
        stated = true;
        if (includes(value.key, number, name))
            return true;
    }
    return !stated;
}

MeterClass class_of_term(const Statement& term)
{
    MeterClass entry;
    const Statement* from = term.child("from");
    if (from == nullptr) {
        entry.matches_everything = true;
        return entry;
    }
    if (!is_met_by_roce(*from, "protocol", udp_protocol, "udp")
        || !is_met_by_roce(*from, "destination-port", roce_udp_port))
        return entry; // it matches no RoCE
    entry.matches_other = from->holds_more;
    bool by_dscp = false;
    bool points_known = true;
    for (const Statement& value : *from) {
        if (value.word() != "dscp")
            continue;
        by_dscp = true;
        const auto point = code_point(value.key);
        points_known = points_known && point;
        entry.dscps.insert(point.value_or(64));
    }
    entry.matches_other = entry.matches_other || !points_known;
    entry.matches_everything = !entry.matches_other && !by_dscp;
    if (!entry.matches_other)
        return entry;
    if (by_dscp && points_known)
        entry.possible = entry.dscps;
    entry.dscps = {};
    return entry;
}

void add_effects(const Config& config, const Statement& reference, std::vector<Meter>& effects)
{
    const auto found = config.policers.find(reference.key);
    if (found == config.policers.end())
        effects.push_back({.why_unknown = no_policer, .at = reference.at});
    else
        effects.insert(effects.end(), found->second.begin(), found->second.end());
}

void take_then(const Config& config, const Statement& then, std::vector<Meter>& effects)
{
    for (const Statement& action : then) {
        if (action.word() == "policer") {
            add_effects(config, action, effects);
        } else if (action.word() == "three-color-policer") {
            for (const Statement& reference : action)
                add_effects(config, reference, effects);
        } else if (action.word() == "loss-priority") {
            const std::optional<Colour> colour = colour_of(action.key);
            effects.push_back({.effect = colour ? effect_with(*colour) : MeterEffect::unknown,
                .why_unknown = colour ? std::string_view() : no_loss_priority,
                .at = action.at,
                .sets_colour = true});
        }
    }
}

void read_filters_of(Config& config, const Statement& block, std::string_view family)
{
    for (const Statement& filter : block) {
        if (filter.word() != "filter")
            continue;
        std::vector<MeterClass> classes;
        for (const Statement& term : filter) {
            if (term.word() != "term")
                continue;
            MeterClass entry = class_of_term(term);
            if (const Statement* then = term.child("then"); then != nullptr) {
                take_then(config, *then, entry.effects);
                entry.continues = then->value("next") == "term";
            }
            classes.push_back(std::move(entry));
        }
        std::vector<Meter> meters = meters_of_classes(classes);
        if (!meters.empty())
            config.filter_meters[{family, filter.key}] = std::move(meters);
    }
}

}

bool may_take_roce(const Statement& term)
{
    const MeterClass entry = class_of_term(term);
    return entry.matches_everything || entry.matches_other || !entry.dscps.empty();
}

void read_policers(Config& config)
{
    const Statement* firewall = config.root.child("firewall");
    if (firewall == nullptr)
        return;
    for (const Statement& statement : *firewall) {
        if (statement.word() == "policer")
            config.policers[statement.key] = effects_of_policer(statement);
        else if (statement.word() == "three-color-policer")
            config.policers[statement.key] = effects_of_colours(statement);
    }
    read_filters_of(config, *firewall, usual_family);
    if (const Statement* families = firewall->child("family"); families != nullptr) {
        for (const Statement& family : *families)
            read_filters_of(config, family, family.word());
    }
}

void bind_filters(Config& config, const Statement& family, std::uint32_t port)
{
    if (const Statement* filter = family.child("filter"); filter != nullptr) {
        for (const Statement& applied : *filter) {
            const auto found = config.filter_meters.find({family.word(), applied.key});
            if (found != config.filter_meters.end())
                bind_meters(config.device, port, found->second);
        }
    }
    const Statement* policer = family.child("policer");
    const Statement* input = policer == nullptr ? nullptr : policer->child("input");
    if (input == nullptr)
        return;
    MeterClass everything{.matches_everything = true};
    add_effects(config, *input, everything.effects);
    bind_meters(config.device, port, meters_of_classes({&everything, 1}));
}

void bind_loss_priorities(Config& config)
{
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index) {
        const Port& port = config.device.ports[index];
        const bool by_pcp = port.trust.peek_known() && port.trust.value == Trust::pcp;
        const Setting<Ref>& map = by_pcp ? port.pcp_to_tc : port.dscp_to_tc;
        const auto found
            = map.peek_known() ? config.loss_priorities.find(map.value.index) : config.loss_priorities.end();
        if (found == config.loss_priorities.end())
            continue;
        std::vector<Meter> meters = found->second;
        std::erase_if(meters, [](const Meter& meter) { return meter.dscps.empty(); });
        if (by_pcp && !meters.empty())
            meters = {{.dscps = DscpSet::all(),
                .why_unknown = coloured_by_pcp,
                .at = meters.front().at,
                .sets_colour = true}};
        bind_map_colours(config.device, index, meters);
    }
}

}
