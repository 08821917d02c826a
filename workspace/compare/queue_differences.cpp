// SPDX-License-Identifier: Apache-2.0
#include "workspace/compare/queue_differences.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace rocelint::workspace {
namespace {

constexpr auto all_rows = [](const auto&) { return false; };

class QueueTeller {
public:
    QueueTeller(const TwoReadings& readings, const std::set<Property>& wanted)
        : readings_(readings), wanted_(wanted)
    {
    }

    std::vector<ListDifference> run(const Port& before, const Port& after)
    {
        tell_queues(before, after);
        tell_groups(before, after);
        std::vector<ListDifference> told;
        for (const auto& [key, numbers] : numbered_) {
            const auto& [property, thing, now, was] = key;
            told.push_back({property,
                fmt::format("{}{} {}: {}", thing, numbers.size() == 1 ? "" : "s", to_string(numbers), now),
                was,
                {}});
        }
        return told;
    }

private:
    [[nodiscard]] bool wants(Property property) const { return wanted_.contains(property); }

    // Queues and groups with the same change are reported together.
    void add_numbered(Property property, std::string_view thing, std::uint8_t number, const Reported& told)
    {
        if (told.now == told.was)
            return;
        numbered_[{property, std::string(thing), told.now, told.was}].insert(number);
    }

    void tell_queues(const Port& a, const Port& b)
    {
        for (const Queue& other : readings_.after.queues_of(b)) {
            const Queue* one = readings_.before.queue(a, other.number);
            if (one == nullptr)
                continue;
            if (wants(Property::ecn))
                tell_ecn(*one, other);
            const Scheduler* served = target_of(readings_.before.schedulers, one->scheduler);
            const Scheduler* serves = target_of(readings_.after.schedulers, other.scheduler);
            if (wants(Property::scheduler))
                add_numbered(Property::scheduler,
                    "scheduler of queue",
                    other.number,
                    record_words(served, serves, one->scheduler, other.scheduler));
            const BufferProfile* held = target_of(readings_.before.buffer_profiles, one->buffer);
            const BufferProfile* holds = target_of(readings_.after.buffer_profiles, other.buffer);
            if (wants(Property::buffer_threshold))
                add_numbered(Property::buffer_threshold,
                    "buffer of queue",
                    other.number,
                    record_words(held, holds, one->buffer, other.buffer));
            tell_pool("buffer pool of queue", other.number, held, holds);
        }
    }

    void tell_ecn(const Queue& one, const Queue& other)
    {
        const EcnProfile* marked = target_of(readings_.before.ecn_profiles, one.ecn);
        const EcnProfile* marks = target_of(readings_.after.ecn_profiles, other.ecn);
        Reported told{ecn_words(marks, other.ecn.peek_known()), ecn_words(marked, one.ecn.peek_known())};
        const bool alike
            = marked != nullptr && marks != nullptr && marked->curves.size() == marks->curves.size();
        for (std::size_t curve = 0; alike && curve < marks->curves.size(); ++curve) {
            // The rows that the sentence about the curve does not cover.
            const Reported more
                = differing_rows(readings_, marked->curves[curve], marks->curves[curve], [](const auto& row) {
                      return row.name != "weight" && !row.name.ends_with("-programmed");
                  });
            if (more.now == more.was)
                continue;
            told.now += ", " + more.now;
            told.was += ", " + more.was;
        }
        add_numbered(Property::ecn, "ECN of queue", other.number, told);
    }

    void tell_groups(const Port& a, const Port& b)
    {
        for (const PriorityGroup& other : readings_.after.groups_of(b)) {
            const PriorityGroup* one = readings_.before.group(a, other.number);
            if (one == nullptr)
                continue;
            const BufferProfile* held = target_of(readings_.before.buffer_profiles, one->buffer);
            const BufferProfile* holds = target_of(readings_.after.buffer_profiles, other.buffer);
            const bool as_lossless = same(one->lossless, other.lossless);
            if (wants(Property::headroom)) {
                Reported told = record_words(held, holds, one->buffer, other.buffer);
                if (!as_lossless) {
                    const auto word = [](const Setting<bool>& lossless) {
                        return !lossless.peek_known() ? "not known to be lossless"
                            : lossless.value          ? "lossless"
                                                      : "lossy";
                    };
                    const bool same_buffer = told.now == told.was;
                    told.now = word(other.lossless) + (same_buffer ? "" : ", " + told.now);
                    told.was = word(one->lossless) + (same_buffer ? "" : ", " + told.was);
                }
                add_numbered(Property::headroom, "priority group", other.number, told);
            }
            if (as_lossless)
                tell_pool("buffer pool of priority group", other.number, held, holds);
        }
    }

    void tell_pool(
        std::string_view thing, std::uint8_t number, const BufferProfile* before, const BufferProfile* after)
    {
        if (!wants(Property::buffer_pool) || before == nullptr || after == nullptr
            || same_pool(readings_, *before, *after))
            return;
        const auto name = [](const Device& device, const BufferProfile& profile) {
            const BufferPool* pool = target_of(device.pools, profile.pool);
            return pool == nullptr ? "none" : std::string(pool->name);
        };
        add_numbered(Property::buffer_pool,
            thing,
            number,
            {name(readings_.after, *after), name(readings_.before, *before)});
    }

    // The differences between two profiles or schedulers; if one side has none, everything that the other
    // states.
    template <class T>
    Reported record_words(
        const T* before, const T* after, const Setting<Ref>& before_ref, const Setting<Ref>& after_ref) const
    {
        if (before != nullptr && after != nullptr)
            return differing_rows(readings_, *before, *after, all_rows);
        const auto words = [](const T* record, const Setting<Ref>& ref) {
            return record != nullptr ? stated_rows(*record, all_rows)
                : ref.peek_known()   ? "none of its own"
                                     : "not known";
        };
        return {words(after, after_ref), words(before, before_ref)};
    }

    using Numbered = std::tuple<Property, std::string, std::string, std::string>;

    TwoReadings readings_;
    const std::set<Property>& wanted_;
    std::map<Numbered, DscpSet> numbered_; ///< by what is reported: the numbers of the queues or groups
};

}

std::vector<ListDifference> queue_differences(
    const TwoReadings& readings, const Port& before, const Port& after, const std::set<Property>& wanted)
{
    return QueueTeller(readings, wanted).run(before, after);
}

}
