// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/blocks.h"

#include <algorithm>

namespace rocelint::line_cli {
namespace {

// Adds the lines of one stanza to a block and to the named blocks inside it.
class StanzaLines {
public:
    StanzaLines(Block& block, const Stanza& stanza) : block_(block), stanza_(stanza) { }

    void add(const Fact& fact)
    {
        const bool opens = fact.statement->opens != 0;
        if (opens && !fact.text.empty()) {
            enter(fact);
        } else if (fact.block == nullptr || fact.block == numbered_) {
            block_.facts.push_back(&fact);
            numbered_ = opens ? fact.node : numbered_;
        } else if (open_ != nullptr && fact.block == open_->last_header->node) {
            open_->facts.push_back(&fact);
        }
    }

private:
    void enter(const Fact& header)
    {
        open_ = nullptr;
        const auto same = std::ranges::find(block_.inner, header.text, &Block::name);
        if (header.sense != Sense::set) {
            if (same != block_.inner.end())
                block_.inner.erase(same);
            return;
        }
        open_ = same != block_.inner.end() ? &*same : &block_.inner.emplace_back();
        open_->name = header.text;
        open_->stanza = &stanza_;
        open_->header = open_->last_header = &header;
    }

    Block& block_;
    const Stanza& stanza_;
    Block* open_ = nullptr; ///< the named block whose lines follow
    const Node* numbered_ = nullptr; ///< header of the numbered block whose lines follow
};

}

const Fact* Block::find_line(std::uint8_t what, std::uint8_t number) const
{
    const Fact* found = nullptr;
    for (const Fact* fact : facts) {
        if (fact->kind == what && (number == Fact::no_number || fact->number == number)
            && (found == nullptr || found->statement != &unmodelled))
            found = fact->sense == Sense::clear ? nullptr : fact;
    }
    return found;
}

const Block* Block::find_inner(std::string_view inner_name) const
{
    const auto found = std::ranges::find(inner, inner_name, &Block::name);
    return found == inner.end() ? nullptr : &*found;
}

void Blocks::add(const Lines& lines, const Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    if (header.sense != Sense::set)
        return;
    Block& block = all_[{header.kind, header.number, header.text}];
    block.name = header.text;
    block.stanza = &stanza;
    block.header = block.header == nullptr ? &header : block.header;
    block.last_header = &header;
    StanzaLines own(block, stanza);
    for (const Fact& fact : lines.inside(stanza))
        own.add(fact);
}

}
