// SPDX-License-Identifier: Apache-2.0
// The `switchport` lines that NX-OS, EOS, OS10, Enterprise SONiC and Onyx spell alike, and the `vlan` lines of AOS-CX. They matter only
// where a VLAN has a policy.
#include "drivers/line_cli/read/port_vlans.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::line_cli {
namespace {

enum class Mode : std::uint8_t { unstated, access, trunk, hybrid };

/// What the lines of one port say so far.
struct Switchport {
    Mode mode = Mode::unstated;
    std::optional<VlanIds> access;
    std::optional<VlanIds> allowed; ///< on a trunk
    bool unclear = false;
    bool add_begins_empty = true;

    void take(Words words, bool negated);
    void take_vlan(Words words, bool negated);

private:
    [[nodiscard]] bool take_mode(std::string_view word);
    [[nodiscard]] bool take_access(Words& words);
    [[nodiscard]] bool take_trunk(Words& words);
    [[nodiscard]] bool take_list(Words& words);
};

bool is_vlan_word(Words& words) { return words.take("vlan") || words.take("Vlan"); }

VlanIds every_vlan()
{
    VlanIds ids;
    ids.set();
    return ids;
}

bool Switchport::take_mode(std::string_view word)
{
    mode = word == "access" ? Mode::access
        : word == "trunk"   ? Mode::trunk
        : word == "hybrid"  ? Mode::hybrid
                            : Mode::unstated;
    return mode != Mode::unstated;
}

bool Switchport::take_access(Words& words)
{
    access = is_vlan_word(words) ? parse_vlan_ids(words.rest()) : std::nullopt;
    return access && access->count() == 1;
}

bool Switchport::take_list(Words& words)
{
    const bool adds = words.take("add");
    const bool removes = !adds && words.take("remove");
    const bool all_but = !adds && !removes && words.take("except");
    if (words.rest() == "all" || words.rest() == "none") {
        allowed = words.rest() == "all" ? every_vlan() : VlanIds{};
        return !adds && !removes && !all_but;
    }
    const auto ids = parse_vlan_ids(words.rest());
    if (!ids)
        return false;
    const VlanIds before = allowed.value_or(adds && add_begins_empty ? VlanIds{} : every_vlan());
    allowed = adds ? before | *ids : removes ? before & ~*ids : all_but ? ~*ids : *ids;
    return true;
}

bool Switchport::take_trunk(Words& words)
{
    if (words.take("allowed-vlan"))
        return take_list(words);
    if (words.take("allowed"))
        return is_vlan_word(words) && take_list(words);
    // A native VLAN is one of the allowed ones; a trunk group of EOS takes VLANs away.
    return words.take("native") || words.take("group");
}

void Switchport::take(Words words, bool negated)
{
    constexpr std::array elsewhere{
        "nonegotiate", "block", "port-security", "monitor", "autostate", "mac", "force"};
    const std::string_view what = words.next();
    if (what.empty() || std::ranges::find(elsewhere, what) != elsewhere.end())
        return;
    const bool understood = negated ? false
        : what == "mode"            ? take_mode(words.next())
        : what == "access"          ? take_access(words)
        : what == "trunk"           ? take_trunk(words)
        : what == "hybrid"          ? take_trunk(words)
                                    : false;
    unclear = unclear || !understood;
}

// "access 10", "trunk allowed 10,20-29|all", "trunk native 10 [tag]": a native VLAN that the trunk does not allow carries nothing.
void Switchport::take_vlan(Words words, bool negated)
{
    const bool trunk = words.take("trunk");
    bool understood = !negated;
    if (!trunk) {
        access = words.take("access") ? parse_vlan_ids(words.rest()) : std::nullopt;
        understood = understood && access && access->count() == 1;
    } else {
        mode = Mode::trunk;
        understood = understood && (words.take("allowed") ? take_list(words) : words.take("native"));
    }
    unclear = unclear || !understood;
}

void take_line(Switchport& port, const Node& line, Words words, VlanWords spelling)
{
    if (words.take("inherit") || words.take("profile")) {
        port.unclear = true;
        return;
    }
    const bool negated = words.take("no");
    if (!words.take(spelling == VlanWords::vlan ? "vlan" : "switchport"))
        return;
    line.mark(CoverageState::read);
    if (spelling == VlanWords::vlan)
        port.take_vlan(words, negated);
    else
        port.take(words, negated);
}

PortVlans vlans_of(const Switchport& port, const VlanDefaults& defaults)
{
    if (port.unclear)
        return {};
    std::optional<VlanIds> access = port.access;
    if (!access && defaults.access != 0)
        access = VlanIds{}.set(defaults.access);
    if (!defaults.has_modes)
        return {port.access.value_or(VlanIds{}) | port.allowed.value_or(VlanIds{}), true};
    if (port.mode == Mode::unstated || port.mode == Mode::access)
        return {access.value_or(VlanIds{}), access.has_value()};
    const VlanIds tagged = port.allowed.value_or(every_vlan());
    if (port.mode == Mode::trunk && !defaults.trunk_has_access)
        return {tagged, true};
    return {access.value_or(VlanIds{}) | tagged, access.has_value()};
}

}

std::vector<PortVlans> read_port_vlans(DeviceLines& lines, const VlanDefaults& defaults)
{
    std::vector<Switchport> stated(
        lines.device.ports.size(), Switchport{.add_begins_empty = defaults.add_begins_empty});
    for (const auto& [port, header] : lines.port_headers) {
        // On a flat platform, the line follows its header: "interface ethernet 1/1 switchport access vlan 10".
        Words behind(header->key);
        while (!behind.at_end() && behind.peek() != "switchport")
            behind.next();
        if (behind.peek() == "switchport")
            take_line(stated[port], *header, behind, defaults.words);
        for (const Node& line : *header)
            take_line(stated[port], line, Words(line.key), defaults.words);
    }
    std::vector<PortVlans> vlans;
    vlans.reserve(stated.size());
    for (const Switchport& port : stated)
        vlans.push_back(vlans_of(port, defaults));
    return vlans;
}

}
