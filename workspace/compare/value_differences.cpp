// SPDX-License-Identifier: Apache-2.0
// differences() finds which properties differ, and where; this file turns each into a sentence. A difference
// without a sentence of its own is reported by its name, since silence would mean that nothing changed.
#include "workspace/compare/value_differences.h"

#include "models/catalog/asic.h"
#include "models/change/changes_between.h"
#include "models/change/difference.h"
#include "models/text/sentence.h"
#include "workspace/compare/list_differences.h"
#include "workspace/compare/queue_differences.h"
#include "workspace/compare/value_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace rocelint::workspace {
namespace {

constexpr auto no_row = [](const auto&) { return false; };

class DeviceTeller {
public:
    DeviceTeller(const Device& before, const Device& after)
        : aligned_(with_ports_like(after, before)), both_{before, aligned_}, before_(before), after_(aligned_)
    {
    }

    std::vector<ValueDifference> run()
    {
        std::map<std::uint32_t, std::set<Property>> by_port;
        for (const Difference& difference : differences(before_, after_)) {
            if (difference.part.empty())
                by_port[difference.port].insert(difference.property);
            else
                tell_option(difference.part);
        }
        tell_chip();
        for (auto& [port, properties] : by_port) {
            wanted_ = std::move(properties);
            told_.clear();
            if (port == Port::no_index)
                tell_device();
            else
                tell_port(port);
            tell_rest();
        }
        return std::move(values_);
    }

private:
    void add(Property property, std::string sentence, std::string was = {})
    {
        told_.insert(property);
        values_.push_back({property, std::move(sentence), std::move(was), before_.name, std::string(port_)});
    }
    void add(Property property, std::string_view what, const Reported& told)
    {
        add(property, fmt::format("{}: {}", what, told.now), told.was);
    }
    [[nodiscard]] bool wants(Property property) const { return wanted_.contains(property); }

    // Reports each row that differs; derived rows only if nothing else of their property was reported.
    template <class T>
    void tell_rows(const T& before, const T& after, std::string_view whose = {})
    {
        for (const bool derived : {false, true}) {
            for_each_field(fields_of<T>, [&](const auto& row) {
                if (pfc_is_told_ && (row.name == "pfc-rx" || row.name == "pfc-tx"))
                    return;
                if ((row.compare == Compare::derived) == derived && wants(row.property)
                    && !(derived && told_.contains(row.property)) && !same_field(both_, row, before, after))
                    tell_row(row, before, after, whose);
            });
        }
    }

    template <class T, class V>
    void tell_row(const Field<T, V>& row, const T& before, const T& after, std::string_view whose)
    {
        add(row.property,
            with_value(fmt::format("{}{}", row.what, whose), setting_words(row, after.*row.member)),
            setting_words(row, before.*row.member));
    }

    template <class T>
    void tell_row(const PortField<T>& row, const T& before, const T& after, std::string_view)
    {
        const auto words = [&](const Device& device, const Setting<std::uint32_t>& port) {
            const std::string_view name = port_name(device, port.value);
            return !port.peek_known() ? "not set" : name.empty() ? "none" : std::string(name);
        };
        add(row.property,
            with_value(row.what, words(after_, after.*row.member)),
            words(before_, before.*row.member));
    }

    void tell_row(
        const Reference<Port, ClassMap>& row, const Port& before, const Port& after, std::string_view)
    {
        const ClassMap* one = before_.map(before.*row.member);
        const ClassMap* other = after_.map(after.*row.member);
        if (one == nullptr || other == nullptr) {
            add(row.property,
                without_article(row.what),
                {map_words(other, (after.*row.member).peek_known()),
                    map_words(one, (before.*row.member).peek_known())});
            return;
        }
        std::map<std::pair<std::uint8_t, std::uint8_t>, DscpSet> moved;
        for (std::uint8_t point = 0; point < one->to.size(); ++point) {
            if (one->to[point] != other->to[point])
                moved[{one->to[point], other->to[point]}].insert(point);
        }
        for (const auto& [targets, points] : moved)
            add(row.property,
                fmt::format(
                    "{} to {}", from_words(other->kind, points), target_words(other->kind, targets.second)),
                target_words(one->kind, targets.first));
    }

    void tell_row(
        const Reference<Port, ClassPolicy>& row, const Port& before, const Port& after, std::string_view)
    {
        add(row.property,
            without_article(row.what),
            {policy_words(target_of(after_.policies, after.*row.member), (after.*row.member).peek_known()),
                policy_words(
                    target_of(before_.policies, before.*row.member), (before.*row.member).peek_known())});
    }

    void tell_row(const Reference<Port, BufferProfileList>& row,
        const Port& before,
        const Port& after,
        std::string_view)
    {
        add(row.property,
            without_article(row.what),
            {list_words(after_, target_of(after_.buffer_profile_lists, after.*row.member)),
                list_words(before_, target_of(before_.buffer_profile_lists, before.*row.member))});
    }

    template <class T, class Target>
    void tell_row(const Reference<T, Target>& row, const T&, const T&, std::string_view)
    {
        add(row.property, fmt::format("{} differs", row.what));
    }

    static std::string list_words(const Device& device, const BufferProfileList* list)
    {
        std::string text;
        for (const Ref ref : list == nullptr ? std::vector<Ref>() : list->profiles) {
            if (ref.index >= device.buffer_profiles.size())
                continue;
            const BufferProfile& profile = device.buffer_profiles[ref.index];
            add_item(text, fmt::format("{} ({})", profile.name, stated_rows(profile, no_row)));
        }
        return text.empty() ? "none" : text;
    }

    void tell_port(std::uint32_t index)
    {
        const bool was = index < before_.ports.size();
        const bool is = index < after_.ports.size() && !after_.ports[index].name.empty();
        port_ = was ? before_.ports[index].name : after_.ports[index].name;
        if (!was || !is) {
            add(Property::syntax, was ? "port is gone" : "port is new");
            return;
        }
        const Port& a = before_.ports[index];
        const Port& b = after_.ports[index];
        if (wants(Property::pfc) && !same(a.pfc_rx, b.pfc_rx) && pfc_words(a.pfc_rx) == pfc_words(a.pfc_tx)
            && pfc_words(b.pfc_rx) == pfc_words(b.pfc_tx)) {
            add(Property::pfc, "PFC " + pfc_words(b.pfc_rx), pfc_words(a.pfc_rx));
            pfc_is_told_ = true;
        }
        if (wants(Property::lag) && port_name(before_, a.lag) != port_name(after_, b.lag)) {
            const auto words = [](std::string_view lag) { return lag.empty() ? "no LAG" : std::string(lag); };
            add(Property::lag,
                "part of " + words(port_name(after_, b.lag)),
                words(port_name(before_, a.lag)));
        }
        tell_rows(a, b);
        pfc_is_told_ = false;
        tell_watchdog(a.watchdog, b.watchdog);
        for (ListDifference& difference : queue_differences(both_, a, b, wanted_))
            add(difference.property, std::move(difference.now), std::move(difference.was));
        if (a.nic < before_.nics.size() && b.nic < after_.nics.size())
            tell_rows(before_.nics[a.nic], after_.nics[b.nic]);
    }

    // The switch, the priorities and the times are reported together.
    void tell_watchdog(const PfcWatchdog& a, const PfcWatchdog& b)
    {
        if (!wants(Property::watchdog) && !wants(Property::watchdog_timers))
            return;
        if (same_fields(both_, a, b))
            return;
        const auto is_switch = [](const auto& row) { return row.name == "watchdog"; };
        const Reported told = same(a.enabled, b.enabled)
            ? differing_rows(both_, a, b, no_row)
            : Reported{watchdog_words(b, is_switch), watchdog_words(a, is_switch)};
        add(Property::watchdog, "PFC watchdog", told);
        told_.insert(Property::watchdog_timers);
    }

    static std::string watchdog_words(const PfcWatchdog& watchdog, const auto& skip)
    {
        if (!watchdog.enabled.peek_known())
            return "not known";
        return watchdog.enabled.value ? "on, " + stated_rows(watchdog, skip) : "off";
    }

    // The chip may come from the topology or from the files.
    void tell_chip()
    {
        const catalog::Asic* was = catalog::asic_of(before_);
        const catalog::Asic* is = catalog::asic_of(after_);
        const auto name = [](const catalog::Asic* asic) {
            return asic == nullptr ? "not known" : std::string(asic->name);
        };
        if (was != is)
            add(Property::software, "chip " + name(is), name(was));
    }

    void tell_device()
    {
        port_ = {};
        tell_rows(before_, after_);
        tell_rows(before_.load_balancing, after_.load_balancing);
        tell_rows(before_.headroom, after_.headroom);
        tell_rows(before_.trimming, after_.trimming);
        tell_rows(before_.forwarding, after_.forwarding);
        if (wants(Property::pfc) && before_.tunnel_remap != after_.tunnel_remap)
            add(Property::pfc,
                fmt::format(
                    "tunnelled packets {} put into other classes", after_.tunnel_remap ? "are" : "are not"));
        if (wants(Property::buffer_pool))
            tell_pools();
        for (const Job& job : after_.jobs) {
            const auto one = std::ranges::find(before_.jobs, job.name, &Job::name);
            if (one != before_.jobs.end())
                tell_rows(*one, job, after_.jobs.size() == 1 ? std::string() : fmt::format(" {}", job.name));
        }
        for (ListDifference& difference : list_differences(before_, after_)) {
            if (!wants(difference.property))
                continue;
            port_ = difference.port;
            add(difference.property, std::move(difference.now), std::move(difference.was));
            port_ = {};
        }
    }

    void tell_pools()
    {
        for (const BufferPool& pool : after_.pools) {
            const auto one = std::ranges::find(before_.pools, pool.name, &BufferPool::name);
            const std::string what = fmt::format("buffer pool {}", pool.name);
            if (one == before_.pools.end())
                add(Property::buffer_pool, what, {stated_rows(pool, no_row), "not there"});
            else if (!same_fields(both_, *one, pool))
                add(Property::buffer_pool, what, differing_rows(both_, *one, pool, no_row));
        }
        for (const BufferPool& pool : before_.pools) {
            if (std::ranges::find(after_.pools, pool.name, &BufferPool::name) == after_.pools.end())
                add(Property::buffer_pool,
                    fmt::format("buffer pool {}", pool.name),
                    {"not there", stated_rows(pool, no_row)});
        }
    }

    void tell_option(const std::string& option)
    {
        const Reported told = option_words(*before_.manager, *after_.manager, option);
        if (told.now == told.was)
            add(Property::manager, option + " differs");
        else
            add(Property::manager, fmt::format("{} {}", option, told.now), told.was);
    }

    // Reports properties without words of their own. Which queues and groups exist follows from what leads to
    // them.
    void tell_rest()
    {
        for (const Property property : wanted_) {
            const bool follows = property == Property::syntax && !told_.empty();
            if (!told_.contains(property) && !follows)
                add(property,
                    property == Property::syntax ? "which queues and priority groups there are differs"
                                                 : short_word(name_of(property)) + " differs");
        }
        port_ = {};
    }

    Device aligned_; ///< the later reading, with its ports in the order of the earlier one
    TwoReadings both_;
    const Device& before_;
    const Device& after_;
    std::string_view port_;
    bool pfc_is_told_ = false; ///< for the current port, with both directions together
    std::set<Property> wanted_; ///< the properties that differ at the port
    std::set<Property> told_; ///< those already reported
    std::vector<ValueDifference> values_;
};

}

std::vector<ValueDifference> value_differences(const Device& before, const Device& after)
{
    return DeviceTeller(before, after).run();
}

}
