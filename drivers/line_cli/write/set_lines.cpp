// SPDX-License-Identifier: Apache-2.0
// Finds which lines of a port make up a set, and which of them an edit may touch. Members are added and
// removed one at a time, since every command line accepts that.
#include "drivers/line_cli/write/set_lines.h"

namespace rocelint::line_cli {
namespace {

// Returns the lowest member of a set that is not empty, as a set.
std::uint64_t lowest(std::uint64_t members) { return members & (~members + 1); }

}

void SetLines::read(const PortStanza& stanza, Said& said) const
{
    for (const Fact& fact : editor_.stanzas().facts(stanza)) {
        if (fact.kind != fact_)
            continue;
        const bool in = fact.sense == Sense::set;
        said.in = in ? said.in | fact.value() : said.in & ~fact.value();
        said.out = in ? said.out & ~fact.value() : said.out | fact.value();
    }
}

SetLines::Said SetLines::own(std::uint32_t port) const
{
    Said said;
    for (const PortStanza* stanza : editor_.stanzas().of_port(port))
        read(*stanza, said);
    return said;
}

// Returns what the port inherits from its profile.
std::uint64_t SetLines::of_profile(std::uint32_t port) const
{
    Said said;
    if (const PortStanza* profile = editor_.stanzas().profile_of(port))
        read(*profile, said);
    return said.in & ~own(port).out;
}

std::uint64_t SetLines::members(std::uint32_t port) const { return own(port).in | of_profile(port); }

std::string SetLines::add_one(const Change& change, std::uint64_t member)
{
    const Fact wanted = fact_of(fact_, {member});
    for (const PortStanza* stanza : editor_.stanzas().of_port(change.port.port)) {
        for (const Fact& fact : editor_.stanzas().facts(*stanza)) {
            if (fact.kind == fact_ && fact.value() == member && fact.sense != Sense::set
                && editor_.may_edit(*stanza, change))
                return editor_.replace({stanza, &fact}, wanted);
        }
    }
    return editor_.add(change, wanted);
}

std::string SetLines::add(const Change& change, std::uint64_t members)
{
    std::string reason;
    for (; members != 0 && reason.empty(); members &= members - 1)
        reason = add_one(change, lowest(members));
    return reason;
}

std::string SetLines::take_out(const Change& change, std::uint64_t members)
{
    std::string reason;
    for (const PortStanza* stanza : editor_.stanzas().of_port(change.port.port)) {
        Said here;
        read(*stanza, here);
        if (reason.empty())
            reason = take_out_of(change, *stanza, here.in & members);
    }
    const PortStanza* profile = editor_.stanzas().profile_of(change.port.port);
    if (reason.empty() && profile != nullptr)
        reason = take_out_of(change, *profile, of_profile(change.port.port) & members);
    return reason;
}

std::string SetLines::take_out_of(const Change& change, const PortStanza& stanza, std::uint64_t members)
{
    if (!editor_.may_edit(stanza, change)) {
        std::string reason;
        for (; members != 0 && reason.empty(); members &= members - 1) {
            Fact out = fact_of(fact_, {lowest(members)});
            out.sense = Sense::off;
            reason = editor_.override_after(change, &stanza, out);
        }
        return reason;
    }
    LineWriter& writer = editor_.writer();
    for (const Fact& fact : editor_.stanzas().facts(stanza)) {
        const std::uint64_t gone = fact.value() & members;
        if (fact.kind != fact_ || fact.sense != Sense::set || gone == 0)
            continue;
        Fact rest = fact;
        rest.values[0].number &= ~gone;
        const bool made = rest.value() == 0
            ? writer.remove(stanza.tree(), *fact.node)
            : writer.replace(stanza.tree(), *fact.node, editor_.text_of(rest, &fact));
        if (!made)
            return std::string(conflicting_line);
    }
    return {};
}

}
