// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Pages of the documentation, parsed as a reader follows them: commands and their output.
///
/// A block of commands is fenced as `sh`; the output of its commands follows in a block fenced as `text`. A block fenced as
/// `console` has both: `$ COMMAND`, and below it its output. In output, `…` stands for any text within a line; on its own line
/// it stands for any number of lines. HTML comments directly above a block, which readers do not see, add information:
///
///     <!-- exit 1 0 -->               the exit codes of the commands; a single number is that of the last one
///     <!-- not run: REASON -->        no command of the block is run
///     <!-- not run WORDS: REASON -->  commands that begin with these words are not run
///     <!-- write FILE -->             the block is the content of this file
///     <!-- output of COMMAND -->      the block is the output of this command, which the text mentions
namespace rocelint::pages {

/// The lines of a text, without their newlines.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// A fenced block of a page.
struct Block {
    unsigned line = 0; ///< of the opening fence
    std::string language;
    std::string text; ///< including the newline of its last line
    std::vector<std::string> marks; ///< the comments above it, without `<!-- ` and ` -->`
};

/// A command of a block, and its expected result.
struct Command {
    std::string line;
    int code = 0; ///< expected exit code
    std::string shown; ///< the output shown below it in a console block
    std::string not_run; ///< why it is not run; empty if it is
};

/// The blocks of a page of this repository ("docs/howto/ci.md"). The test fails if a fence is not closed or has no language, or
/// if code is indented instead of fenced.
[[nodiscard]] std::vector<Block> read_page(const std::string& path);

/// The commands of a block, in order; none if the block contains no commands.
[[nodiscard]] std::vector<Command> commands_of(const Block& block);

/// The text after a mark's keyword: "rocelint.yaml" for "write rocelint.yaml". Empty if the block has no such mark.
[[nodiscard]] std::string mark_of(const Block& block, std::string_view word);

/// The first line on the page that `output` does not have at this place; empty if there is none. Lines must follow each other
/// directly, unless a line `…` is between them or `lines_may_lack` is set.
[[nodiscard]] std::string missing_line(
    std::string_view shown, std::string_view output, bool lines_may_lack = false);

}
