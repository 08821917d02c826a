// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as lines of `set /`, which `load file` and a candidate take. Numbers outside of the range of a
// statement are brought into it and reported.
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/srlinux/config.h"
#include "drivers/srlinux/set_text.h"
#include "drivers/srlinux/srlinux.h"
#include "models/fabric/fec.h"
#include "models/fabric/value/text_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr TextLimit device_name{.longest = 63,
    .source = "SR Linux 25.3.1, srl_nokia-system-name.yang, host-name",
    .punctuation = "-.",
    .fixed = true};
constexpr std::string_view made = "FABRIC";
// A queue with a marking profile needs a limit. That of a lossless queue is never to be reached: pause stops it before.
constexpr std::uint64_t egress_limit = 50'000'000;
constexpr std::uint32_t percent_parts = 100;

class Writer {
public:
    explicit Writer(const DeviceDesign& design)
        : design_(design)
        , profiles_(line_cli::group_profiles(design, line_cli::ProfileHolds::marking_and_headroom))
        , pauses_(std::ranges::any_of(design.ports, &PortDesign::is_lossless))
    {
    }

    Rendering write()
    {
        out_.say({"system", "name", "host-name", design_.name});
        for (std::size_t index = 0; index < design_.ports.size(); ++index)
            write_interface(design_.ports[index]);
        write_classes();
        if (pauses_)
            write_pauses();
        write_schedulers();
        for (const line_cli::ProfileDesign& profile : profiles_.profiles)
            write_profile(profile);
        for (std::size_t index = 0; index < design_.ports.size(); ++index)
            write_bindings(design_.ports[index], profiles_.profiles[profiles_.of_port[index]]);
        Rendering rendering{.files = {{design_.name + ".cfg", out_.text()}}, .left_out = out_.left_out()};
        if (const std::string why = text_objection(device_name, design_.name); !why.empty())
            rendering.refused = fmt::format("host-name {} {}", design_.name, why);
        else if (pauses_ && family_of_model(design_.model) == Family::dnx)
            rendering.refused
                = "on a 7250 IXR the index of a forwarding class chooses its PFC queue, and rocelint writes PFC for the 7220 "
                  "IXR-D4, D5 and H4 only";
        return rendering;
    }

private:
    static std::string number(std::uint64_t value) { return fmt::format("{}", value); }
    static std::string class_name(Priority priority) { return fmt::format("fc{}", priority); }
    static std::string queue_name(Priority priority) { return fmt::format("unicast-{}", priority); }
    static std::string pfc_name(Priority priority) { return fmt::format("pfc{}", priority); }

    void write_interface(const PortDesign& port)
    {
        const auto line = [&](std::initializer_list<std::string> words) {
            std::vector<std::string> path{"interface", port.name};
            path.insert(path.end(), words);
            out_.say(std::move(path));
        };
        if (const std::string peer = port.peer(); !peer.empty())
            line({"description", peer});
        line({"admin-state", "enable"});
        if (port.max_frame.count != 0)
            line({"mtu", number(port.max_frame.count)});
        constexpr std::uint64_t giga = line_cli::bits_per_gigabit;
        const Keyword& speeds = *language.configuration->find("interface")
                                     ->inside->find("ethernet")
                                     ->inside->find("port-speed");
        const std::string speed = fmt::format("{}G", port.speed.count / giga);
        const bool is_channel = std::ranges::count(port.name, '/') > 1;
        if (port.speed.count != 0 && !is_channel
            && std::ranges::find(speeds.words, speed) != speeds.words.end())
            line({"ethernet", "port-speed", speed});
        else if (port.speed.count != 0)
            out_.leave_out("the speed of channels: `breakout-mode` of their port sets it");
        // PFC takes no other word (srl_nokia-qos.yang, pfc-enable).
        line({"ethernet", "flow-control", "receive", "false"});
        if (port.fec != Fec::automatic) {
            if (const std::string_view word = word_of<Fec>(fec_words, port.fec); !word.empty())
                line({"transceiver", "forward-error-correction", std::string(word)});
            else
                out_.leave_out("FEC for which SR Linux has no word");
        }
        line({"subinterface", "0", "type", "routed"});
        if (port.ip_mtu.count != 0) {
            // srl_nokia-interfaces.yang, ip-mtu of a 7220 IXR.
            constexpr std::uint64_t largest_packet = 9398;
            line({"subinterface", "0", "ip-mtu", number(std::min(port.ip_mtu.count, largest_packet))});
        }
    }

    void write_classes()
    {
        if (std::ranges::any_of(design_.ports, [&](const PortDesign& port) { return marks(port); }))
            out_.say({"qos", "explicit-congestion-notification"});
        for (const ClassDesign& each : design_.classes) {
            out_.say(
                {"qos", "queues", "queue", queue_name(each.priority), "queue-index", number(each.priority)});
            if (each.lossless)
                out_.say({"qos",
                    "queues",
                    "pfc-queue",
                    pfc_name(each.priority),
                    "queue-index",
                    number(each.priority)});
            out_.say({"qos",
                "forwarding-classes",
                "forwarding-class",
                class_name(each.priority),
                "output",
                "unicast-queue",
                queue_name(each.priority)});
        }
        for (const ClassDesign& each : design_.classes) {
            for (const Dscp dscp :
                line_cli::trusts_dscp(design_) ? line_cli::dscps_of(design_, each) : DscpSet{}) {
                if (each.priority != 0)
                    out_.say({"qos",
                        "classifiers",
                        "dscp-policy",
                        std::string(made),
                        "dscp",
                        number(dscp),
                        "forwarding-class",
                        class_name(each.priority)});
            }
            for (const Priority pcp :
                line_cli::trusts_pcp(design_) ? line_cli::pcps_of(design_, each) : PrioritySet{})
                out_.say({"qos",
                    "classifiers",
                    "dot1p-policy",
                    std::string(made),
                    "dot1p",
                    number(pcp),
                    "forwarding-class",
                    class_name(each.priority)});
        }
        if (line_cli::trusts_pcp(design_))
            out_.leave_out(
                "classification by 802.1p on routed ports: a dot1p-policy counts on bridged subinterfaces only, and is written without a binding");
    }

    void write_pauses()
    {
        const auto line = [&](std::initializer_list<std::string> words) {
            std::vector<std::string> path{"qos", "pfc-mapping-profile", std::string(made)};
            path.insert(path.end(), words);
            out_.say(std::move(path));
        };
        for (const ClassDesign& each : design_.classes) {
            if (!each.lossless)
                continue;
            const std::string queue = pfc_name(each.priority);
            line({"received-traffic",
                "unicast-mapping",
                "pfc-queue",
                queue,
                "forwarding-class",
                class_name(each.priority)});
            line({"received-traffic",
                "unicast-mapping",
                "pfc-queue",
                queue,
                "pfc-pause-frame-priority",
                number(each.priority)});
            line({"received-pfc-pause-frames",
                "queue",
                queue_name(each.priority),
                "pfc-pause-frame-priority",
                number(each.priority)});
            line({"received-pfc-pause-frames", "queue", queue_name(each.priority), "enable-pfc", "true"});
        }
        const WatchdogTarget& watchdog = design_.watchdog;
        if (!watchdog.priorities.empty()) {
            line({"received-pfc-pause-frames", "deadlock", "enable", "true"});
            if (watchdog.detection)
                line({"received-pfc-pause-frames",
                    "deadlock",
                    "detection-timer",
                    number(watchdog.detection->count())});
            if (watchdog.restoration)
                line({"received-pfc-pause-frames",
                    "deadlock",
                    "recovery-timer",
                    number(watchdog.restoration->count())});
        }
        write_reserve();
    }

    // All PFC queues of the chip share it.
    void write_reserve()
    {
        std::uint64_t sum = 0;
        for (const PortDesign& port : design_.ports) {
            for (const LosslessDesign& each : port.lossless)
                sum += port.rdma && each.xoff ? each.xoff->count : 0;
        }
        if (!design_.memory.total || design_.memory.total->count == 0 || sum == 0)
            return out_.leave_out(
                "the reserve for headroom: it is a share of the chip's buffer, whose size no model states");
        constexpr std::uint64_t whole = 100;
        const std::uint64_t percent
            = (sum * whole + design_.memory.total->count - 1) / design_.memory.total->count;
        out_.say({"qos",
            "linecard",
            "1",
            "forwarding-complex",
            "0",
            "input",
            "pfc-buffer-reservation",
            number(percent)});
    }

    void write_schedulers()
    {
        for (const ClassDesign& each : design_.classes) {
            const bool strict = each.scheduler == SchedulerKind::strict;
            const auto line = [&](std::initializer_list<std::string> words) {
                std::vector<std::string> path{"qos",
                    "scheduler-policies",
                    "scheduler-policy",
                    std::string(made),
                    "scheduler",
                    strict ? "0" : "1"};
                path.insert(path.end(), words);
                out_.say(std::move(path));
            };
            if (strict)
                line({"priority", "strict"});
            line({"input", queue_name(each.priority), "queue-name", queue_name(each.priority)});
            if (!strict)
                line({"input",
                    queue_name(each.priority),
                    "weight",
                    number(std::max(each.bandwidth.hundredths / percent_parts, 1U))});
            if (!strict && each.bandwidth.hundredths % percent_parts != 0)
                out_.leave_out("shares of less than a percent: weights are whole numbers");
        }
    }

    [[nodiscard]] bool marks(const PortDesign& port) const
    {
        return std::ranges::any_of(design_.classes,
            [&](const ClassDesign& each) { return line_cli::marking_of(port, each) != nullptr; });
    }

    void write_profile(const line_cli::ProfileDesign& profile)
    {
        const auto allocate
            = [&](std::string list, std::string queue, std::string leaf, std::uint64_t bytes) {
                  out_.say({"qos",
                      "buffer-management",
                      "buffer-allocation-profile",
                      profile.name,
                      "queues",
                      std::move(list),
                      std::move(queue),
                      std::move(leaf),
                      number(bytes)});
              };
        const PortDesign& port = *profile.example;
        for (const ClassDesign& each : design_.classes) {
            const EcnTarget* wanted = line_cli::marking_of(port, each);
            if (wanted == nullptr)
                continue;
            allocate("queue", queue_name(each.priority), "maximum-burst-size", egress_limit);
            const auto slope = [&](std::string leaf, std::uint64_t value) {
                out_.say({"qos",
                    "buffer-management",
                    "queue-management-profile",
                    fmt::format("{}-{}", profile.name, each.priority),
                    "wred",
                    "wred-slope",
                    "all",
                    "drop-probability",
                    "all",
                    "enable-ecn",
                    "true",
                    std::move(leaf),
                    number(value)});
            };
            slope("min-threshold", wanted->min_threshold.count);
            slope("max-threshold", wanted->max_threshold.count);
            slope("max-drop-probability-percent",
                (wanted->max_probability.hundredths + percent_parts - 1) / percent_parts);
        }
        for (const LosslessDesign& each :
            port.is_lossless() ? port.lossless : std::vector<LosslessDesign>{}) {
            // Marking begins before pause: a PFC queue holds twice what an egress queue holds when all packets are marked.
            if (each.ecn)
                allocate("pfc-queue",
                    pfc_name(each.priority),
                    "maximum-burst-size",
                    2 * each.ecn->max_threshold.count);
            else
                out_.leave_out("the limit of a PFC queue above which it pauses: it stays at 51200 bytes");
            if (each.xoff)
                allocate("pfc-queue",
                    pfc_name(each.priority),
                    "maximum-pfc-reserved-share-bytes",
                    each.xoff->count);
            if (each.dynamic_threshold)
                out_.leave_out("dynamic thresholds of pause: the design's are exponents of another chip");
        }
    }

    void write_bindings(const PortDesign& port, const line_cli::ProfileDesign& profile)
    {
        const auto line = [&](std::string id, std::initializer_list<std::string> words) {
            std::vector<std::string> path{"qos", "interfaces", "interface", std::move(id)};
            path.insert(path.end(), words);
            out_.say(std::move(path));
        };
        line(port.name, {"interface-ref", "interface", port.name});
        if (port.is_lossless()) {
            line(port.name, {"pfc", "pfc-mapping-profile", std::string(made)});
            line(port.name, {"pfc", "pfc-enable", "true"});
            line(port.name, {"input", "pfc-buffer-allocation-profile", profile.name});
        }
        if (marks(port)) {
            line(port.name, {"output", "buffer-allocation-profile", profile.name});
            for (const ClassDesign& each : design_.classes) {
                if (line_cli::marking_of(port, each) != nullptr)
                    line(port.name,
                        {"output",
                            "queues",
                            "queue",
                            queue_name(each.priority),
                            "queue-management-profile",
                            fmt::format("{}-{}", profile.name, each.priority)});
            }
        }
        line(port.name, {"output", "scheduler", "scheduler-policy", std::string(made)});
        const std::string sub = port.name + ".0";
        line(sub, {"interface-ref", "interface", port.name});
        line(sub, {"interface-ref", "subinterface", "0"});
        if (line_cli::trusts_dscp(design_))
            line(sub, {"input", "classifiers", "dscp-policy", std::string(made)});
    }

    const DeviceDesign& design_;
    line_cli::ProfileDesigns profiles_;
    bool pauses_;
    SetText out_;
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
