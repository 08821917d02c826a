// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// What a statement says.
enum class Says : std::uint8_t {
    nothing,
    hostname,
    model, ///< of the header: the hardware
    version,
    // of an interface
    interface, ///< that it is there
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
    // of `qos`
    roce_present,
    roce_enable,
    roce_mode,
    roce_cable,
    pool_percent, ///< name: the traffic pool
    pool_priorities,
    pfc_priorities, ///< name: the profile, as in all that follow
    pfc_cable,
    pfc_buffer,
    pfc_xoff,
    pfc_xon,
    pfc_rx,
    pfc_tx,
    pause_rx,
    pause_tx,
    poll,
    robustness,
    ecn_min, ///< index: the traffic classes
    ecn_max,
    ecn_probability,
    ecn_enable,
    red_enable,
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
    lossless_alpha,
    egress_alpha,
    // of the whole switch
    trim_state,
    trim_profile,
    trim_dscp,
    trim_priority,
    adaptive,
    hash_field, ///< text of the row's last word
    hash_seed,
    bgp_asn,
    ospf,
    own_as, ///< enable, or occurrences
    route_via,
    count_
};

/// What the last word of a statement may be.
enum class Slot : std::uint8_t {
    none, ///< the statement has none: it is there or not
    text,
    number, ///< from `least` to `most`
    word, ///< one of `words`
    list, ///< "3,5-6": numbers up to `most`, each an entry of its own
    entry, ///< a name, each an entry of its own
};

/// A word that a value may be, and what it means.
struct Term {
    std::string_view word;
    std::uint64_t number = 0;
};

/// One statement: its path below `set`, where `{}` stands for a name and `#` for a list of numbers, and what follows.
struct Row {
    std::string_view path;
    Says says = Says::nothing;
    Slot slot = Slot::none;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::span<const Term> terms{};
    std::string_view source{};
    /// What becomes of a statement that is not modelled, and of all below it that has no row.
    CoverageState state = CoverageState::read;
};

/// A word on the way from the root of the configuration to its statements.
struct Place {
    std::string_view word;
    const Place* up = nullptr;
    const Row* row = nullptr;
    std::vector<const Place*> below; ///< by words
    const Place* any = nullptr; ///< below a name
    const Place* numbers = nullptr; ///< below a list of numbers

    /// The place below this word; null where no row has it.
    [[nodiscard]] const Place* next(std::string_view wanted) const;
    /// Whether this is `other` or one above it.
    [[nodiscard]] bool covers(const Place* other) const;
    /// What all without a row of its own is here: irrelevant or unsupported; unrecognised where nothing says.
    [[nodiscard]] CoverageState rest() const;
};

[[nodiscard]] std::span<const Row> rows();
[[nodiscard]] const Row& row_of(Says says);
/// The place of the first row that says this.
[[nodiscard]] const Place* row_place(Says says);
/// The place above all statements.
[[nodiscard]] const Place& root();

/// A statement of a configuration.
struct Fact {
    const Row* row = nullptr;
    const Place* place = nullptr;
    std::string_view name; ///< of the first `{}`: an interface, range or profile
    std::string_view second; ///< of the second one
    std::uint64_t index = 0; ///< of `#`: its numbers as bits
    std::uint64_t value = 0; ///< a number, a term's number, a list's bits
    std::string_view text; ///< the value as written; of Slot::none empty
    const Node* node = nullptr; ///< null where a profile says it
    Span at;
    bool unset = false;
    bool unread = false; ///< its value makes no sense
    [[nodiscard]] Says says() const { return row == nullptr ? Says::nothing : row->says; }
};

/// Takes the value of `fact` from its text. What is wrong with it, in a sentence; empty where nothing is. A number out of
/// range is believed, and told.
[[nodiscard]] std::string take_value(Fact& fact);
/// The bits of "3,5-6" up to `most`; false where it is no such list.
[[nodiscard]] bool take_list(std::string_view text, std::uint64_t most, std::uint64_t& bits);
/// The first word of this number; empty where there is none.
[[nodiscard]] std::string_view word_for(std::span<const Term> terms, std::uint64_t number);
/// "link mtu 9999: out of range, 552 to 9216 (source)"; empty where the row takes the number.
[[nodiscard]] std::string out_of_range(const Row& row, std::uint64_t number);
/// The words of a `nv` line; a quoted text is one word, without its quotes.
[[nodiscard]] std::vector<std::string_view> words_of_line(std::string_view line);
/// Every word of the platform's language.
[[nodiscard]] std::vector<std::string_view> all_words();

}
