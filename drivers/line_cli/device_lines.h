// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "drivers/line_cli/prefixes.h"
#include "drivers/line_cli/stated.h"
#include "models/fabric/device.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::line_cli {

/// What stands in one port's lines.
struct PortLines {
    std::uint32_t place = 0; ///< in DeviceLines::said
    bool configured = false; ///< has lines of its own, and was not only referred to
    Span membership; ///< the line by which it is in a LAG
    std::vector<std::pair<IpPrefix, const Fact*>> addresses;
    std::vector<const Fact*> lists; ///< lines that add up, in their order
};

/// What one reading of a device has in hand: its lines, which of them hold where, and the device under construction.
struct DeviceLines : SettingMaker {
    /// `kind_of` tells the kind of a port by its name. `type_word`, where names of ports are written in several ways: how
    /// the platform itself spells the letters in front of the number, or empty where it has no such type.
    DeviceLines(const Grammar& grammar,
        Lines&& read,
        Device& target,
        std::vector<SyntaxProblem>& found,
        PortKind (*kind_of)(std::string_view name),
        std::string_view (*type_word)(std::string_view letters) = nullptr);

    Device& device;
    std::vector<SyntaxProblem>& problems;
    Lines lines;
    FactTable said;
    std::uint32_t whole; ///< place of the device-wide lines
    std::vector<PortLines> ports; ///< beside Device::ports
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;

    /// The line that counts in a place, or null.
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
    /// The port with this name, made if there is none yet. `name` must live as long as the device.
    std::uint32_t port_index(std::string_view name, Span at);
    /// The same of a name that is made up, which is kept.
    std::uint32_t port_of_name(const std::string& name, Span at);
    /// The same of a name in any of its spellings.
    std::uint32_t port_spelt(std::string_view name, Span at);
    /// Makes the port a member of the LAG by the line at `membership`.
    void join(std::uint32_t port, std::uint32_t lag, Span membership);
    /// Makes ports members of port channels by their lines of kind `channel_group`, whose number follows `channel` in the name, and gives
    /// subinterfaces their parents.
    template <class Kind>
    void join_channels(Kind channel_group, std::string_view channel)
    {
        join_by_lines(static_cast<std::uint8_t>(channel_group), channel);
    }
    /// The AS number of a BGP process, and how often it may stand in a path at most, by lines of kind `allowas_in`; where such a line
    /// has no number it is `times`. Marks what stands in the block.
    template <class Kind>
    void take_bgp(const Fact& header, std::span<const Fact> inside, Kind allowas_in, std::uint64_t times)
    {
        take_own_as(header, inside, static_cast<std::uint8_t>(allowas_in), times);
    }
    /// The ports that a header stands for, whose names begin with `prefix` besides, each handed to `use`. A list that is
    /// malformed, or that multiplies the lines of its block beyond all reason, is told.
    template <class Use>
    void for_each_port(const Fact& header, std::string_view prefix, std::span<const Fact> inside, Use&& use)
    {
        if (const std::optional<std::string_view> single = single_port(header, prefix))
            return use(configure(port_spelt(*single, header.at), header));
        for (const std::string& name : port_names(header, prefix, inside))
            use(configure(
                type_word_ == nullptr ? port_of_name(name, header.at) : port_spelt(name, header.at), header));
    }
    /// The line that counts for a port: its own, else that of its LAG.
    template <class Kind>
    [[nodiscard]] Stated find_of(std::uint32_t port, Kind what, std::uint8_t number = Fact::no_number) const
    {
        if (const Fact* own = find(ports[port].place, what, number))
            return {own};
        const std::uint32_t lag = device.ports[port].lag;
        const Fact* shared = lag == Port::no_index ? nullptr : find(ports[lag].place, what, number);
        return shared == nullptr ? Stated{} : Stated{shared, ports[port].membership};
    }
    /// Gives the port queues of which nothing is known, for this reason.
    void add_unread_queues(Port& port, std::uint8_t count, OriginId reason);
    /// The port's lines of this kind that add up, those of its LAG in front of its own.
    [[nodiscard]] std::vector<const Fact*> list_of(std::uint32_t port, std::uint8_t kind) const;
    /// An address of a port, or one that is taken away; `words` begin with the prefix, or with one of the words `elsewhere`
    /// that get it from elsewhere. Marks the line. `v4`: which ones a negation without a prefix means.
    void take_address(std::uint32_t port,
        const Fact& fact,
        Words words,
        std::span<const std::string_view> elsewhere,
        bool v4 = true);
    /// A static route. Marks the line; one whose interface is of no known kind is not modelled.
    void take_route(const Fact& fact);
    /// Routes into the device. `state_of_vrf(name)`: what lines of another table than the default one are.
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
    /// Addresses of the ports into the device. `state_of(port)`: read, or what their lines are.
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
    void take_own_as(
        const Fact& header, std::span<const Fact> inside, std::uint8_t allowas_in, std::uint64_t times);
    [[nodiscard]] static std::optional<std::string_view> single_port(
        const Fact& header, std::string_view prefix);
    std::vector<std::string> port_names(
        const Fact& header, std::string_view prefix, std::span<const Fact> inside);
    std::uint32_t configure(std::uint32_t port, const Fact& header);
    /// With what stands inside it; below a flat line stand lines of their own.
    void mark_all(const Node& node, CoverageState state) const;

    const Grammar& grammar_;
    PortKind (*kind_of_)(std::string_view name);
    std::string_view (*type_word_)(std::string_view letters);
    std::vector<RouteLine> routes_; ///< whose interfaces are not looked up yet
    /// Lines that ranges may still be multiplied into: a short header names thousands of ports.
    std::size_t range_budget_ = 1'000'000;
};

/// Puts one more into a list of the device.
template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& all, T one)
{
    all.push_back(std::move(one));
    return Ref{static_cast<std::uint32_t>(all.size() - 1)};
}

/// Notes the files of the device, and its name: the first that `identity` finds in them, else `fallback`.
void name_device(Device& device,
    std::span<const Tree> trees,
    std::string_view (*identity)(const Tree& tree),
    std::string_view fallback);
/// The second word of the last line that begins with `word`, or empty. `deep`: also of lines that stand below another one.
[[nodiscard]] std::string_view word_behind(const Tree& tree, std::string_view word, bool deep = false);
/// What ends the text of a banner, for the line that begins it: its delimiter. Empty for other lines, and where the text ends in the
/// line itself.
[[nodiscard]] std::string_view banner_terminator(std::string_view line);
/// What follows `beginning` up to the end of its line, without blanks around it. Empty where it is not in the text.
[[nodiscard]] std::string_view value_after(std::string_view text, std::string_view beginning);

}
