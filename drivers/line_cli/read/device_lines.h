// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/prefixes.h"
#include "drivers/line_cli/grammar/stated.h"
#include "drivers/line_cli/read/lines.h"
#include "models/fabric/device.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::line_cli {

/// The lines of one port.
struct PortLines {
    std::uint32_t place = 0; ///< index in DeviceLines::said
    bool configured = false; ///< has lines of its own; otherwise other lines only refer to it
    Span membership; ///< the line that makes it a member of its LAG
    std::vector<std::pair<IpPrefix, const Fact*>> addresses;
    std::vector<const Fact*> lists; ///< lines that add up, in order
};

/// The lines of a port that are not settings: their kinds, and the words that stand in place of an address
/// which the port gets from elsewhere.
struct PortLineKinds {
    template <class Kind>
    constexpr PortLineKinds(Kind v4, Kind v6, Kind in_vrf, std::span<const std::string_view> sources)
        : address(static_cast<std::uint8_t>(v4))
        , address6(static_cast<std::uint8_t>(v6))
        , vrf(static_cast<std::uint8_t>(in_vrf))
        , elsewhere(sources)
    {
    }
    std::uint8_t address;
    std::uint8_t address6;
    std::uint8_t vrf;
    std::span<const std::string_view> elsewhere;
};

/// The state of reading one device: its lines, which of them apply where, and the device under construction.
struct DeviceLines : SettingMaker {
    /// `kind_of` returns the kind of a port from its name. `type_word` is for platforms with several
    /// spellings of port names: it returns the platform's own spelling of the letters before the number, or
    /// empty if the platform has no such type.
    DeviceLines(const Grammar& grammar,
        Lines&& read,
        Device& target,
        std::vector<SyntaxProblem>& found,
        PortKind (*kind_of)(std::string_view name),
        std::string_view (*type_word)(std::string_view letters) = nullptr);

    /// The same for the lines of these files, in whose margin lines are in scope `top`. Marks the lines and reports values that
    /// are out of range.
    DeviceLines(const Grammar& grammar,
        Scopes top,
        std::span<const Tree> files,
        Device& target,
        std::vector<SyntaxProblem>& found,
        PortKind (*kind_of)(std::string_view name),
        std::string_view (*type_word)(std::string_view letters) = nullptr)
        : DeviceLines(grammar, read_lines(grammar, top, files, &found), target, found, kind_of, type_word)
    {
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    Lines lines;
    FactTable said;
    std::uint32_t whole; ///< place of the device-wide lines
    std::vector<PortLines> ports; ///< parallel to Device::ports
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    /// Which port each header of a block of lines configures, in order.
    std::vector<std::pair<std::uint32_t, const Node*>> port_headers;

    /// Returns the line that applies in a place, or null.
    template <class Kind>
    [[nodiscard]] const Fact* find(
        std::uint32_t place, Kind what, std::uint8_t number = Fact::no_number) const
    {
        return said.find(place, static_cast<std::uint8_t>(what), number);
    }
    template <class Kind>
    [[nodiscard]] const Fact* global(Kind what, std::uint8_t number = Fact::no_number) const
    {
        return find(whole, what, number);
    }
    /// Returns the port with this name and creates it if necessary. `name` must live as long as the device.
    std::uint32_t port_index(std::string_view name, Span at);
    /// The same for a constructed name, of which a copy is kept.
    std::uint32_t port_of_name(const std::string& name, Span at);
    /// The same for a name in any of its spellings.
    std::uint32_t port_spelt(std::string_view name, Span at);
    /// Makes the port a member of the LAG, because of the line at `membership`.
    void join(std::uint32_t port, std::uint32_t lag, Span membership);
    /// Makes ports members of port channels by their lines of kind `channel_group`; the name of a port
    /// channel is `channel` and the line's number. Also gives subinterfaces their parents.
    template <class Kind>
    void join_channels(Kind channel_group, std::string_view channel)
    {
        join_by_lines(static_cast<std::uint8_t>(channel_group), channel);
    }
    /// Reads the AS number of a BGP process, and from lines of kind `allowas_in` how often that number may
    /// occur in a path; such a line without a number means `times`. Marks the lines in the block.
    template <class Kind>
    void take_bgp(const Fact& header, std::span<const Fact> inside, Kind allowas_in, std::uint64_t times)
    {
        take_own_as(header, inside, static_cast<std::uint8_t>(allowas_in), times);
    }
    /// Reads how many next hops a route of BGP takes, from lines of kind `most_paths`, and whether paths through
    /// different autonomous systems are equal, from lines of kind `relaxed`. The first value of a line is the
    /// number; a second one, if written, limits it further. Only lines of the default VRF count.
    template <class Kind>
    void take_paths(const Fact& header, std::span<const Fact> inside, Kind most_paths, Kind relaxed)
    {
        take_path_lines(
            header, inside, static_cast<std::uint8_t>(most_paths), static_cast<std::uint8_t>(relaxed));
    }
    /// States what holds for a BGP process without such lines: nothing is known if it has a block of a VRF, to
    /// which the ports of the fabric may belong. Does nothing without BGP.
    void fill_paths(Setting<std::uint32_t> most_paths, Setting<bool> relaxed);
    /// Calls `use` for each port that a header names; `prefix` is put in front of each name. Reports a list
    /// that is malformed, or that multiplies the lines of its block beyond the budget.
    template <class Use>
    void for_each_port(const Fact& header, std::string_view prefix, std::span<const Fact> inside, Use&& use)
    {
        if (const std::optional<std::string_view> single = single_port(header, prefix))
            return use(configure(port_spelt(*single, header.at), header));
        for (const std::string& name : port_names(header, prefix, inside))
            use(configure(
                type_word_ == nullptr ? port_of_name(name, header.at) : port_spelt(name, header.at), header));
    }
    /// Calls `use(port, line)` with each line of the block, for each port that the header names.
    template <class Use>
    void for_each_port_line(
        const Fact& header, std::string_view prefix, std::span<const Fact> inside, Use&& use)
    {
        for_each_port(header, prefix, inside, [&](std::uint32_t port) {
            for (const Fact& line : inside)
                use(port, line);
        });
    }
    /// Returns the line that applies to a port: its own, else that of its LAG.
    template <class Kind>
    [[nodiscard]] Stated find_of(std::uint32_t port, Kind what, std::uint8_t number = Fact::no_number) const
    {
        if (const Fact* own = find(ports[port].place, what, number))
            return {own};
        const std::uint32_t lag = device.ports[port].lag;
        const Fact* shared = lag == Port::no_index ? nullptr : find(ports[lag].place, what, number);
        return shared == nullptr ? Stated{} : Stated{shared, ports[port].membership};
    }
    /// Returns the line that applies to a port: its own, its LAG's, or the one for the whole device.
    template <class Kind>
    [[nodiscard]] Stated find_bound(std::uint32_t port, Kind what) const
    {
        if (const Stated line = find_of(port, what))
            return line;
        const Fact* of_all = global(what);
        return of_all == nullptr ? Stated{} : Stated{of_all, of_all->at};
    }
    /// Adds the addresses of the ports and the routes to the device. A port's line of kind `vrf` puts it into
    /// a VRF; lines of the VRF `management` are irrelevant, those of any other than the default are not
    /// modelled.
    template <class Kind>
    void resolve_networks(Kind vrf, std::string_view management)
    {
        const auto state_of_vrf = [&](std::string_view name) {
            return name.empty() || name == "default" ? CoverageState::read
                : name == management                 ? CoverageState::irrelevant
                                                     : CoverageState::unsupported;
        };
        resolve_addresses([&](std::uint32_t port) {
            const Fact* line = find(ports[port].place, vrf);
            return state_of_vrf(line == nullptr ? std::string_view{} : line->text);
        });
        resolve_routes(state_of_vrf);
    }
    /// Sets a timeout in seconds from the device-wide line of this kind, if there is one.
    template <class Kind>
    void take_timeout(Setting<std::chrono::seconds>& timeout, Kind what)
    {
        if (const Fact* line = global(what); line != nullptr && is_set(*line))
            timeout = {value_as<std::chrono::seconds>(*line), device.origins.explicit_at(line->at)};
    }
    /// Sets the speed of a port from its line; one that says `auto` has the value 0 and states none.
    void take_speed(Port& port, const Stated& line);
    /// Makes a port routed if all ports of its type are: SVIs, loopbacks, management ports, subinterfaces.
    void take_type_as_mode(Port& port);
    /// Makes the next `count` queues, or groups, that are added to the device those of the port.
    void begin_queues(Port& port, std::uint8_t count, bool visible = true) const;
    void begin_groups(Port& port, std::uint8_t count) const;
    /// Gives the port a meter of every code point for a policy that is not read; `why` says so.
    void bind_unread_policy(std::uint32_t port, std::string_view why, Span at);
    /// Gives the port queues whose settings are unread, for this reason.
    void add_unread_queues(Port& port, std::uint8_t count, OriginId reason);
    /// Returns the port's lines of this kind that add up: those of its LAG, then its own.
    [[nodiscard]] std::vector<const Fact*> list_of(std::uint32_t port, std::uint8_t kind) const;
    /// Takes an address of a port, or the removal of one. `words` begin with the prefix, or with one of the
    /// words in `elsewhere`, which get the address from another source. Marks the line. `v4`: whether a
    /// negation without a prefix removes the IPv4 addresses or the IPv6 ones.
    void take_address(std::uint32_t port,
        const Fact& fact,
        Words words,
        std::span<const std::string_view> elsewhere,
        bool v4 = true);
    /// Takes an address whose mask length is a word of its own: "10.0.0.1 31". Otherwise as take_address().
    void take_spaced_address(
        std::uint32_t port, const Fact& fact, std::span<const std::string_view> elsewhere, bool v4);
    /// Puts the lines of a block on each port that its header names. A type of interface that the platform does
    /// not have makes no port, and the lines below it are not in force.
    void take_ports(const Fact& header, std::span<const Fact> inside, const PortLineKinds& kinds);
    /// Puts a line on a port; an address goes to the addresses of the port instead.
    void take_port_line(std::uint32_t port, const Fact& fact, const PortLineKinds& kinds);
    /// Takes the header of a link-state routing process. One that says `vrf` is of another VRF, in which no
    /// RDMA is forwarded.
    void take_link_state(const Fact& header, std::string_view vrf = " vrf ");
    /// Takes a static route like take_route(), whose mask length is a word of its own and whose VRF follows this word:
    /// "[vrf V] 10.0.0.0 8 (ADDRESS | INTERFACE [ADDRESS]) …".
    void take_spaced_route(const Fact& fact, std::string_view vrf);
    /// Takes how often the own AS number may occur in a path from the lines of neighbors of this kind: their second value, or once.
    template <class Kind>
    void take_neighbors_as(std::span<const Fact> inside, Kind allowas_in)
    {
        for (const Fact& line : inside) {
            if (line.kind == static_cast<std::uint8_t>(allowas_in) && is_set(line))
                allow_own_as(line.values[1].written() ? line.value(1) : 1, line.at);
        }
    }
    /// Takes a static route and marks its line. A route over an interface of unknown kind is not modelled.
    void take_route(const Fact& fact);
    /// Adds the routes to the device. `state_of_vrf(name)` returns the state of the lines of a VRF other than
    /// the default one.
    template <class StateOfVrf>
    void resolve_routes(StateOfVrf&& state_of_vrf)
    {
        for (RouteLine& line : routes_) {
            if (!line.vrf.empty()) {
                line.node->mark(state_of_vrf(line.vrf));
                continue;
            }
            if (!line.interface.empty())
                line.route.port = port_index(line.interface, line.route.at);
            device.forwarding.routes.push_back(line.route);
        }
    }
    /// Adds the addresses of the ports to the device. `state_of(port)` returns `read`, or the state of the
    /// port's address lines.
    template <class StateOf>
    void resolve_addresses(StateOf&& state_of)
    {
        for (std::uint32_t port = 0; port < ports.size(); ++port) {
            const CoverageState state = state_of(port);
            for (const auto& [prefix, fact] : ports[port].addresses) {
                if (state == CoverageState::read)
                    device.forwarding.addresses.push_back(
                        {port, prefix, device.origins.explicit_at(fact->at)});
                else
                    fact->node->mark(state);
            }
        }
    }

private:
    void join_by_lines(std::uint8_t channel_group, std::string_view channel);
    void take_path_lines(
        const Fact& header, std::span<const Fact> inside, std::uint8_t most_paths, std::uint8_t relaxed);
    void take_own_as(
        const Fact& header, std::span<const Fact> inside, std::uint8_t allowas_in, std::uint64_t times);
    /// The largest number of any line counts.
    void allow_own_as(std::uint64_t times, Span at);
    [[nodiscard]] static std::optional<std::string_view> single_port(
        const Fact& header, std::string_view prefix);
    std::vector<std::string> port_names(
        const Fact& header, std::string_view prefix, std::span<const Fact> inside);
    std::uint32_t configure(std::uint32_t port, const Fact& header);
    /// Marks the node and everything inside it. On a flat platform only the node: the lines below it are
    /// independent.
    void mark_all(const Node& node, CoverageState state) const;

    const Grammar& grammar_;
    PortKind (*kind_of_)(std::string_view name);
    std::string_view (*type_word_)(std::string_view letters);
    std::vector<RouteLine> routes_; ///< their interfaces are not looked up yet
    bool bgp_has_vrf_ = false; ///< a BGP process has a block of a VRF, which is not read
    /// Limits the lines that ranges may still be multiplied into: a short header can name thousands of ports.
    std::size_t range_budget_ = 1'000'000;
};

/// Adds an element to a list of the device.
template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& all, T one)
{
    all.push_back(std::move(one));
    return Ref{static_cast<std::uint32_t>(all.size() - 1)};
}

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::add_to;
using line_cli::PortLines;

}
