// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/statements.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/device.h"
#include "models/fabric/lost_names.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::nvue {

inline constexpr std::uint8_t class_count = 8;
/// The profile of every port that is given no other (NVIDIA Cumulus Linux 5.14 User Guide, Quality of Service).
inline constexpr std::string_view usual_profile = "default-global";

inline constexpr auto default_names = std::to_array<std::string_view>({"adaptive_routing",
    "admin_state",
    "dscp_map",
    "ecn",
    "ecn_enable",
    "ecn_max",
    "ecn_min",
    "ecn_probability",
    "ecn_red",
    "fec",
    "hash_fields",
    "ingress_policy",
    "link_pause",
    "lossless_alpha",
    "mlag_peer_link",
    "mtu",
    "multipath",
    "ospf",
    "pcp_map",
    "pfc",
    "pfc_cable_length",
    "pfc_direction",
    "port_default_sp",
    "port_mode",
    "priority_is_class",
    "queue_map",
    "rewrite",
    "roce_cable_length",
    "scheduler",
    "scheduler_of_profile",
    "trim_dscp",
    "trust",
    "watchdog",
    "watchdog_action",
    "watchdog_poll",
    "watchdog_robustness"});
/// What Cumulus Linux does where the configuration is silent: an entry of the catalog's `nvue` section.
using Default = catalog::DefaultName<default_names>;

/// The names that a range stands for: "swp1-4,swp6", "swp2-16,18", "swp1s0-3", "swp1-swp4". Nothing where there are more
/// than `limit`.
[[nodiscard]] std::vector<std::string> expand_names(std::string_view range, std::size_t limit = 4096);
/// The kind of an interface by its name alone.
[[nodiscard]] PortKind kind_by_name(std::string_view name);

/// A statement that holds for a port or profile; empty: there is none.
struct Stated {
    const Fact* fact = nullptr;
    [[nodiscard]] explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] std::uint64_t value_or(std::uint64_t other) const
    {
        return fact == nullptr ? other : fact->value;
    }
};

/// Entries of a list that one statement makes.
struct Entries {
    const Fact* fact = nullptr;
    std::uint64_t bits = 0;
};

/// The priority that `qos roce` pauses (NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet).
inline constexpr Priority roce_priority = 3;

/// `qos roce` of a device.
struct Roce {
    bool on = false;
    std::uint64_t mode = 0; ///< lossless, lossless-single-ipool, lossy, lossy-multi-tc
    Span at;
    [[nodiscard]] bool lossless() const { return on && mode < 2; }
};

/// The words for a profile of a kind of kind_of(): "qos pfc profile".
[[nodiscard]] std::string_view label_of(std::string_view kind);

/// All statements of one device, by what they are about.
class Config {
public:
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found);

    /// What a port's own statements say; of several the last. `number`: which of the statement's list.
    [[nodiscard]] Stated find(std::uint32_t port, Says what, std::uint8_t number = 0xff) const;
    /// What a profile of `qos KIND` says, whether in the file or because `qos roce` is on.
    [[nodiscard]] Stated find(
        std::string_view kind, std::string_view name, Says what, std::uint8_t number = 0xff) const;
    [[nodiscard]] bool has_profile(std::string_view kind, std::string_view name) const;
    /// Where the statement at `bound` gives a port a profile of which no statement is there, the origin of all that the profile
    /// would say.
    [[nodiscard]] std::optional<OriginId> lost(std::string_view kind, std::string_view name, Span bound)
    {
        if (!bound.somewhere() || name == usual_profile || has_profile(kind, name))
            return std::nullopt;
        return lost_names_.take(label_of(kind), name, bound, kind);
    }
    /// A statement of the whole switch.
    [[nodiscard]] Stated global(Says what) const;
    /// All statements of one kind that hold: of a list that a file states, what `qos roce` puts into it is none.
    [[nodiscard]] std::vector<Entries> all(std::string_view kind, std::string_view name, Says what) const;
    /// The name of the profile that a port is given; the usual one where it is given none. `bound`: by which statement.
    [[nodiscard]] std::string_view profile_of(std::uint32_t port, Says what, Span* bound = nullptr) const;

    /// Where a statement's value comes from, for a port that is given its profile by `bound`.
    [[nodiscard]] OriginId origin(const Fact& fact, Span bound = {});
    template <class T>
    [[nodiscard]] Setting<T> setting(const Stated& stated, T value, Setting<T> absent, Span bound = {})
    {
        if (!stated)
            return absent;
        return stated.fact->unread ? Setting<T>::unread(unread("its value is not understood"))
                                   : Setting<T>(value, origin(*stated.fact, bound));
    }
    /// A text of the trees, for the device to keep: once for each.
    [[nodiscard]] std::string_view keep(std::string_view text);
    [[nodiscard]] OriginId unread(std::string_view reason) { return device.origins.unread(reason); }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    std::vector<Fact> facts; ///< in the order of the files
    std::vector<Fact> made; ///< those of `qos roce`
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    Roce roce;
    /// What a queue has by a profile, made once for all ports that are given it: by the profiles' names and the queue.
    struct Shared {
        Setting<Ref> made;
        const Fact* fact = nullptr; ///< that says it; null: the platform, or a reason for not knowing
    };
    std::map<std::pair<std::string_view, std::uint8_t>, Shared> markings;
    std::map<std::tuple<std::string_view, std::string_view, std::uint8_t>, Shared> services;
    catalog::PlatformDefaults<Default> defaults;

private:
    using Indices = std::vector<std::uint32_t>;
    void place_ports();
    void place_profiles(const std::vector<Fact>& from, bool of_file);
    [[nodiscard]] const Fact* last(
        const Indices& at, const std::vector<Fact>& from, Says what, std::uint8_t number) const;

    struct Profile {
        Indices own; ///< in `facts`
        Indices made; ///< in `made`
    };
    std::vector<Indices> of_port_; ///< first statements of each block that speaks of a port
    std::vector<std::uint32_t> block_end_;
    std::map<std::pair<std::string_view, std::string_view>, Profile> profiles_;
    Indices whole_;
    std::unordered_map<std::string_view, std::string_view> kept_;
    LostNames lost_names_;
};

/// The statements that `qos roce` stands for in a mode, as lines behind `nv set`.
[[nodiscard]] std::span<const std::string_view> roce_lines(std::uint64_t mode);
/// The document that says so.
inline constexpr std::string_view roce_source
    = "`qos roce` sets it (NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet - RoCE, nv show qos roce)";
/// The Row::path word behind `qos` of what a profile statement is of: "pfc".
[[nodiscard]] std::string_view kind_of(const Place* place);

// What the statements mean, part by part.
void resolve(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);
void resolve_pools(Config& config);
void resolve_switch(Config& config);

template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& table, T made)
{
    table.push_back(std::move(made));
    return {static_cast<std::uint32_t>(table.size() - 1)};
}

}
