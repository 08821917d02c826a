// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/sonic/fields.h"
#include "drivers/sonic/forms.h"
#include "drivers/sonic/name_index.h"
#include "models/catalog/platform_defaults.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::sonic {

/// What SONiC does where the configuration is silent: entries of the catalog's `sonic` section that ports and queues share.
enum class Default : std::uint8_t {
    mtu,
    admin_status,
    pfc_enable,
    pfc_asym,
    pause,
    trust,
    default_tc,
    tc_to_queue,
    tc_to_dscp,
    priority_to_queue,
    priority_to_priority_group,
    ingress_policy,
    queue_wred,
    queue_scheduler,
    queue_buffer,
    group_buffer,
    port_buffers,
    watchdog,
    watchdog_priorities,
    watchdog_action,
    watchdog_poll,
    absent_map_row,
    trimmed_dscp,
    trimmed_queue,
    count_,
};
using Defaults = catalog::PlatformDefaults<Default>;

/// What is known of a port beyond the model while the device is read.
struct PortNotes {
    std::string_view cable; ///< as CABLE_LENGTH writes it: part of the derived profile's name
    OriginId cable_origin;
    std::uint32_t speed_mbps = 0;
    std::uint32_t space = 0; ///< its namespace
    Span qos_row; ///< its row of PORT_QOS_MAP
    PrioritySet watched; ///< pfcwd_sw_enable
    OriginId watched_origin;
};

/// What system-port keys call the device itself: "host|asic|Ethernet0".
struct LocalName {
    std::string_view host;
    std::string_view asic;
};

/// The state that the readers of the tables share. Each read_…() takes its tables in turn and fills the device.
class Reader {
public:
    Reader(Reading& reading, const Config& config, std::span<const Tree> trees);

    [[nodiscard]] Device& device() { return reading_.device; }
    [[nodiscard]] Origins& origins() { return reading_.device.origins; }
    [[nodiscard]] const Config& config() const { return config_; }
    [[nodiscard]] const std::vector<Row>& rows(Table table) const { return config_.of(table); }
    [[nodiscard]] const Defaults& defaults() const { return defaults_; }
    /// Whether the files are a device's whole configuration, so that what they lack has its default.
    [[nodiscard]] bool whole() const { return whole_; }
    void set_whole(bool whole) { whole_ = whole; }

    /// The origin of what this table does not say: the default in a whole configuration, else unread with the reason.
    [[nodiscard]] OriginId absent(Table table, OriginId default_origin);
    /// As absent(), of what a row of the table would say that is not there: the place is where the table begins.
    [[nodiscard]] OriginId absent_row(Table table, OriginId default_origin);
    [[nodiscard]] OriginId unread_because_absent(Table table);

    [[nodiscard]] OriginId at(const Row& row, const Node& field)
    {
        return origins().explicit_at(row.span_of(field));
    }
    [[nodiscard]] OriginId at(const Row& row) { return origins().explicit_at(row.span()); }
    [[nodiscard]] OriginId platform_default(std::string_view name);

    /// Text that lives as long as the device: itself when it stands in the source, else a copy.
    [[nodiscard]] std::string_view keep(const Tree& tree, std::string_view text);
    void problem(
        Span at, std::string message, SyntaxProblem::Severity severity = SyntaxProblem::Severity::warning);

    /// An error: a value that the switch refuses or takes otherwise than it was meant.
    void unreadable(Span at, std::string message)
    {
        problem(at, std::move(message), SyntaxProblem::Severity::error);
    }

    /// A field's number up to `limit`; nothing, and a problem, for anything else.
    [[nodiscard]] std::optional<std::uint64_t> number(const Row& row, const Node& field, std::uint64_t limit);
    /// A field's number. One that is out of the range is told and kept, for it is what the device was given; nothing, and
    /// a problem, for what cannot be a number of the field.
    [[nodiscard]] std::optional<std::uint64_t> number(
        const Row& row, const Node& field, const NumberField& known);
    [[nodiscard]] std::optional<std::int64_t> signed_number(
        const Row& row, const Node& field, const NumberField& known);
    /// A field's size in bytes, or unread with a problem.
    void size(const Row& row, const Node& field, const NumberField& known, Setting<Bytes>& setting);
    /// A field's time in milliseconds; nothing, and a problem, for what is not a number.
    void time(const Row& row, const Node& field, const NumberField& known, Setting<Milliseconds>& setting);
    /// What a field's word stands for; nothing, and a problem, for a word that SONiC does not know.
    template <class Value>
    [[nodiscard]] std::optional<Value> word(const Row& row, const Node& field, const WordField<Value>& known)
    {
        const std::string_view written = text(row, field);
        const std::optional<Value> found = value_of(known.words, written);
        if (!found)
            unknown_word(row, field, known.name, known.title, choice_of(known.words));
        return found;
    }
    /// A field's text; empty, and a problem, when it is no scalar.
    [[nodiscard]] std::string_view text(const Row& row, const Node& field);
    /// A field that is a list: an array, or text with commas. Joined by commas.
    [[nodiscard]] std::string_view list_text(const Row& row, const Node& field);
    /// A switch written on/off, true/false, enable/disable, up/down.
    [[nodiscard]] std::optional<bool> flag(const Row& row, const Node& field);

    /// The port of this name. One that PORT lacks is made in a fragment, and is a problem in a whole configuration.
    [[nodiscard]] std::uint32_t find_port(std::string_view name, const Row& row);
    [[nodiscard]] bool has_port(std::string_view name) const { return ports_.find(name) != NameIndex::none; }
    /// As find_port, but makes the port in any case.
    std::uint32_t make_port(std::string_view name, const Row& row);
    /// Files that are no namespaces are all about the one device that any of them names.
    void share_local_name();
    [[nodiscard]] LocalName& local_name(const Row& row) { return local_names_[row.file]; }
    [[nodiscard]] const LocalName& local_name(const Row& row) const { return local_names_[row.file]; }
    [[nodiscard]] PortNotes& notes(std::uint32_t port) { return notes_[port]; }
    /// The names of the profiles that buffermgrd makes in the static model for the speeds and cables of the ports. Asked for once
    /// the ports are complete.
    [[nodiscard]] const std::set<std::string, std::less<>>& made_profiles();

    /// The number of the namespace that a row's names live in.
    [[nodiscard]] std::uint32_t space(const Row& row) const { return config_.namespaces ? row.file : 0; }
    /// Index under which `row` names a member of `index`; first the row's own namespace, then any other.
    [[nodiscard]] std::uint32_t find(const NameIndex& index, std::string_view name, const Row& row) const;
    /// Resolves a reference to a row of `table`, whose names are in `index`. Nothing found is a problem.
    [[nodiscard]] Setting<Ref> refer(const NameIndex& index, Table table, const Row& row, const Node& field);
    [[nodiscard]] Setting<Ref> refer(
        const NameIndex& index, Table table, const Row& row, const Node& field, std::string_view reference);

    NameBook names; ///< of rows that other rows refer to
    std::array<NameIndex, 8> maps; ///< by MapKind
    NameIndex schedulers;
    NameIndex ecn_profiles;
    NameIndex pools;
    NameIndex buffer_profiles;

    /// The index of the row's member of a list, made if it is new.
    template <class Named>
    std::uint32_t index_of(NameIndex& names, std::vector<Named>& list, const Row& row)
    {
        std::uint32_t index = names.find(row.key, space(row));
        if (index != NameIndex::none)
            return index;
        index = static_cast<std::uint32_t>(list.size());
        Named& fresh = list.emplace_back();
        fresh.name = keep(*row.tree, row.key);
        fresh.at = row.span();
        names.put(fresh.name, index, space(row));
        return index;
    }

private:
    [[nodiscard]] std::optional<std::uint64_t> plain_number(const Row& row, const Node& field);
    std::optional<std::uint64_t> no_number(const Row& row, const Node& field);
    void out_of_range(const Row& row, const Node& field, const NumberField& known);
    void unknown_word(const Row& row,
        const Node& field,
        std::string_view name,
        std::string_view title,
        const std::string& words);

    Reading& reading_;
    const Config& config_;
    std::span<const Tree> trees_;
    Defaults defaults_;
    NameIndex ports_;
    std::vector<PortNotes> notes_;
    std::optional<std::set<std::string, std::less<>>> made_profiles_;
    std::vector<LocalName> local_names_; ///< by file
    std::array<OriginId, table_count> absent_{};
    bool whole_ = false;
    std::size_t problems_left_ = 500;
    /// Names that lead nowhere: where their problem is in reading_, and how many further rows have them.
    std::map<std::pair<Table, std::string>, std::pair<std::size_t, std::size_t>> lost_names_;
};

/// Calls `visit` for each item of a comma list, blanks trimmed; empty items are left out.
template <class Visit>
void visit_items(std::string_view list, Visit&& visit)
{
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::string_view item = list.substr(0, comma);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        while (!item.empty() && item.front() == ' ')
            item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ')
            item.remove_suffix(1);
        if (!item.empty())
            visit(item);
    }
}

/// A row's key "Ethernet0,Ethernet4|3-4" in its parts.
struct IndexedKey {
    std::string_view ports;
    std::uint8_t first = 0;
    std::uint8_t last = 0;
    std::string_view host; ///< of a system port "host|asic|Ethernet0|3", else empty
    std::string_view asic;
};
/// Nothing when the key has another shape or a number above `limit`.
[[nodiscard]] std::optional<IndexedKey> parse_indexed_key(std::string_view key, std::uint8_t limit);

void read_device_metadata(Reader& reader);
void read_switch_hash(Reader& reader);
void read_ports(Reader& reader);
void read_interfaces(Reader& reader);
void read_static_routes(Reader& reader);
/// BGP, the second switch of a pair, hash seed and timeouts.
void read_forwarding(Reader& reader);
void read_maps(Reader& reader);
void read_port_qos_map(Reader& reader);
void read_schedulers(Reader& reader);
void read_wred_profiles(Reader& reader);
/// In a fragment the ports are those that its rows name.
void make_ports_of_fragment(Reader& reader);
void read_queues(Reader& reader);
void read_buffer_pools(Reader& reader);
void read_buffer_profiles(Reader& reader);
void read_profile_table(Reader& reader, const Tree& tree);
/// Tells what a profile was worked out for where its name is of the form pg_lossless_100000_40m_profile, as
/// buffermgrd makes it.
void read_purpose(BufferProfile& profile, OriginId origin);
/// What STATE_DB says of the most headroom that a port may have.
void read_port_limits(Reader& reader);
void read_port_buffers(Reader& reader);
void read_cables(Reader& reader);
void read_priority_groups(Reader& reader);
void read_headroom_parameters(Reader& reader);
/// What becomes of packets that queues cut short.
void read_trimming(Reader& reader);
void read_watchdog(Reader& reader);
void read_neighbours(Reader& reader);
/// Gives each port what its rows did not say: the default, or why it is not known.
void finish_ports(Reader& reader);
void finish_qos(Reader& reader);
/// Reports fields that two files of one device write differently.
void report_conflicts(Reader& reader, std::span<const Tree> trees);

}
