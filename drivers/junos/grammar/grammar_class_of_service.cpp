// SPDX-License-Identifier: Apache-2.0
// class-of-service, from the Junos OS CLI Reference (QFX).
#include "drivers/junos/grammar/grammar_levels.h"

namespace rocelint::junos {
// Tables of one level each, innermost first.
namespace cos_grammar {

constexpr CoverageState unsupported = CoverageState::unsupported;

constexpr Keyword any_word = flag("");
constexpr Grammar one_word{{}, &any_word};
constexpr Grammar nothing{};
// Kept as a statement, so that settings which depend on it are known to be unread.
constexpr Grammar unread_level{{}, nullptr, unsupported};
constexpr Keyword unread(std::string_view word) { return {word, Form::block, unsupported, &unread_level}; }

// forwarding-classes
constexpr Keyword class_words[] = {value("queue-num"),
    flag("no-loss"),
    value("pfc-priority"),
    skip("priority"),
    skip("policing-priority"),
    skip("spu-priority")};
constexpr Grammar class_level{class_words};
constexpr Keyword queue_class = telling("", class_level);
constexpr Grammar queue_level{{}, &queue_class};
constexpr Keyword forwarding_classes_words[] = {named("class", class_level), named("queue", queue_level)};
constexpr Grammar forwarding_classes{forwarding_classes_words};

// classifiers and rewrite-rules. Classifiers have `code-points`, rewrite rules `code-point`. The prompt
// accepts either word for both, like any abbreviation that identifies one statement (Junos OS CLI User
// Guide).
constexpr Keyword points_words[] = {list("code-points"), list("code-point")};
constexpr Grammar points_level{points_words};
constexpr Keyword of_class_words[] = {named("loss-priority", points_level)};
constexpr Grammar of_class{of_class_words};
constexpr Keyword classifier_words[] = {value("import"), named("forwarding-class", of_class)};
constexpr Grammar classifier_level{classifier_words};
constexpr Keyword classifiers_words[] = {named("dscp", classifier_level),
    named("dscp-ipv6", classifier_level),
    named("ieee-802.1", classifier_level),
    skip("ieee-802.1ad"),
    skip("exp"),
    later("inet-precedence"),
    skip("mpls-any")};
constexpr Grammar classifiers_level{classifiers_words};
constexpr Keyword rewrites_words[] = {named("dscp", classifier_level),
    later("dscp-ipv6"),
    later("ieee-802.1"),
    skip("ieee-802.1ad"),
    skip("exp"),
    later("inet-precedence"),
    skip("frame-relay-de")};
constexpr Grammar rewrites_level{rewrites_words};
constexpr Keyword alias_name = named("", one_word);
constexpr Grammar alias_level{{}, &alias_name};
constexpr Keyword aliases_words[] = {block("dscp", alias_level),
    block("dscp-ipv6", alias_level),
    block("ieee-802.1", alias_level),
    skip("exp"),
    skip("inet-precedence"),
    skip("ieee-802.1ad")};
constexpr Grammar aliases_level{aliases_words};

// congestion-notification-profile
// The modules have `mru` and `xon` next to `pfc` (junos-qfx-conf-class-of-service, 23.2R1 and 24.4R1), while
// the CLI Reference writes `pfc { mru N; }` (code-point, Input Congestion Notification). So the contents of a
// flag are read as if they were next to it.
constexpr Keyword input_point_words[]
    = {flag("pfc"), value("mru"), value("xon", unsupported), later("pfc-account-name")};
constexpr Grammar input_point{input_point_words};
constexpr Keyword input_points_words[] = {named("code-point", input_point)};
constexpr Grammar input_points{input_points_words};
constexpr Keyword input_words[] = {block("dscp", input_points),
    block("ieee-802.1", input_points),
    value("cable-length"),
    later("pfc-account")};
constexpr Grammar input_level{input_words};
constexpr Keyword output_point_words[] = {list("flow-control-queue")};
constexpr Grammar output_point{output_point_words};
constexpr Keyword output_points_words[] = {named("code-point", output_point)};
constexpr Grammar output_points{output_points_words};
constexpr Keyword output_class_words[] = {skip("remove-cntag"), later("qcn")};
constexpr Grammar output_class{output_class_words};
constexpr Keyword output_words[] = {block("ieee-802.1", output_points), named("class", output_class)};
constexpr Grammar output_level{output_words};
constexpr Keyword watchdog_words[]
    = {value("detection"), value("recovery"), value("poll-interval"), value("watchdog-action")};
constexpr Grammar watchdog_level{watchdog_words};
constexpr Keyword profile_words[]
    = {block("input", input_level), block("output", output_level), block("pfc-watchdog", watchdog_level)};
constexpr Grammar profile_level{profile_words};
constexpr Keyword profile_name = named("", profile_level);
constexpr Grammar profiles_level{{}, &profile_name};

// drop-profiles
constexpr Keyword interpolate_words[] = {list("fill-level"), list("drop-probability")};
constexpr Grammar interpolate_level{interpolate_words};
constexpr Keyword fill_words[] = {value("drop-probability")};
constexpr Grammar fill_level{fill_words};
constexpr Keyword drop_words[] = {block("interpolate", interpolate_level), named("fill-level", fill_level)};
constexpr Grammar drop_level{drop_words};
constexpr Keyword drop_name = named("", drop_level);
constexpr Grammar drops_level{{}, &drop_name};

// schedulers, scheduler-maps, traffic-control-profiles
constexpr Keyword remainder = {"remainder", Form::block, CoverageState::read, &one_word};
constexpr Keyword rate_words[] = {value("percent"), flag("exact"), flag("rate-limit"), remainder};
constexpr Grammar rate_level{rate_words, &any_word};
constexpr Keyword shaping_words[] = {value("percent")};
constexpr Grammar shaping_level{shaping_words, &any_word};
constexpr Keyword protocol_words[] = {value("drop-profile")};
constexpr Grammar protocol_level{protocol_words};
constexpr Keyword loss_words[] = {named("protocol", protocol_level)};
constexpr Grammar loss_level{loss_words};
constexpr Keyword drop_map_words[] = {named("loss-priority", loss_level)};
constexpr Grammar drop_map{drop_map_words};
constexpr Keyword scheduler_words[] = {block("transmit-rate", rate_level),
    block("shaping-rate", shaping_level),
    value("priority"),
    block("drop-profile-map", drop_map),
    flag("explicit-congestion-notification"),
    later("buffer-size"),
    later("buffer-dynamic-threshold"),
    later("excess-rate"),
    later("excess-priority"),
    later("adjust-minimum"),
    later("shared-buffer"),
    skip("queue-monitoring"), // it only monitors
    skip("ecn-rtlog-rate-limit"),
    unread("drop-profile-map-set"),
    unread("ecn-enhanced"),
    unread("latency-ecn")}; // Junos OS CLI Reference, latency-ecn (Schedulers), Junos OS Evolved 25.2X100D20
constexpr Grammar scheduler_level{scheduler_words};
constexpr Keyword scheduler_name = named("", scheduler_level);
constexpr Grammar schedulers_level{{}, &scheduler_name};
constexpr Keyword mapped_words[] = {value("scheduler")};
constexpr Grammar mapped_level{mapped_words};
constexpr Keyword map_words[] = {named("forwarding-class", mapped_level)};
constexpr Grammar map_level{map_words};
constexpr Keyword map_name = named("", map_level);
constexpr Grammar maps_level{{}, &map_name};
constexpr Keyword control_words[] = {value("scheduler-map"),
    later("guaranteed-rate"),
    later("shaping-rate"),
    later("delay-buffer-rate"),
    later("excess-rate")};
constexpr Grammar control_level{control_words};
constexpr Keyword control_name = named("", control_level);
constexpr Grammar controls_level{{}, &control_name};
constexpr Keyword class_set_words[] = {named("class", nothing)};
constexpr Grammar class_set{class_set_words};
constexpr Keyword class_set_name = named("", class_set);
constexpr Grammar class_sets{{}, &class_set_name};

// buffers
constexpr Keyword partition_words[] = {value("percent"), value("dynamic-threshold", unsupported)};
constexpr Grammar partition_level{partition_words};
constexpr Keyword shared_words[]
    = {value("percent", unsupported), named("buffer-partition", partition_level)};
constexpr Grammar shared_level{shared_words};
constexpr Keyword shared_buffer_words[] = {block("ingress", shared_level), block("egress", shared_level)};
constexpr Grammar shared_buffer{shared_buffer_words};

// interfaces
constexpr Keyword bound_classifier_words[] = {value("dscp"),
    value("dscp-ipv6"),
    value("ieee-802.1"),
    value("inet-precedence", unsupported),
    skip("exp"),
    skip("ieee-802.1ad"),
    skip("no-default")};
constexpr Grammar bound_classifiers{bound_classifier_words};
constexpr Keyword bound_rewrite_words[] = {value("dscp"),
    later("dscp-ipv6"),
    later("ieee-802.1"),
    skip("exp"),
    skip("ieee-802.1ad"),
    later("inet-precedence")};
constexpr Grammar bound_rewrites{bound_rewrite_words};
constexpr Keyword class_set_binding_words[] = {value("output-traffic-control-profile")};
constexpr Grammar class_set_binding{class_set_binding_words};
constexpr Keyword bound_class_set = named("", class_set_binding);
constexpr Grammar bound_class_sets{{}, &bound_class_set};
constexpr Keyword unit_words[] = {block("classifiers", bound_classifiers),
    block("rewrite-rules", bound_rewrites),
    value("forwarding-class"),
    value("scheduler-map"),
    later("shaping-rate"),
    later("input-traffic-control-profile"),
    value("output-traffic-control-profile"),
    skip("loss-priority-maps")};
constexpr Grammar unit_level{unit_words};
constexpr Keyword interface_words[] = {value("congestion-notification-profile"),
    value("scheduler-map"),
    named("unit", unit_level),
    block("classifiers", bound_classifiers),
    block("rewrite-rules", bound_rewrites),
    value("forwarding-class"),
    block("forwarding-class-set", bound_class_sets),
    value("output-traffic-control-profile"),
    later("shaping-rate"),
    later("decn-profile"), // Junos OS 24.4R1, junos-qfx-conf-class-of-service.yang
    later("dedicated-buffer-profile"),
    later("member-link-scheduler"),
    later("scheduler-map-chassis"),
    later("input-scheduler-map"),
    skip("logical-interface-aggregate-statistics")};
constexpr Grammar interface_level{interface_words};
constexpr Keyword interface_name = named("", interface_level);
constexpr Keyword interfaces_words[] = {skip("interface-set")};
constexpr Grammar interfaces{interfaces_words, &interface_name};

constexpr Keyword class_of_service_words[] = {
    block("forwarding-classes", forwarding_classes),
    block("classifiers", classifiers_level),
    block("rewrite-rules", rewrites_level),
    block("code-point-aliases", aliases_level),
    block("congestion-notification-profile", profiles_level),
    block("drop-profiles", drops_level),
    block("schedulers", schedulers_level),
    block("scheduler-maps", maps_level),
    block("traffic-control-profiles", controls_level),
    block("forwarding-class-sets", class_sets),
    block("shared-buffer", shared_buffer),
    block("interfaces", interfaces),
    later("decn-profile"),
    later("dedicated-buffer"),
    later("drop-congestion-notification"), // the same reference, Junos OS Evolved 25.4R1
    later("dedicated-buffer-profile"),
    later("multi-destination"),
    later("forwarding-policy"),
    later("routing-instances"),
    later("system-defaults"),
    later("translation-table"),
    skip("adaptive-shapers"),
    skip("application-profile"),
    skip("application-traffic-control"),
    skip("copy-plp-all"),
    skip("fabric"),
    skip("fragmentation-maps"),
    skip("host-outbound-traffic"),
    skip("interface-sets"),
    skip("loss-priority-maps"),
    skip("loss-priority-rewrites"),
    skip("monitoring-profile"),
    skip("packet-buffer"),
    skip("restricted-queues"),
    skip("traceoptions"),
    skip("tri-color"),
    skip("virtual-channel-groups"),
    skip("virtual-channels"),
};

}

const Grammar class_of_service_level{cos_grammar::class_of_service_words};

}
