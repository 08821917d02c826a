// SPDX-License-Identifier: Apache-2.0
// Tables of the statements that are read. Everything else is unsupported or unrecognised, and counted.
#include "drivers/srlinux/grammar.h"

#include "drivers/srlinux/build.h"
#include "drivers/srlinux/grammar_levels.h"

namespace rocelint::srlinux {
namespace {

constexpr std::string_view interface_schema = "SR Linux 25.3.1, srl_nokia-interfaces.yang";
constexpr std::string_view mtu_schema = "SR Linux 25.3.1, srl_nokia-mtu.yang";
constexpr Limit mtu_limit{"mtu", 1450, 9500, interface_schema};
constexpr Limit ip_mtu_limit{"ip-mtu", 1280, 9486, interface_schema};
constexpr Limit default_mtu_limit{"default-port-mtu", 1500, 9500, mtu_schema};
constexpr Limit default_ip_mtu_limit{"default-ip-mtu", 1280, 9486, mtu_schema};
constexpr std::string_view states[]{"enable", "disable"};
constexpr std::string_view fec_choice[]{"disabled", "rs-528", "rs-544", "base-r", "rs-108"};
constexpr std::string_view speeds[]{
    "10M", "100M", "1G", "10G", "25G", "40G", "50G", "100G", "200G", "400G", "800G"};
constexpr std::string_view si_types[]{"routed", "bridged", "local-mirror-dest"};

// QoS below an interface or a subinterface. The modules have it below /qos/interfaces.
constexpr Grammar unread_level{{}, nullptr, unsupported};
constexpr Keyword unread_qos{
    .word = "qos", .form = Form::block, .state = unsupported, .inside = &unread_level, .telling = true};

// interface
constexpr Keyword pause_words[]{choice("receive", truths), choice("transmit", truths)};
constexpr Grammar pause_level{pause_words};
constexpr Keyword ethernet_words[]{value("aggregate-id"),
    choice("port-speed", speeds),
    choice("forward-error-correction", fec_choice),
    block("flow-control", pause_level)};
constexpr Grammar ethernet_level{ethernet_words, nullptr, irrelevant};
constexpr Keyword transceiver_words[]{choice("forward-error-correction", fec_choice)};
constexpr Grammar transceiver_level{transceiver_words, nullptr, irrelevant};
constexpr Grammar nothing_read{{}, nullptr, irrelevant};
constexpr Keyword untagged_block{
    .word = "untagged", .form = Form::block, .inside = &nothing_read, .telling = true};
constexpr Keyword tagged_block{
    .word = "single-tagged", .form = Form::block, .inside = &nothing_read, .telling = true};
constexpr Keyword encap_words[]{untagged_block, tagged_block};
constexpr Grammar encap_level{encap_words, nullptr, irrelevant};
constexpr Keyword vlan_words[]{block("encap", encap_level)};
constexpr Grammar vlan_level{vlan_words, nullptr, irrelevant};
constexpr Keyword ip_words[]{choice("admin-state", states), profiles("address", nothing_read, "ip-prefix")};
constexpr Grammar ip_level{ip_words, nullptr, irrelevant};
constexpr Keyword subinterface_words[]{choice("type", si_types),
    choice("admin-state", states),
    number("ip-mtu", ip_mtu_limit),
    block("vlan", vlan_level),
    unread_qos,
    {.word = "ipv4", .form = Form::block, .inside = &ip_level, .telling = true},
    {.word = "ipv6", .form = Form::block, .inside = &ip_level, .telling = true}};
constexpr Grammar subinterface_level{subinterface_words, nullptr, irrelevant};
constexpr Keyword breakout_words[]{value("num-breakout-ports"), choice("breakout-port-speed", speeds)};
constexpr Grammar breakout_level{breakout_words, nullptr, irrelevant};
constexpr Keyword interface_words[]{value("description"),
    choice("admin-state", states),
    number("mtu", mtu_limit),
    choice("vlan-tagging", truths),
    block("ethernet", ethernet_level),
    block("transceiver", transceiver_level),
    block("breakout-mode", breakout_level),
    unread_qos,
    profiles("subinterface", subinterface_level, "index")};
constexpr Grammar interface_level{interface_words, nullptr, irrelevant};

// system
constexpr Keyword name_words[]{value("host-name")};
constexpr Grammar name_level{name_words, nullptr, irrelevant};
constexpr Keyword mtu_words[]{
    number("default-port-mtu", default_mtu_limit), number("default-ip-mtu", default_ip_mtu_limit)};
constexpr Grammar mtu_level{mtu_words, nullptr, irrelevant};
constexpr Keyword system_words[]{block("name", name_level), block("mtu", mtu_level), later("load-balancing")};
constexpr Grammar system_level{system_words, nullptr, irrelevant};

// platform: only what `info from state` shows of the chassis
constexpr Keyword chassis_words[]{value("type")};
constexpr Grammar chassis_level{chassis_words, nullptr, irrelevant};
constexpr Keyword platform_words[]{block("chassis", chassis_level)};
constexpr Grammar platform_level{platform_words, nullptr, irrelevant};

constexpr Keyword configuration_words[]{{.word = "interface",
                                            .form = Form::named,
                                            .inside = &interface_level,
                                            .telling = true,
                                            .key_name = "name"},
    block("system", system_level),
    block("platform", platform_level),
    block("qos", qos_level),
    skip("acl"),
    skip("bfd"),
    skip("network-instance"),
    skip("oam"),
    skip("routing-policy"),
    skip("tunnel"),
    skip("tunnel-interface")};
constexpr Grammar configuration{configuration_words};

constexpr std::string_view idle_verbs[]{
    "enter", "commit", "info", "save", "discard", "baseline", "quit", "exit", "show", "diff"};

// A block of a list exists by its name, and so does a container with presence.
bool means_something(const Statement& block)
{
    return block.keyword == nullptr || block.keyword->telling
        || (block.word() == "interface" && block.parent->word() == "interfaces");
}

bool is_list_entry(const Statement&) { return false; }

}

const hierarchy::Language language{.configuration = &configuration,
    .build = build,
    .means_something = means_something,
    .is_list_entry = is_list_entry,
    .top = "/ ",
    .idle_verbs = idle_verbs};

std::vector<std::string_view> words_of_grammar() { return hierarchy::words_of(language); }

}
