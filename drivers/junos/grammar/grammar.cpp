// SPDX-License-Identifier: Apache-2.0
// Tables of the statements that are read. Everything else is unsupported or unrecognised, and counted.
#include "drivers/junos/grammar/grammar.h"

#include "drivers/junos/grammar/build.h"
#include "drivers/junos/grammar/grammar_levels.h"

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

constexpr CoverageState irrelevant = CoverageState::irrelevant;

// system: only the name of the device is read; the rest is management.
constexpr Keyword system_words[] = {value("host-name")};
constexpr Grammar system_level{system_words, nullptr, irrelevant};

// chassis: the speeds of channelized ports.
constexpr Keyword chassis_port_words[]
    = {value("speed"), value("channel-speed"), value("number-of-sub-ports")};
constexpr Grammar chassis_port{chassis_port_words, nullptr, irrelevant};
constexpr Keyword pic_words[] = {named("port", chassis_port)};
constexpr Grammar pic_level{pic_words, nullptr, irrelevant};
constexpr Keyword fpc_words[] = {named("pic", pic_level)};
constexpr Grammar fpc_level{fpc_words, nullptr, irrelevant};
constexpr Keyword chassis_words[] = {named("fpc", fpc_level)};
constexpr Grammar chassis_level{chassis_words, nullptr, irrelevant};

// firewall: a filter that sets the class of matching packets overrides the classifiers. Only conditions that
// identify RoCE packets are read.
constexpr Keyword of_rates_words[] = {value("single-rate"), value("two-rate")};
constexpr Grammar of_rates{of_rates_words};
constexpr Keyword then_words[] = {value("forwarding-class", CoverageState::unsupported),
    value("dscp", CoverageState::unsupported),
    value("loss-priority"),
    value("policer"),
    block("three-color-policer", of_rates),
    value("next"),
    value("traffic-class", CoverageState::unsupported)};
constexpr Grammar then_level{then_words, nullptr, irrelevant};
constexpr Keyword from_words[] = {list("dscp"), list("protocol"), list("destination-port")};
constexpr Grammar from_level{from_words, nullptr, irrelevant};
constexpr Keyword term_words[]
    = {through("from", Form::block, from_level), through("then", Form::block, then_level)};
constexpr Grammar term_level{term_words, nullptr, irrelevant};
constexpr Keyword filter_words[] = {through("term", Form::named, term_level)};
constexpr Grammar filter_level{filter_words, nullptr, irrelevant};
constexpr Keyword filters_words[] = {through("filter", Form::named, filter_level)};
constexpr Grammar filters_level{filters_words, nullptr, irrelevant};
constexpr Keyword firewall_families[] = {through("inet", Form::block, filters_level),
    through("inet6", Form::block, filters_level),
    through("ethernet-switching", Form::block, filters_level),
    through("any", Form::block, filters_level)};
constexpr Grammar firewall_family{firewall_families, nullptr, irrelevant};
constexpr Keyword exceeding_words[]
    = {value("bandwidth-limit"), value("bandwidth-percent"), skip("burst-size-limit")};
constexpr Grammar exceeding_level{exceeding_words, nullptr, irrelevant};
constexpr Keyword exceeded_words[]
    = {flag("discard"), value("loss-priority"), value("forwarding-class", CoverageState::unsupported)};
constexpr Grammar exceeded_level{exceeded_words, nullptr, irrelevant};
constexpr Keyword policer_words[] = {block("if-exceeding", exceeding_level), block("then", exceeded_level)};
constexpr Grammar policer_level{policer_words, nullptr, irrelevant};
constexpr Keyword red_words[] = {block("then", exceeded_level)};
constexpr Grammar red_level{red_words, nullptr, irrelevant};
constexpr Keyword red_action_words[] = {named("loss-priority", red_level)};
constexpr Grammar red_action{red_action_words, nullptr, irrelevant};
constexpr Keyword rate_words[] = {value("committed-information-rate"), value("peak-information-rate")};
constexpr Grammar rate_level{rate_words, nullptr, irrelevant};
constexpr Keyword colours_words[]
    = {block("action", red_action), block("single-rate", rate_level), block("two-rate", rate_level)};
constexpr Grammar colours_level{colours_words, nullptr, irrelevant};
constexpr Keyword firewall_words[] = {through("family", Form::block, firewall_family),
    through("filter", Form::named, filter_level),
    named("policer", policer_level),
    named("three-color-policer", colours_level)};
constexpr Grammar firewall_level{firewall_words, nullptr, irrelevant};

// vlans: a filter of a VLAN acts on what its ports receive.
constexpr Keyword vlan_filter_words[] = {value("input"), list("input-list")};
constexpr Grammar vlan_filter{vlan_filter_words, nullptr, irrelevant};
constexpr Keyword vlan_options_words[] = {through("filter", Form::block, vlan_filter)};
constexpr Grammar vlan_options{vlan_options_words, nullptr, irrelevant};
constexpr Grammar vlan_port{{}, nullptr, irrelevant};
constexpr Keyword vlan_words[] = {through("filter", Form::block, vlan_filter),
    through("forwarding-options", Form::block, vlan_options),
    through("interface", Form::named, vlan_port),
    value("l3-interface", irrelevant),
    value("vlan-id", irrelevant),
    list("vlan-id-list", irrelevant)};
constexpr Grammar vlan_level{vlan_words, nullptr, irrelevant};
constexpr Keyword vlan_name = through("", Form::named, vlan_level);
constexpr Grammar vlans_level{{}, &vlan_name, irrelevant};

extern const Grammar groups_level;

constexpr Keyword configuration_words[] = {
    value("version"),
    block("system", system_level),
    block("chassis", chassis_level),
    block("interfaces", interfaces_level),
    block("class-of-service", class_of_service_level),
    block("forwarding-options", forwarding_options_level),
    block("routing-options", routing_options_level),
    through("policy-options", Form::block, policy_options_level),
    through("protocols", Form::block, protocols_level),
    through("firewall", Form::block, firewall_level),
    block("groups", groups_level),
    skip("access"),
    skip("accounting-options"),
    skip("applications"),
    skip("bridge-domains"),
    skip("configuration"),
    skip("diameter"),
    skip("dynamic-profiles"),
    skip("event-options"),
    skip("ethernet-switching-options"),
    skip("fabric"),
    skip("jsrc"),
    later("logical-systems"),
    skip("multi-chassis"),
    skip("poe"),
    skip("routing-instances"),
    skip("schema"),
    skip("security"),
    skip("services"),
    skip("session-limit-group"),
    skip("snmp"),
    skip("switch-options"),
    skip("tenants"),
    skip("unified-edge"),
    skip("virtual-chassis"),
    through("vlans", Form::block, vlans_level),
    skip("vmhost"),
};

constexpr Keyword group_name = named("", configuration);
const Grammar groups_level{{}, &group_name};

}

const Grammar configuration{configuration_words};
const Keyword apply_groups{.word = "apply-groups", .form = Form::list, .applies = true};
const Keyword apply_groups_except{.word = "apply-groups-except", .form = Form::list, .applies = true};

namespace {

constexpr std::array everywhere{&apply_groups, &apply_groups_except};
constexpr std::array idle_verbs{std::string_view("protect"),
    std::string_view("unprotect"),
    std::string_view("annotate"),
    std::string_view("configure"),
    std::string_view("commit"),
    std::string_view("show"),
    std::string_view("rollback"),
    std::string_view("quit")};

}

const hierarchy::Language language{.configuration = &configuration,
    .everywhere = everywhere,
    .is_annotation = is_annotation,
    .build = build,
    .means_something = means_something,
    .is_list_entry = is_list_entry,
    .idle_verbs = idle_verbs};

std::vector<std::string_view> words_of_grammar() { return hierarchy::words_of(language); }

bool is_annotation(std::string_view word) { return word == "apply-macro" || word == "apply-flags"; }

bool means_something(const Statement& block)
{
    constexpr std::array words{std::string_view("pfc-watchdog"),
        std::string_view("class"),
        std::string_view("remainder"),
        std::string_view("layer-3"),
        std::string_view("layer-4")};
    if (block.keyword == nullptr || block.keyword->telling
        || std::ranges::find(words, block.word()) != words.end())
        return true;
    // Under `interfaces`, naming a port or unit makes it exist; under `class-of-service` it does not.
    for (const Statement* up = &block; up != nullptr; up = up->parent) {
        if (up->word() == "class-of-service")
            return false;
    }
    return !block.word().ends_with("ether-options") && block.word() != "configured-flow-control"
        && block.word() != "enhanced-hash-key" && block.word() != "inet";
}

bool is_list_entry(const Statement& statement)
{
    const std::string_view around
        = statement.parent == nullptr ? std::string_view{} : statement.parent->word();
    return statement.keyword->form == Form::value && statement.word().starts_with("dscp")
        && (around == "classifiers" || around == "rewrite-rules");
}

}
