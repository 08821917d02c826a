// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/schema.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

using hierarchy::Keyword;

/// The kinds of statements, by meaning.
enum class LineKind : std::uint8_t {
    nothing,
    hostname,
    model, ///< the hardware, from the header
    version,
    // of an interface
    interface, ///< the interface exists
    type,
    description,
    admin_state,
    mtu,
    fec,
    speed,
    autoneg,
    lanes,
    breakout,
    member, ///< of a bond
    bridged,
    access_vlan, ///< of a port of a bridge; these three matter only where a VLAN interface has an access list
    untagged_vlan,
    vlan, ///< {text}: "10,20-29"
    address,
    vrf,
    base_interface,
    eligible, ///< traffic classes whose packets are trimmed
    adaptive_port,
    watchdog_present,
    watchdog_state,
    pfc_profile,
    pause_profile,
    ecn_profile,
    map_profile,
    remark_profile,
    scheduler_profile,
    shaper_profile,
    shared_headroom, ///< the port takes headroom from the shared pool
    // of `qos`
    roce_present,
    roce_enable,
    roce_mode,
    roce_cable,
    pool_percent, ///< name: the traffic pool
    pool_priorities,
    pfc_priorities, ///< name: the profile, as in all rows below
    pfc_cable,
    pfc_buffer,
    pfc_xoff,
    pfc_xon,
    pfc_rx,
    pfc_tx,
    pfc_small, ///< the share of small packets, for which the switch works headroom out
    pause_rx,
    pause_tx,
    pause_cable,
    pause_buffer,
    pause_xoff,
    pause_xon,
    poll,
    robustness,
    ecn_min, ///< index: the traffic classes
    ecn_max,
    ecn_probability,
    ecn_enable,
    red_enable,
    ecn_mode, ///< thresholds in bytes, or as shares of a limit that moves
    ecn_min_percent,
    ecn_max_percent,
    trust,
    port_default,
    dscp_map, ///< index: the code points
    pcp_map,
    rewrite,
    rewrite_dscp, ///< index: the switch priorities
    queue_map,
    schedule_mode, ///< index: the traffic classes
    schedule_percent,
    shaper_port,
    shaper_class,
    shaper_mode, ///< kilobits or packets per second
    lossless_alpha,
    egress_alpha,
    lossless_fixed, ///< lossless groups have a fixed buffer or another pool
    pool_advanced, ///< a pool has another share than its traffic pool
    // of the whole switch
    trim_state,
    trim_profile,
    trim_dscp,
    trim_priority,
    vxlan,
    adaptive,
    hash_field, ///< text: the row's last word
    hash_seed,
    bgp_asn,
    ospf,
    own_as, ///< enable, or occurrences
    route_via,
    acl_police, ///< a rule of a list drops by rate
    acl_class, ///< a rule of a list chooses the switch priority
    acl_dscp, ///< a rule of a list writes the DSCP
    acl_inbound, ///< a list acts on ingress traffic of the port
    count_
};

/// The kinds of values of a statement: its last word.
enum class Slot : std::uint8_t {
    none, ///< no value: the statement is present or absent
    text,
    number, ///< from `least` to `most`
    word, ///< one of `words`
    list, ///< "3,5-6": numbers up to `most`, each a separate entry
    entry, ///< a name, each a separate entry
};

/// A word that a value may be, and its meaning.
struct Term {
    std::string_view word;
    std::uint64_t number = 0;
};

/// One statement: its path below `set`, in which `{}` stands for a name and `#` for a list of numbers, and
/// its value.
struct Row {
    std::string_view path;
    LineKind says = LineKind::nothing;
    Slot slot = Slot::none;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::span<const Term> terms{};
    std::string_view source{};
    /// The coverage of a statement that is not modelled, and of everything below it that has no row. A statement
    /// with a meaning that is `unsupported` leaves the settings that it affects unread.
    CoverageState state = CoverageState::read;
};

[[nodiscard]] std::span<const Row> rows();
[[nodiscard]] const Row& row_of(LineKind says);
/// Returns the levels of keywords to which the paths of the rows lead. A place in them is a keyword.
[[nodiscard]] const hierarchy::Schema& schema();
/// Returns NVUE as far as a new statement is concerned: the levels of schema().
[[nodiscard]] const hierarchy::Language& language();
/// Returns the row with the path of a place, or null.
[[nodiscard]] const Row* row_at(const Keyword& place);
/// Returns the place of the first row that says this.
[[nodiscard]] const Keyword& row_place(LineKind says);
/// Returns the word by which a place is known below the outermost level: "interface" for whatever is in it. Empty at the
/// top.
[[nodiscard]] std::string_view first_word(const Keyword& place);

/// A statement of a configuration.
struct Fact {
    const Row* row = nullptr;
    const Keyword* place = nullptr;
    std::string_view name; ///< from the first `{}`: an interface, range or profile
    std::string_view second; ///< from the second `{}`
    std::uint64_t index = 0; ///< from `#`: its numbers as bits
    std::uint64_t value = 0; ///< a number, a term's number, or a list's bits
    std::string_view text; ///< the value as written; empty for Slot::none
    const Node* node = nullptr; ///< null if a profile says it
    Span at;
    bool unset = false;
    bool unread = false; ///< its value makes no sense
    [[nodiscard]] LineKind says() const { return row == nullptr ? LineKind::nothing : row->says; }
};

/// Parses the value of `fact` from its text. Returns a sentence about what is wrong with it, or empty. A
/// number out of range is accepted and reported.
[[nodiscard]] std::string take_value(Fact& fact);
/// Parses "3,5-6" into bits up to `most`; false if the text is not such a list.
[[nodiscard]] bool take_list(std::string_view text, std::uint64_t most, std::uint64_t& bits);
/// Returns the first word with this number; empty if there is none.
[[nodiscard]] std::string_view word_for(std::span<const Term> terms, std::uint64_t number);
/// Returns "link mtu 9999: out of range, 552 to 9216 (source)"; empty if the row allows the number.
[[nodiscard]] std::string out_of_range(const Row& row, std::uint64_t number);
/// Returns "qos pfc none is a reserved word (source)"; empty if the statement's name may be used, or if it is no
/// name of a profile.
[[nodiscard]] std::string wrong_name(const Fact& fact);
/// Returns the words of a `nv` line; a quoted text is one word, without its quotes.
[[nodiscard]] std::vector<std::string_view> words_of_line(std::string_view line);
/// Returns every word of the platform's language.
[[nodiscard]] std::vector<std::string_view> all_words();

}
