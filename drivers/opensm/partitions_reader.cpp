// SPDX-License-Identifier: Apache-2.0
// partitions.conf as osm_prtn_config.c of opensm 3.3.23 reads it: words match by their beginnings, numbers are cut, and the
// first line that it does not take makes it give up the whole file.
#include "drivers/opensm/option_value.h"
#include "drivers/opensm/reader.h"
#include "models/fabric/ib_codes.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using State = CoverageState;
using Kind = SmFault::Kind;

// strncmp(word, whole, strlen(word)) == 0
bool begins(std::string_view whole, std::string_view word) { return whole.starts_with(word); }

struct Pair {
    std::string_view name;
    std::string_view value;
    std::string_view both;
    bool has_value = false;
};

Pair pair_of(std::string_view text)
{
    const std::size_t equals = text.find('=');
    Pair pair;
    pair.both = trimmed(text);
    pair.name = trimmed(text.substr(0, equals));
    pair.has_value = equals != std::string_view::npos;
    if (pair.has_value)
        pair.value = trimmed(text.substr(equals + 1));
    return pair;
}

// The piece up to the next comma, which is taken off.
std::string_view take_piece(std::string_view& rest, bool& more)
{
    const std::size_t comma = rest.find(',');
    const std::string_view piece = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    rest = more ? rest.substr(comma + 1) : rest.substr(rest.size());
    return piece;
}

class PartitionsReader {
public:
    PartitionsReader(ManagerReader& reader, const Tree& tree) : reader_(reader), tree_(tree) { }

    void read()
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

private:
    [[nodiscard]] Span span_of(std::string_view text) const { return tree_.source->span_of(text); }

    void read_line(std::string_view line)
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

    void close(std::string_view up_to)
    {
        SmPartition& made = reader_.manager().partitions.back();
        const Span end = span_of(up_to);
        made.whole = {made.at.source, made.at.offset, end.offset + end.length - made.at.offset};
        made.text = tree_.source->text_at(made.whole);
        open_ = false;
    }

    SmFault& drop(std::string_view at, const std::string& message)
    {
        dropped_ = true;
        worst_ = State::unrecognised;
        return reader_.fault(
            Kind::partitions_dropped, at.empty() ? tree_.span(*node_) : span_of(at), at, message);
    }

    void mend(SmFault& fault, std::string_view wrong, const std::string& right)
    {
        reader_.mend(fault, span_of(wrong), wrong, right);
    }

    // What a name and its value are to be. Both may be wrong, so that the text is put together when both are known.
    void mend_name(const SmFault& fault, std::string_view name)
    {
        pair_.name = name;
        mended_.push_back(&fault - reader_.manager().faults.data());
    }
    void mend_value(const SmFault& fault, std::string_view value)
    {
        pair_.value = value;
        mended_.push_back(&fault - reader_.manager().faults.data());
    }

    template <class Read>
    void mending(const Pair& pair, Read&& read)
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

    void read_rule(std::string_view text)
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
            const Pair member = pair_of(take_piece(text, more));
            if (member.name == "mgid") {
                // The rest of the line is a group that is made beforehand.
                worst_ = std::max(worst_, State::unsupported);
                return;
            }
            read_member(member);
        }
    }

    bool read_header(std::string_view text)
    {
        SmPartition& made = reader_.manager().partitions.emplace_back();
        constexpr std::uint8_t rate_10g = 3; // OSM_DEFAULT_MGRP_RATE
        constexpr std::uint8_t mtu_2048 = 4; // OSM_DEFAULT_MGRP_MTU
        made.rate_code = rate_10g;
        made.mtu_code = mtu_2048;
        bool more = true;
        Pair id = pair_of(take_piece(text, more));
        made.name = id.name;
        made.at = span_of(id.both);
        made.whole = tree_.span(*node_);
        made.pkey_text = id.value;
        if (!id.has_value && !id.name.empty() && id.name.front() >= '0' && id.name.front() <= '9')
            made.pkey_text = id.name;
        while (more)
            read_flag(made, pair_of(take_piece(text, more)));
        return read_key(made);
    }

    bool read_key(SmPartition& made)
    {
        if (made.pkey_text.empty())
            return true; // a key is made up for it
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

    // A number of a flag; strtoul() takes what stands at the beginning.
    std::uint64_t value_of(const Pair& flag) { return take_number(flag.value).value; }

    SmFault& ignored(const Pair& flag, const char* message)
    {
        worst_ = State::unrecognised;
        return reader_.fault(Kind::partition_flag, span_of(flag.both), flag.both, message);
    }

    void taken_for(const Pair& flag, std::string_view whole)
    {
        if (flag.name != whole)
            mend_name(reader_.fault(Kind::partition_flag,
                          span_of(flag.both),
                          flag.both,
                          fmt::format("is taken for {}: words match by their beginning", whole)),
                whole);
    }

    void read_unknown_flag(const Pair& flag)
    {
        static constexpr std::array<std::string_view, 10> names{
            "mtu", "rate", "scope", "Q_Key", "TClass", "sl", "FlowLabel", "ipoib", "defmember", "indx0"};
        SmFault& fault = ignored(flag, "is not a flag of a partition, and is passed over");
        const auto* const same = std::ranges::find_if(
            names, [&flag](std::string_view name) { return equal_ignoring_case(name, flag.name); });
        const std::string_view meant = same != names.end() ? *same : nearest(flag.name, names);
        if (!meant.empty())
            mend_name(fault, meant);
    }

    void read_flag(SmPartition& made, const Pair& flag)
    {
        mending(flag, [&] { take_flag(made, flag); });
    }

    void take_flag(SmPartition& made, const Pair& flag)
    {
        if (flag.name.empty()) {
            ignored(flag, "is an empty word between commas");
        } else if (begins("mtu", flag.name)) {
            taken_for(flag, "mtu");
            read_code(made.mtu_code,
                made.mtu_at,
                flag,
                largest_mtu,
                "an MTU code (1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096)");
        } else if (begins("rate", flag.name)) {
            taken_for(flag, "rate");
            read_code(made.rate_code,
                made.rate_at,
                flag,
                largest_rate,
                "a rate code (3: 10 Gbit/s up to 22: 600 Gbit/s)");
        } else if (begins("scope", flag.name)) {
            taken_for(flag, "scope");
            if (const std::uint64_t scope = value_of(flag); scope == 0 || scope > 0xf)
                ignored(flag, "is not a scope from 1 to 15, and is passed over");
        } else if (begins("Q_Key", flag.name) || begins("TClass", flag.name)) {
            taken_for(flag, begins("Q_Key", flag.name) ? "Q_Key" : "TClass");
        } else if (begins("sl", flag.name)) {
            read_sl(made, flag);
        } else if (begins("FlowLabel", flag.name)) {
            taken_for(flag, "FlowLabel");
        } else if (begins("ipoib", flag.name)) {
            taken_for(flag, "ipoib");
            made.ipoib = true;
        } else if (begins("defmember", flag.name)) {
            taken_for(flag, "defmember");
            read_default_membership(made, flag);
        } else if (flag.name == "indx0") {
            made.indx0 = true;
        } else {
            read_unknown_flag(flag);
        }
    }

    static constexpr std::uint64_t largest_mtu = largest_mtu_code;
    static constexpr std::uint64_t largest_rate = largest_rate_code;
    static constexpr std::uint64_t smallest_code[2]{1, 2};

    void read_code(
        std::uint8_t& code, Span& at, const Pair& flag, std::uint64_t largest, std::string_view what)
    {
        if (!flag.has_value) {
            ignored(flag, "has no value, and is passed over");
            return;
        }
        const std::uint64_t value = value_of(flag);
        const bool whole = base_zero_number(flag.value).has_value();
        constexpr unsigned code_bits = 0x3f; // beside the selector, in MCMemberRecord
        code = static_cast<std::uint8_t>(value & code_bits);
        at = span_of(flag.both);
        const std::uint64_t smallest = largest == largest_rate ? smallest_code[1] : smallest_code[0];
        if (whole && value >= smallest && value <= largest)
            return;
        SmFault& fault = reader_.fault(Kind::partition_value,
            at,
            flag.both,
            fmt::format("is not {}: groups are made with code {}, which no port has", what, code));
        // Bytes or Gbit/s in the place of their code.
        constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;
        const auto meant
            = largest == largest_rate ? code_of_rate({value * bits_per_gigabit}) : code_of_mtu({value});
        if (whole && meant)
            mend_value(fault, std::to_string(*meant));
    }

    void read_sl(SmPartition& made, const Pair& flag)
    {
        constexpr std::uint64_t largest = 15;
        const auto value = base_zero_number(flag.value);
        if (!value || *value > largest) {
            reader_.fault(Kind::partition_value,
                span_of(flag.both),
                flag.both,
                "is not a service level from 0 to 15, and is passed over: service level 0 stays");
            worst_ = State::unrecognised;
            return;
        }
        made.sl = static_cast<std::uint8_t>(*value);
        made.sl_at = span_of(flag.both);
    }

    void read_default_membership(SmPartition& made, const Pair& flag)
    {
        const auto found = flag.has_value ? membership_of(flag.value) : std::nullopt;
        if (!found) {
            SmFault& fault
                = ignored(flag, "is none of full, limited and both, and is passed over: members are limited");
            mend_membership(fault, flag);
        } else if (!is_written_out(flag.value)) {
            mend_value(reader_.fault(Kind::membership,
                           span_of(flag.both),
                           flag.both,
                           fmt::format("is taken for {} by its beginning", word_of(*found))),
                word_of(*found));
        }
        made.default_membership = found.value_or(made.default_membership);
    }

    static std::optional<SmMembership> membership_of(std::string_view word)
    {
        if (begins("full", word))
            return SmMembership::full;
        if (begins("both", word))
            return SmMembership::both;
        return begins("limited", word) ? std::optional(SmMembership::limited) : std::nullopt;
    }
    // A word in another case, or misspelt.
    void mend_membership(SmFault& fault, const Pair& pair)
    {
        static constexpr std::array<std::string_view, 3> words{"full", "limited", "both"};
        const auto* const same = std::ranges::find_if(
            words, [&pair](std::string_view word) { return equal_ignoring_case(word, pair.value); });
        const std::string_view meant = same != words.end() ? *same : nearest(pair.value, words);
        if (!meant.empty())
            mend_value(fault, meant);
    }
    static bool is_written_out(std::string_view word)
    {
        return word == "full" || word == "both" || word == "limited";
    }
    static std::string_view word_of(SmMembership membership)
    {
        return membership == SmMembership::full ? "full"
            : membership == SmMembership::both  ? "both"
                                                : "limited";
    }

    void read_member(const Pair& member)
    {
        mending(member, [&] { take_member(member); });
    }

    void take_member(const Pair& member)
    {
        if (member.name.empty() || begins("NONE", member.name)) {
            if (!member.name.empty() && member.name != "NONE")
                mend_name(reader_.fault(Kind::membership,
                              span_of(member.both),
                              member.both,
                              "is taken for NONE by its beginning"),
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
            words, [&member](const auto& word) { return begins(word.first, member.name); });
        if (found != words.end()) {
            made.kind = found->second;
            made.by_prefix = member.name != found->first;
            if (made.by_prefix)
                mend_name(reader_.fault(Kind::membership,
                              made.at,
                              member.both,
                              fmt::format("is taken for {} by its beginning", found->first)),
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
    void drop_at(const Pair& member, const Words& words)
    {
        if (member.has_value && member.value.find(':') != std::string_view::npos) {
            SmFault& fault
                = drop(member.both, "is read as a member of the partition before it, which no ';' ends");
            if (last_line_.empty() || last_line_.ends_with(';') || last_line_.ends_with(':'))
                return;
            const std::string_view kept = last_line_.ends_with(',')
                ? trimmed(last_line_.substr(0, last_line_.size() - 1))
                : last_line_;
            mend(fault, last_line_, fmt::format("{};", kept));
            return;
        }
        SmFault& fault = drop(member.both,
            "is neither a port's GUID nor one of ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS and SELF");
        const auto* const same = std::ranges::find_if(
            words, [&member](const auto& word) { return equal_ignoring_case(word.first, member.name); });
        if (same != words.end())
            mend_name(fault, same->first);
    }

    void read_membership(SmMember& made, const Pair& member)
    {
        const auto found = membership_of(member.value);
        made.membership = found.value_or(SmMembership::limited);
        if (found && is_written_out(member.value))
            return;
        made.by_prefix = found.has_value();
        SmFault& fault = reader_.fault(Kind::membership,
            made.at,
            member.both,
            found
                ? fmt::format("is a {} member: the word is taken by its beginning", word_of(made.membership))
                : "is a limited member: no such word is known");
        if (found)
            mend_value(fault, word_of(*found));
        else
            mend_membership(fault, member);
    }

    // opensm makes one partition of two that have one key.
    void find_repeated()
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

    ManagerReader& reader_;
    const Tree& tree_;
    const Node* node_ = nullptr;
    struct {
        std::string name;
        std::string value;
    } pair_; ///< what the pair that is read is to be
    std::vector<std::ptrdiff_t> mended_; ///< the faults of that pair that this mends
    std::string_view last_line_; ///< the last one with a text, without its comment
    State worst_ = State::read;
    bool open_ = false; ///< a rule goes on in the next line
    bool dropped_ = false;
};

}

void read_partitions(ManagerReader& reader, const Tree& tree) { PartitionsReader(reader, tree).read(); }

}
