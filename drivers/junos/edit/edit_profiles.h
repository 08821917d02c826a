// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit/edit_context.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace rocelint::junos {

/// Changes of congestion notification profiles: PFC, the queues that pause stops, cable length, the watchdog.
/// A profile is edited if all its ports want the same; otherwise the ports that want the change get a copy of
/// it.
class ProfileEditor : public PartOfEdit {
public:
    explicit ProfileEditor(EditContext& context);
    [[nodiscard]] static bool takes(const Change& change);
    void take(std::uint32_t index) { wishes_[context_.changes()[index].port.port].push_back(index); }
    void finish();

private:
    using Wishes = std::vector<std::uint32_t>; ///< indices of changes
    /// A port's requests to its profile. If they concern PFC, what pauses a priority depends on the port's
    /// classifiers.
    struct Wanted {
        std::vector<Request> requests;
        std::uint32_t dscp_to_tc = Ref::none_index;
        std::uint32_t pcp_to_tc = Ref::none_index;
        friend bool operator==(const Wanted& a, const Wanted& b)
        {
            return a.dscp_to_tc == b.dscp_to_tc && a.pcp_to_tc == b.pcp_to_tc
                && same_requests(a.requests, b.requests);
        }
    };
    struct Group {
        Wanted wanted;
        std::vector<std::uint32_t> ports;
        Wishes wishes; ///< of all ports
        Wishes distinct; ///< of the first port
    };
    void bind_new();
    Objection bind(const std::vector<std::uint32_t>& ports, std::string_view name);
    [[nodiscard]] std::string_view fitting_profile(
        std::uint32_t port, PrioritySet wanted, std::optional<Metres> cable);
    [[nodiscard]] std::optional<Metres> cable_wanted(const Wishes& wishes);
    Objection make_profile(std::uint32_t port, PrioritySet wanted, std::string_view& name);
    void edit_profile(std::string_view name);
    [[nodiscard]] Wishes distinct_of(std::uint32_t port, const Wishes& shared);
    [[nodiscard]] Wanted wanted_by(std::uint32_t port, const Wishes& shared) const;
    Objection edit_group(std::string_view name, const Group& group, bool in_place);
    Objection rebind(const std::vector<std::uint32_t>& ports, std::string_view name);
    Objection unbind(const std::vector<std::uint32_t>& ports);
    void refuse_all(const Wishes& wishes, const Objection& reason);

    std::map<std::uint32_t, Wishes> wishes_; ///< by port
    std::vector<const Statement*> bindings_; ///< binding to a profile, by port
    std::map<std::uint32_t, std::string_view> bound_anew_;
    std::set<std::uint32_t> fits_cable_; ///< ports newly bound to a profile for their cable length
    std::map<std::tuple<std::vector<const Statement*>, std::uint8_t, std::int64_t>, std::string_view>
        fitting_;
};

inline constexpr std::string_view profiles_block = "congestion-notification-profile";
/// Returns what a change of PFC adds and removes; null for any other change.
[[nodiscard]] inline const PriorityDelta* pause_of(const Change& change)
{
    return change.property == Property::pfc ? std::get_if<PriorityDelta>(&change.value) : nullptr;
}

/// A profile, existing or new, while it is edited for the ports of a group.
class ProfileText {
public:
    /// `now` is the profile in force, or null for a new one; `port` represents the ports that use it.
    ProfileText(EditContext& context, Statement& written, const Statement* now, std::uint32_t port)
        : context_(context), written_(&written), now_(now), port_(port)
    {
    }

    Objection add_pause(Priority priority);
    Objection remove_pause(Priority priority);
    Objection set_watchdog(const WatchdogTarget& target);
    Objection set_queue(Priority priority, std::uint8_t queue);
    Objection set_cable(Metres length);

private:
    [[nodiscard]] const ForwardingClass* class_of(Priority priority) const;
    [[nodiscard]] const Statement* points(std::string_view direction, std::string_view kind) const;
    [[nodiscard]] bool is_keyed_on_absent_tags() const;
    Objection pause_point(std::string_view kind, const std::string& point);
    Objection add_output(Priority priority, std::uint8_t queue);
    Objection take_away(const Statement& in_force, std::initializer_list<std::string_view> words);
    EditContext& context_;
    Statement* written_;
    const Statement* now_;
    std::uint32_t port_;
};

}
