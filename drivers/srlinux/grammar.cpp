// SPDX-License-Identifier: Apache-2.0
// Tables of the statements that are read. Everything else is unsupported or unrecognised, and counted.
#include "drivers/srlinux/grammar.h"

#include "drivers/srlinux/build.h"

#include <array>

namespace rocelint::srlinux {
namespace {

using hierarchy::block;
using hierarchy::choice;
using hierarchy::later;
using hierarchy::list;
using hierarchy::number;
using hierarchy::skip;
using hierarchy::value;

constexpr CoverageState irrelevant = CoverageState::irrelevant;
constexpr CoverageState unsupported = CoverageState::unsupported;

// A list, whose entries JSON names by a member.
constexpr Keyword entries(std::string_view word, std::string_view key_name, const Grammar& inside)
{
    return {.word = word, .form = Form::named, .inside = &inside, .key_name = key_name};
}
// A list whose entries exist by being named.
constexpr Keyword profiles(std::string_view word, const Grammar& inside, std::string_view key_name = "name")
{
    return {.word = word, .form = Form::named, .inside = &inside, .telling = true, .key_name = key_name};
}
// A further key of the entries of a list: `wred-slope all drop-probability all enable-ecn true`.
constexpr Keyword further_key(
    std::string_view word, const Grammar& inside, std::span<const std::string_view> words)
{
    return {.word = word,
        .form = Form::named,
        .inside = &inside,
        .telling = true,
        .key_name = word,
        .further_key = true,
        .words = words};
}

constexpr std::string_view qos_schema = "SR Linux 25.3.1, srl_nokia-qos.yang";
constexpr std::string_view interface_schema = "SR Linux 25.3.1, srl_nokia-interfaces.yang";
constexpr std::string_view mtu_schema = "SR Linux 25.3.1, srl_nokia-mtu.yang";

constexpr Limit mtu_limit{"mtu", 1450, 9500, interface_schema};
constexpr Limit ip_mtu_limit{"ip-mtu", 1280, 9486, interface_schema};
constexpr Limit default_mtu_limit{"default-port-mtu", 1500, 9500, mtu_schema};
constexpr Limit default_ip_mtu_limit{"default-ip-mtu", 1280, 9486, mtu_schema};
constexpr Limit queue_index_limit{"queue-index", 0, 11, qos_schema};
constexpr Limit pfc_index_limit{"queue-index", 0, 7, qos_schema};
constexpr Limit priority_limit{"pfc-pause-frame-priority", 0, 7, qos_schema};
constexpr Limit dot1p_limit{"dot1p", 0, 7, qos_schema};
constexpr Limit dscp_limit{"dscp", 0, 63, "SR Linux 25.3.1, srl_nokia-common.yang"};
constexpr Limit percent_limit{"percentage", 0, 100, "SR Linux 25.3.1, srl_nokia-common.yang"};
constexpr Limit factor_limit{"weight-factor", 0, 15, qos_schema};
constexpr Limit bytes_limit{"maximum-burst-size", 0, UINT32_MAX, qos_schema};
constexpr Limit reserved_limit{"committed-burst-size", 1536, 262144, qos_schema};
constexpr Limit share_limit{"maximum-pfc-reserved-share-bytes", 0, 104857600, qos_schema};
constexpr Limit threshold_limit{"threshold", 0, INT64_MAX, qos_schema};
constexpr Limit detection_limit{"detection-timer", 10, 1500, qos_schema, "ms"};
constexpr Limit recovery_limit{"recovery-timer", 100, 1500, qos_schema, "ms"};
constexpr Limit weight_limit{"weight", 1, 255, qos_schema};
constexpr Limit rate_limit{"peak-rate-percent", 1, 100, qos_schema};
constexpr Limit sequence_limit{"scheduler", 0, 1, qos_schema};

constexpr std::string_view truths[]{"true", "false"};
constexpr std::string_view states[]{"enable", "disable"};
constexpr std::string_view drop_words[]{"low", "medium", "high"};
constexpr std::string_view slope_drops[]{"low", "medium", "high", "all"};
constexpr std::string_view slope_types[]{"tcp", "non-tcp", "all"};
constexpr std::string_view fec_choice[]{"disabled", "rs-528", "rs-544", "base-r", "rs-108"};
constexpr std::string_view speeds[]{
    "10M", "100M", "1G", "10G", "25G", "40G", "50G", "100G", "200G", "400G", "800G"};
constexpr std::string_view si_types[]{"routed", "bridged", "local-mirror-dest"};
constexpr std::string_view strict_word[]{"strict"};

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

// qos: names of queues and classes
constexpr Keyword ecn_words[]{value("ecn-dscp-policy")};
constexpr Grammar ecn_level{ecn_words};
constexpr Keyword queue_words[]{number("queue-index", queue_index_limit)};
constexpr Grammar queue_level{queue_words};
constexpr Keyword pfc_index_words[]{number("queue-index", pfc_index_limit)};
constexpr Grammar pfc_index_level{pfc_index_words};
constexpr Keyword queues_words[]{profiles("queue", queue_level),
    profiles("pfc-queue", pfc_index_level, "pfc-queue-name"),
    skip("queue-depth-sampling")};
constexpr Grammar queues_level{queues_words};
constexpr Keyword class_output_words[]{
    value("queue"), value("unicast-queue"), value("multicast-queue"), later("slope-policy")};
constexpr Grammar class_output{class_output_words};
constexpr Keyword class_words[]{block("output", class_output), value("forwarding-class-index", irrelevant)};
constexpr Grammar class_level{class_words};
constexpr Keyword classes_words[]{profiles("forwarding-class", class_level)};
constexpr Grammar classes_level{classes_words};

// qos: classifiers and rewrite rules
constexpr Keyword point_words[]{value("forwarding-class"),
    choice("drop-probability", drop_words),
    value("profile", irrelevant),
    value("de-out-profile", irrelevant),
    value("ip-rewrite-policy", unsupported)};
constexpr Grammar point_level{point_words};
constexpr Keyword dscp_policy_words[]{
    {.word = "dscp", .form = Form::named, .inside = &point_level, .key_name = "value", .limit = &dscp_limit}};
constexpr Grammar dscp_policy{dscp_policy_words};
constexpr Keyword dot1p_policy_words[]{{.word = "dot1p",
    .form = Form::named,
    .inside = &point_level,
    .key_name = "value",
    .limit = &dot1p_limit}};
constexpr Grammar dot1p_policy{dot1p_policy_words};
constexpr Keyword classifiers_words[]{profiles("dscp-policy", dscp_policy),
    profiles("dot1p-policy", dot1p_policy),
    later("multifield-classifier"),
    later("dscp-reclassify-policy"),
    later("vxlan-default"),
    skip("mpls-traffic-class-policy")};
constexpr Grammar classifiers_level{classifiers_words};
constexpr Keyword drop_mark_words[]{number("dscp", dscp_limit)};
constexpr Grammar drop_mark{drop_mark_words};
constexpr Keyword map_words[]{
    number("dscp", dscp_limit), entries("drop-probability", "drop-probability", drop_mark), later("profile")};
constexpr Grammar map_level{map_words};
constexpr Keyword rewrite_policy_words[]{entries("map", "forwarding-class", map_level)};
constexpr Grammar rewrite_policy{rewrite_policy_words};
constexpr Keyword rewrite_words[]{profiles("dscp-policy", rewrite_policy),
    skip("dot1p-policy"),
    later("ip-rewrite-policy"),
    later("vxlan-outer-header-dscp-policy"),
    skip("mpls-traffic-class-policy")};
constexpr Grammar rewrite_level{rewrite_words};

// qos: PFC
constexpr Keyword filled_words[]{{.word = "dot1p", .form = Form::list, .limit = &dot1p_limit},
    list("forwarding-class"),
    number("pfc-pause-frame-priority", priority_limit),
    choice("enable-pfc", truths)};
constexpr Grammar filled_level{filled_words};
constexpr Keyword unicast_words[]{profiles("pfc-queue", filled_level, "pfc-queue-name")};
constexpr Grammar unicast_level{unicast_words};
constexpr Keyword received_words[]{block("unicast-mapping", unicast_level)};
constexpr Grammar received_level{received_words};
constexpr Keyword deadlock_words[]{choice("enable", truths),
    number("detection-timer", detection_limit),
    number("recovery-timer", recovery_limit)};
constexpr Grammar deadlock_level{deadlock_words};
constexpr Keyword stopped_words[]{
    number("pfc-pause-frame-priority", priority_limit), choice("enable-pfc", truths)};
constexpr Grammar stopped_level{stopped_words};
constexpr Keyword frames_words[]{
    block("deadlock", deadlock_level), profiles("queue", stopped_level, "queue-name")};
constexpr Grammar frames_level{frames_words};
constexpr Keyword mapping_words[]{block("received-traffic", received_level),
    block("received-pfc-pause-frames", frames_level),
    later("pfc-priority")};
constexpr Grammar mapping_level{mapping_words};

// qos: buffers and marking
constexpr Keyword slope_words[]{number("min-threshold", threshold_limit),
    number("max-threshold", threshold_limit),
    number("min-threshold-percent", percent_limit),
    number("max-threshold-percent", percent_limit),
    number("max-drop-probability-percent", percent_limit),
    value("slope-enabled", irrelevant)};
constexpr Grammar slope_level{slope_words};
constexpr Keyword slope_ecn_words[]{further_key("enable-ecn", slope_level, truths)};
constexpr Grammar slope_ecn{slope_ecn_words};
constexpr Keyword slope_drop_words[]{further_key("drop-probability", slope_ecn, slope_drops)};
constexpr Grammar slope_drop{slope_drop_words};
constexpr Keyword wred_words[]{{.word = "wred-slope",
    .form = Form::named,
    .inside = &slope_drop,
    .telling = true,
    .key_name = "traffic-type",
    .words = slope_types}};
constexpr Grammar wred_level{wred_words};
constexpr Keyword management_words[]{number("weight-factor", factor_limit), block("wred", wred_level)};
constexpr Grammar management_level{management_words};
constexpr Keyword share_words[]{number("maximum-burst-size", bytes_limit),
    value("committed-burst-size", irrelevant),
    value("high-threshold-bytes", irrelevant),
    value("mbs-adaptation-rule", irrelevant),
    value("cbs-adaptation-rule", irrelevant),
    later("interface-pool")};
constexpr Grammar share_level{share_words};
constexpr Keyword pfc_share_words[]{number("maximum-burst-size", bytes_limit),
    number("committed-burst-size", reserved_limit),
    number("maximum-pfc-reserved-share-percentage", percent_limit),
    number("maximum-pfc-reserved-share-bytes", share_limit),
    number("pfc-on-threshold", percent_limit),
    number("pfc-off-threshold", percent_limit),
    choice("use-dynamic-allocation", truths)};
constexpr Grammar pfc_share{pfc_share_words};
constexpr Keyword allocated_words[]{
    profiles("queue", share_level, "queue-name"), profiles("pfc-queue", pfc_share, "pfc-queue-name")};
constexpr Grammar allocated_level{allocated_words};
constexpr Keyword allocation_words[]{block("queues", allocated_level)};
constexpr Grammar allocation_level{allocation_words};
constexpr Keyword buffer_words[]{profiles("queue-management-profile", management_level),
    profiles("buffer-allocation-profile", allocation_level),
    later("slope-policy"),
    later("fp-pool-policy"),
    later("interface-pool-policy"),
    later("committed-burst-size-table")};
constexpr Grammar buffer_level{buffer_words};
constexpr Keyword complex_input_words[]{number("pfc-buffer-reservation", percent_limit)};
constexpr Grammar complex_input{complex_input_words};
constexpr Keyword complex_words[]{block("input", complex_input), later("output")};
constexpr Grammar complex_level{complex_words};
constexpr Keyword linecard_words[]{entries("forwarding-complex", "name", complex_level)};
constexpr Grammar linecard_level{linecard_words};

// qos: service of queues
constexpr Keyword input_words[]{value("queue-name"),
    value("input-type", irrelevant),
    number("peak-rate-percent", rate_limit),
    number("weight", weight_limit)};
constexpr Grammar input_level{input_words};
constexpr Keyword scheduler_words[]{choice("priority", strict_word), profiles("input", input_level, "id")};
constexpr Grammar scheduler_level{scheduler_words};
constexpr Keyword scheduler_policy_words[]{{.word = "scheduler",
    .form = Form::named,
    .inside = &scheduler_level,
    .telling = true,
    .key_name = "sequence",
    .limit = &sequence_limit}};
constexpr Grammar scheduler_policy{scheduler_policy_words};
constexpr Keyword scheduling_words[]{profiles("scheduler-policy", scheduler_policy),
    later("queue-scheduling-policy"),
    later("sched-class-scheduling-policy"),
    later("scheduling-priority-mapping-table")};
constexpr Grammar scheduling_level{scheduling_words};

// qos: what interfaces use
constexpr Keyword reference_words[]{value("interface"), value("subinterface")};
constexpr Grammar reference_level{reference_words};
constexpr Keyword pfc_words[]{choice("pfc-enable", truths), value("pfc-mapping-profile")};
constexpr Grammar pfc_level{pfc_words};
constexpr Keyword default_class_words[]{value("forwarding-class"), value("drop-probability", irrelevant)};
constexpr Grammar default_class{default_class_words, nullptr, irrelevant};
constexpr Keyword bound_classifiers_words[]{block("default", default_class),
    value("dscp-policy"),
    value("ipv4-dscp-policy"),
    value("ipv6-dscp-policy"),
    value("dot1p-policy"),
    later("classifier"),
    skip("mpls-traffic-class-policy")};
constexpr Grammar bound_classifiers{bound_classifiers_words};
constexpr Keyword bound_input_words[]{
    block("classifiers", bound_classifiers), value("pfc-buffer-allocation-profile")};
constexpr Grammar bound_input{bound_input_words, nullptr, unsupported};
constexpr Keyword bound_queue_words[]{value("queue-management-profile")};
constexpr Grammar bound_queue{bound_queue_words};
constexpr Keyword bound_queues_words[]{entries("queue", "queue-name", bound_queue)};
constexpr Grammar bound_queues{bound_queues_words};
constexpr Keyword bound_scheduler_words[]{
    value("scheduler-policy"), later("queue-scheduling-policy"), later("sched-class-scheduling-policy")};
constexpr Grammar bound_scheduler{bound_scheduler_words};
constexpr Keyword bound_rewrite_words[]{
    value("dscp-policy"), value("ipv4-dscp-policy"), value("ipv6-dscp-policy"), skip("dot1p-policy")};
constexpr Grammar bound_rewrite{bound_rewrite_words, nullptr, unsupported};
constexpr Keyword bound_output_words[]{block("queues", bound_queues),
    block("scheduler", bound_scheduler),
    block("rewrite-rules", bound_rewrite),
    value("buffer-allocation-profile")};
constexpr Grammar bound_output{bound_output_words, nullptr, unsupported};
constexpr Keyword bound_words[]{block("interface-ref", reference_level),
    block("pfc", pfc_level),
    block("input", bound_input),
    block("output", bound_output)};
constexpr Grammar bound_level{bound_words};
constexpr Keyword bindings_words[]{entries("interface", "interface-id", bound_level)};
constexpr Grammar bindings_level{bindings_words};

constexpr Keyword qos_words[]{
    {.word = "explicit-congestion-notification", .form = Form::block, .inside = &ecn_level, .telling = true},
    block("queues", queues_level),
    block("forwarding-classes", classes_level),
    block("classifiers", classifiers_level),
    block("rewrite-rules", rewrite_level),
    profiles("pfc-mapping-profile", mapping_level),
    block("buffer-management", buffer_level),
    block("scheduler-policies", scheduling_level),
    block("interfaces", bindings_level),
    entries("linecard", "slot", linecard_level),
    value("preserve-dscp", irrelevant),
    later("policer-policies"),
    later("input-class-map"),
    later("output-class-map")};
constexpr Grammar qos_level{qos_words};

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
constexpr Grammar configuration{configuration_words, nullptr, irrelevant};

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
