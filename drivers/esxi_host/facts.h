// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/esxi_host/transcript.h"
#include "models/fabric/device.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint::esxi_host {

/// Facts about one physical NIC (vmnic).
struct NicFacts {
    std::string_view name;
    Span at;
    Setting<std::string_view> driver;
    Setting<std::string_view> firmware;
    Setting<bool> admin_up;
    Setting<bool> link_up;
    Setting<BitsPerSecond> speed;
    Setting<Bytes> mtu;
    Setting<bool> pause_rx;
    Setting<bool> pause_tx;
    // Of `esxcli network nic dcb status get`.
    Setting<bool> dcb; ///< DCB is enabled
    Setting<DcbxVersion> dcbx_version;
    Setting<bool> pfc_on;
    Setting<PrioritySet> pfc;
};

/// An RDMA device (vmrdma).
struct RdmaFacts {
    std::string_view name;
    std::string_view uplink; ///< the NIC that it belongs to
    Span at;
    bool listed = false; ///< by the last `esxcli rdma device list`
    std::vector<std::string_view> interfaces; ///< VMkernel interfaces that use it
    Setting<bool> v1;
    Setting<bool> v2;
    Setting<bool> iwarp;
    OriginId nvme; ///< where an NVMe adapter is seen to use it
};

/// A VMkernel interface or a standard switch.
struct NetFacts {
    std::string_view name;
    Setting<Bytes> mtu;
    std::string_view portset; ///< of an interface: its switch
    std::vector<std::string_view> uplinks; ///< of a switch
    OriginId vsan; ///< of an interface: where vSAN is seen to use it for data
};

/// A parameter of a driver's module.
struct Parameter {
    std::string_view name;
    std::string_view value;
    OriginId at;
};

/// Whether a parameter of a module is read.
[[nodiscard]] bool is_read_parameter(std::string_view module, std::string_view name);

/// More than a driver has, and than a host has NICs.
inline constexpr std::size_t most_parameters = 256;
inline constexpr std::size_t most_uplinks = 64;

/// A driver's module.
struct ModuleFacts {
    std::string_view name;
    std::vector<Parameter> parameters; ///< those that have a value
    bool listed = false; ///< all of its parameters are known
    OriginId at; ///< the list, for parameters without a value
    std::vector<std::string_view> corrected{}; ///< parameters that a script with corrections changes

    [[nodiscard]] const Parameter* find(std::string_view parameter) const;
};

/// Things with names, in the order of their first mention.
template <class Facts>
class NamedList {
public:
    /// The one with this name, made where it is new.
    Facts& operator[](std::string_view name)
    {
        const auto [found, is_new] = index_.try_emplace(name, all_.size());
        if (is_new)
            all_.emplace_back().name = name;
        return all_[found->second];
    }
    /// The one with this name, or null.
    [[nodiscard]] const Facts* find(std::string_view name) const
    {
        const auto found = index_.find(name);
        return found == index_.end() ? nullptr : &all_[found->second];
    }
    [[nodiscard]] auto begin() { return all_.begin(); }
    [[nodiscard]] auto end() { return all_.end(); }
    [[nodiscard]] auto begin() const { return all_.begin(); }
    [[nodiscard]] auto end() const { return all_.end(); }

private:
    std::deque<Facts> all_;
    std::map<std::string_view, std::size_t> index_;
};

/// The facts from the files of one host.
struct HostFacts {
    NamedList<NicFacts> nics;
    NamedList<RdmaFacts> rdma;
    NamedList<NetFacts> interfaces;
    NamedList<NetFacts> switches;
    NamedList<ModuleFacts> modules;
    bool rdma_listed = false;
    bool vsan_listed = false; ///< all interfaces of vSAN are known
    std::string_view version;

    /// The NIC or RDMA device with this name, made where it is new.
    [[nodiscard]] NicFacts& nic(std::string_view name, Span at);
    [[nodiscard]] RdmaFacts& rdma_device(std::string_view name, Span at);
    /// The module's parameter, or null.
    [[nodiscard]] const Parameter* parameter(std::string_view module, std::string_view name) const;
};

/// Reads the outputs of commands into facts.
class OutputReader {
public:
    OutputReader(Device& device, std::vector<SyntaxProblem>& problems, HostFacts& facts)
        : device_(device), problems_(problems), facts_(facts)
    {
    }

    /// Reads the lines from `line` to `end`, which the command printed. Marks them.
    void read(const Tree& tree, std::string_view command, const Node* line, const Node* end);

private:
    struct Column;
    struct Table;
    void forget();
    void read_table(const Node* line, const Node* end);
    void read_blocks(const Node* line, const Node* end);
    bool take_row(const Table& table, const Node& row);
    bool take_field(const Node& line, std::string_view label, std::string_view value);
    bool take_vsan_field(std::string_view label, std::string_view value);
    bool take_nic_field(const Node& line, std::string_view label, std::string_view value);
    bool take_dcb_field(const Node& line, std::string_view label, std::string_view value);
    void take_parameter(const Table& table, const Node& row, std::string_view name);
    [[nodiscard]] Span place(std::string_view text) const;
    [[nodiscard]] OriginId here(std::string_view text) { return device_.origins.explicit_at(place(text)); }
    [[nodiscard]] Setting<bool> truth(std::string_view word);
    [[nodiscard]] Setting<bool> state(std::string_view word);
    [[nodiscard]] Setting<std::string_view> stated(std::string_view text);
    [[nodiscard]] Setting<Bytes> bytes(std::string_view number);
    void complain(std::string_view text, std::string_view what);

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostFacts& facts_;
    const Tree* tree_ = nullptr;
    std::string_view command_;
    bool refused_ = false; ///< the value of the line made no sense
    OriginId vsan_before_; ///< what earlier entries show of the interface
    std::string_view subject_; ///< the NIC or module that the command is about, or the block that is read
};

/// "0x08", "8"; nullopt for anything else or more than `most`.
[[nodiscard]] std::optional<std::uint32_t> number_of(std::string_view text, std::uint32_t most);

}
