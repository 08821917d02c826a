// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/firmware_lldp.h"
#include "drivers/windows_host/record.h"
#include "drivers/windows_host/script.h"
#include "models/fabric/device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::windows_host {

/// A traffic class, as configured or in force.
struct ServedClass {
    std::string_view name{}; ///< empty where what is in force shows none
    Setting<SchedulerKind> kind;
    Setting<Percent> bandwidth;
    PrioritySet priorities;
    Span at;
};

/// What is known of one network adapter, from captures or from scripts.
struct AdapterFacts {
    std::string_view name;
    Span at;
    std::string_view description{}; ///< the NIC's name by its vendor
    Setting<bool> up;
    Setting<BitsPerSecond> speed;
    Setting<bool> rdma; ///< RDMA is enabled
    Setting<bool> qos; ///< DCB is enabled: without it, neither PFC nor traffic classes are in force
    Setting<bool> willing; ///< the adapter's own setting
    Setting<bool> lldp; ///< the LLDP agent of Windows runs on it
    Setting<PrioritySet> paused; ///< PFC in force
    // The DCBX settings that the switch announces.
    Setting<PrioritySet> peer_paused;
    Setting<std::uint8_t> peer_roce_priority; ///< for UDP port 4791
    Setting<DcbxVersion> peer_dcbx_version;
    std::vector<ServedClass> classes; ///< in force
    Setting<std::uint8_t> default_priority; ///< in force
    Setting<std::uint8_t> smb_direct_priority; ///< in force
    Setting<std::uint8_t> technology; ///< *NetworkDirectTechnology
    Setting<std::uint8_t> link_pause; ///< *FlowControl
    Setting<std::uint8_t> tag_mode; ///< *PriorityVLANTag
    Setting<Bytes> jumbo; ///< *JumboPacket
    Setting<std::uint16_t> vlan; ///< VlanID; 0: the adapter itself adds no tag
    bool asks_anew = false; ///< a correction puts the host's own settings in force
};

/// A network policy by its name.
struct NamedPolicy {
    std::string_view name;
    bool is_smb_direct = false; ///< it matches NetworkDirect on port 445
};

/// What is known of the host as a whole and of its adapters.
struct HostFacts {
    std::deque<AdapterFacts> adapters;
    std::array<Setting<bool>, 8> asked_pfc{}; ///< flow control of all adapters, by priority
    std::vector<ServedClass> asked_classes;
    Setting<bool> willing; ///< of all adapters
    Setting<std::uint8_t> smb_direct_priority;
    Setting<std::uint8_t> heartbeat_priority; ///< of the cluster
    std::vector<NamedPolicy> policies;
    Setting<bool>
        classes_stated; ///< unread, with its reason, where it is not decided which classes a script asks for
    /// Values of the NICs that mlxconfig was asked about, by the number of its table and the port ("_P1").
    std::map<std::pair<std::uint32_t, std::string_view>, FirmwareLldp> firmware;
    bool changes_classes = false; ///< a command changes the classes asked for
    Span unread_trust; ///< a command that may change what the NICs classify by

    /// Adds a class to those asked for, or replaces the one with its name.
    void ask_class(const ServedClass& served);
    /// The adapter with this name, made where it is new.
    [[nodiscard]] AdapterFacts& adapter(std::string_view name, Span at);
    std::map<std::string, std::size_t> by_name; ///< in lower case
};

/// Reads objects and commands into facts.
class FactReader {
public:
    FactReader(Device& device, std::vector<SyntaxProblem>& problems)
        : device_(device), problems_(problems) { }

    /// Reads one object of a cmdlet. Marks its lines.
    void take(const Record& record);
    /// Reads one line of mlxconfig. Marks it.
    void take_firmware(const Tree& tree, const Node& line);
    /// Reads a command of a script or a transcript that sets something. Marks its lines, which begin at or behind `line`,
    /// and moves `line` to the first of them.
    void take_setter(const Tree& tree, const Node*& line, const Statement& statement);

    HostFacts shown; ///< by captures
    HostFacts set; ///< by scripts and typed commands
    HostFacts corrected; ///< by the script with corrections that stands next to the captures

    /// Settings of later commands correct what `shown` holds.
    void begin_corrections();

private:
    void take_flow_control(const Record& record);
    void take_traffic_class(const Record& record);
    void take_dcbx(const Record& record);
    void take_policy(const Record& record);
    void take_adapter(const Record& record);
    void take_rdma(const Record& record);
    void take_advanced(const Record& record);
    void take_lldp_agent(const Record& record);
    void take_adapter_qos(const Record& record);
    void take_operational_flow(AdapterFacts& adapter, const Cell& cell);
    void take_remote_flow(AdapterFacts& adapter, const Cell& cell);
    void take_remote_classifications(AdapterFacts& adapter, const Cell& cell);
    void take_operational_classes(AdapterFacts& adapter, const Cell& cell);
    void take_classifications(AdapterFacts& adapter, const Cell& cell);
    bool set_keyword(AdapterFacts& adapter, std::string_view keyword, std::string_view value, Span at);
    [[nodiscard]] OriginId here(Span at) { return device_.origins.explicit_at(at); }
    [[nodiscard]] bool has_cut_name(const Record& record);
    void unknown_word(const Cell& cell, std::string_view what);

    friend class Setter;
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostFacts* target_ = &set; ///< of commands
    std::uint32_t firmware_tables_ = 0; ///< of mlxconfig, each of one NIC
};

/// Whether the cmdlet sets something that is read.
[[nodiscard]] bool is_setter(std::string_view cmdlet);
/// "3", "0-2,4-6"; nullopt for anything else.
[[nodiscard]] std::optional<PrioritySet> priorities_in(std::string_view text);
/// "3"
[[nodiscard]] std::optional<Priority> priority_in(std::string_view text);
/// "ETS", "Strict"; nullopt for any other word.
[[nodiscard]] std::optional<SchedulerKind> algorithm_in(std::string_view text);
/// "True" and "$true"; nullopt for a word that is neither this nor its opposite.
[[nodiscard]] std::optional<bool> truth_of(std::string_view text);
/// A whole number up to `most`; PowerShell prints a list of one as "{9014}".
[[nodiscard]] std::optional<std::uint32_t> number_in(std::string_view text, std::uint32_t most);

}
