// SPDX-License-Identifier: Apache-2.0
// The members of a partition, and the words for their membership. opensm matches all of them by their
// beginnings.
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/partitions_reader.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using Kind = SmFault::Kind;

}

std::optional<SmMembership> PartitionsReader::membership_of(std::string_view word)
{
    if (is_beginning_of("full", word))
        return SmMembership::full;
    if (is_beginning_of("both", word))
        return SmMembership::both;
    return is_beginning_of("limited", word) ? std::optional(SmMembership::limited) : std::nullopt;
}

// Fixes a word in another case, or misspelled.
void PartitionsReader::mend_membership(SmFault& fault, const PartitionPair& pair)
{
    static constexpr std::array<std::string_view, 3> words{"full", "limited", "both"};
    const auto* const same = std::ranges::find_if(
        words, [&pair](std::string_view word) { return equal_ignoring_case(word, pair.value); });
    const std::string_view meant = same != words.end() ? *same : nearest(pair.value, words);
    if (!meant.empty())
        mend_value(fault, meant);
}

bool PartitionsReader::is_written_out(std::string_view word)
{
    return word == "full" || word == "both" || word == "limited";
}

std::string_view PartitionsReader::word_of(SmMembership membership)
{
    return membership == SmMembership::full ? "full" : membership == SmMembership::both ? "both" : "limited";
}

void PartitionsReader::read_member(const PartitionPair& member)
{
    mending(member, [&] { take_member(member); });
}

void PartitionsReader::take_member(const PartitionPair& member)
{
    if (member.name.empty() || is_beginning_of("NONE", member.name)) {
        if (!member.name.empty() && member.name != "NONE")
            mend_name(
                reader_.fault(
                    Kind::membership, span_of(member.both), member.both, "is read as NONE by its beginning"),
                "NONE");
        return;
    }
    SmPartition& partition = reader_.manager().partitions.back();
    SmMember made;
    made.text = member.name;
    made.at = span_of(member.both);
    made.membership = partition.default_membership;
    made.membership_text = member.value;
    if (member.has_value)
        read_membership(made, member);
    static constexpr std::array<std::pair<std::string_view, SmMember::Kind>, 5> words{{
        {"ALL", SmMember::Kind::all},
        {"ALL_CAS", SmMember::Kind::all_channel_adapters},
        {"ALL_SWITCHES", SmMember::Kind::all_switches},
        {"ALL_ROUTERS", SmMember::Kind::all_routers},
        {"SELF", SmMember::Kind::self},
    }};
    const auto* const found = std::ranges::find_if(
        words, [&member](const auto& word) { return is_beginning_of(word.first, member.name); });
    if (found != words.end()) {
        made.kind = found->second;
        made.by_prefix = member.name != found->first;
        if (made.by_prefix)
            mend_name(reader_.fault(Kind::membership,
                          made.at,
                          member.both,
                          fmt::format("is read as {} by its beginning", found->first)),
                found->first);
    } else {
        const auto guid = base_zero_number(member.name);
        if (!guid || *guid == 0) {
            drop_at(member, words);
            return;
        }
        made.guid = *guid;
    }
    partition.members.push_back(made);
}

template <class Words>
void PartitionsReader::drop_at(const PartitionPair& member, const Words& words)
{
    if (member.has_value && member.value.find(':') != std::string_view::npos) {
        SmFault& fault
            = drop(member.both, "is read as a member of the partition before it, which no ';' ends");
        if (last_line_.empty() || last_line_.ends_with(';') || last_line_.ends_with(':'))
            return;
        const std::string_view kept
            = last_line_.ends_with(',') ? trimmed(last_line_.substr(0, last_line_.size() - 1)) : last_line_;
        mend(fault, last_line_, fmt::format("{};", kept));
        return;
    }
    SmFault& fault = drop(
        member.both, "is neither a port's GUID nor one of ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS and SELF");
    const auto* const same = std::ranges::find_if(
        words, [&member](const auto& word) { return equal_ignoring_case(word.first, member.name); });
    if (same != words.end())
        mend_name(fault, same->first);
}

void PartitionsReader::read_membership(SmMember& made, const PartitionPair& member)
{
    const auto found = membership_of(member.value);
    made.membership = found.value_or(SmMembership::limited);
    if (found && is_written_out(member.value))
        return;
    made.by_prefix = found.has_value();
    SmFault& fault = reader_.fault(Kind::membership,
        made.at,
        member.both,
        found ? fmt::format("is a {} member: only the beginning of the word counts", word_of(made.membership))
              : "is a limited member: no such word is known");
    if (found)
        mend_value(fault, word_of(*found));
    else
        mend_membership(fault, member);
}

}
