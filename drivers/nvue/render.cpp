// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as startup.yaml: as `qos roce` and the differences from it if the design has its
// classes, else in full.
#include "drivers/nvue/draft.h"
#include "drivers/nvue/edit.h"
#include "drivers/nvue/nvue.h"
#include "models/fabric/fec.h"
#include "models/fabric/value/text_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {
namespace {

// The words of statements changed in 5.15 (NVIDIA Cumulus Linux 5.15 User Guide, New and Changed NVUE Commands).
constexpr std::string_view for_release
    = "# For Cumulus Linux 5.15 and later: up to 5.14, `state: enabled` of qos roce is `enable: on`.\n";
constexpr Priority roce_cnp = 6;
constexpr std::uint32_t roce_share = 50;
const EcnTarget roce_marking{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(100)};
// The scheduler profile of all ports, unless `qos roce` makes it.
constexpr std::string_view fabric = "fabric";
// The PFC profile of ports without RDMA. NVUE reserves the word `none`.
constexpr std::string_view unpaused = "unpaused";

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design), roce_(is_roce()) { }

    Rendering run()
    {
        if (const std::string why = text_objection(host_name, design_.name, Measures::all); !why.empty())
            refuse(fmt::format("hostname {} {}", design_.name, why));
        whole("system hostname", design_.name);
        for (const PortDesign& port : design_.ports)
            write_port(port);
        if (roce_) {
            whole("qos roce state", "enabled");
            whole("qos roce mode", "lossless");
        }
        write_classes();
        write_shares();
        write_pause();
        write_marking();
        write_watchdog();
        std::ranges::sort(left_out_);
        left_out_.erase(std::unique(left_out_.begin(), left_out_.end()), left_out_.end());
        std::string document;
        if (const Objection reason = document_of(steps_, document))
            refuse(reason.sentence());
        return {{{design_.name + ".yaml", std::string(for_release) + document}},
            std::move(left_out_),
            std::move(refused_)};
    }

private:
    // Whether the classes are those of `qos roce`, whatever their shares and marking.
    [[nodiscard]] bool is_roce() const
    {
        return design_.lossless() == PrioritySet::of(roce_priority)
            && std::ranges::all_of(design_.classes, [](const ClassDesign& each) {
                   return each.priority == 0 || each.priority == roce_priority || each.priority == roce_cnp;
               });
    }
    void whole(std::string path, std::string value)
    {
        steps_.push_back({{}, std::move(path), std::move(value), false});
    }
    // Keeps the first reason.
    void refuse(std::string reason)
    {
        if (refused_.empty())
            refused_ = std::move(reason);
    }
    void of_ports(std::vector<std::string> ports, std::string path, std::string value)
    {
        if (!ports.empty())
            steps_.push_back({std::move(ports), std::move(path), std::move(value), false});
    }
    [[nodiscard]] std::uint64_t in_range(LineKind says, std::uint64_t number)
    {
        const Row& row = row_of(says);
        const std::uint64_t taken = std::clamp(number, row.least, row.most);
        if (taken != number)
            left_out_.push_back(fmt::format("{}; {} is written", out_of_range(row, number), taken));
        return taken;
    }

    void write_port(const PortDesign& port)
    {
        if (kind_by_name(port.name) != PortKind::physical) {
            refuse(fmt::format("NVUE has no port of the name {}: its ports are swp1 and so on", port.name));
            return;
        }
        names_.push_back(port.name);
        if (const std::string peer = port.peer(); !peer.empty())
            of_ports({port.name}, "description", peer);
        const std::string_view speed = word_for(row_of(LineKind::speed).terms, port.speed.count);
        if (port.speed.count != 0 && !speed.empty())
            of_ports({port.name}, "link speed", std::string(speed));
        const std::uint64_t mtu = std::max(
            port.ip_mtu.count, port.max_frame.count - std::min(port.max_frame.count, frame_header));
        if (mtu != 0)
            of_ports({port.name}, "link mtu", fmt::format("{}", in_range(LineKind::mtu, mtu)));
        const std::string_view fec
            = word_for(row_of(LineKind::fec).terms, static_cast<std::uint64_t>(family_of(port.fec)));
        if (port.fec != Fec::automatic && !fec.empty())
            of_ports({port.name}, "link fec", std::string(fec));
    }

    void write_classes()
    {
        whole(fmt::format("qos mapping {} trust", usual_profile),
            std::string(word_for(row_of(LineKind::trust).terms, static_cast<std::uint64_t>(design_.trust))));
        const ClassDesign& first = design_.classes.front();
        for (Dscp dscp = 0; dscp < 64; ++dscp) {
            const auto owner = std::ranges::find_if(
                design_.classes, [&](const ClassDesign& each) { return each.dscps.has(dscp); });
            const Priority priority = owner == design_.classes.end() ? first.priority : owner->priority;
            if (priority != dscp / 8)
                whole(fmt::format("qos mapping {} dscp {} switch-priority", usual_profile, dscp),
                    fmt::format("{}", priority));
        }
    }

    // Shares in whole percent; the rounding remainder goes to the first lossless class.
    void write_shares()
    {
        std::uint32_t sum = 0;
        for (const ClassDesign& each : design_.classes)
            sum += each.scheduler == SchedulerKind::weighted ? each.bandwidth.hundredths / 100 : 0;
        bool rounded = false;
        const std::string_view profile = roce_ ? usual_profile : fabric;
        for (const ClassDesign& each : design_.classes) {
            const std::string queue
                = fmt::format("qos egress-scheduler {} traffic-class {} ", profile, each.priority);
            const bool strict = each.scheduler == SchedulerKind::strict;
            std::uint32_t share = each.bandwidth.hundredths / 100;
            rounded = rounded || each.bandwidth.hundredths % 100 != 0;
            if (each.lossless && sum < 100) {
                share += 100 - sum;
                sum = 100;
            }
            if (!roce_ || strict != (each.priority == roce_cnp))
                whole(queue + "mode", strict ? "strict" : "dwrr");
            if (!strict && (!roce_ || share != roce_share))
                whole(queue + "bw-percent", fmt::format("{}", share));
        }
        if (rounded)
            left_out_.push_back("the shares of the classes are written in whole percent");
        if (!roce_)
            of_ports(names_, "qos egress-scheduler profile", std::string(fabric));
    }

    // One profile for each cable length; with `qos roce`, the usual profile is that of the longest cable.
    void write_pause()
    {
        std::map<std::uint32_t, std::vector<std::string>> by_length;
        std::vector<std::string> without;
        bool headroom = false;
        for (const PortDesign& port : design_.ports) {
            if (std::ranges::find(names_, port.name) == names_.end())
                continue;
            if (port.rdma && !design_.lossless().empty())
                by_length[port.cable.count].push_back(port.name);
            else
                without.push_back(port.name);
            headroom = headroom || std::ranges::any_of(port.lossless, [](const LosslessDesign& each) {
                return each.xoff.has_value();
            });
        }
        const std::uint32_t longest = by_length.empty() ? 0 : by_length.rbegin()->first;
        for (const auto& [length, ports] : by_length) {
            if (const Row& row = row_of(LineKind::pfc_cable); length > row.most)
                refuse(fmt::format("{} has {} m of cable, and NVUE makes headroom for {} m at most",
                    ports.front(),
                    length,
                    row.most));
            const std::string metres = fmt::format("{}", in_range(LineKind::pfc_cable, length));
            if (roce_ && length == longest) {
                whole(fmt::format("qos pfc {} cable-length", usual_profile), metres);
                continue;
            }
            const std::string name = fmt::format("lossless-{}m", length);
            for (const Priority priority : design_.lossless())
                whole(fmt::format("qos pfc {} switch-priority {}", name, priority), {});
            whole(fmt::format("qos pfc {} cable-length", name), metres);
            of_ports(ports, "qos pfc profile", name);
        }
        if (roce_ && !without.empty()) {
            whole(fmt::format("qos pfc {} tx", unpaused), "disable");
            whole(fmt::format("qos pfc {} rx", unpaused), "disable");
            of_ports(without, "qos pfc profile", std::string(unpaused));
        }
        if (!by_length.empty()) {
            const std::string_view pool = roce_ ? "roce-lossless" : "default-lossless";
            whole("qos traffic-pool default-lossy memory-percent", "50");
            whole(fmt::format("qos traffic-pool {} memory-percent", pool), "50");
        }
        if (headroom)
            left_out_.push_back(
                "headroom and pools in bytes: the switch works them out from the cable length and from the percentages of "
                "its traffic pools, as NVIDIA recommends");
    }

    void write_marking()
    {
        std::vector<std::pair<std::string, std::vector<std::string>>> groups;
        for (const PortDesign& port : design_.ports) {
            if (!port.rdma || std::ranges::find(names_, port.name) == names_.end())
                continue;
            std::string key;
            bool usual = roce_;
            for (const LosslessDesign& each : port.lossless) {
                if (!each.ecn)
                    continue;
                const std::uint64_t percent
                    = std::max<std::uint64_t>(each.ecn->max_probability.hundredths / 100, 1);
                if (each.ecn->max_probability.hundredths % 100 != 0)
                    left_out_.push_back("the probability of marking is written in whole percent");
                key += fmt::format("{} {} {} {},",
                    each.priority,
                    each.ecn->min_threshold.count,
                    each.ecn->max_threshold.count,
                    percent);
                usual = usual && *each.ecn == roce_marking;
            }
            if (key.empty() || usual)
                continue;
            const auto same
                = std::ranges::find(groups, key, &std::pair<std::string, std::vector<std::string>>::first);
            if (same == groups.end())
                groups.push_back({key, {port.name}});
            else
                same->second.push_back(port.name);
        }
        int number = 0;
        for (const auto& [key, ports] : groups) {
            const std::string name = fmt::format("marking-{}", ++number);
            std::string_view rest = key;
            while (!rest.empty()) {
                const std::vector<std::string_view> words = words_of_line(rest.substr(0, rest.find(',')));
                rest.remove_prefix(rest.find(',') + 1);
                const std::string queue
                    = fmt::format("qos congestion-control {} traffic-class {} ", name, words[0]);
                whole(queue + "ecn", "enable");
                whole(queue + "min-threshold", std::string(words[1]));
                whole(queue + "max-threshold", std::string(words[2]));
                whole(queue + "probability", std::string(words[3]));
            }
            of_ports(ports, "qos congestion-control profile", name);
        }
    }

    void write_watchdog()
    {
        const WatchdogTarget& target = design_.watchdog;
        std::vector<std::string> ports;
        for (const PortDesign& port : design_.ports) {
            if (port.is_lossless() && std::ranges::find(names_, port.name) != names_.end())
                ports.push_back(port.name);
        }
        if (target.priorities.empty() || ports.empty())
            return;
        of_ports(ports, "qos pfc-watchdog", {});
        if (target.poll && target.poll->count() != 0) {
            whole("qos pfc-watchdog polling-interval",
                fmt::format("{}", in_range(LineKind::poll, target.poll->count())));
            const std::uint32_t poll = target.poll->count();
            if (target.detection)
                whole("qos pfc-watchdog robustness",
                    fmt::format(
                        "{}", in_range(LineKind::robustness, (target.detection->count() + poll - 1) / poll)));
        }
        if (target.restoration)
            left_out_.push_back(
                "the restoration time of the watchdog: a queue is let go when no pause frame came for a polling interval");
    }

    const DeviceDesign& design_;
    bool roce_;
    std::vector<Step> steps_;
    std::vector<std::string> names_;
    std::vector<std::string> left_out_;
    std::string refused_;
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).run(); }

}
