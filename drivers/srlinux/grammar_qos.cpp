// SPDX-License-Identifier: Apache-2.0
// Tables of the statements below `qos`.
#include "drivers/srlinux/grammar_levels.h"

namespace rocelint::srlinux {
namespace {

constexpr std::string_view qos_schema = "SR Linux 25.3.1, srl_nokia-qos.yang";
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
constexpr std::string_view drop_words[]{"low", "medium", "high"};
constexpr std::string_view slope_drops[]{"low", "medium", "high", "all"};
constexpr std::string_view slope_types[]{"tcp", "non-tcp", "all"};
constexpr std::string_view strict_word[]{"strict"};

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

}

const Grammar qos_level{qos_words};

}
