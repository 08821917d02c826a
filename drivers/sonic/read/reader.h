// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/sonic/tables/fields.h"
#include "drivers/sonic/tables/forms.h"
#include "drivers/sonic/tables/name_index.h"
#include "models/catalog/platform_defaults.h"
#include "models/text/ascii.h"

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

/// SONiC's defaults where the configuration is silent: entries
/// of the catalog's `sonic` section that ports and queues share.
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

/// Facts about a port that the reader needs in addition to the model.
struct PortNotes {
    std::string_view cable; ///< as written in CABLE_LENGTH: part of the derived profile's name
    OriginId cable_origin;
    std::uint32_t speed_mbps = 0;
    std::uint32_t space = 0; ///< its namespace
    Span qos_row; ///< its row of PORT_QOS_MAP
    PrioritySet watched; ///< pfcwd_sw_enable
    OriginId watched_origin;
};

/// How system-port keys name the device itself: "host|asic|Ethernet0".
struct LocalName {
    std::string_view host;
    std::string_view asic;
};

/// The state shared by the readers of the tables. Each
/// read_…() processes its tables in turn and fills the device.
class Reader {
public:
    Reader(Reading& reading, const Config& config, std::span<const Tree> trees);

    [[nodiscard]] Device& device() { return reading_.device; }
    [[nodiscard]] Origins& origins() { return reading_.device.origins; }
    [[nodiscard]] const Config& config() const { return config_; }
    [[nodiscard]] const std::vector<Row>& rows(Table table) const { return config_.of(table); }
    [[nodiscard]] const Defaults& defaults() const { return defaults_; }
    /// Whether the files are a device's whole configuration, so that whatever they lack has its default.
    [[nodiscard]] bool whole() const { return whole_; }
    void set_whole(bool whole) { whole_ = whole; }

    /// The origin of a value that this table does not state: the
    /// default in a whole configuration, else unread with the reason.
    [[nodiscard]] OriginId absent(Table table, OriginId default_origin);
    /// Like absent(), for a value in a missing row of the table: the location is where the table begins.
    [[nodiscard]] OriginId absent_row(Table table, OriginId default_origin);
    [[nodiscard]] OriginId unread_because_absent(Table table);

    [[nodiscard]] OriginId at(const Row& row, const Node& field)
    {
        return origins().explicit_at(row.span_of(field));
    }
    [[nodiscard]] OriginId at(const Row& row) { return origins().explicit_at(row.span()); }
    [[nodiscard]] OriginId platform_default(std::string_view name);

    /// Text that lives as long as the device: the same view if it is in the source, else a copy.
    [[nodiscard]] std::string_view keep(const Tree& tree, std::string_view text);
    void problem(
        Span at, std::string message, SyntaxProblem::Severity severity = SyntaxProblem::Severity::warning);

    /// Reports an error: a value that the switch refuses or interprets otherwise than intended.
    void unreadable(Span at, std::string message)
    {
        problem(at, std::move(message), SyntaxProblem::Severity::error);
    }

    /// The number of a field, up to `limit`; for anything else reports a problem and returns nothing.
    [[nodiscard]] std::optional<std::uint64_t> number(const Row& row, const Node& field, std::uint64_t limit);
    /// The number of a field. A number out of range is reported but returned, because it is what the device
    /// was given. For text that cannot be a number of the field, reports a problem and returns nothing.
    [[nodiscard]] std::optional<std::uint64_t> number(
        const Row& row, const Node& field, const NumberField& known);
    [[nodiscard]] std::optional<std::int64_t> signed_number(
        const Row& row, const Node& field, const NumberField& known);
    /// Sets a size in bytes from a field, or reports a problem and sets it unread.
    void size(const Row& row, const Node& field, const NumberField& known, Setting<Bytes>& setting);
    /// Sets a time in milliseconds from a field; for text that
    /// is not a number reports a problem and sets nothing.
    void time(const Row& row, const Node& field, const NumberField& known, Setting<Milliseconds>& setting);
    /// The value of a field's word; for a word that SONiC
    /// does not know reports a problem and returns nothing.
    template <class Value>
    [[nodiscard]] std::optional<Value> word(const Row& row, const Node& field, const WordField<Value>& known)
    {
        const std::string_view written = text(row, field);
        const std::optional<Value> found = value_of(known.words, written);
        if (!found)
            unknown_word(row, field, known.name, known.title, choice_of(known.words));
        return found;
    }
    /// The text of a field; if it is not a scalar, reports a problem and returns an empty text.
    [[nodiscard]] std::string_view text(const Row& row, const Node& field);
    /// The items of a list field, an array or comma-separated text, joined by commas.
    [[nodiscard]] std::string_view list_text(const Row& row, const Node& field);
    /// A boolean written as on/off, true/false, enable/disable or up/down.
    [[nodiscard]] std::optional<bool> flag(const Row& row, const Node& field);

    /// The port of this name. If PORT lacks it, creates the port in
    /// a fragment, and reports a problem in a whole configuration.
    [[nodiscard]] std::uint32_t find_port(std::string_view name, const Row& row);
    [[nodiscard]] bool has_port(std::string_view name, const Row& row) const
    {
        return ports_.find(name, card(row)) != NameIndex::none;
    }
    /// Like find_port, but always creates a missing port.
    std::uint32_t make_port(std::string_view name, const Row& row);
    /// The port of another chip or card, "host|asic|Ethernet0", towards which the row's chip keeps virtual output
    /// queues. If SYSTEM_PORT lacks it, creates the port unless the configuration is whole and has that table; then
    /// reports a problem.
    [[nodiscard]] std::uint32_t find_system_port(std::string_view name, const Row& row);
    /// The number of the row's card, where the files are those of several cards of a chassis.
    [[nodiscard]] std::uint32_t card(const Row& row) const
    {
        return config_.cards.empty() ? 0 : config_.cards[row.file];
    }
    /// Files that are not namespaces all belong to one device,
    /// so they share the name that any of them states.
    void share_local_name();
    [[nodiscard]] LocalName& local_name(const Row& row) { return local_names_[row.file]; }
    [[nodiscard]] const LocalName& local_name(const Row& row) const { return local_names_[row.file]; }
    [[nodiscard]] PortNotes& notes(std::uint32_t port) { return notes_[port]; }
    /// The names of the profiles that buffermgrd creates in the static model for the ports' speeds and
    /// cables. Call only when the ports are complete.
    [[nodiscard]] const std::set<std::string, std::less<>>& made_profiles();

    /// Like find_system_port, but always creates a missing port.
    std::uint32_t make_system_port(std::string_view name, const Row& row);

    /// The number of the namespace of a row's names.
    [[nodiscard]] std::uint32_t space(const Row& row) const { return config_.namespaces ? row.file : 0; }
    /// The index of a name that `row` refers to; looks first in the row's own namespace, then in the others of its card.
    [[nodiscard]] std::uint32_t find(const NameIndex& index, std::string_view name, const Row& row) const;
    /// Resolves a reference to a row of `table`, whose names are
    /// in `index`. Reports a problem if the row does not exist.
    [[nodiscard]] Setting<Ref> refer(const NameIndex& index, Table table, const Row& row, const Node& field);
    [[nodiscard]] Setting<Ref> refer(
        const NameIndex& index, Table table, const Row& row, const Node& field, std::string_view reference);

    /// Names of rows that other rows refer to.
    NameBook names;
    std::array<NameIndex, 8> maps; ///< by MapKind
    NameIndex schedulers;
    NameIndex ecn_profiles;
    NameIndex pools;
    NameIndex buffer_profiles;

    /// The index of the row's member in a list; adds the member if it is new.
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
    /// The number of the chip whose queues the row is about: the first of the files of its namespace.
    [[nodiscard]] std::uint32_t chip(const Row& row) const;
    /// "host|asic", by which system ports of the row's own chip begin; without a host what is known of it.
    [[nodiscard]] std::string chip_name(const Row& row) const;
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
    NameIndex system_ports_;
    std::vector<PortNotes> notes_;
    std::optional<std::set<std::string, std::less<>>> made_profiles_;
    std::vector<LocalName> local_names_; ///< by file
    std::array<OriginId, table_count> absent_{};
    bool whole_ = false;
    std::size_t problems_left_ = 500;
    /// References to missing rows: the index of their problem in
    /// reading_, and how many other rows have the same reference.
    std::map<std::pair<Table, std::string>, std::pair<std::size_t, std::size_t>> lost_names_;
};

/// Calls `visit` for each item of a comma-separated list, trimmed of blanks; skips empty items.
template <class Visit>
void visit_items(std::string_view list, Visit&& visit)
{
    while (!list.empty()) {
        std::string_view item = ascii::take_until(list, ',');
        while (!item.empty() && item.front() == ' ')
            item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ')
            item.remove_suffix(1);
        if (!item.empty())
            visit(item);
    }
}

/// The parts of a row's key "Ethernet0,Ethernet4|3-4".
struct IndexedKey {
    std::string_view ports;
    std::uint8_t first = 0;
    std::uint8_t last = 0;
    /// For a system port "host|asic|Ethernet0|3", else empty.
    std::string_view host;
    std::string_view asic;
};
/// Returns nothing if the key has another shape or a number above `limit`. A system port is one port.
[[nodiscard]] std::optional<IndexedKey> parse_indexed_key(std::string_view key, std::uint8_t limit);

void read_device_metadata(Reader& reader);
void read_switch_hash(Reader& reader);
void read_ports(Reader& reader);
/// Reads SYSTEM_PORT: the egress ports of the chassis. Call when the ports of PORT are complete.
void read_system_ports(Reader& reader);
void read_interfaces(Reader& reader);
void read_static_routes(Reader& reader);
/// Reads BGP, the second switch of a pair, hash seed and timeouts.
void read_forwarding(Reader& reader);
void read_maps(Reader& reader);
void read_port_qos_map(Reader& reader);
void read_schedulers(Reader& reader);
void read_wred_profiles(Reader& reader);
/// Creates the ports of a fragment: those that its rows name.
void make_ports_of_fragment(Reader& reader);
void read_queues(Reader& reader);
/// Notes whether no file lists the ports of the chassis. Call after read_queues() and read_port_buffers().
void find_other_cards(Reader& reader);
/// Fills in queues of a fragment that does not name its card, where the rows of all cards agree. Call after read_queues()
/// and read_port_buffers().
void infer_own_queues(Reader& reader);
void read_buffer_pools(Reader& reader);
void read_buffer_profiles(Reader& reader);
/// Reads tables of counters, such as those of `show pfc counters`.
void read_counter_tables(Reader& reader, const Tree& tree);
/// The host in the prompt before a command that shows counters; empty if the output has none.
[[nodiscard]] std::string_view host_of_counters(const Tree& tree);
void read_profile_table(Reader& reader, const Tree& tree);
/// Sets the speed and cable that a profile is for if its name has
/// the form pg_lossless_100000_40m_profile, as buffermgrd names it.
void read_purpose(BufferProfile& profile, OriginId origin);
/// Reads the maximum headroom of each port from STATE_DB.
void read_port_limits(Reader& reader);
void read_port_buffers(Reader& reader);
void read_cables(Reader& reader);
void read_priority_groups(Reader& reader);
void read_headroom_parameters(Reader& reader);
/// Reads what happens to packets that queues trim.
void read_trimming(Reader& reader);
/// Reads the policers that access lists give to packets.
void read_policers(Reader& reader);
void read_watchdog(Reader& reader);
void read_neighbours(Reader& reader);
/// Gives each port the values that its rows did not state: the default, or why the value is not known.
void finish_ports(Reader& reader);
void finish_qos(Reader& reader);
/// Reports fields that two files of one device set differently.
void report_conflicts(Reader& reader, std::span<const Tree> trees);

}
