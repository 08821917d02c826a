// SPDX-License-Identifier: Apache-2.0
// Egress queues: how each marks, what it may hold and how it is served.
#include "drivers/srlinux/config.h"

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::string_view no_slope = "its queue-management-profile has no slope for packets of that kind";
constexpr std::string_view share_of_limit
    = "it is a share of the queue's maximum-burst-size, which is not set, so that the chip's own limit counts";
constexpr std::string_view no_probability
    = "max-drop-probability-percent is not stated, and the modules have no default";
constexpr std::string_view no_threshold = "the slope states no threshold";
constexpr std::string_view limit_of_chip
    = "a maximum-burst-size of 0 lets the chip limit the queue by its own share";
constexpr std::string_view share_of_port = "it is a share of the port's speed, which is not known";
constexpr std::string_view policy_not_read
    = "a scheduling policy of another kind is bound, which is not read";

// A slope with its three keys.
struct Slope {
    const Statement* place = nullptr; ///< the innermost key with the values
    std::string_view traffic;
    std::string_view drops;
    bool marks = false;
};

std::vector<Slope> slopes_of(const Statement& profile)
{
    std::vector<Slope> slopes;
    const Statement* wred = profile.child("wred");
    for (const Statement* traffic = wred == nullptr ? nullptr : wred->first; traffic != nullptr;
         traffic = traffic->next) {
        for (const Statement& drops : *traffic) {
            for (const Statement& ecn : drops)
                slopes.push_back({&ecn, traffic->key, drops.key, ecn.key == "true"});
        }
    }
    return slopes;
}

std::optional<Colour> colour_of(std::string_view drops)
{
    return drops == "low" || drops == "all" ? std::optional(Colour::green)
        : drops == "medium"                 ? std::optional(Colour::yellow)
        : drops == "high"                   ? std::optional(Colour::red)
                                            : std::nullopt;
}

Setting<Percent> percent_in(
    Config& config, const Statement& slope, std::string_view word, Setting<Percent> absent)
{
    const Setting<std::uint32_t> number = config.number<std::uint32_t>(&slope, word, {});
    if (!number.peek_known())
        return number.origin == OriginId{} ? absent : Setting<Percent>::unread(number.origin);
    return {Percent::whole(std::min(number.value, 100U)), number.origin};
}

// A threshold in bytes, or as a share of what the queue may hold.
void read_threshold(Config& config,
    const Slope& slope,
    std::string_view word,
    std::string_view share_word,
    std::uint64_t limit,
    Setting<Bytes>& bytes,
    Setting<Percent>& fill)
{
    bytes = config.number<Bytes>(slope.place, word, {});
    fill = percent_in(config, *slope.place, share_word, {});
    if (bytes.origin != OriginId{})
        return;
    if (!fill.peek_known())
        bytes = Setting<Bytes>::unread(config.unread(no_threshold));
    else if (limit == 0)
        bytes = Setting<Bytes>::unread(config.unread(share_of_limit));
    else
        bytes = {Bytes{limit / 100 * (fill.value.hundredths / 100)}, fill.origin};
}

void read_slope(Config& config, const Slope& slope, std::uint64_t limit, EcnCurve& curve)
{
    const OriginId here = config.here(*slope.place);
    const bool global = inside(config.qos, {"explicit-congestion-notification"}) != nullptr;
    if (slope.marks && !global && config.device.fragment)
        curve.marks
            = Setting<bool>::unread(config.unread("another part of the configuration may enable ECN"));
    else if (slope.marks)
        curve.marks = global
            ? Setting<bool>(true, here)
            : Setting<bool>(
                false, config.device.origins.lacking(config.defaults.origin("ecn"), slope.place->at));
    else
        curve.drops = {true, here};
    // Marking of ECN-capable packets leaves dropping of others to a slope of its own.
    if (slope.marks || curve.max_threshold.origin == OriginId{}) {
        read_threshold(config,
            slope,
            "min-threshold",
            "min-threshold-percent",
            limit,
            curve.min_threshold,
            curve.min_fill);
        read_threshold(config,
            slope,
            "max-threshold",
            "max-threshold-percent",
            limit,
            curve.max_threshold,
            curve.max_fill);
        curve.max_probability = percent_in(config,
            *slope.place,
            "max-drop-probability-percent",
            Setting<Percent>::unread(config.unread(no_probability)));
    }
}

Ref marking_of(Config& config, const Statement& profile, std::uint64_t limit)
{
    const auto [entry, fresh] = config.markings.try_emplace({&profile, limit});
    if (!fresh)
        return entry->second;
    EcnProfile made;
    made.name = profile.key;
    made.at = profile.at;
    const OriginId none = config.device.origins.derived(profile.at, {}, no_slope);
    const auto weight = config.number<std::uint8_t>(
        &profile, "weight-factor", config.defaults.number_as<std::uint8_t>("weight_factor"));
    const std::vector<Slope> slopes = slopes_of(profile);
    const bool by_colour
        = std::ranges::any_of(slopes, [](const Slope& slope) { return slope.drops != "all"; });
    made.other_colours = by_colour ? OtherColours::unmarked : OtherColours::as_green;
    for (const Colour colour : {Colour::green, Colour::yellow, Colour::red}) {
        EcnCurve curve;
        curve.colour = colour;
        curve.marks = curve.drops = {false, none};
        curve.weight = weight;
        for (const Slope& slope : slopes) {
            // RoCE is not TCP.
            const bool counts
                = slope.traffic != "tcp" && (slope.drops == "all" || colour_of(slope.drops) == colour);
            if (counts)
                read_slope(config, slope, limit, curve);
        }
        if (colour == Colour::green || (by_colour && (curve.marks.value || curve.drops.value)))
            made.curves.push_back(curve);
    }
    return entry->second = add_to(config.device.ecn_profiles, std::move(made));
}

// The statement of the egress profile about a queue, by the queue's index.
const Statement* share_of(Config& config, const Statement* queues, std::uint8_t number)
{
    for (const Statement* each = queues == nullptr ? nullptr : queues->first; each != nullptr;
         each = each->next) {
        if (each->word() != "queue")
            continue;
        const Setting<std::uint8_t> index = config.queue_named(Named::queue, *each, each->key);
        if (index.peek_known() && index.value == number)
            return each;
    }
    return nullptr;
}

Setting<Ref> limit_of(Config& config, const Statement* reference, const Statement* share)
{
    if (reference == nullptr || share == nullptr)
        return {};
    const auto [entry, fresh] = config.buffers.try_emplace({reference, share});
    if (fresh) {
        BufferProfile made;
        made.name = reference->key;
        made.at = share->at;
        made.fixed_threshold = config.number<Bytes>(
            share, "maximum-burst-size", Setting<Bytes>::unread(config.unread(limit_of_chip)));
        if (made.fixed_threshold.peek_known() && made.fixed_threshold.value.count == 0)
            made.fixed_threshold = Setting<Bytes>::unread(config.unread(limit_of_chip));
        entry->second = add_to(config.device.buffer_profiles, std::move(made));
    }
    return share == nullptr ? Setting<Ref>{} : Setting<Ref>{entry->second, config.here(*reference)};
}

// The input of a scheduler policy about a queue.
struct Service {
    const Statement* scheduler = nullptr;
    const Statement* input = nullptr;
};

Service service_of(Config& config, const Statement& policy, std::uint8_t number)
{
    for (const Statement& scheduler : policy) {
        for (const Statement& input : scheduler) {
            const Statement* queue = input.child("queue-name");
            if (queue == nullptr)
                continue;
            const Setting<std::uint8_t> index = config.queue_named(Named::queue, *queue, queue->key);
            if (index.peek_known() && index.value == number)
                return {&scheduler, &input};
        }
    }
    return {};
}

Setting<Ref> scheduler_of(Config& config, const Port& port, const Statement* bound, std::uint8_t number)
{
    const Statement* reference = inside(bound, {"scheduler-policy"});
    if (reference == nullptr && bound != nullptr && bound->holds_more)
        return Setting<Ref>::unread(config.unread(policy_not_read));
    const Statement* policy
        = reference == nullptr ? nullptr : config.find(Named::scheduler_policy, *reference);
    if (reference != nullptr && policy == nullptr)
        return Setting<Ref>::unread(config.lost(Named::scheduler_policy, *reference, reference->key));
    const std::uint64_t speed = port.speed.peek_known() ? port.speed.value.count : 0;
    const auto [entry, fresh] = config.schedulers.try_emplace({policy, number, speed});
    const auto bound_by = [&](const std::pair<Ref, OriginId>& known) {
        return Setting<Ref>{known.first, reference == nullptr ? known.second : config.here(*reference)};
    };
    if (!fresh)
        return bound_by(entry->second);
    const Service service = policy == nullptr ? Service{} : service_of(config, *policy, number);
    Scheduler made;
    made.name = policy == nullptr ? std::string_view{} : policy->key;
    if (service.input == nullptr) {
        // Every queue is attached to the strict scheduler unless a policy says otherwise.
        made.at = policy == nullptr ? Span{} : policy->at;
        made.kind = config.defaults.value("scheduler", SchedulerKind::strict);
    } else {
        made.at = service.input->at;
        const bool strict = service.scheduler->key == "0";
        made.kind
            = {strict ? SchedulerKind::strict : SchedulerKind::weighted, config.here(*service.scheduler)};
        if (!strict)
            made.weight = config.number<std::uint32_t>(service.input, "weight", {});
        const Setting<Percent> rate = percent_in(config, *service.input, "peak-rate-percent", {});
        if (rate.peek_known() && rate.value < Percent::whole(100))
            made.limit = speed == 0
                ? Setting<BitsPerSecond>::unread(config.unread(share_of_port))
                : Setting<BitsPerSecond>{{speed / 100 * (rate.value.hundredths / 100)}, rate.origin};
    }
    entry->second = {add_to(config.device.schedulers, made), made.kind.origin};
    return bound_by(entry->second);
}

}

void resolve_queues(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Bound* all = config.bound_of(index);
    const Statement* output = all == nullptr ? nullptr : inside(all->port, {"output"});
    const Statement* allocation = inside(output, {"buffer-allocation-profile"});
    const Statement* profile
        = allocation == nullptr ? nullptr : config.find(Named::allocation_profile, *allocation);
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queue_count = queue_count;
    port.queues_visible = true;
    const Statement* bound = inside(output, {"queues"});
    const std::string_view why = config.unread_qos(index);
    const auto open = Setting<Ref>::unread(why.empty() ? OriginId{} : config.unread(why));
    for (std::uint8_t number = 0; number < queue_count && !why.empty(); ++number)
        config.device.queues.push_back({.number = number, .ecn = open, .scheduler = open, .buffer = open});
    if (!why.empty())
        return;
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        Queue queue{
            .number = number, .ecn = config.defaults.value("slopes", Ref{}), .scheduler = {}, .buffer = {}};
        const Statement* share = share_of(config, inside(profile, {"queues"}), number);
        const Setting<Bytes> limit = config.number<Bytes>(share, "maximum-burst-size", {});
        const Statement* own = share_of(config, bound, number);
        if (const Statement* name = inside(own, {"queue-management-profile"}); name != nullptr) {
            const Statement* management = config.find(Named::management_profile, *name);
            queue.ecn = management == nullptr
                ? Setting<Ref>::unread(config.lost(Named::management_profile, *name, name->key))
                : Setting<Ref>{marking_of(config, *management, limit.value.count), config.here(*name)};
        }
        queue.buffer = limit_of(config, allocation, share);
        queue.scheduler = scheduler_of(config, port, inside(output, {"scheduler"}), number);
        config.device.queues.push_back(queue);
    }
}

}
