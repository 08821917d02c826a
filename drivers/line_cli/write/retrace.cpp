// SPDX-License-Identifier: Apache-2.0
// Compares two configurations block by block. Blocks with the same header are one block, as they are to a
// device; of lines about the same thing, the last one counts.
#include "drivers/line_cli/write/retrace.h"

#include "drivers/line_cli/write/line_writer.h"
#include "drivers/line_cli/write/retraced_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>

namespace rocelint::line_cli {
namespace {

using Parts = SaidLine::Parts;

class Retracer {
public:
    Retracer(const RetraceStyle& style, std::span<const Tree> from, std::span<const Tree> to)
        : style_(style), blocks_(style, from, to)
    {
    }

    std::string run()
    {
        for (const bool of_new : {true, false}) {
            for (const std::uint32_t block : blocks_.order()) {
                if (is_new(blocks_.outermost(block)) == of_new)
                    write_block(block);
            }
        }
        write_hidden();
        for (const std::uint32_t block : blocks_.inside(RetracedBlocks::root) | std::views::reverse) {
            if (blocks_.is_removed(block))
                append(RetracedBlocks::root, {removal_of(block)});
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_new(std::uint32_t block) const
    {
        return block != RetracedBlocks::root && !blocks_[block].before.exists && !blocks_[block].permanent;
    }

    [[nodiscard]] std::string removal_of(std::uint32_t block) const
    {
        return fmt::format("{} {}", style_.grammar.dialect().negation, blocks_[block].header);
    }

    void append(std::uint32_t block, const std::vector<std::string>& lines)
    {
        append_block(out_, style_.grammar.dialect(), blocks_.path_of(block), lines);
    }

    void write_block(std::uint32_t index)
    {
        RetracedBlock& block = blocks_[index];
        if (block.is_in_removed)
            return;
        std::vector<std::string> lines;
        if (index != RetracedBlocks::root) {
            for (const std::uint32_t inner : blocks_.inside(index)) {
                if (blocks_.is_removed(inner))
                    lines.push_back(removal_of(inner));
            }
        }
        if (!block.is_same()) {
            blocks_.read(index);
            take_back(index, lines);
            state(index, lines);
        }
        if (!lines.empty() || (is_new(index) && blocks_.inside(index).empty()))
            append(index, lines);
    }

    // Writes the undo of the parts that only `from` has, last line first: a line may depend on earlier ones.
    void take_back(std::uint32_t index, std::vector<std::string>& lines)
    {
        RetracedBlock& block = blocks_[index];
        for (std::size_t at = block.before.lines.size(); at-- > 0;) {
            const SaidLine& line = block.before.lines[at];
            Parts gone = 0;
            for (std::size_t part = 0; part < line.parts().size(); ++part) {
                const std::string& about = line.parts()[part].about;
                if (block.before.counts(about, at) && block.after.find(about) == nullptr) {
                    gone |= Parts{1} << part;
                    changed_.push_back({index, about, true});
                }
            }
            if (gone == 0)
                continue;
            std::ranges::move(line.taken_back(style_, gone), std::back_inserter(lines));
            // On some devices, negating one value removes the whole line.
            for (std::size_t part = 0; part < line.parts().size() && line.is_by_value(); ++part)
                restated_.push_back(line.parts()[part].about);
        }
    }

    // Writes the parts that `to` has and `from` does not.
    void state(std::uint32_t index, std::vector<std::string>& lines)
    {
        RetracedBlock& block = blocks_[index];
        for (std::size_t at = 0; at < block.after.lines.size(); ++at) {
            const SaidLine& line = block.after.lines[at];
            Parts fresh = 0;
            for (std::size_t part = 0; part < line.parts().size(); ++part) {
                const SaidLine::Part& own = line.parts()[part];
                if (!block.after.counts(own.about, at))
                    continue;
                const SaidLine::Part* old = block.before.find(own.about);
                const bool again = std::ranges::find(restated_, own.about) != restated_.end();
                if (old == nullptr || old->value != own.value || again) {
                    fresh |= Parts{1} << part;
                    changed_.push_back({index, own.about, false});
                }
            }
            if (fresh != 0)
                lines.push_back(line.stated(style_.grammar, fresh));
        }
        restated_.clear();
    }

    // A header may name several ports. Lines written for one block may then override lines of another block
    // that should win on the shared ports; writes those again.
    void write_hidden()
    {
        if (!blocks_.has_port_ranges())
            return;
        std::map<std::uint32_t, std::map<std::size_t, Parts>> hidden;
        for (const Changed& change : changed_) {
            for (const std::uint32_t other : blocks_.sharing_ports(change.block)) {
                const bool holds
                    = change.gone || blocks_[other].after.rank > blocks_[change.block].after.rank;
                blocks_.read(other);
                const RetracedSide& side = blocks_[other].after;
                for (std::size_t at = 0; at < side.lines.size() && holds; ++at) {
                    const auto& parts = side.lines[at].parts();
                    for (std::size_t part = 0; part < parts.size(); ++part) {
                        if (parts[part].about == change.about && side.counts(change.about, at))
                            hidden[other][at] |= Parts{1} << part;
                    }
                }
            }
        }
        for (const std::uint32_t block : blocks_.order()) {
            std::vector<std::string> lines;
            for (const auto& [at, parts] : hidden[block])
                lines.push_back(blocks_[block].after.lines[at].stated(style_.grammar, parts));
            if (!lines.empty())
                append(block, lines);
        }
    }

    struct Changed {
        std::uint32_t block;
        std::string about;
        bool gone; ///< the block no longer says anything about it
    };

    const RetraceStyle& style_;
    RetracedBlocks blocks_;
    std::vector<Changed> changed_;
    std::vector<std::string> restated_; ///< to be stated again in the block being written
    std::string out_;
};

}

std::string retrace(const RetraceStyle& style, std::span<const Tree> from, std::span<const Tree> to)
{
    return Retracer(style, from, to).run();
}

}
