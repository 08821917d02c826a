// SPDX-License-Identifier: Apache-2.0
// Changes in neutral terms as statements of NVUE.
#include "drivers/nvue/edit.h"

#include "drivers/nvue/draft.h"
#include "drivers/nvue/nvue.h"
#include "models/change/change.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {
namespace {

constexpr Kind pfc = kinds_of_profiles[0];
constexpr Kind pause_of_link = kinds_of_profiles[1];
constexpr Kind ecn = kinds_of_profiles[2];
constexpr Kind mapping = kinds_of_profiles[3];
constexpr Kind scheduling = kinds_of_profiles[4];
constexpr Kind remark = kinds_of_profiles[5];

class Editor {
public:
    Editor(const Config& config, std::span<const Change> changes)
        : config_(config), changes_(changes), draft_(config)
    {
    }

    // The steps of all changes, or which of them are refused.
    std::vector<Step> run(std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            const Change& change = changes_[index];
            if (is_made(config_.device, change))
                continue;
            if (std::string reason = make(change); !reason.empty())
                refused.push_back({index, std::move(reason)});
        }
        std::string reason;
        std::vector<Step> steps = refused.empty() ? draft_.steps(reason) : std::vector<Step>{};
        for (const Step& step : steps) {
            for (const std::string& word : step.ports)
                reason = reason.empty() ? untypable(word) : reason;
            for (const std::string_view text : {std::string_view(step.path), std::string_view(step.value)})
                reason = reason.empty() ? untypable(text) : reason;
        }
        for (std::uint32_t index = 0; index < changes_.size() && !reason.empty(); ++index)
            refused.push_back({index, reason});
        return refused.empty() ? steps : std::vector<Step>{};
    }

private:
    // Whether every port of the switch is asked for the same.
    [[nodiscard]] bool is_for_all(const Change& change) const
    {
        if (change.shared || change.port.port == Port::no_index)
            return true;
        const auto asked = [&](std::uint32_t port) {
            return std::ranges::any_of(changes_, [&](const Change& other) {
                return other.port.port == port && other.property == change.property
                    && other.number == change.number && other.value == change.value;
            });
        };
        for (std::uint32_t port = 0; port < config_.device.ports.size(); ++port) {
            if (config_.device.ports[port].kind == PortKind::physical && !asked(port))
                return false;
        }
        return true;
    }
    template <class Put>
    std::string each(const Kind& kind, const Change& change, Put&& put)
    {
        const std::vector<std::uint32_t> ports = change.shared ? draft_.users(kind, change.port.port)
                                                               : std::vector<std::uint32_t>{change.port.port};
        for (const std::uint32_t port : ports)
            put(draft_.of_port(kind, port));
        return {};
    }
    std::string whole(const Change& change, std::string path, std::string value)
    {
        if (!is_for_all(change))
            return fmt::format("`{}` holds for all ports, of which others must not change", path);
        draft_.put_whole(std::move(path), std::move(value));
        return {};
    }
    std::string not_supported(const Change& change) const
    {
        return fmt::format("NVUE has no statement for this: {}", describe(change));
    }

    std::string make(const Change& change)
    {
        if (change.port.port == Port::no_index) {
            if (const auto* fields = std::get_if<HashFields>(&change.value))
                return make_hashing(*fields);
            return not_supported(change);
        }
        switch (change.property) {
        case Property::pfc:
        case Property::headroom:
            return make_pause(change);
        case Property::cable_length:
            return make_length(change);
        case Property::link_pause:
            return make_link_pause(change);
        case Property::ecn:
        case Property::ecn_thresholds:
            return make_marking(change);
        case Property::trust:
            if (const auto* trust = std::get_if<Trust>(&change.value))
                return each(mapping, change, [&](Content& content) {
                    content["trust"]
                        = word_for(row_of(Says::trust).terms, static_cast<std::uint64_t>(*trust));
                });
            return not_supported(change);
        case Property::dscp_map:
        case Property::pcp_map:
        case Property::queue_map:
        case Property::priority_group_map:
        case Property::dscp_rewrite:
            return make_map(change);
        case Property::scheduler:
            return make_service(change);
        case Property::watchdog:
        case Property::watchdog_timers:
            return make_watchdog(change);
        case Property::mtu:
        case Property::speed:
        case Property::fec:
            return make_link(change);
        case Property::buffer_threshold:
            return make_threshold(change);
        default:
            return not_supported(change);
        }
    }

    std::string make_pause(const Change& change)
    {
        const auto* delta = std::get_if<PriorityDelta>(&change.value);
        const bool headroom = change.property == Property::headroom;
        if (delta != nullptr && headroom)
            return "a priority has headroom exactly where PFC is on for it";
        if (delta != nullptr)
            return each(pfc, change, [&](Content& content) {
                for (const Priority priority : delta->add) {
                    content[fmt::format("switch-priority {}", priority)];
                    content["tx"] = content["rx"] = "enable";
                }
                for (const Priority priority : delta->remove)
                    content.erase(fmt::format("switch-priority {}", priority));
            });
        const auto* bytes = std::get_if<Bytes>(&change.value);
        const Content& now = draft_.of_port(pfc, change.port.port);
        const auto pause_at = now.find("xoff-threshold");
        const auto fill = pause_at == now.end() ? std::nullopt : parse_number(pause_at->second);
        if (bytes == nullptr || !fill || !now.contains("port-buffer"))
            return "the switch works headroom out from the cable length; state that instead";
        const std::uint64_t buffer = *fill + bytes->count;
        if (std::string reason = out_of_range(row_of(Says::pfc_buffer), buffer); !reason.empty())
            return reason;
        return each(
            pfc, change, [&](Content& content) { content["port-buffer"] = fmt::format("{}", buffer); });
    }

    std::string make_length(const Change& change)
    {
        const auto* length = std::get_if<Metres>(&change.value);
        if (length == nullptr || config_.device.ports[change.port.port].pfc_tx.value_or({}).empty())
            return not_supported(change);
        if (std::string reason = out_of_range(row_of(Says::pfc_cable), length->count); !reason.empty())
            return reason;
        return each(pfc, change, [&](Content& content) {
            content["cable-length"] = fmt::format("{}", length->count);
        });
    }

    std::string make_link_pause(const Change& change)
    {
        const auto* on = std::get_if<bool>(&change.value);
        const Port& port = config_.device.ports[change.port.port];
        if (on == nullptr)
            return not_supported(change);
        if (*on && !port.pfc_tx.value_or({}).empty())
            return "a port cannot have link pause and PFC (NVIDIA Cumulus Linux 5.14 User Guide, Flow Control)";
        return each(pause_of_link, change, [&](Content& content) {
            content["rx"] = content["tx"] = *on ? "enable" : "disable";
        });
    }

    std::string make_marking(const Change& change)
    {
        const auto* target = std::get_if<EcnTarget>(&change.value);
        if (target == nullptr || change.number >= class_count)
            return not_supported(change);
        if (target->max_probability.hundredths % 100 != 0)
            return "the probability of marking is in whole percent";
        const std::uint64_t percent = target->max_probability.hundredths / 100;
        for (const auto& [says, value] : {std::pair(Says::ecn_min, target->min_threshold.count),
                 std::pair(Says::ecn_max, target->max_threshold.count),
                 std::pair(Says::ecn_probability, percent)}) {
            if (std::string reason = out_of_range(row_of(says), value); !reason.empty())
                return reason;
        }
        return each(ecn, change, [&](Content& content) {
            const std::string queue = fmt::format("traffic-class {} ", change.number);
            content[queue + "ecn"] = "enable";
            content[queue + "min-threshold"] = fmt::format("{}", target->min_threshold.count);
            content[queue + "max-threshold"] = fmt::format("{}", target->max_threshold.count);
            content[queue + "probability"] = fmt::format("{}", percent);
        });
    }

    std::string make_map(const Change& change)
    {
        const auto* entry = std::get_if<MapEntry>(&change.value);
        if (entry == nullptr || (entry->to >= class_count && entry->kind != MapKind::tc_to_dscp))
            return not_supported(change);
        switch (entry->kind) {
        case MapKind::dscp_to_tc:
        case MapKind::pcp_to_tc:
            return each(mapping, change, [&](Content& content) {
                content[fmt::format("{} {} switch-priority",
                    entry->kind == MapKind::dscp_to_tc ? "dscp" : "pcp",
                    entry->from)]
                    = fmt::format("{}", entry->to);
            });
        case MapKind::tc_to_queue:
        case MapKind::priority_to_queue:
            return whole(change,
                fmt::format("qos egress-queue-mapping {} switch-priority {} traffic-class",
                    usual_profile,
                    entry->from),
                fmt::format("{}", entry->to));
        case MapKind::tc_to_priority_group:
        case MapKind::priority_to_priority_group:
            return "a switch priority has the priority group of its own number";
        case MapKind::tc_to_dscp:
            if (config_.device.map(config_.device.ports[change.port.port].tc_to_dscp) == nullptr)
                return "packets are rewritten only where the port that they come in by says so too: write the remark profiles by hand";
            return each(remark, change, [&](Content& content) {
                content[fmt::format("switch-priority {} dscp", entry->from)] = fmt::format("{}", entry->to);
            });
        default:
            return not_supported(change);
        }
    }

    std::string make_service(const Change& change)
    {
        const auto* target = std::get_if<SchedulerTarget>(&change.value);
        if (target == nullptr || change.number >= class_count)
            return not_supported(change);
        if (target->weight)
            return "the share of a traffic class is in percent of the port, not a weight";
        if (target->bandwidth && target->bandwidth->hundredths % 100 != 0)
            return "the share of a traffic class is in whole percent";
        const std::string queue = fmt::format("traffic-class {} ", change.number);
        std::uint64_t sum = 0;
        const std::string reason = each(scheduling, change, [&](Content& content) {
            const bool strict = target->kind == SchedulerKind::strict;
            content[queue + "mode"] = strict ? "strict" : "dwrr";
            if (strict)
                content.erase(queue + "bw-percent");
            else if (target->bandwidth)
                content[queue + "bw-percent"] = fmt::format("{}", target->bandwidth->hundredths / 100);
            std::uint64_t shares = 0;
            for (const auto& [key, value] : content) {
                if (key.ends_with("bw-percent"))
                    shares += parse_number(value).value_or(0);
            }
            sum = std::max(sum, shares);
        });
        constexpr std::uint64_t most = 100;
        return sum > most ? fmt::format(
                   "the shares of its traffic classes would come to {} percent, and may come to 100 ({})",
                   sum,
                   row_of(Says::schedule_percent).source)
                          : reason;
    }

    std::string make_watchdog(const Change& change)
    {
        const auto* target = std::get_if<WatchdogTarget>(&change.value);
        const std::uint32_t port = change.port.port;
        if (target == nullptr || config_.device.ports[port].kind != PortKind::physical)
            return not_supported(change);
        if (target->restoration)
            return "a queue is let go when no pause frame came for a polling interval: the time cannot be set";
        const PfcWatchdog& now = config_.device.ports[port].watchdog;
        const auto poll = target->poll ? *target->poll : now.poll.value_or(Milliseconds(0));
        if (target->poll && !now.poll.is(*target->poll)) {
            if (std::string reason = out_of_range(row_of(Says::poll), target->poll->count()); !reason.empty())
                return reason;
            if (std::string reason
                = whole(change, "qos pfc-watchdog polling-interval", fmt::format("{}", poll.count()));
                !reason.empty())
                return reason;
        }
        if (target->detection && !now.detection.is(*target->detection)) {
            if (poll.count() == 0 || target->detection->count() % poll.count() != 0)
                return fmt::format(
                    "a storm is noticed after a whole number of polling intervals of {} ms", poll.count());
            if (std::string reason = whole(change,
                    "qos pfc-watchdog robustness",
                    fmt::format("{}", target->detection->count() / poll.count()));
                !reason.empty())
                return reason;
        }
        if (change.property == Property::watchdog && !now.enabled.is(true))
            draft_.put(port, "qos pfc-watchdog state", "enabled");
        return {};
    }

    std::string make_link(const Change& change)
    {
        const std::uint32_t port = change.port.port;
        if (const auto* frame = std::get_if<Bytes>(&change.value);
            frame != nullptr && change.property == Property::mtu) {
            const std::uint64_t mtu = frame->count - std::min(frame->count, frame_header);
            if (std::string reason = out_of_range(row_of(Says::mtu), mtu); !reason.empty())
                return reason;
            draft_.put(port, "link mtu", fmt::format("{}", mtu));
            return {};
        }
        const auto* speed = std::get_if<BitsPerSecond>(&change.value);
        const auto* fec = std::get_if<Fec>(&change.value);
        if (speed == nullptr && fec == nullptr)
            return not_supported(change);
        const std::string_view word = speed != nullptr
            ? word_for(row_of(Says::speed).terms, speed->count)
            : word_for(row_of(Says::fec).terms, static_cast<std::uint64_t>(*fec));
        if (word.empty())
            return speed != nullptr ? "a port has no such speed"
                                    : "FEC is auto, rs, baser or off: which code rs is, the speed decides";
        draft_.put(port, speed != nullptr ? "link speed" : "link fec", std::string(word));
        return {};
    }

    std::string make_threshold(const Change& change)
    {
        const auto* threshold = std::get_if<DynamicThreshold>(&change.value);
        constexpr std::int64_t one = 16;
        const std::string_view word = threshold == nullptr || threshold->value < -7 || threshold->value > 6
            ? std::string_view{}
            : word_for(
                row_of(Says::lossless_alpha).terms, static_cast<std::uint64_t>(threshold->value + one));
        if (word.empty() || !config_.device.ports[change.port.port].pfc_tx.value_or({}).has(change.number))
            return not_supported(change);
        return whole(change,
            fmt::format("qos advance-buffer-config {} ingress-lossless-buffer shared-alpha", usual_profile),
            std::string(word));
    }

    std::string make_hashing(const HashFields& fields)
    {
        for (const auto& [field, word] : {std::pair(HashField::source_ip, "source-ip"),
                 std::pair(HashField::destination_ip, "destination-ip"),
                 std::pair(HashField::ip_protocol, "ip-protocol"),
                 std::pair(HashField::source_port, "source-port"),
                 std::pair(HashField::destination_port, "destination-port")}) {
            if (fields.has(field) && !config_.device.load_balancing.ecmp.value.has(field))
                draft_.put_whole(fmt::format("system forwarding ecmp-hash {}", word), "on");
        }
        return {};
    }

    const Config& config_;
    std::span<const Change> changes_;
    Draft draft_;
};

// The device of the trees once more, with its statements.
struct Again {
    Device device;
    std::vector<SyntaxProblem> problems;
    Config config;
    Again(std::span<const Tree> trees, const Device& like)
        : device(fresh(like)), config(device, trees, problems)
    {
        resolve(config);
    }
    static Device fresh(const Device& like)
    {
        Device made;
        made.platform = like.platform;
        made.name = like.name;
        made.fragment = like.fragment;
        return made;
    }
};

std::vector<Refusal> refuse_all(std::span<const Change> changes, std::string_view reason)
{
    std::vector<Refusal> refused;
    for (std::uint32_t index = 0; index < changes.size(); ++index)
        refused.push_back({index, std::string(reason)});
    return refused;
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    const auto file = std::ranges::find_if(trees, [](const Tree& tree) {
        const Form form = form_of(*tree.source);
        return tree.root != nullptr && (form == Form::yaml || form == Form::lines);
    });
    if (file == trees.end()) {
        editing.refused = refuse_all(changes,
            "only startup.yaml and nv set commands are edited: NVUE writes the files of switchd itself, and JSON is what it prints");
        return editing;
    }
    const Again again(trees, device);
    const std::vector<Step> steps = Editor(again.config, changes).run(editing.refused);
    std::string reason;
    if (form_of(*file->source) == Form::lines)
        editing.edits = edit_lines(again.config, *file, steps);
    else
        editing.edits = edit_document(again.config, *file, steps, reason);
    if (!reason.empty()) {
        editing.edits.clear();
        editing.refused = refuse_all(changes, reason);
    }
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands commands;
    const Again again(trees, device);
    commands.text = command_lines(Editor(again.config, changes).run(commands.refused));
    return commands;
}

}
