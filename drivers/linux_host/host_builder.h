// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/linux_host/traffic_classes.h"

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::linux_host {

/// What the captures say of one network device beyond its Port.
struct NetDevice {
    Nic nic; ///< its RDMA side, as far as files under /sys/class/net and mlnx_qos tell
    bool has_nic = false; ///< something of `nic` was captured
    std::string_view mac;
    std::string_view pci; ///< "0000:1a:00.0"
    std::string_view master; ///< bond or bridge that it belongs to
    std::string_view under; ///< name after the '@'
    bool kind_is_known = false; ///< by `ip -d link`, not only by its name
    bool trust_from_app_table = false;
    TrafficClasses classes; ///< as captured last
    ReceiveBuffers buffers;
};

/// One port of one RDMA device.
struct RdmaPort {
    Nic nic;
    std::string_view net_device;
    bool infiniband = false;
    std::uint32_t number = 1;
    std::uint64_t node_guid = 0; ///< 0 where no capture shows it
    OriginId
        down; ///< where `rdma link` shows it in another state than ACTIVE; unset: it is ACTIVE or not shown
};

/// Collects what the outputs of one host say and joins it at the end. Later output overwrites earlier output.
class HostBuilder {
public:
    explicit HostBuilder(Device& device, std::vector<SyntaxProblem>& problems)
        : device_(device), problems_(problems)
    {
    }

    [[nodiscard]] Device& device() { return device_; }
    [[nodiscard]] Origins& origins() { return device_.origins; }
    [[nodiscard]] const Origins& origins() const { return device_.origins; }
    void warn(Span at, std::string message);
    /// A value that decides about RDMA and cannot be read: an error, since rules end without it. `what` for people.
    void unreadable(Span at, std::string_view what, std::string_view value);
    /// What is shown can be read, and RDMA cannot work with it.
    void complain(Span at, std::string message);
    /// A thing that is shown twice, there and `before`.
    void warn_twice(Span at, Span before, std::string message);
    /// A capture that shows another value than the configuration sets at `setter`.
    void warn_outdated(Span at, Span setter, std::string message);
    /// Whether the host is read as it is now, and not as the next boot makes it.
    [[nodiscard]] bool reads_in_force() const { return reads_in_force_; }
    void set_reads_in_force(bool now) { reads_in_force_ = now; }

    /// Index of the port with this name, made when it is new. `at` is where it is named. Port::no_index for no name.
    [[nodiscard]] std::uint32_t port(std::string_view name, Span at);
    /// The port with this name, or Port::no_index.
    [[nodiscard]] std::uint32_t find_port(std::string_view name) const;
    [[nodiscard]] Port& port_at(std::uint32_t index) { return device_.ports[index]; }
    [[nodiscard]] NetDevice& net(std::uint32_t index) { return nets_[index]; }
    /// The RDMA device's port, made when it is new.
    [[nodiscard]] RdmaPort& rdma(std::string_view name, std::uint32_t number);
    /// The RDMA device's port that a capture shows to belong to this interface, or null.
    [[nodiscard]] RdmaPort* rdma_of_interface(std::string_view interface);
    void virtual_function(std::string_view mac, std::uint32_t physical);

    /// The interface that output without an interface name must be about: the only one with an RDMA device, else the
    /// only one. Empty when there are several.
    [[nodiscard]] std::string_view only_interface() const;
    /// The interface of an RDMA device or interface name, or of a device file where only one can be meant; empty when
    /// none is known.
    [[nodiscard]] std::string_view interface_of(std::string_view device) const;

    /// The interface at this PCI address, or Port::no_index.
    [[nodiscard]] std::uint32_t port_at_pci(std::string_view address) const;

    /// A route with the kernel's metric, by which join() ranks the routes to one prefix.
    void add_route(const StaticRoute& route, std::uint32_t metric) { routes_.push_back({route, metric}); }

    /// Text that outlives the trees: itself where it lies in a file, else a copy.
    [[nodiscard]] std::string_view keep(std::string_view text, const Tree& tree);

    /// Port kinds, LAGs, virtual functions, NICs, and reasons for what nothing was captured of.
    void join();

private:
    void settle_kinds();
    void settle_masters();
    void settle_forwarding();
    void settle_trust();
    void join_nics();
    bool join_alike(std::span<const RdmaPort* const> homeless);
    void add_nic(std::uint32_t port, Nic nic);
    void merge_net_facts(Nic& into, const Nic& from) const;
    [[nodiscard]] Setting<Bytes> path_mtu_of(const Setting<Bytes>& interface);
    void explain_unread();

    bool reads_in_force_ = false;
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    struct MeasuredRoute {
        StaticRoute route;
        std::uint32_t metric = 0;
    };
    std::vector<MeasuredRoute> routes_;
    std::vector<NetDevice> nets_; // by port
    std::deque<RdmaPort> rdmas_;
    std::unordered_map<std::string_view, std::uint32_t> port_by_name_;
    std::unordered_map<std::string_view, std::uint32_t> rdma_by_name_; // first port of the device
    std::unordered_map<std::uint64_t, std::uint32_t> rdma_other_ports_;
    std::unordered_map<std::string_view, std::uint32_t> physical_by_vf_mac_;
};

}
