// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/statements.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/device.h"
#include "models/fabric/lost_names.h"

#include <compare>
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
/// The profile of every port that is bound to no other (NVIDIA Cumulus Linux 5.14 User Guide, Quality of
/// Service).
inline constexpr std::string_view usual_profile = "default-global";

inline constexpr auto default_names = catalog::names<
    "adaptive_routing admin_state dscp_map ecn ecn_enable ecn_max ecn_min ecn_probability ecn_red fec "
    "hash_fields ingress_policy link_pause lossless_alpha lossy_pool mlag_peer_link mtu multipath ospf "
    "pcp_map pfc pfc_cable_length pfc_direction port_default_sp port_mode priority_is_class queue_map "
    "rewrite roce_cable_length scheduler scheduler_of_profile trim_dscp trust watchdog watchdog_action "
    "watchdog_poll watchdog_robustness">();
/// A default of Cumulus Linux where the configuration is silent: an entry of the catalog's `nvue` section.
using Default = catalog::DefaultName<default_names>;

/// Returns the names that a range stands for: "swp1-4,swp6", "swp2-16,18", "swp1s0-3", "swp1-swp4". Empty if
/// there are more than `limit`.
[[nodiscard]] std::vector<std::string> expand_names(std::string_view range, std::size_t limit = 4096);
/// Returns the kind of an interface, by its name alone.
[[nodiscard]] PortKind kind_by_name(std::string_view name);

/// The statement that applies to a port or profile, or null if the configuration has none.
struct Stated {
    const Fact* fact = nullptr;
    [[nodiscard]] explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] std::uint64_t value_or(std::uint64_t other) const
    {
        return fact == nullptr ? other : fact->value;
    }
};

/// The entries of a list that one statement makes.
struct Entries {
    const Fact* fact = nullptr;
    std::uint64_t bits = 0;
};

/// The priority that `qos roce` pauses (NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet).
inline constexpr Priority roce_priority = 3;

/// The number of the mode that trims packets in place of pausing.
inline constexpr std::uint64_t lossy_multi_tc = 3;

/// The number of the mode for links between data centres, whose settings no document lists (NVIDIA Cumulus Linux
/// 5.18 User Guide, RDMA over Converged Ethernet - RoCE, Data Center Interconnect).
inline constexpr std::uint64_t dci_1 = 4;

/// A release of Cumulus Linux, without its patch level.
struct Release {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;
    friend constexpr auto operator<=>(const Release&, const Release&) = default;
};
/// The first release that writes `state enabled` where earlier ones write `enable on` (NVIDIA Cumulus Linux 5.15
/// User Guide, New and Changed NVUE Commands).
inline constexpr Release says_state{5, 15};

/// `qos roce` of a device.
struct Roce {
    bool on = false;
    std::uint64_t mode = 0; ///< lossless, lossless-single-ipool, lossy, lossy-multi-tc, dci-1
    bool unread = false; ///< the settings of the mode are not known
    Span at;
    [[nodiscard]] bool lossless() const { return on && mode < 2; }
};

/// Returns the label for a profile of a kind returned by kind_of(): "qos pfc profile".
[[nodiscard]] std::string_view label_of(std::string_view kind);

/// All statements of one device, by what they apply to.
class Config {
public:
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found);

    /// Returns what a port's own statements say; the last one wins. `number`: which entry of the statement's
    /// list.
    [[nodiscard]] Stated find(std::uint32_t port, LineKind what, std::uint8_t number = 0xff) const;
    /// Returns what a profile of `qos KIND` says, whether the file states it or `qos roce` implies it.
    [[nodiscard]] Stated find(
        std::string_view kind, std::string_view name, LineKind what, std::uint8_t number = 0xff) const;
    [[nodiscard]] bool has_profile(std::string_view kind, std::string_view name) const;
    /// If the statement at `bound` binds a port to a profile that has no statements, or `qos roce` is in a mode that is
    /// not known, returns the origin for everything that the profile would say.
    [[nodiscard]] std::optional<OriginId> lost(std::string_view kind, std::string_view name, Span bound)
    {
        if (roce.unread && name == usual_profile)
            return unread("`qos roce` sets it in this mode, and no document says to what");
        if (!bound.somewhere() || name == usual_profile || has_profile(kind, name))
            return std::nullopt;
        return lost_names_.take(label_of(kind), name, bound, kind);
    }
    /// Whether statements are written in the words of Cumulus Linux 5.15 and later: by the release that the file
    /// states, else by the words that it has.
    [[nodiscard]] bool writes_enabled() const;
    /// Returns a statement of the whole switch.
    [[nodiscard]] Stated global(LineKind what) const;
    /// Returns all statements of one kind that apply. If the file states a list, the entries of `qos roce` do
    /// not count.
    [[nodiscard]] std::vector<Entries> all(std::string_view kind, std::string_view name, LineKind what) const;
    /// Returns the name of the profile that a port is bound to, else the usual one. `bound`: the statement
    /// that binds it.
    [[nodiscard]] std::string_view profile_of(std::uint32_t port, LineKind what, Span* bound = nullptr) const;

    /// Returns the origin of a statement's value for a port that `bound` binds to the profile.
    [[nodiscard]] OriginId origin(const Fact& fact, Span bound = {});
    template <class T>
    [[nodiscard]] Setting<T> setting(const Stated& stated, T value, Setting<T> absent, Span bound = {})
    {
        if (!stated)
            return absent;
        return stated.fact->unread ? Setting<T>::unread(unread("its value is not understood"))
                                   : Setting<T>(value, origin(*stated.fact, bound));
    }
    /// Stores a text of the trees for the device, only once for equal texts.
    [[nodiscard]] std::string_view keep(std::string_view text);
    [[nodiscard]] OriginId unread(std::string_view reason) { return device.origins.unread(reason); }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    std::vector<Fact> facts; ///< in the order of the files
    std::vector<Fact> made; ///< those that `qos roce` implies
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    Roce roce;
    std::optional<Release> release; ///< of the header
    /// A value that a profile gives a queue, made once for all ports bound to it; the key is the names of the
    /// profiles and the queue.
    struct Shared {
        Setting<Ref> made;
        /// The statement that says it; null: the platform, or a reason why it is unknown.
        const Fact* fact = nullptr;
    };
    std::map<std::pair<std::string_view, std::uint8_t>, Shared> markings;
    std::map<std::tuple<std::string_view, std::string_view, std::uint8_t>, Shared> services;
    catalog::PlatformDefaults<Default> defaults;

private:
    using Indices = std::vector<std::uint32_t>;
    void place_ports();
    void place_profiles(const std::vector<Fact>& from, bool of_file);
    [[nodiscard]] const Fact* last(
        const Indices& at, const std::vector<Fact>& from, LineKind what, std::uint8_t number) const;

    struct Profile {
        Indices own; ///< indices in `facts`
        Indices made; ///< indices in `made`
    };
    std::vector<Indices> of_port_; ///< the first statement of each block that applies to a port
    std::vector<std::uint32_t> block_end_;
    std::map<std::pair<std::string_view, std::string_view>, Profile> profiles_;
    Indices whole_;
    std::unordered_map<std::string_view, std::string_view> kept_;
    LostNames lost_names_;
};

/// Returns the statements that `qos roce` stands for in a mode, as lines without `nv set`.
[[nodiscard]] std::span<const std::string_view> roce_lines(std::uint64_t mode);
/// Returns the statements of mode lossy-multi-tc that differ between releases. Without a release, those of the
/// newest one.
[[nodiscard]] std::span<const std::string_view> multi_class_lines(const std::optional<Release>& release);
/// The origin of settings that `qos roce` makes, with the document that lists its statements.
inline constexpr std::string_view roce_source
    = "`qos roce` sets it (NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet - RoCE, nv show qos roce)";
/// Returns the word after `qos` in the Row::path of a profile statement: "pfc".
[[nodiscard]] std::string_view kind_of(const Keyword* place);

// Resolves the meaning of the statements, part by part.
void resolve(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);
void resolve_pools(Config& config);
void resolve_switch(Config& config);
/// Adds that access lists police, classify or mark ingress traffic of ports.
void resolve_access_lists(Config& config);

template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& table, T made)
{
    table.push_back(std::move(made));
    return {static_cast<std::uint32_t>(table.size() - 1)};
}

}
