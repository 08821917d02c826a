// SPDX-License-Identifier: Apache-2.0
// The leaves of a pod have cables to the same switches. Paths to two of these leaves differ only in the last
// hop down, so following the paths once per pod is enough.
#include "models/routing/alike.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <unordered_map>

namespace rocelint::routing {
namespace {

constexpr std::uint32_t word_bits = 64;

bool has(std::span<const std::uint64_t> bits, std::uint32_t bit)
{
    return ((bits[bit / word_bits] >> (bit % word_bits)) & 1U) != 0;
}

void put(std::vector<std::uint64_t>& bits, std::uint32_t bit, bool value)
{
    const std::uint64_t mask = std::uint64_t{1} << (bit % word_bits);
    std::uint64_t& word = bits[bit / word_bits];
    word = value ? word | mask : word & ~mask;
}

// All AS numbers that only one device has are equivalent, because routing only checks whether a number
// appears twice in a path.
enum class AsNumber : std::uint8_t { unknown, of_its_own, shared };

// Everything at a leaf that affects routing.
struct Key {
    std::vector<std::uint32_t> above; ///< the switch at each channel upward, ascending by port
    std::uint32_t tier = 0;
    AsNumber kind = AsNumber::unknown;
    std::uint32_t asn = 0; ///< the AS number, if shared
    std::uint8_t allow_own_as = 0;
    bool link_state = false;
    bool attached = false;
    friend auto operator<=>(const Key&, const Key&) = default;
};

class KeyMaker {
public:
    explicit KeyMaker(const Graph& graph) : graph_(graph)
    {
        for (const Device& device : graph.fabric().devices) {
            if (device.forwarding.bgp_asn.peek_known())
                ++with_asn_[device.forwarding.bgp_asn.value];
        }
    }

    // Returns nothing for a class that cannot be equivalent to another.
    [[nodiscard]] std::optional<Key> make(
        const Destinations& destinations, const DestinationClass& one, std::vector<std::uint32_t>& ups) const
    {
        if (one.leaves.size() != 1 || !one.prefixes.empty() || !is_plain(one.leaves.front()))
            return std::nullopt;
        const std::uint32_t leaf = one.leaves.front();
        Key key;
        key.tier = graph_.tier(leaf);
        for (const std::uint32_t channel : graph_.out_of(leaf)) {
            const std::uint32_t other = graph_.to_device(channel);
            if (!graph_.is_switch(other))
                continue;
            if (graph_.direction(channel) != Direction::up || !is_plain(other))
                return std::nullopt;
            key.above.push_back(other);
            ups.push_back(channel);
        }
        const Forwarding& forwarding = graph_.fabric().devices[leaf].forwarding;
        if (forwarding.bgp_asn.peek_known()) {
            const bool own = with_asn_.at(forwarding.bgp_asn.value) == 1;
            key.kind = own ? AsNumber::of_its_own : AsNumber::shared;
            key.asn = own ? 0 : forwarding.bgp_asn.value;
        }
        key.allow_own_as = forwarding.allow_own_as.value_or(0);
        key.link_state = forwarding.link_state.is(true);
        key.attached = is_attached(destinations, one);
        return key;
    }

private:
    // Whether no configuration refers to single ports or neighbors.
    [[nodiscard]] bool is_plain(std::uint32_t device) const
    {
        const Forwarding& forwarding = graph_.fabric().devices[device].forwarding;
        return forwarding.routes.empty() && !forwarding.mlag_peer_link.peek_known()
            && !forwarding.tunnel_peer.peek_known();
    }

    // Same condition as in RouteFinder::attach().
    [[nodiscard]] bool is_attached(const Destinations& destinations, const DestinationClass& one) const
    {
        return std::ranges::any_of(one.endpoints, [&](std::uint32_t endpoint) {
            return std::ranges::any_of(destinations.endpoints[endpoint].attachments, [&](PortId port) {
                return graph_.fabric().link_of_port[port.device][port.port] == Port::no_index
                    || graph_.out_of(port) != none;
            });
        });
    }

    const Graph& graph_;
    std::unordered_map<std::uint32_t, std::uint32_t> with_asn_; ///< number of devices, by AS number
};

}

AlikeClasses::AlikeClasses(const Graph& graph, const Destinations& destinations, bool enabled)
    : graph_(&graph)
    , group_of_leaf_(graph.fabric().devices.size(), none)
    , member_(graph.fabric().devices.size(), none)
    , place_(graph.channel_count() / 2, none)
{
    if (enabled) {
        find_groups(destinations);
        return;
    }
    for (std::uint32_t index = 0; index < destinations.classes.size(); ++index)
        groups_.push_back({{index}, {}, {}, {}});
}

void AlikeClasses::find_groups(const Destinations& destinations)
{
    const KeyMaker keys(*graph_);
    std::map<Key, std::size_t> known;
    for (std::uint32_t index = 0; index < destinations.classes.size(); ++index) {
        const DestinationClass& one = destinations.classes[index];
        std::vector<std::uint32_t> ups;
        std::optional<Key> key = keys.make(destinations, one, ups);
        const auto [entry, fresh]
            = key ? known.try_emplace(std::move(*key), groups_.size()) : std::pair(known.end(), true);
        if (fresh)
            groups_.emplace_back();
        AlikeGroup& group = fresh ? groups_.back() : groups_[entry->second];
        group.classes.push_back(index);
        if (!key)
            continue;
        group.leaves.push_back(one.leaves.front());
        group.ups.push_back(std::move(ups));
    }
    for (std::uint32_t number = 0; number < groups_.size(); ++number) {
        AlikeGroup& group = groups_[number];
        if (group.classes.size() == 1) {
            group.leaves.clear();
            group.ups.clear();
        }
        for (std::uint32_t member = 0; member < group.leaves.size(); ++member) {
            group_of_leaf_[group.leaves[member]] = number;
            member_[group.leaves[member]] = member;
            for (std::uint32_t place = 0; place < group.ups[member].size(); ++place) {
                place_[link_of(group.ups[member][place])] = place;
                if (member == 0)
                    group.uppers.push_back(graph_->to_device(group.ups[member][place]));
            }
        }
        std::ranges::sort(group.uppers);
        group.uppers.erase(std::ranges::unique(group.uppers).begin(), group.uppers.end());
    }
}

// The number, within the group, of the leaf that this leaf is exchanged with.
std::size_t AlikeClasses::counterpart(std::uint32_t device, std::size_t other) const
{
    const std::size_t member = member_[device];
    return member == 0 ? other : member == other ? 0 : member;
}

std::uint32_t AlikeClasses::exchange_device(
    std::uint32_t group, std::size_t other, std::uint32_t device) const
{
    return is_member(group, device) ? groups_[group].leaves[counterpart(device, other)] : device;
}

std::uint32_t AlikeClasses::exchange_channel(
    std::uint32_t group, std::size_t other, std::uint32_t channel) const
{
    const bool rises = is_member(group, graph_->from_device(channel));
    if (!rises && !is_member(group, graph_->to_device(channel)))
        return channel;
    const std::uint32_t leaf = rises ? graph_->from_device(channel) : graph_->to_device(channel);
    const std::uint32_t up = groups_[group].ups[counterpart(leaf, other)][place_[link_of(channel)]];
    return rises ? up : reverse_of(up);
}

void AlikeClasses::exchange_ports(std::uint32_t group,
    std::size_t other,
    std::uint32_t device,
    std::span<const std::uint64_t> ports,
    std::vector<std::uint64_t>& exchanged) const
{
    const std::vector<std::uint32_t>& first = groups_[group].ups[0];
    const std::vector<std::uint32_t>& second = groups_[group].ups[other];
    if (is_member(group, device)) {
        const std::size_t becomes = counterpart(device, other);
        const std::vector<std::uint32_t>& from = groups_[group].ups[member_[device]];
        const std::vector<std::uint32_t>& to = groups_[group].ups[becomes];
        const std::size_t count = graph_->fabric().devices[groups_[group].leaves[becomes]].ports.size();
        exchanged.assign((count + word_bits - 1) / word_bits, 0);
        for (std::size_t place = 0; place < from.size(); ++place)
            put(exchanged,
                graph_->channel(to[place]).from.port,
                has(ports, graph_->channel(from[place]).from.port));
        return;
    }
    exchanged.assign(ports.begin(), ports.end());
    for (std::size_t place = 0; place < first.size(); ++place) {
        if (graph_->to_device(first[place]) != device)
            continue;
        const std::uint32_t one = graph_->channel(first[place]).to.port;
        const std::uint32_t two = graph_->channel(second[place]).to.port;
        put(exchanged, one, has(ports, two));
        put(exchanged, two, has(ports, one));
    }
}

}
