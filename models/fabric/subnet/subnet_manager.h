// SPDX-License-Identifier: Apache-2.0
// A subnet manager as the files of its host configure it: the text of the files, and the values that result.
#pragma once

#include "models/fabric/subnet/subnet.h"
#include "models/fabric/value/setting.h"

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// The vendor of the subnet manager that reads the files: names and defaults of options differ.
enum class SmFlavour : std::uint8_t { upstream, nvidia };

/// How a subnet manager computes routes.
enum class RoutingEngine : std::uint8_t {
    minhop,
    updn,
    dnup,
    file,
    ftree,
    lash,
    dor,
    torus_2qos,
    nue,
    dfsssp,
    sssp,
    none, ///< leaves the tables as they are
    ar_updn,
    ar_ftree,
    ar_torus,
    ar_dor,
    pqft,
    dfp,
    dfp2,
    kdor_hc,
    chain,
    auto_,
    unknown, ///< a name that the subnet manager ignores
};

/// Why a subnet manager does not use the value that a line states.
enum class SmMisread : std::uint8_t {
    none, ///< uses it, or a later line sets the option again
    not_boolean, ///< neither of the two accepted words
    not_a_number,
    octal, ///< the leading zero makes it octal, which changes the number
    out_of_range,
    not_a_word, ///< none of the words that the option accepts
    equals_sign, ///< name and value form one word, which is not an option
    unknown, ///< not an option of this flavor
    restrained, ///< accepted, then adjusted to fit another option
};

/// One option that a file states.
struct SmOption {
    std::string_view name;
    std::string_view given; ///< the text after the name, as written; secrets are never printed
    std::string_view runs; ///< the value that the subnet manager uses because of this line
    SmMisread misread = SmMisread::none;
    /// what the option accepts, or what restrains it, for messages; a literal or catalog text
    std::string_view why;
    std::string_view meant; ///< for an unknown name: the most similarly spelled option, or empty
    /// For a misread line: the intended value if the text allows only one, or empty.
    std::string_view intended;
    Span at; ///< name and value
    Span value_at;
    bool known = false; ///< the flavor has an option of this name
    bool secret = false; ///< a key
    bool overridden = false; ///< a later line sets it again
};

/// A fault in a subnet manager's files, other than of a single option.
struct SmFault {
    enum class Kind : std::uint8_t {
        long_line, ///< a line is cut, and the rest of it is read as another line
        quoted_comment, ///< a comment sign inside quotes cuts the value
        sl2vl_list, ///< an entry is not a virtual lane, or the list is too short or too long
        arbitration_list, ///< an entry is cut, changed or dropped
        partitions_dropped, ///< the whole partitions file is discarded
        partition_flag, ///< a word is ignored, or treated as another word
        partition_value, ///< a number is truncated, or has no meaning
        partition_repeated, ///< a key is defined twice, and the two partitions are merged
        membership, ///< a word matched by its prefix, or did not match
        policy_dropped, ///< the whole qos-policy is discarded
        policy_value, ///< a number of the qos-policy is truncated
    };
    Kind kind = Kind::long_line;
    Span at;
    std::string_view text; ///< the faulty text, shortened
    /// what the subnet manager does with it: the rest of a sentence that begins with the place
    std::string_view message;
    /// The fix, if the text allows only one: `wrong` at `mend_at` becomes `right`. If `mend_at` has length 0,
    /// `right` is inserted. `right` is empty if there is no such fix.
    Span mend_at;
    std::string_view wrong;
    std::string_view right;
};

/// One name in the list of routing engines.
struct SmEngine {
    RoutingEngine engine = RoutingEngine::unknown;
    std::string_view name;
    Span at;
    /// for a name that the subnet manager does not know: the most similarly spelled engine, or empty
    std::string_view meant;
};

/// The ports that a set of qos options applies to.
enum class SmPortClass : std::uint8_t { all, channel_adapter, switch_port_zero, switch_external, router };

/// The options of one port class, which share a prefix (qos_, qos_ca_, qos_sw0_, qos_swe_, qos_rtr_). The
/// effective value of a class is its own, else that of `all`.
struct SmQosClass {
    SmPortClass of = SmPortClass::all;
    Setting<std::uint8_t> max_vls; ///< a count
    Setting<std::uint8_t> high_limit;
    Setting<SlToVl> sl2vl; ///< the effective mapping: short lists are padded
    std::uint8_t sl2vl_entries = 0; ///< number of entries that the line states
    std::vector<IbArbEntry> high; ///< the effective arbitration
    std::vector<IbArbEntry> low;
    Span high_at;
    Span low_at;
};

enum class SmMembership : std::uint8_t { limited, full, both };

/// One member of a partition.
struct SmMember {
    enum class Kind : std::uint8_t {
        guid,
        all,
        all_channel_adapters,
        all_switches,
        all_routers,
        self,
        group
    };
    Kind kind = Kind::guid;
    Guid guid = 0;
    std::string_view text; ///< as written, without its membership
    SmMembership membership = SmMembership::limited; ///< the effective membership
    std::string_view membership_text; ///< as written; empty if the line states none
    bool by_prefix = false; ///< a word matched although it was abbreviated
    Span at;
};

/// One partition that a file defines. A repeated P_Key creates another SmPartition.
struct SmPartition {
    std::string_view name;
    std::uint16_t pkey = 0; ///< the effective key, without the membership bit
    std::string_view pkey_text; ///< as written
    bool indx0 = false;
    bool ipoib = false; ///< the manager creates broadcast groups for IP over InfiniBand
    std::uint8_t rate_code = 0; ///< the effective rate of its broadcast group
    std::uint8_t mtu_code = 0;
    std::uint8_t sl = 0;
    Span rate_at; ///< where the line states it; nowhere for the default
    Span mtu_at;
    Span sl_at;
    SmMembership default_membership = SmMembership::limited;
    std::vector<SmMember> members;
    Span at; ///< its name and key
    Span whole; ///< up to and including its semicolon
    std::string_view text; ///< at `whole`; empty if no semicolon ends the partition
};

/// A named set of ports of a qos-policy file.
struct SmPortGroup {
    std::string_view name;
    std::string_view use;
    std::vector<Guid> guids;
    std::vector<std::string_view> selectors; ///< all other selectors of the group, as written
    Span at;
};

struct SmQosLevel {
    std::string_view name;
    std::string_view use;
    Setting<std::uint8_t> sl; ///< the effective service level
    Setting<std::uint8_t> mtu_limit;
    Setting<std::uint8_t> rate_limit;
    Setting<std::uint8_t> packet_life;
    std::vector<std::uint16_t> pkeys;
    Span at;
};

/// One row that assigns a level to paths: a match rule, or a row of qos-ulps. The first match wins.
struct SmQosRule {
    std::string_view use;
    std::string_view level; ///< its qos-level-name; empty for a row of qos-ulps
    Setting<std::uint8_t> sl; ///< for a row of qos-ulps
    std::string_view source; ///< as written; empty: any
    std::string_view destination;
    std::string_view service_ids;
    std::string_view qos_classes;
    std::string_view pkeys;
    std::string_view ulp; ///< for a row of qos-ulps: "ipoib, pkey 0x0001"
    Span at;
    Span level_at;
};

/// A qos-policy file.
struct SmQosPolicy {
    Span at; ///< the beginning of the file
    std::vector<SmPortGroup> groups;
    std::vector<SmQosLevel> levels;
    std::vector<SmQosRule> rules; ///< match rules, then qos-ulps
    Span qos_setup; ///< the section that is read but not used, or nowhere
};

/// A GUID in a list file (root_guid_file, cn_guid_file, io_guid_file, …), or a row of guid2lid.
struct SmGuid {
    enum class List : std::uint8_t { root, compute, io, torus, guid2lid };
    List list = List::root;
    Guid guid = 0;
    Lid first_lid = 0; ///< only for guid2lid
    Lid last_lid = 0;
    std::string_view name; ///< name of the node, if the list states it
    Span at;
};

/// A file that an option names.
struct SmFileName {
    std::string_view option;
    std::string_view path; ///< as written
    SourceId file = no_source; ///< the file of that name that was read next to the option's file, if any
    Span at;
};

/// A subnet manager. Unless a comment says otherwise, members are named after opensm's options.
struct SubnetManager {
    SmFlavour flavour = SmFlavour::upstream;
    std::string_view flavour_why; ///< the evidence for the flavor; a literal
    Span conf; ///< the beginning of its option file, or nowhere
    std::vector<SmOption> options; ///< all options that a file states, in order

    std::vector<SmEngine> engines; ///< routing_engine, in order; without `no_fallback`
    Span engines_at;
    Setting<bool> no_fallback; ///< routing_engine says not to fall back to min-hop if all engines fail
    Setting<std::uint64_t> guid; ///< GUID of the port that the manager runs on
    Setting<std::uint64_t> subnet_prefix;
    Setting<std::uint8_t> lmc;
    Setting<std::uint8_t> max_op_vls; ///< a code, 1: VL0, 2: VL0-1, 3: VL0-3, 4: VL0-7, 5: VL0-14
    Setting<bool> qos;
    std::vector<SmQosClass> qos_classes;
    Setting<std::uint8_t> sm_priority;
    Setting<bool> sm_key_changed; ///< not the well-known default
    Setting<bool> sa_key_changed;
    Setting<bool> m_key_set; ///< not 0
    /// Digests of keys, which allow comparing managers without storing secrets. Equal keys have equal
    /// digests.
    Setting<std::uint64_t> sm_key_digest;
    Setting<std::uint64_t> m_key_digest;
    Setting<bool> m_key_per_port;
    Setting<std::uint8_t> m_key_protection_level;
    Setting<std::chrono::seconds> m_key_lease_period;
    Setting<std::chrono::seconds> sweep_interval; ///< 0: no sweeps
    Setting<bool> reassign_lids;
    Setting<bool> honor_guid2lid_file;
    Setting<bool> sm_inactive;
    Setting<bool> ignore_other_sm;
    Setting<bool> disable_multicast;
    Setting<bool> connect_roots;
    Setting<std::uint32_t> max_reverse_hops;
    Setting<std::uint8_t> packet_life_time; ///< 4.096 us * 2^value; 20 and more: forever
    Setting<std::uint8_t> head_of_queue_lifetime;
    Setting<std::uint8_t> leaf_head_of_queue_lifetime;
    Setting<std::uint8_t> subnet_timeout;
    Setting<std::uint32_t> transaction_timeout; ///< ms
    Setting<std::uint32_t> long_transaction_timeout; ///< ms
    Setting<std::uint32_t> max_wire_smps; ///< 0: no limit
    Setting<std::string_view> console; ///< off, local, loopback, socket
    Setting<std::string_view> part_enforce;
    Setting<bool> adaptive_routing; ///< NVIDIA: switched on by its mode or by an ar_ engine
    Setting<std::uint16_t> ar_sl_mask;
    Setting<std::uint8_t> sharp_enabled; ///< NVIDIA: 0, 1, 2
    /// NVIDIA: whether this host starts SHARP's aggregation manager, if a file says so.
    Setting<bool> sharp_manager;
    /// The service levels of SHARP's packets, on trees for small and for streamed messages.
    Setting<std::uint8_t> sharp_level;
    Setting<std::uint8_t> sharp_stream_level;
    std::vector<SmFileName> files;
    std::vector<SmFault> faults; ///< by file, then place

    bool has_partitions = false; ///< a partitions file was read
    /// the partitions file is discarded: every port is a full member of the default partition
    bool partitions_dropped = false;
    std::vector<SmPartition> partitions; ///< in order
    bool has_qos_policy = false;
    SmQosPolicy qos_policy;
    std::vector<SmGuid> guids;

    [[nodiscard]] const SmOption* option(std::string_view name) const; ///< the effective one, or null
    /// Index of an option in `options`, or 0xffffffff, which equals Port::no_index. Subjects use it as their
    /// part.
    [[nodiscard]] std::uint32_t part_of(std::string_view name) const;
    /// The effective arbitration of ports of this class: its own, else that of `all`, else null.
    [[nodiscard]] const SmQosClass* arbitration_of(SmPortClass of, bool high) const;
    /// The effective SL to VL mapping of ports of this class: its own, else that of `all`.
    [[nodiscard]] const Setting<SlToVl>& sl2vl_of(SmPortClass of) const;
};

/// Number of data VLs that a max_op_vls code means.
[[nodiscard]] unsigned vls_of_code(std::uint8_t code);

}
