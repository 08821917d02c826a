// SPDX-License-Identifier: Apache-2.0
// Reports lines that the switch takes alone and not together: queues that PFC shares, profiles that do not fit each other,
// and more combinations or pools than the hardware has.
#include "drivers/aoscx/config.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view guide = "AOS-CX 10.18.xxxx Quality of Service Guide";

std::string queues_text(PrioritySet queues)
{
    return queues.empty() ? "no queue" : fmt::format("queue {}", to_string(queues));
}

class Reporter {
public:
    explicit Reporter(Config& config) : config_(config) { }

    void run()
    {
        collect();
        report_code_points();
        const Fact* whole = config_.global(LineKind::apply_queues);
        const auto applied = applied_of(whole);
        const Block* queues
            = applied ? config_.blocks.find(LineKind::queue_profile, applied->queues) : nullptr;
        if (queues != nullptr)
            report_queues(*queues);
        // A queue profile that no file shows may have any queues.
        const bool known
            = whole == nullptr || queues != nullptr || (applied && applied->queues == usual_profile);
        if (applied)
            schedules_.insert(applied->schedule);
        for (const std::string_view name : schedules_) {
            const Block* schedule = config_.blocks.find(LineKind::schedule_profile, name);
            if (schedule == nullptr || !is_read(*schedule))
                continue;
            report_order(*schedule);
            if (known)
                report_service(queues, *schedule);
        }
        report_combinations();
        report_pools();
        report_headroom();
    }

private:
    void say(Span at, std::string message)
    {
        config_.problems.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
    }

    void collect()
    {
        for (std::uint32_t index = 0; index < config_.device.ports.size(); ++index) {
            const std::uint32_t place = config_.ports[index].place;
            const Fact* own = config_.find(place, LineKind::apply_schedule);
            if (own != nullptr && is_set(*own))
                schedules_.insert(own->text);
            const Fact* line = config_.flow_control(place, LineKind::pfc);
            const auto pausing = line != nullptr && is_set(*line) && says(*line) == LineKind::pfc
                ? pausing_of(line->text)
                : std::nullopt;
            if (!pausing)
                continue;
            paused_ = paused_ | pausing->rx | pausing->tx;
            const auto same
                = [&](const Pausing& known) { return known.rx == pausing->rx && known.tx == pausing->tx; };
            if (std::ranges::find_if(combinations_, same) != combinations_.end())
                continue;
            combinations_.push_back(*pausing);
            last_ = line->at;
        }
    }

    [[nodiscard]] const ClassMap* pcps() const { return config_.device.map(config_.maps.pcp); }

    void report_code_points()
    {
        for (const Priority priority : pcps() == nullptr ? PrioritySet{} : paused_) {
            const std::uint8_t local = pcps()->to[priority];
            for (Priority other = 0; other < queue_count && local < queue_count; ++other) {
                if (other == priority || pcps()->to[other] != local
                    || (paused_.has(other) && other < priority))
                    continue;
                Span at = config_.device.origins.span(pcps()->origin[other]);
                if (!at.somewhere())
                    at = config_.device.origins.span(pcps()->origin[priority]);
                if (at.somewhere())
                    say(at,
                        fmt::format(
                            "PFC of priority {} needs a local priority of its own, and code point {} has local "
                            "priority {} too ({}, qos cos-map)",
                            priority,
                            other,
                            local,
                            guide));
            }
        }
    }

    void report_queues(const Block& profile)
    {
        const MappedQueues mapped = mapped_by(profile);
        PrioritySet missing;
        for (std::uint8_t local = 0; local < queue_count; ++local) {
            if (mapped.at(local) == nullptr)
                missing.insert(local);
        }
        if (!missing.empty())
            say(profile.header->at,
                fmt::format(
                    "the switch does not apply queue profile {}, which leads local priority {} to no queue ({}, map "
                    "queue)",
                    profile.name,
                    to_string(missing),
                    guide));
        for (const Priority priority : pcps() == nullptr ? PrioritySet{} : paused_) {
            const std::uint8_t local = pcps()->to[priority];
            const Fact* own = local < queue_count ? mapped.at(local) : nullptr;
            for (std::uint8_t other = 0; other < queue_count && own != nullptr; ++other) {
                if (other == local || mapped.at(other) == nullptr || mapped.at(other)->number != own->number)
                    continue;
                say(mapped.at(other)->at,
                    fmt::format(
                        "PFC of priority {} needs a queue of its own, and local priority {} is in queue {} too ({}, "
                        "map queue)",
                        priority,
                        other,
                        own->number,
                        guide));
            }
        }
    }

    [[nodiscard]] static bool is_read(const Block& schedule)
    {
        return std::ranges::none_of(
            schedule.facts, [](const Fact* line) { return line->sense == Sense::unread; });
    }

    // By queue: the line that serves it, or null.
    [[nodiscard]] static std::array<const Fact*, queue_count> served_by(const Block& schedule)
    {
        std::array<const Fact*, queue_count> served{};
        for (std::uint8_t queue = 0; queue < queue_count; ++queue)
            served.at(queue) = schedule.find(LineKind::served, queue);
        return served;
    }

    void report_order(const Block& schedule)
    {
        const Fact* strict = nullptr;
        for (const Fact* line : served_by(schedule)) {
            if (line != nullptr && strict != nullptr && !is_strict(*line))
                return say(strict->at,
                    fmt::format(
                        "the switch does not take schedule profile {}, in which queue {} is strict and a "
                        "higher queue has a weight ({}, qos schedule-profile)",
                        schedule.name,
                        strict->number,
                        guide));
            if (line != nullptr && is_strict(*line))
                strict = line;
        }
    }

    void report_service(const Block* queues, const Block& schedule)
    {
        PrioritySet used = queues == nullptr ? PrioritySet::all() : PrioritySet{};
        for (const Fact* line : queues == nullptr ? MappedQueues{} : mapped_by(*queues)) {
            if (line != nullptr && line->number < queue_count)
                used.insert(line->number);
        }
        PrioritySet served;
        for (const Fact* line : served_by(schedule)) {
            if (line != nullptr)
                served.insert(line->number);
        }
        if (served != used)
            say(schedule.header->at,
                fmt::format(
                    "the switch does not apply schedule profile {}, which serves {}, where the queue profile has {} ({}, "
                    "QoS schedule profile configuration)",
                    schedule.name,
                    queues_text(served),
                    queues_text(used),
                    guide));
    }

    void report_combinations()
    {
        if (!has_pools(config_.family))
            return;
        const auto most = catalog::platform_default(
            "aoscx", config_.family == Family::small ? "most_combinations_small" : "most_combinations_large");
        if (most.known() && combinations_.size() > most.number())
            say(last_,
                fmt::format(
                    "the ports have {} different combinations of PFC priorities, and the switch takes {} at most: a "
                    "port whose combination it does not take has no PFC ({})",
                    combinations_.size(),
                    most.number(),
                    most.source));
    }

    void report_pools()
    {
        const auto most = catalog::platform_default("aoscx", "most_pools_percent");
        std::uint64_t sum = 0;
        Span last;
        for (const Fact* pool : config_.pool_lines) {
            if (pool == nullptr || !is_set(*pool))
                continue;
            sum += share_of_pool(*pool).hundredths;
            last = pool->at;
        }
        constexpr std::uint64_t hundred = 100;
        if (most.known() && sum > most.number() * hundred)
            say(last,
                fmt::format(
                    "the lossless pools have {} % of the packet buffer, and {} % at most are taken ({})",
                    static_cast<double>(sum) / static_cast<double>(hundred),
                    most.number(),
                    most.source));
    }

    void report_headroom()
    {
        for (const BufferPool& pool : config_.device.pools) {
            if (pool.size.peek_known() && pool.shared_headroom.peek_known()
                && pool.shared_headroom.value > pool.size.value)
                say(pool.at,
                    fmt::format(
                        "the headroom of {} is more than half of the pool, which the switch does not take ({}, "
                        "Lossless QoS pool)",
                        pool.name,
                        guide));
        }
    }

    Config& config_;
    PrioritySet paused_;
    std::vector<Pausing> combinations_;
    std::set<std::string_view> schedules_; ///< that the switch or a port applies
    Span last_;
};

}

void report_lines(Config& config) { Reporter(config).run(); }

}
