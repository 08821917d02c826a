// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/firmware_parameters.h"
#include "drivers/linux_host/knob/traffic_classes.h"
#include "drivers/linux_host/output/roce_register.h"
#include "drivers/shell/shell.h"

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::linux_host {

/// Kernel settings of one interface, or of all together, as written.
struct AddressSettings {
    Setting<std::uint8_t> arp_ignore;
    Setting<std::uint8_t> arp_announce;
    Setting<std::uint8_t> arp_filter;
    Setting<std::uint8_t> reverse_path;
};

/// An adapter in the list of its vendor's tool.
struct Adapter {
    std::string_view pci; ///< empty if the list does not show it
    std::uint32_t port = Port::no_index;
};

/// The facts that captures show about one network device beyond its Port.
struct NetDevice {
    /// Its RDMA side, as far as files under /sys/class/net and mlnx_qos show it.
    Nic nic;
    bool has_nic = false; ///< whether a capture shows something of `nic`
    StoredFirmware stored; ///< what the firmware of its NIC starts with
    RoceRegister roce_register; ///< what has been written into the register since the NIC started
    std::string_view mac;
    std::string_view pci; ///< "0000:1a:00.0"
    std::uint32_t vendor_id = 0; ///< of the PCI device, 0x15b3; 0 if no capture shows it
    std::uint32_t device_id = 0; ///< of the PCI device, 0x1021; 0 if no capture shows it
    std::string_view serial; ///< of the card; empty if no capture shows it
    std::string_view part; ///< the card's part number; empty if no capture shows it
    std::string_view master; ///< the bond or bridge it belongs to
    std::string_view under; ///< the name after the '@'
    bool kind_is_known = false; ///< from `ip -d link`, not only from its name
    bool trust_from_app_table = false;
    AddressSettings addresses;
    TrafficClasses classes; ///< from the last capture
    /// By traffic class: whether the NIC's receive queue is lossless, where its tool shows that.
    std::array<Setting<bool>, 8> lossless_class;
    ReceiveBuffers buffers;
};

/// One port of one RDMA device.
struct RdmaPort {
    Nic nic;
    std::string_view net_device;
    bool infiniband = false;
    std::uint32_t number = 1;
    std::uint32_t device_id = 0; ///< as NetDevice::device_id
    std::uint64_t node_guid = 0; ///< 0 if no capture shows it
    std::vector<std::uint16_t> pkeys; ///< by index of the P_Key table
    Span pkeys_at;
    /// Where `rdma link` shows a state other than ACTIVE; unset if the port is ACTIVE or not shown.
    OriginId down;
};

/// A NIC as the tool of its vendor names it, and the interface that shows to belong to it.
struct NicCard {
    std::string_view id; ///< a UUID
    std::string_view pci; ///< "0000:06:00.0"; empty if not shown
    std::string_view interface; ///< empty if only the PCI address leads to it
    std::string_view partition; ///< of the firmware that runs: "A"
};

/// Collects the outputs of one host and joins them at the end. Later output overwrites earlier output.
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
    /// Warns about something that a file for several hosts sets and this host lacks. Reported only if no host of the
    /// file has it.
    void warn_of_absent(Span at, std::string message);
    /// Reports a value that matters for RDMA and cannot be read: an error, since rules cannot run without it.
    /// `what` is for the message.
    void unreadable(Span at, std::string_view what, std::string_view value);
    /// Reports a readable value with which RDMA cannot work.
    void complain(Span at, std::string message);
    /// Warns about something that is shown twice, here and at `before`.
    void warn_twice(Span at, Span before, std::string message);
    /// Warns about a capture that shows another value than the configuration sets at `setter`.
    void warn_outdated(Span at, Span setter, std::string message);
    /// Whether to read the host's current state rather than its state after the next boot.
    [[nodiscard]] bool reads_in_force() const { return reads_in_force_; }
    void set_reads_in_force(bool now) { reads_in_force_ = now; }

    /// Index of the port with this name; adds a new port. `at`
    /// is where the name is. Port::no_index for an empty name.
    [[nodiscard]] std::uint32_t port(std::string_view name, Span at);
    /// The port with this name, or Port::no_index.
    [[nodiscard]] std::uint32_t find_port(std::string_view name) const;
    [[nodiscard]] Port& port_at(std::uint32_t index) { return device_.ports[index]; }
    [[nodiscard]] NetDevice& net(std::uint32_t index) { return nets_[index]; }
    /// The kernel settings that apply to all interfaces.
    [[nodiscard]] AddressSettings& for_all_interfaces() { return for_all_interfaces_; }
    /// The port of the RDMA device; adds a new one.
    [[nodiscard]] RdmaPort& rdma(std::string_view name, std::uint32_t number);
    /// The RDMA device port that captures show to belong to this interface, or null.
    [[nodiscard]] RdmaPort* rdma_of_interface(std::string_view interface);
    /// The RDMA devices that a command lists, with their Ethernet interfaces. Empty if no command lists them.
    [[nodiscard]] std::vector<ShellRdmaDevice> listed_devices() const;
    void virtual_function(std::string_view mac, std::uint32_t physical);

    /// The interface that output without an interface name must be about: the only one with an RDMA device,
    /// else the only one. Empty if there are several.
    [[nodiscard]] std::string_view only_interface() const;
    /// The interface for an RDMA device or interface name, or for a
    /// device file if only one interface can be meant; empty if unknown.
    [[nodiscard]] std::string_view interface_of(std::string_view device) const;

    /// The interface at this PCI address, or Port::no_index.
    [[nodiscard]] std::uint32_t port_at_pci(std::string_view address) const;

    /// The card with this id; adds a new one.
    [[nodiscard]] NicCard& card(std::string_view id);
    [[nodiscard]] std::size_t card_count() const { return cards_.size(); }
    /// The interface of the card, or Port::no_index.
    [[nodiscard]] std::uint32_t port_of_card(const NicCard& card) const;
    /// The interface of the card with this id or PCI address, or of this RDMA device; empty if unknown.
    [[nodiscard]] std::string_view interface_of_card(std::string_view name) const;
    /// The adapter that a vendor's tool lists under this number.
    [[nodiscard]] Adapter adapter(std::string_view number) const;
    void set_adapter(std::string_view number, const Adapter& adapter) { adapters_[number] = adapter; }
    /// Whether the only interface can stand for this adapter, which nothing else leads to an interface.
    [[nodiscard]] bool may_be_only_adapter(std::string_view number);

    /// Adds a route with the kernel's metric, by which join() ranks the routes to one prefix.
    void add_route(const StaticRoute& route, std::uint32_t metric) { routes_.push_back({route, metric}); }

    /// How a NIC at a PCI address marks CNPs, as files below /sys/kernel/debug show it.
    struct CnpMarking {
        std::string_view pci;
        std::string_view file; ///< "np_cnp_dscp"
        std::uint8_t value = 0;
        OriginId at;
    };
    void note_cnp_marking(const CnpMarking& marking) { cnp_markings_.push_back(marking); }

    /// A number of the congestion control of a NIC at a PCI address, as files below /sys/kernel/debug show it.
    struct CongestionNumber {
        std::string_view pci;
        std::string_view name; ///< a literal
        std::uint8_t value = 0;
        OriginId at;
    };
    void note_congestion_number(const CongestionNumber& number) { congestion_numbers_.push_back(number); }

    /// An option of a kernel module.
    struct ModuleOption {
        std::string_view name; ///< a literal
        std::uint64_t number = 0;
        OriginId at;
        bool is_loaded = false; ///< in force, and not for the next load of the module
    };
    void note_module_option(const ModuleOption& option) { module_options_.push_back(option); }

    /// Gives what was noted by PCI address or by kernel module to the NICs, once all captures are read.
    void place_notes();

    /// Text that outlives the trees: the same view if it is in a file, else a copy.
    [[nodiscard]] std::string_view keep(std::string_view text, const Tree& tree);

    /// Sets port kinds, LAGs, virtual functions and NICs,
    /// and the reasons for everything that was not captured.
    void join();

private:
    void settle_kinds();
    void settle_masters();
    void settle_forwarding();
    void settle_firmware();
    void settle_trust();
    void settle_pause();
    void settle_queues();
    void settle_ice_trust(std::uint32_t port);
    void settle_addresses();
    void settle_cnp_markings();
    [[nodiscard]] std::uint32_t port_of_debug_files(std::string_view pci, OriginId at);
    void settle_transport();
    void join_nics();
    bool join_alike(std::span<const RdmaPort* const> homeless);
    void add_nic(std::uint32_t port, Nic nic);
    void merge_net_facts(Nic& into, const Nic& from) const;
    [[nodiscard]] Setting<Bytes> path_mtu_of(const Setting<Bytes>& interface);
    void explain_unread();

    bool reads_in_force_ = false;
    AddressSettings for_all_interfaces_;
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    struct MeasuredRoute {
        StaticRoute route;
        std::uint32_t metric = 0;
    };
    std::vector<MeasuredRoute> routes_;
    std::vector<CnpMarking> cnp_markings_;
    std::vector<CongestionNumber> congestion_numbers_;
    std::vector<ModuleOption> module_options_;
    std::vector<std::string_view> lost_addresses_; ///< PCI addresses that a warning names
    std::vector<NetDevice> nets_; // by port
    std::deque<RdmaPort> rdmas_;
    std::deque<NicCard> cards_;
    std::unordered_map<std::string_view, std::uint32_t> port_by_name_;
    std::unordered_map<std::string_view, std::uint32_t> rdma_by_name_; // first port of the device
    std::unordered_map<std::uint64_t, std::uint32_t> rdma_other_ports_;
    std::unordered_map<std::string_view, std::uint32_t> physical_by_vf_mac_;
    std::unordered_map<std::string_view, Adapter> adapters_; // by number
    std::string_view only_adapter_; ///< the number that is assumed to be that of the only interface
};

}
