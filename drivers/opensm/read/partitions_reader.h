// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/reader.h"
#include "models/fabric/subnet/ib_codes.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::opensm {

/// Whether opensm accepts `word` as `whole`: strncmp(word, whole, strlen(word)) == 0.
inline bool is_beginning_of(std::string_view whole, std::string_view word) { return whole.starts_with(word); }

/// A piece between commas: "name=value", or only a name.
struct PartitionPair {
    std::string_view name;
    std::string_view value;
    std::string_view both;
    bool has_value = false;
};

/// Reads one partitions.conf into the manager: rules in partitions_reader.cpp, the flags of a partition in
/// partition_flags.cpp, its members in partition_members.cpp.
class PartitionsReader {
public:
    PartitionsReader(ManagerReader& reader, const Tree& tree) : reader_(reader), tree_(tree) { }

    void read();

private:
    using State = CoverageState;

    [[nodiscard]] Span span_of(std::string_view text) const { return tree_.source->span_of(text); }

    void read_line(std::string_view line);
    void close(std::string_view up_to);
    SmFault& drop(std::string_view at, const std::string& message);
    void mend(SmFault& fault, std::string_view wrong, const std::string& right);
    void mend_name(const SmFault& fault, std::string_view name);
    void mend_value(const SmFault& fault, std::string_view value);

    template <class Read>
    void mending(const PartitionPair& pair, Read&& read)
    {
        pair_ = {std::string(pair.name), std::string(pair.value)};
        mended_.clear();
        read();
        const std::size_t value_at
            = pair.value.empty() ? pair.both.size() : pair.both.size() - pair.value.size();
        const std::string_view between = pair.both.substr(pair.name.size(), value_at - pair.name.size());
        for (const std::ptrdiff_t fault : mended_)
            mend(reader_.manager().faults[static_cast<std::size_t>(fault)],
                pair.both,
                fmt::format("{}{}{}", pair_.name, between, pair_.value));
    }

    void read_rule(std::string_view text);
    bool read_header(std::string_view text);
    bool read_key(SmPartition& made);

    // Returns the number of a flag; strtoul() takes the digits at the beginning.
    std::uint64_t value_of(const PartitionPair& flag) { return take_number(flag.value).value; }

    SmFault& ignored(const PartitionPair& flag, const char* message);
    void taken_for(const PartitionPair& flag, std::string_view whole);
    void read_unknown_flag(const PartitionPair& flag);
    void read_flag(SmPartition& made, const PartitionPair& flag);
    void take_flag(SmPartition& made, const PartitionPair& flag);
    static constexpr std::uint64_t largest_mtu = largest_mtu_code;
    static constexpr std::uint64_t largest_rate = largest_rate_code;
    static constexpr std::uint64_t smallest_code[2]{1, 2};
    void read_code(std::uint8_t& code,
        Span& at,
        const PartitionPair& flag,
        std::uint64_t largest,
        std::string_view what);
    void read_sl(SmPartition& made, const PartitionPair& flag);
    void read_default_membership(SmPartition& made, const PartitionPair& flag);
    static std::optional<SmMembership> membership_of(std::string_view word);
    void mend_membership(SmFault& fault, const PartitionPair& pair);
    static bool is_written_out(std::string_view word);
    static std::string_view word_of(SmMembership membership);
    void read_member(const PartitionPair& member);
    void take_member(const PartitionPair& member);
    template <class Words>
    void drop_at(const PartitionPair& member, const Words& words);
    void read_membership(SmMember& made, const PartitionPair& member);
    void find_repeated();

    ManagerReader& reader_;
    const Tree& tree_;
    const Node* node_ = nullptr;
    struct {
        std::string name;
        std::string value;
    } pair_; ///< the corrected text of the current pair
    std::vector<std::ptrdiff_t> mended_; ///< the faults of the current pair that the correction fixes
    std::string_view last_line_; ///< the last line with text, without its comment
    State worst_ = State::read;
    bool open_ = false; ///< a rule continues on the next line
    bool dropped_ = false;
};

}
