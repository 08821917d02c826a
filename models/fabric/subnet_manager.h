// SPDX-License-Identifier: Apache-2.0
// A subnet manager as the files of its host set it up: what stands there, and what it then runs with.
#pragma once

#include "models/fabric/setting.h"
#include "models/fabric/subnet.h"

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// Whose subnet manager reads the files: names and defaults of options differ.
enum class SmFlavour : std::uint8_t { upstream, nvidia };

/// How a subnet manager works routes out.
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
    none, ///< tables are left as they are
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
    unknown, ///< a name that the subnet manager passes over
};

/// Why a subnet manager does not run with what a line says.
enum class SmMisread : std::uint8_t {
    none, ///< it does, or a later line sets the option again
    not_boolean, ///< neither of the two words that there are
    not_a_number,
    octal, ///< a leading zero makes it another number
    out_of_range,
    not_a_word, ///< none of the words that the option takes
    equals_sign, ///< name and value are one word, which is no option
    unknown, ///< no option of this flavour
    restrained, ///< taken, and then set to fit another option
};

/// One option that a file states.
struct SmOption {
    std::string_view name;
    std::string_view given; ///< the text behind the name, as written; secrets are never printed
    std::string_view runs; ///< what the subnet manager runs with because of this line
    SmMisread misread = SmMisread::none;
    std::string_view why; ///< what it takes, or what restrains it, for people; a literal or catalog text
    std::string_view meant; ///< of an unknown name: the option that is spelt most like it, or empty
    /// Of a line that is misread: the value that it was meant to have, as far as the text leaves no choice, or empty.
    std::string_view intended;
    Span at; ///< name and value
    Span value_at;
    bool known = false; ///< the flavour has an option of this name
    bool secret = false; ///< a key
    bool overridden = false; ///< a later line sets it again
};

/// What is wrong with a subnet manager's files besides single options.
struct SmFault {
    enum class Kind : std::uint8_t {
        long_line, ///< a line is cut, and what is left of it read as another one
        quoted_comment, ///< a comment sign inside quotes cuts the value
        sl2vl_list, ///< an entry is no virtual lane, or there are too few or too many of them
        arbitration_list, ///< an entry is cut, changed or dropped
        partitions_dropped, ///< the partitions file is given up as a whole
        partition_flag, ///< a word is passed over, or taken for another
        partition_value, ///< a number is cut, or means nothing
        partition_repeated, ///< a key is defined twice, and the two become one
        membership, ///< a word matched by its beginning, or did not match
        policy_dropped, ///< the qos-policy is given up as a whole
        policy_value, ///< a number of the qos-policy is cut
    };
    Kind kind = Kind::long_line;
    Span at;
    std::string_view text; ///< what stands there, shortened
    std::string_view
        message; ///< what the subnet manager makes of it: the rest of a sentence that begins with the place
    /// What would mend it, where the text leaves no choice: `wrong`, which stands at `mend_at`, becomes `right`. Of length 0: `right`
    /// is inserted. Else `right` is empty.
    Span mend_at;
    std::string_view wrong;
    std::string_view right;
};

/// One name of the list of routing engines.
struct SmEngine {
    RoutingEngine engine = RoutingEngine::unknown;
    std::string_view name;
    Span at;
    std::string_view
        meant; ///< of a name that the subnet manager does not have: the engine that it is spelt like, or empty
};

/// Of which ports a set of qos options speaks.
enum class SmPortClass : std::uint8_t { all, channel_adapter, switch_port_zero, switch_external, router };

/// The options of one port class that begin alike (qos_, qos_ca_, qos_sw0_, qos_swe_, qos_rtr_). What runs of a class is
/// its own value, else that of `all`.
struct SmQosClass {
    SmPortClass of = SmPortClass::all;
    Setting<std::uint8_t> max_vls; ///< a count
    Setting<std::uint8_t> high_limit;
    Setting<SlToVl> sl2vl; ///< what runs: short lists are filled up
    std::uint8_t sl2vl_entries = 0; ///< how many the line states
    std::vector<IbArbEntry> high; ///< what runs
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
    SmMembership membership = SmMembership::limited; ///< that runs
    std::string_view membership_text; ///< as written; empty where the line states none
    bool by_prefix = false; ///< a word matched although it was not written in full
    Span at;
};

/// One partition that a file defines. A repeated P_Key is another SmPartition.
struct SmPartition {
    std::string_view name;
    std::uint16_t pkey = 0; ///< that runs, without the membership bit
    std::string_view pkey_text; ///< as written
    bool indx0 = false;
    bool ipoib = false; ///< broadcast groups for IP over InfiniBand are made
    std::uint8_t rate_code = 0; ///< that runs, of its broadcast group
    std::uint8_t mtu_code = 0;
    std::uint8_t sl = 0;
    Span rate_at; ///< where the line states it, or nowhere for the default
    Span mtu_at;
    Span sl_at;
    SmMembership default_membership = SmMembership::limited;
    std::vector<SmMember> members;
    Span at; ///< its name and key
    Span whole; ///< up to its semicolon
    std::string_view text; ///< at `whole`; empty where no semicolon closes it
};

/// A named set of ports of a qos-policy file.
struct SmPortGroup {
    std::string_view name;
    std::string_view use;
    std::vector<Guid> guids;
    std::vector<std::string_view> selectors; ///< everything else that it is made of, as written
    Span at;
};

struct SmQosLevel {
    std::string_view name;
    std::string_view use;
    Setting<std::uint8_t> sl; ///< that runs
    Setting<std::uint8_t> mtu_limit;
    Setting<std::uint8_t> rate_limit;
    Setting<std::uint8_t> packet_life;
    std::vector<std::uint16_t> pkeys;
    Span at;
};

/// One row that gives paths a level: a match rule, or a row of qos-ulps. The first that matches wins.
struct SmQosRule {
    std::string_view use;
    std::string_view level; ///< its qos-level-name; empty for a row of qos-ulps
    Setting<std::uint8_t> sl; ///< of a row of qos-ulps
    std::string_view source; ///< as written; empty: any
    std::string_view destination;
    std::string_view service_ids;
    std::string_view qos_classes;
    std::string_view pkeys;
    std::string_view ulp; ///< of a row of qos-ulps: "ipoib, pkey 0x0001"
    Span at;
    Span level_at;
};

/// A qos-policy file.
struct SmQosPolicy {
    Span at; ///< the beginning of the file
    std::vector<SmPortGroup> groups;
    std::vector<SmQosLevel> levels;
    std::vector<SmQosRule> rules; ///< match rules, then qos-ulps
    Span qos_setup; ///< the section that is read and not used, or nowhere
};

/// A GUID that a file lists (root_guid_file, cn_guid_file, io_guid_file, …), or a row of guid2lid.
struct SmGuid {
    enum class List : std::uint8_t { root, compute, io, torus, guid2lid };
    List list = List::root;
    Guid guid = 0;
    Lid first_lid = 0; ///< of guid2lid
    Lid last_lid = 0;
    std::string_view name; ///< where the list names nodes
    Span at;
};

/// A file that an option names.
struct SmFileName {
    std::string_view option;
    std::string_view path; ///< as written
    SourceId file = no_source; ///< where a file of that name was read beside the option's
    Span at;
};

/// A subnet manager. Names of members are those of opensm's options where nothing else is said.
struct SubnetManager {
    SmFlavour flavour = SmFlavour::upstream;
    std::string_view flavour_why; ///< what tells the flavour; a literal
    Span conf; ///< the beginning of its option file, or nowhere
    std::vector<SmOption> options; ///< all that a file states, in order

    std::vector<SmEngine> engines; ///< routing_engine, in order; `no_fallback` is none of them
    Span engines_at;
    Setting<bool> no_fallback; ///< in routing_engine: never min-hop where all engines fail
    Setting<std::uint64_t> guid; ///< of the port that it runs on
    Setting<std::uint64_t> subnet_prefix;
    Setting<std::uint8_t> lmc;
    Setting<std::uint8_t> max_op_vls; ///< a code, 1: VL0, 2: VL0-1, 3: VL0-3, 4: VL0-7, 5: VL0-14
    Setting<bool> qos;
    std::vector<SmQosClass> qos_classes;
    Setting<std::uint8_t> sm_priority;
    Setting<bool> sm_key_changed; ///< not the well-known default
    Setting<bool> sa_key_changed;
    Setting<bool> m_key_set; ///< not 0
    /// Digests of keys, so that managers are compared and no secret is kept. Of equal keys they are equal.
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
    Setting<std::uint8_t> packet_life_time; ///< 4.096 us * 2^value; 20 and more: for ever
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
    /// NVIDIA: what starts SHARP's aggregation manager on this host, as far as a file says so.
    Setting<bool> sharp_manager;
    std::vector<SmFileName> files;
    std::vector<SmFault> faults; ///< by file, then place

    bool has_partitions = false; ///< a partitions file was read
    bool partitions_dropped
        = false; ///< and is given up: every port is a full member of the default partition
    std::vector<SmPartition> partitions; ///< in order
    bool has_qos_policy = false;
    SmQosPolicy qos_policy;
    std::vector<SmGuid> guids;

    [[nodiscard]] const SmOption* option(std::string_view name) const; ///< the one that counts, or null
    /// Index of an option among `options`, or 0xffffffff, which is Port::no_index: the part that a subject names.
    [[nodiscard]] std::uint32_t part_of(std::string_view name) const;
    /// The arbitration that runs on ports of this class: its own, else that of all, else null.
    [[nodiscard]] const SmQosClass* arbitration_of(SmPortClass of, bool high) const;
    /// What runs on ports of this class: its own value, else that of all.
    [[nodiscard]] const Setting<SlToVl>& sl2vl_of(SmPortClass of) const;
};

/// How many data VLs a max_op_vls code stands for.
[[nodiscard]] unsigned vls_of_code(std::uint8_t code);

}
