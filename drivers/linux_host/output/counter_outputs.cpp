// SPDX-License-Identifier: Apache-2.0
// Counters of NICs: `ethtool -S`, `rdma statistic`, the files below hw_counters, and `nicctl show port statistics --json` (ROCm
// device-metrics-exporter, pkg/amdnic/proto/nic.proto), which names a port by its UUID and has the names of ethtool. Only those that prove something about
// lossless classes or congestion control are kept. The names are those of the drivers: Linux,
// Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst; drivers/infiniband/hw/mlx5/counters.c;
// drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c; drivers/infiniband/hw/bnxt_re/hw_counters.c;
// drivers/net/ethernet/intel/ice/ice_ethtool.c; drivers/net/ethernet/pensando/ionic/ionic_stats.c, with the notes of AMD's exporter on
// its counters (ROCm device-metrics-exporter, docs/configuration/network-metricslist.md); AMD, rccl-tests, network counter
// collector (hw_counters of ionic). Not used: rx_pause_ctrl_phy and tx_pause_ctrl_phy of mlx5, since it is undocumented whether
// they include PFC frames; frames_rx_pri_# of ionic, since sources disagree whether it counts packets or pause; rx_rdma_ecn_pkts
// of ionic, whose congestion control need not answer marks with CNPs.
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct CounterName {
    std::string_view name; ///< '#' stands for the priority
    CounterKind kind = CounterKind::dropped;
    bool only_with_pfc = false; ///< the driver has it only for priorities with PFC
};

constexpr CounterName ethtool_names[]{
    // mlx5 lists the pause of a priority only while PFC is on for it (mlx5e_query_pfc_combined of en_stats.c).
    {"rx_prio#_pause", CounterKind::pause_received, true},
    {"tx_prio#_pause", CounterKind::pause_sent, true},
    {"rx_prio#_packets", CounterKind::packets_received},
    {"tx_prio#_packets", CounterKind::packets_sent},
    {"rx_prio#_buf_discard", CounterKind::dropped},
    {"rx_prio#_cong_discard", CounterKind::dropped},
    {"rx_prio#_discards", CounterKind::dropped},
    {"tx_pause_storm_warning_events", CounterKind::storm},
    {"tx_pause_storm_error_events", CounterKind::storm},
    {"rx_pfc_ena_frames_pri#", CounterKind::pause_received},
    {"tx_pfc_ena_frames_pri#", CounterKind::pause_sent},
    {"rx_packets_pri#", CounterKind::packets_received},
    {"tx_packets_pri#", CounterKind::packets_sent},
    {"rx_priority_#_xoff.nic", CounterKind::pause_received},
    {"tx_priority_#_xoff.nic", CounterKind::pause_sent},
    {"frames_rx_pripause", CounterKind::pause_received},
    {"frames_tx_pripause", CounterKind::pause_sent},
    // mlx5 has it only while link pause is on.
    {"rx_global_pause", CounterKind::link_pause_received},
    {"tx_global_pause", CounterKind::link_pause_sent},
    {"rx_pause_frames", CounterKind::link_pause_received},
    {"tx_pause_frames", CounterKind::link_pause_sent},
    {"link_xoff_rx.nic", CounterKind::link_pause_received},
    {"link_xoff_tx.nic", CounterKind::link_pause_sent},
    {"tx_prio#_pause_duration", CounterKind::pause_time_sent, true},
    {"rx_prio#_bytes", CounterKind::bytes_received},
    {"rx_bytes_pri#", CounterKind::bytes_received},
    {"rx_crc_errors_phy", CounterKind::link_errors},
    {"rx_symbol_err_phy", CounterKind::link_errors},
    {"rx_pcs_symbol_err_phy", CounterKind::link_errors},
    {"link_down_events_phy", CounterKind::link_errors},
    {"rx_fcs_err_frames", CounterKind::link_errors},
    {"rx_crc_errors.nic", CounterKind::link_errors},
    {"frames_rx_bad_fcs", CounterKind::link_errors},
};

constexpr CounterName rdma_names[]{
    {"np_ecn_marked_roce_packets", CounterKind::marks_received},
    {"np_cnp_sent", CounterKind::cnps_sent},
    {"rp_cnp_handled", CounterKind::cnps_handled},
    {"rp_cnp_ignored", CounterKind::cnps_ignored},
    {"out_of_sequence", CounterKind::out_of_sequence},
    {"packet_seq_err", CounterKind::sequence_errors},
    {"local_ack_timeout_err", CounterKind::timeouts},
    {"rx_ecn_marked_pkts", CounterKind::marks_received},
    {"tx_cnp_pkts", CounterKind::cnps_sent},
    {"seq_err_naks_rcvd", CounterKind::sequence_errors},
    {"to_retransmits", CounterKind::timeouts},
    {"rx_write_requests", CounterKind::rdma_requests},
    {"rx_read_requests", CounterKind::rdma_requests},
    {"rx_write_req", CounterKind::rdma_requests},
    {"rx_read_req", CounterKind::rdma_requests},
    {"tx_rdma_cnp_pkts", CounterKind::cnps_sent},
    {"req_rx_pkt_seq_err", CounterKind::sequence_errors},
    {"resp_rx_outouf_seq", CounterKind::out_of_sequence},
    {"tx_rdma_ack_timeout", CounterKind::timeouts},
};

// The priority in `name`, Counter::whole if the row has none; nothing if the name is another.
std::optional<std::uint8_t> match_counter(const CounterName& row, std::string_view name)
{
    const std::size_t place = row.name.find('#');
    if (place == std::string_view::npos)
        return row.name == name ? std::optional(Counter::whole) : std::nullopt;
    if (name.size() != row.name.size() || !name.starts_with(row.name.substr(0, place))
        || !name.ends_with(row.name.substr(place + 1)) || name[place] < '0' || name[place] > '7')
        return std::nullopt;
    return static_cast<std::uint8_t>(name[place] - '0');
}

State take_counter(HostBuilder& host,
    const Section& section,
    std::span<const CounterName> names,
    std::string_view on,
    std::string_view name,
    std::string_view value,
    Span at)
{
    for (const CounterName& row : names) {
        const auto part = match_counter(row, name);
        if (!part)
            continue;
        const auto count = parse_count(value);
        if (!count) {
            host.warn(at,
                fmt::format(
                    "the value of {}, '{}', is not a number that a NIC's driver prints: the counter is not used",
                    name,
                    value));
            return State::unrecognised;
        }
        host.device().counter_readings.push_back({.on = host.keep(on, section.tree),
            .name = host.keep(name, section.tree),
            .kind = row.kind,
            .part = *part,
            .value = *count,
            .at = at,
            .only_with_pfc = row.only_with_pfc});
        return State::read;
    }
    return State::irrelevant;
}

// The RDMA device in "mlx5_0/1"; empty for another port than the first, whose counters belong to another interface.
std::string_view device_of_link(std::string_view link)
{
    const std::size_t slash = link.find('/');
    return slash != std::string_view::npos && link.substr(slash + 1) == "1" ? link.substr(0, slash)
                                                                            : std::string_view{};
}

void read_rdma_statistic_json(HostBuilder& host, const Section& section, const Node& object)
{
    object.mark(State::read);
    const Node* name = object.child("ifname");
    const Node* port = object.child("port");
    for (const Node& member : object) {
        if (name == nullptr || port == nullptr || port->value != "1")
            member.mark_subtree(State::unsupported);
        else if (&member == name || &member == port)
            member.mark(State::read);
        else
            member.mark_subtree(take_counter(
                host, section, rdma_names, name->value, member.key, member.value, section.span(member)));
    }
}

// Without its UUID, a port is not known, and neither is what its counters are of.
void read_port_statistics(HostBuilder& host, const Section& section, const Node& port)
{
    port.mark(State::read);
    const Node* spec = port.child("spec");
    const Node* id = spec == nullptr ? nullptr : spec->child("id");
    const Node* statistics = port.child("statistics");
    for (const Node& member : port) {
        if (&member != statistics)
            member.mark_subtree(State::irrelevant);
    }
    if (id == nullptr || statistics == nullptr)
        return;
    statistics->mark(State::read);
    for (const Node& member : *statistics)
        member.mark_subtree(take_counter(
            host, section, ethtool_names, id->value, member.key, member.value, section.span(member)));
}

}

void read_ethtool_statistics(HostBuilder& host, const Section& section)
{
    const std::string_view interface = section.command.subject.empty() ? host.only_interface()
                                                                       : section.command.subject;
    if (interface.empty() && section.node.first != nullptr)
        host.warn(section.place(), "the interface that these counters of ethtool are about is not known");
    section.take_lines([&](const Node& line) {
        const std::size_t colon = line.key.rfind(':');
        if (colon == std::string_view::npos || interface.empty())
            return interface.empty() ? State::unsupported : State::unrecognised;
        const std::string_view name = ascii::trimmed_back(line.key.substr(0, colon), ascii::is_blank);
        const std::string_view value = ascii::trimmed_front(line.key.substr(colon + 1), ascii::is_blank);
        return take_counter(host, section, ethtool_names, interface, name, value, section.span(line));
    });
}

State read_hardware_counter(HostBuilder& host,
    const Section& section,
    std::string_view device,
    std::string_view name,
    std::string_view value,
    Span at)
{
    return take_counter(host, section, rdma_names, device, name, value, at);
}

void read_rdma_statistic(HostBuilder& host, const Section& section)
{
    std::string_view device;
    for (const Node& line : section.node) {
        if (line.kind == Node::Kind::array) {
            line.mark(State::read);
            for (const Node& object : line)
                read_rdma_statistic_json(host, section, object);
            continue;
        }
        if (line.kind != Node::Kind::line || line.state != State::unrecognised)
            continue;
        Words words(line.key);
        if (words.take("link"))
            device = device_of_link(words.next());
        bool is_read = words.at_end() && !device.empty();
        while (!words.at_end()) {
            const std::string_view name = words.next();
            const std::string_view value = words.next();
            is_read = (!device.empty()
                          && take_counter(host, section, rdma_names, device, name, value, section.span(name))
                              == State::read)
                || is_read;
        }
        line.mark(is_read ? State::read : device.empty() ? State::unsupported : State::irrelevant);
    }
}

void read_nicctl_statistics(HostBuilder& host, const Section& section)
{
    for (const Node& root : section.node) {
        const Node* nics = root.kind == Node::Kind::object ? root.child("nic") : nullptr;
        if (nics == nullptr)
            continue;
        root.mark(State::read);
        nics->mark(State::read);
        for (const Node& nic : *nics) {
            nic.mark(State::read);
            for (const Node& member : nic) {
                if (member.key != "port") {
                    member.mark_subtree(State::irrelevant);
                    continue;
                }
                member.mark(State::read);
                for (const Node& port : member)
                    read_port_statistics(host, section, port);
            }
        }
    }
}

}
