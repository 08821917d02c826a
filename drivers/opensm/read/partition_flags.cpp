// SPDX-License-Identifier: Apache-2.0
// The flags after the name of a partition: how opensm 3.3.23 reads each, and which it ignores.
#include "drivers/opensm/read/partitions_reader.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using State = CoverageState;
using Kind = SmFault::Kind;

}

SmFault& PartitionsReader::ignored(const PartitionPair& flag, const char* message)
{
    worst_ = State::unrecognised;
    return reader_.fault(Kind::partition_flag, span_of(flag.both), flag.both, message);
}

void PartitionsReader::taken_for(const PartitionPair& flag, std::string_view whole)
{
    if (flag.name != whole)
        mend_name(reader_.fault(Kind::partition_flag,
                      span_of(flag.both),
                      flag.both,
                      fmt::format("is read as {}: words match by their beginning", whole)),
            whole);
}

void PartitionsReader::read_unknown_flag(const PartitionPair& flag)
{
    static constexpr std::array<std::string_view, 10> names{
        "mtu", "rate", "scope", "Q_Key", "TClass", "sl", "FlowLabel", "ipoib", "defmember", "indx0"};
    SmFault& fault = ignored(flag, "is not a flag of a partition, and is ignored");
    const auto* const same = std::ranges::find_if(
        names, [&flag](std::string_view name) { return equal_ignoring_case(name, flag.name); });
    const std::string_view meant = same != names.end() ? *same : nearest(flag.name, names);
    if (!meant.empty())
        mend_name(fault, meant);
}

void PartitionsReader::read_flag(SmPartition& made, const PartitionPair& flag)
{
    mending(flag, [&] { take_flag(made, flag); });
}

void PartitionsReader::take_flag(SmPartition& made, const PartitionPair& flag)
{
    if (flag.name.empty()) {
        ignored(flag, "is an empty word between commas");
    } else if (is_beginning_of("mtu", flag.name)) {
        taken_for(flag, "mtu");
        read_code(made.mtu_code,
            made.mtu_at,
            flag,
            largest_mtu,
            "an MTU code (1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096)");
    } else if (is_beginning_of("rate", flag.name)) {
        taken_for(flag, "rate");
        read_code(made.rate_code,
            made.rate_at,
            flag,
            largest_rate,
            "a rate code (3: 10 Gbit/s up to 22: 600 Gbit/s)");
    } else if (is_beginning_of("scope", flag.name)) {
        taken_for(flag, "scope");
        if (const std::uint64_t scope = value_of(flag); scope == 0 || scope > 0xf)
            ignored(flag, "is not a scope from 1 to 15, and is ignored");
    } else if (is_beginning_of("Q_Key", flag.name) || is_beginning_of("TClass", flag.name)) {
        taken_for(flag, is_beginning_of("Q_Key", flag.name) ? "Q_Key" : "TClass");
    } else if (is_beginning_of("sl", flag.name)) {
        read_sl(made, flag);
    } else if (is_beginning_of("FlowLabel", flag.name)) {
        taken_for(flag, "FlowLabel");
    } else if (is_beginning_of("ipoib", flag.name)) {
        taken_for(flag, "ipoib");
        made.ipoib = true;
    } else if (is_beginning_of("defmember", flag.name)) {
        taken_for(flag, "defmember");
        read_default_membership(made, flag);
    } else if (flag.name == "indx0") {
        made.indx0 = true;
    } else {
        read_unknown_flag(flag);
    }
}

void PartitionsReader::read_code(
    std::uint8_t& code, Span& at, const PartitionPair& flag, std::uint64_t largest, std::string_view what)
{
    if (!flag.has_value) {
        ignored(flag, "has no value, and is ignored");
        return;
    }
    const std::uint64_t value = value_of(flag);
    const bool whole = base_zero_number(flag.value).has_value();
    constexpr unsigned code_bits = 0x3f; // the other bits are the selector, in MCMemberRecord
    code = static_cast<std::uint8_t>(value & code_bits);
    at = span_of(flag.both);
    const std::uint64_t smallest = largest == largest_rate ? smallest_code[1] : smallest_code[0];
    if (whole && value >= smallest && value <= largest)
        return;
    SmFault& fault = reader_.fault(Kind::partition_value,
        at,
        flag.both,
        fmt::format("is not {}: groups are made with code {}, which no port has", what, code));
    // Bytes or Gbit/s were written instead of their code.
    constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;
    const auto meant
        = largest == largest_rate ? code_of_rate({value * bits_per_gigabit}) : code_of_mtu({value});
    if (whole && meant)
        mend_value(fault, std::to_string(*meant));
}

void PartitionsReader::read_sl(SmPartition& made, const PartitionPair& flag)
{
    constexpr std::uint64_t largest = 15;
    const auto value = base_zero_number(flag.value);
    if (!value || *value > largest) {
        reader_.fault(Kind::partition_value,
            span_of(flag.both),
            flag.both,
            "is not a service level from 0 to 15, and is ignored: service level 0 stays");
        worst_ = State::unrecognised;
        return;
    }
    made.sl = static_cast<std::uint8_t>(*value);
    made.sl_at = span_of(flag.both);
}

void PartitionsReader::read_default_membership(SmPartition& made, const PartitionPair& flag)
{
    const auto found = flag.has_value ? membership_of(flag.value) : std::nullopt;
    if (!found) {
        SmFault& fault = ignored(flag, "is not full, limited or both, and is ignored: members are limited");
        mend_membership(fault, flag);
    } else if (!is_written_out(flag.value)) {
        mend_value(reader_.fault(Kind::membership,
                       span_of(flag.both),
                       flag.both,
                       fmt::format("is read as {} by its beginning", word_of(*found))),
            word_of(*found));
    }
    made.default_membership = found.value_or(made.default_membership);
}

}
