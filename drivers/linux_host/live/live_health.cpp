// SPDX-License-Identifier: Apache-2.0
// Names of counters: Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst.
// Where a driver does not count how often its link went down, Linux counts how often the carrier was
// lost (Documentation/ABI/testing/sysfs-class-net, carrier_down_count, since 4.16). mlx5 drops the
// carrier for a moment even when its link stays up (mlx5e_switch_priv_channels of en_main.c), so its own
// counter takes precedence.
#include "drivers/linux_host/live/live_health.h"

#include "drivers/linux_host/live/live_scripts.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace rocelint::linux_host {
namespace {

// Turns "rx_prio3_discards" into "rx_prioN_discards"; other names stay.
std::string for_any_priority(std::string_view name)
{
    std::string text(name);
    const std::size_t at = text.find("_prio");
    if (at != std::string::npos && at + 5 < text.size() && ascii::is_octal_digit(text[at + 5]))
        text[at + 5] = 'N';
    return text;
}

std::optional<PortCounter::Kind> kind_of(std::string_view name)
{
    const std::string any = for_any_priority(name);
    if (any == "rx_prioN_discards" || any == "rx_prioN_buf_discard" || any == "rx_prioN_cong_discard"
        || any == "rx_discards_phy" || any == "tx_discards_phy" || any == "rx_out_of_buffer")
        return PortCounter::Kind::drop;
    if (any == "rx_prioN_pause" || any == "tx_prioN_pause" || any == "rx_pause_ctrl_phy"
        || any == "tx_pause_ctrl_phy")
        return PortCounter::Kind::pause;
    if (any == "link_down_events_phy")
        return PortCounter::Kind::flap;
    return std::nullopt;
}

class HealthReader {
public:
    void take(std::string_view line)
    {
        Words words(line);
        if (words.peek() == "=") {
            words.next();
            part_ = words.next();
            port_ = words.next();
        } else if (part_ == "links") {
            take_link(words, line);
        } else if (part_ == "rdma") {
            take_rdma(line);
        } else if (part_ == "counters") {
            take_counter(line);
        } else if (part_ == "carrier") {
            if (const auto count = parse_number(line))
                carriers_.push_back(
                    {std::string(port_), "carrier_down_count", PortCounter::Kind::flap, *count});
        } else if (part_ == "failed") {
            health.unknown.push_back(fmt::format("the counters of {} could not be read: {}", port_, line));
        }
    }

    // Call after everything is read: adds the carrier counters of ports whose driver counts no flaps.
    void add_carriers()
    {
        for (PortCounter& carrier : carriers_) {
            const bool counted = std::ranges::any_of(health.counters, [&](const PortCounter& counter) {
                return counter.kind == PortCounter::Kind::flap && counter.port == carrier.port;
            });
            if (!counted)
                health.counters.push_back(std::move(carrier));
        }
    }

    Health health;
    std::map<std::string, PortLink, std::less<>> links;

private:
    // 2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 …
    void take_link(Words& words, std::string_view line)
    {
        words.next();
        std::string_view name = words.next();
        name = name.substr(0, name.find_first_of(":@"));
        PortLink& link = links[std::string(name)];
        link.port = name;
        link.up = line.find("LOWER_UP") != std::string_view::npos;
    }

    // link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
    void take_rdma(std::string_view line)
    {
        const std::size_t at = line.find(" netdev ");
        if (at == std::string_view::npos)
            return;
        const std::string name(Words(line.substr(at + 8)).next());
        if (const auto link = links.find(name); link != links.end()) {
            link->second.rdma = line.find(" state ACTIVE ") != std::string_view::npos;
            rdma_ports.push_back(name);
        }
    }

    void take_counter(std::string_view line)
    {
        const std::size_t colon = line.rfind(": ");
        const std::size_t from = line.find_first_not_of(" \t");
        if (colon == std::string_view::npos || from >= colon)
            return;
        const std::string_view name = line.substr(from, colon - from);
        const auto kind = kind_of(name);
        const auto value = parse_number(line.substr(colon + 2));
        if (kind && value)
            health.counters.push_back({std::string(port_), std::string(name), *kind, *value});
    }

    std::string_view part_;
    std::string_view port_;
    std::vector<PortCounter> carriers_;

public:
    std::vector<std::string> rdma_ports;
};

}

std::string health_script(const std::vector<std::string>& ports)
{
    std::string names;
    for (const std::string& port : ports) {
        if (is_interface_name(port))
            names += ' ' + port;
    }
    std::string script = R"sh(PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export LC_ALL=C
echo '= links'
ip -o link show
echo '= rdma'
rdma link
)sh";
    if (ports.empty())
        script += R"sh(names=
for path in /sys/class/net/*; do
    [ ! -d "$path/device/infiniband" ] || names="$names ${path##*/}"
done
)sh";
    else
        script += fmt::format("names='{}'\n", names);
    return script + R"sh(for name in $names; do
    if printed=$(ethtool -S "$name" 2>&1); then
        printf '= counters %s\n%s\n' "$name" "$printed"
    else
        printf '= failed %s\n%s\n' "$name" "$printed"
    fi
    if { read -r count < "/sys/class/net/$name/carrier_down_count"; } 2> /dev/null; then
        printf '= carrier %s\n%s\n' "$name" "$count"
    fi
done
)sh";
}

Health read_health(const std::vector<std::string>& ports, std::string_view printed)
{
    HealthReader reader;
    while (!printed.empty()) {
        reader.take(ascii::take_until(printed, '\n'));
    }
    reader.add_carriers();
    const std::vector<std::string>& wanted = ports.empty() ? reader.rdma_ports : ports;
    for (const std::string& port : wanted) {
        const auto link = reader.links.find(port);
        if (link != reader.links.end())
            reader.health.links.push_back(link->second);
        else
            reader.health.unknown.push_back(fmt::format("the host has no interface {}", port));
    }
    return std::move(reader.health);
}

}
