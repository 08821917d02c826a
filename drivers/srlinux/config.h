// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/srlinux/grammar.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/device.h"
#include "models/fabric/lost_names.h"

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rocelint::srlinux {

inline constexpr std::uint8_t queue_count = 8; // also the number of PFC queues and of PFC priorities
inline constexpr std::string_view not_understood = "its value is not understood";

inline constexpr auto default_names = catalog::names<
    "admin_state buffer_reservation burst_size class_queue deadlock deadlock_action detection ecn ingress_policy ip_mtu mtu "
    "off_threshold on_threshold pfc recovery reserved_burst rewrite rewrite_unmatched scheduler slopes trust "
    "unmatched_class weight_factor">();
/// A default of SR Linux for what the configuration does not state: an entry of the catalog's `srlinux` section.
using Default = catalog::DefaultName<default_names>;

/// The chips of SR Linux's switches: they differ in how a PFC queue is configured.
enum class Family : std::uint8_t {
    unknown,
    xgs, ///< 7220 IXR-D4, D5 and H4: a PFC queue has a limit in the shared buffer
    dnx, ///< 7250 IXR: a PFC queue has a buffer of its own, and thresholds in it; egress queues are virtual output queues
};

/// What the statements of `qos interfaces` bind to one interface.
struct Bound {
    const Statement* port = nullptr; ///< to the interface itself
    std::map<std::string_view, const Statement*> subinterfaces; ///< by index
};

/// The kinds of named objects under `qos`.
enum class Named : std::uint8_t {
    dscp_policy,
    dot1p_policy,
    rewrite_policy,
    mapping_profile,
    management_profile,
    allocation_profile,
    scheduler_policy,
    forwarding_class,
    queue,
    pfc_queue,
    count_,
};
/// Where the objects of a kind are, and how its names are called in messages.
struct NamedRow {
    std::string_view container; ///< the block below `qos`; empty: `qos` itself
    std::string_view word;
    std::string_view term; ///< in messages
};
[[nodiscard]] const NamedRow& row_of(Named kind);

/// The state of reading one device.
struct Config {
    Config(Device& target, std::vector<SyntaxProblem>& found, const Statement& top);

    Device& device;
    std::vector<SyntaxProblem>& problems;
    const Statement& root;
    const Statement* qos = nullptr;
    catalog::PlatformDefaults<Default> defaults;
    LostNames lost_names;
    NameBook names;
    Family family = Family::unknown;
    std::array<std::unordered_map<std::string_view, const Statement*>,
        static_cast<std::size_t>(Named::count_)>
        objects;
    std::unordered_map<std::string_view, Bound> bound; ///< by interface
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::vector<const Statement*> interfaces; ///< by port
    std::unordered_set<const Statement*> rejected;
    OriginId class_is_queue;
    Ref reserve; ///< the pool of all PFC queues
    // Made once, however many ports use them.
    std::map<std::string_view, Ref> dscp_maps;
    std::map<std::string_view, Ref> pcp_maps;
    std::map<std::string_view, Ref> rewrites;
    std::map<std::pair<const Statement*, std::uint64_t>, Ref> markings;
    std::map<std::pair<const Statement*, const Statement*>, Ref>
        buffers; ///< by binding and queue, which may be null
    /// With the origin that they have where nothing binds them.
    std::map<std::tuple<const Statement*, std::uint8_t, std::uint64_t>, std::pair<Ref, OriginId>> schedulers;

    [[nodiscard]] OriginId here(const Statement& statement)
    {
        return device.origins.explicit_at(statement.at);
    }
    /// The origin of what `reference` takes from the statement of a profile.
    [[nodiscard]] OriginId through(const Statement& reference, const Statement& definition)
    {
        return device.origins.inherited(reference.at, definition.at);
    }
    [[nodiscard]] OriginId unread(std::string_view reason) { return device.origins.unread(reason); }
    [[nodiscard]] bool is_rejected(const Statement& statement) const { return rejected.contains(&statement); }
    /// Reports a value that makes no sense, once, and marks the line as not understood.
    void reject(const Statement& statement, std::string message);
    /// Reports a value that the device does not take; it is read all the same.
    void warn(const Statement& statement, std::string message);

    /// The object with the name that a statement states; null if none is, and then it is reported.
    [[nodiscard]] const Statement* find(Named kind, const Statement& reference);
    [[nodiscard]] const Statement* find(Named kind, std::string_view name) const;
    /// The origin of what depends on a name that nothing defines.
    [[nodiscard]] OriginId lost(Named kind, const Statement& reference, std::string_view name);

    /// The number in a block's statement; `absent` if there is none.
    template <class T>
    [[nodiscard]] Setting<T> number(const Statement* block, std::string_view word, Setting<T> absent)
    {
        const Statement* found = block == nullptr ? nullptr : block->child(word);
        if (found == nullptr)
            return absent;
        const auto number = parse_number(found->key);
        if constexpr (std::is_integral_v<T>) {
            if (number && *number > std::numeric_limits<T>::max())
                return Setting<T>::unread(unread(not_understood));
        }
        return number && !is_rejected(*found) ? Setting<T>(T(*number), here(*found))
                                              : Setting<T>::unread(unread(not_understood));
    }
    /// Whether a block's statement says `yes`; `absent` if there is none.
    [[nodiscard]] Setting<bool> truth(
        const Statement* block, std::string_view word, Setting<bool> absent, std::string_view yes = "true");
    /// The index of an egress queue or of a PFC queue, by its name.
    [[nodiscard]] Setting<std::uint8_t> queue_named(
        Named kind, const Statement& reference, std::string_view name);
    /// The traffic class of a forwarding class: the index of its queue.
    [[nodiscard]] Setting<std::uint8_t> class_named(const Statement& reference, std::string_view name);
    /// What is bound to a port, or to its LAG.
    [[nodiscard]] const Bound* bound_of(std::uint32_t port) const;
    /// Why the QoS of a port is not known: a `qos` container of its interface, which is not read. Empty: it has none.
    [[nodiscard]] std::string_view unread_qos(std::uint32_t port) const;
};

/// Returns the statement to which the words lead inwards, or null.
[[nodiscard]] const Statement* inside(const Statement* from, std::initializer_list<std::string_view> words);
[[nodiscard]] PortKind kind_of(std::string_view name);
[[nodiscard]] Family family_of_model(std::string_view model);
/// "400G".
[[nodiscard]] std::optional<BitsPerSecond> speed_of(std::string_view word);
/// The classifier that a subinterface is bound to by these words; null: none. `differs`: IPv4 and IPv6 have different ones.
[[nodiscard]] const Statement* policy_of(const Statement* bound, bool& differs);

template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& all, T one)
{
    all.push_back(std::move(one));
    return Ref{static_cast<std::uint32_t>(all.size() - 1)};
}

// Parts of read(), in this order.

/// Reports numbers and words that the modules do not allow.
void check_values(Config& config);
void collect_objects(Config& config);
void read_interfaces(Config& config);
void resolve_reserve(Config& config);
// For one port:
void resolve_classes(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);

/// A device's configuration and its meaning. The statements point into the trees.
struct InForce {
    InForce(std::span<const Tree> trees, std::string_view fallback_name);
    InForce(const InForce&) = delete;
    InForce& operator=(const InForce&) = delete;

    Reading reading;
    Arena statements;
    Hierarchy hierarchy;
    std::optional<Config> config; ///< always set after construction
};

}
