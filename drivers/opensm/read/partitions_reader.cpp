// SPDX-License-Identifier: Apache-2.0
// partitions.conf as osm_prtn_config.c of opensm 3.3.23 reads it: words match by their beginnings, numbers
// are truncated, and at the first line that it does not accept it gives up the whole file.
#include "drivers/opensm/read/partitions_reader.h"

#include "drivers/opensm/read/option_value.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::opensm {
namespace {

using State = CoverageState;
using Kind = SmFault::Kind;

PartitionPair pair_of(std::string_view text)
{
    const std::size_t equals = text.find('=');
    PartitionPair pair;
    pair.both = trimmed(text);
    pair.name = trimmed(text.substr(0, equals));
    pair.has_value = equals != std::string_view::npos;
    if (pair.has_value)
        pair.value = trimmed(text.substr(equals + 1));
    return pair;
}

// Takes the piece up to the next comma off the text.
std::string_view take_piece(std::string_view& rest, bool& more)
{
    const std::size_t comma = rest.find(',');
    const std::string_view piece = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    rest = more ? rest.substr(comma + 1) : rest.substr(rest.size());
    return piece;
}

}

void PartitionsReader::read()
{
    SubnetManager& manager = reader_.manager();
    manager.has_partitions = true;
    for_each_line(tree_, [this](const Node& node) {
        if (dropped_)
            return;
        node_ = &node;
        worst_ = State::read;
        const std::string_view line = without_comment(node.key);
        read_line(line);
        if (!line.empty())
            last_line_ = line;
        node.mark(worst_);
    });
    manager.partitions_dropped = dropped_;
    find_repeated();
}

void PartitionsReader::read_line(std::string_view line)
{
    while (!line.empty() && !dropped_) {
        const std::size_t end = line.find(';');
        const std::string_view rule = trimmed(line.substr(0, end));
        if (!rule.empty() || open_)
            read_rule(rule);
        if (end == std::string_view::npos)
            return;
        if (open_)
            close(line.substr(0, end + 1));
        line = trimmed(line.substr(end + 1));
    }
}

void PartitionsReader::close(std::string_view up_to)
{
    SmPartition& made = reader_.manager().partitions.back();
    const Span end = span_of(up_to);
    made.whole = {made.at.source, made.at.offset, end.offset + end.length - made.at.offset};
    made.text = tree_.source->text_at(made.whole);
    open_ = false;
}

SmFault& PartitionsReader::drop(std::string_view at, const std::string& message)
{
    dropped_ = true;
    worst_ = State::unrecognised;
    return reader_.fault(
        Kind::partitions_dropped, at.empty() ? tree_.span(*node_) : span_of(at), at, message);
}

void PartitionsReader::mend(SmFault& fault, std::string_view wrong, const std::string& right)
{
    reader_.mend(fault, span_of(wrong), wrong, right);
}

// The corrected name and value of a pair. Both may be wrong, so the text is composed once both are known.
void PartitionsReader::mend_name(const SmFault& fault, std::string_view name)
{
    pair_.name = name;
    mended_.push_back(&fault - reader_.manager().faults.data());
}

void PartitionsReader::mend_value(const SmFault& fault, std::string_view value)
{
    pair_.value = value;
    mended_.push_back(&fault - reader_.manager().faults.data());
}

void PartitionsReader::read_rule(std::string_view text)
{
    if (!open_) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            drop(text, "has no ':' between a partition and its members");
            return;
        }
        if (!read_header(text.substr(0, colon)))
            return;
        open_ = true;
        text = text.substr(colon + 1);
    }
    bool more = true;
    while (more && !dropped_) {
        const PartitionPair member = pair_of(take_piece(text, more));
        if (member.name == "mgid") {
            // The rest of the line is a multicast group that is created in advance.
            worst_ = std::max(worst_, State::unsupported);
            return;
        }
        read_member(member);
    }
}

bool PartitionsReader::read_header(std::string_view text)
{
    SmPartition& made = reader_.manager().partitions.emplace_back();
    constexpr std::uint8_t rate_10g = 3; // OSM_DEFAULT_MGRP_RATE
    constexpr std::uint8_t mtu_2048 = 4; // OSM_DEFAULT_MGRP_MTU
    made.rate_code = rate_10g;
    made.mtu_code = mtu_2048;
    bool more = true;
    PartitionPair id = pair_of(take_piece(text, more));
    made.name = id.name;
    made.at = span_of(id.both);
    made.whole = tree_.span(*node_);
    made.pkey_text = id.value;
    if (!id.has_value && !id.name.empty() && ascii::is_digit(id.name.front()))
        made.pkey_text = id.name;
    while (more)
        read_flag(made, pair_of(take_piece(text, more)));
    return read_key(made);
}

bool PartitionsReader::read_key(SmPartition& made)
{
    if (made.pkey_text.empty())
        return true; // opensm invents a key for it
    const auto number = base_zero_number(made.pkey_text);
    if (!number) {
        drop(made.pkey_text, "is not the number of a partition");
        return false;
    }
    constexpr std::uint64_t bits = 0xffff;
    constexpr std::uint16_t without_membership = 0x7fff;
    made.pkey = static_cast<std::uint16_t>(*number & without_membership);
    if (*number > bits)
        reader_.fault(Kind::partition_value,
            span_of(made.pkey_text),
            made.pkey_text,
            fmt::format("does not fit in 16 bits: the partition that is made is 0x{:04x}", made.pkey));
    return true;
}

// opensm merges two partitions that have the same key.
void PartitionsReader::find_repeated()
{
    const std::vector<SmPartition>& all = reader_.manager().partitions;
    for (std::size_t later = 1; later < all.size(); ++later) {
        if (all[later].pkey_text.empty())
            continue;
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const bool same = !all[earlier].pkey_text.empty() && all[earlier].pkey == all[later].pkey;
            if (!same || all[earlier].name == all[later].name)
                continue;
            reader_.fault(Kind::partition_repeated,
                all[later].at,
                all[later].name,
                fmt::format("is 0x{:04x}, as {} is: the members of both are in one partition",
                    all[later].pkey,
                    all[earlier].name));
            break;
        }
    }
}

void read_partitions(ManagerReader& reader, const Tree& tree) { PartitionsReader(reader, tree).read(); }

}
