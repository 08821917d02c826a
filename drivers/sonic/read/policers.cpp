// SPDX-License-Identifier: Apache-2.0
// Policers that rules of an ingress access list give to packets: POLICER_ACTION of ACL_RULE names a row of POLICER
// (sonic-swss orchagent/aclorch.cpp and policerorch.cpp). A packet takes the matching rule with the highest priority.
#include "drivers/sonic/read/reader.h"
#include "models/fabric/value/roce_packet.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace rocelint::sonic {
namespace {

constexpr std::string_view policer_action = "POLICER_ACTION";
constexpr std::string_view no_policer = "the policer that it names is not in the configuration";
constexpr std::string_view bound_to_vlan = "its access list is bound to a VLAN";
constexpr std::string_view no_mode = "the mode of its policer is not stated";

// orchagent compares the names of fields and their words in capitals.
bool is(std::string_view written, std::string_view capitals)
{
    return std::ranges::equal(
        written, capitals, [](char one, char other) { return ascii::upper(one) == other; });
}

const Node* field_of(const Row& row, std::string_view capitals)
{
    for (const Node& field : *row.fields) {
        if (is(field.key, capitals))
            return &field;
    }
    return nullptr;
}

std::optional<std::uint64_t> plain_number(std::string_view text)
{
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number)
                                                                           : std::nullopt;
}

MetByRoce met_by_roce(const Node& field)
{
    const bool port = is(field.key, "L4_DST_PORT");
    if (port || is(field.key, "IP_PROTOCOL") || is(field.key, "NEXT_HEADER")) {
        const auto number = plain_number(field.value);
        return !number                                         ? MetByRoce::some
            : *number == (port ? roce_udp_port : udp_protocol) ? MetByRoce::all
                                                               : MetByRoce::none;
    }
    if (!is(field.key, "IP_TYPE"))
        return MetByRoce::some;
    return is(field.value, "ANY") || is(field.value, "IP") ? MetByRoce::all
        : is(field.value, "NON_IP")                        ? MetByRoce::none
                                                           : MetByRoce::some;
}

bool is_action(std::string_view key) { return key.size() > 7 && is(key.substr(key.size() - 7), "_ACTION"); }

struct Rule {
    std::uint64_t priority = 0;
    MeterClass entry;
};

class PolicerReader {
public:
    explicit PolicerReader(Reader& reader) : reader_(reader) { }

    void run()
    {
        for (const Row& row : reader_.rows(Table::acl_rule)) {
            row.fields->mark_subtree(CoverageState::irrelevant);
            if (field_of(row, policer_action) != nullptr)
                lists_[list_of(row)];
        }
        for (const Row& row : reader_.rows(Table::policer))
            row.fields->mark_subtree(CoverageState::irrelevant);
        for (const Row& row : reader_.rows(Table::acl_rule)) {
            if (const auto list = lists_.find(list_of(row)); list != lists_.end())
                list->second.push_back(rule_of(row));
        }
        for (const Row& row : reader_.rows(Table::acl_table)) {
            if (const auto list = lists_.find(row.key); list != lists_.end())
                bind(row, list->second);
        }
    }

private:
    [[nodiscard]] static std::string_view list_of(const Row& row)
    {
        return row.key.substr(0, row.key.find('|'));
    }

    [[nodiscard]] Rule rule_of(const Row& row)
    {
        Rule rule;
        bool other = false;
        bool no_roce = false;
        bool by_dscp = false;
        for (const Node& field : *row.fields) {
            field.mark(CoverageState::read);
            if (is(field.key, "PRIORITY"))
                rule.priority = plain_number(field.value).value_or(0);
            else if (is(field.key, policer_action))
                rule.entry.effects = effects_of(row, field);
            else if (is(field.key, "DSCP")) {
                const auto dscp = plain_number(field.value);
                by_dscp = dscp && *dscp < 64;
                other = other || !by_dscp;
                rule.entry.dscps.insert(static_cast<Dscp>(by_dscp ? *dscp : 64));
            } else if (is_action(field.key))
                field.mark(CoverageState::irrelevant);
            else {
                const MetByRoce met = met_by_roce(field);
                other = other || met == MetByRoce::some;
                no_roce = no_roce || met == MetByRoce::none;
            }
        }
        if (no_roce) {
            rule.entry = {};
            return rule;
        }
        rule.entry.matches_other = other;
        rule.entry.matches_everything = !other && !by_dscp;
        if (!other)
            return rule;
        if (by_dscp)
            rule.entry.possible = rule.entry.dscps;
        rule.entry.dscps = {};
        return rule;
    }

    [[nodiscard]] std::vector<Meter> effects_of(const Row& rule, const Node& field)
    {
        const auto& rows = reader_.rows(Table::policer);
        const auto found = std::ranges::find_if(rows, [&](const Row& row) {
            return row.key == field.value && reader_.space(row) == reader_.space(rule);
        });
        if (found == rows.end())
            return {{.why_unknown = no_policer, .at = rule.span_of(field)}};
        found->fields->mark_subtree(CoverageState::read);
        return colours_of(*found, rule.span_of(field));
    }

    // Rates in bytes become bits; those in packets stay unknown. SAI forwards packets of every colour unless an action
    // says otherwise (SAI inc/saipolicer.h).
    [[nodiscard]] static BitsPerSecond rate_of(const Row& policer, std::string_view name)
    {
        constexpr std::uint64_t most = std::uint64_t{1} << 60U;
        const Node* type = field_of(policer, "METER_TYPE");
        const Node* rate = field_of(policer, name);
        const bool bytes = type != nullptr && is(type->value, "BYTES");
        const auto number = rate == nullptr || !bytes ? std::nullopt : plain_number(rate->value);
        return {number && *number < most ? *number * 8 : 0};
    }

    [[nodiscard]] static std::vector<Meter> colours_of(const Row& policer, Span at)
    {
        const Node* mode = field_of(policer, "MODE");
        const bool two_rates = mode != nullptr && is(mode->value, "TR_TCM");
        if (!two_rates && (mode == nullptr || !is(mode->value, "SR_TCM")))
            return {{.why_unknown = no_mode, .at = at}};
        std::vector<Meter> effects;
        const auto add = [&](std::string_view action, MeterEffect colour, BitsPerSecond above) {
            const Node* field = field_of(policer, action);
            const bool drops = field != nullptr && (is(field->value, "DROP") || is(field->value, "DENY"));
            effects.push_back({.effect = drops ? MeterEffect::drop : colour,
                .above = above,
                .at = drops ? policer.span_of(*field) : at});
        };
        add("YELLOW_PACKET_ACTION", MeterEffect::yellow, rate_of(policer, "CIR"));
        add("RED_PACKET_ACTION", MeterEffect::red, rate_of(policer, two_rates ? "PIR" : "CIR"));
        return effects;
    }

    void bind(const Row& table, std::vector<Rule>& rules)
    {
        const Node* stage = field_of(table, "STAGE");
        if (stage != nullptr && is(stage->value, "EGRESS"))
            return;
        std::ranges::stable_sort(rules, std::ranges::greater{}, &Rule::priority);
        std::vector<MeterClass> classes;
        for (const Rule& rule : rules)
            classes.push_back(rule.entry);
        const std::vector<Meter> meters = meters_of_classes(classes);
        for (const Node& field : *table.fields) {
            if (!is(field.key, "PORTS") && !is(field.key, "PORTS@"))
                continue;
            visit_items(reader_.list_text(table, field), [&](std::string_view name) {
                if (name.starts_with("Vlan"))
                    bind_to_members(name, table, meters);
                else if (reader_.has_port(name, table))
                    bind_meters(reader_.device(), reader_.find_port(name, table), meters);
            });
        }
    }

    // Which packets of a member are in the VLAN, and whether the list sees those that are not routed, is not known.
    void bind_to_members(std::string_view vlan, const Row& table, std::vector<Meter> meters)
    {
        for (Meter& meter : meters) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = bound_to_vlan;
        }
        for (const Row& row : reader_.rows(Table::vlan_member)) {
            const std::size_t bar = row.key.find('|');
            if (bar == std::string_view::npos || row.key.substr(0, bar) != vlan
                || reader_.space(row) != reader_.space(table))
                continue;
            const std::string_view member = row.key.substr(bar + 1);
            if (reader_.has_port(member, row))
                bind_meters(reader_.device(), reader_.find_port(member, row), meters);
        }
    }

    Reader& reader_;
    std::map<std::string_view, std::vector<Rule>> lists_; ///< rules by the name of their ACL_TABLE
};

}

void read_policers(Reader& reader)
{
    if (!reader.rows(Table::acl_rule).empty() || !reader.rows(Table::policer).empty())
        PolicerReader(reader).run();
}

}
