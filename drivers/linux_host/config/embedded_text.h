// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace rocelint::linux_host {

/// Gives each block of text in a YAML tree ("|", ">") a node for each of its lines, so that each line counts.
void add_line_nodes(const Tree& tree);

/// The text in a data URL (RFC 2397), percent-encoded or base64; nothing for any other URL or a broken one.
[[nodiscard]] std::optional<std::string> data_of_url(std::string_view url);

/// The value of the expression in a mark `{{ expression }}`, or nothing if it is not known. Null where texts have no
/// marks.
using FillIn = std::function<std::optional<std::string>(std::string_view expression)>;

/// Reads texts inside a YAML file: command lines, and the content of files that it writes. Everything that
/// they set has its place in the YAML file.
class EmbeddedTexts {
public:
    EmbeddedTexts(ConfigFile& file, Arena& arena, FillIn fill_in)
        : file_(file), arena_(arena), fill_in_(std::move(fill_in))
    {
    }

    /// False: what is read next may not run, so what it sets is not known.
    void set_certain(bool certain) { certain_ = certain; }
    /// Reads a scalar as commands of a shell, or as one command that no shell sees; an array as the words of
    /// one command.
    void read_commands(const Node& node, bool by_shell);
    /// Reads a scalar as the content of the file `path`.
    void read_file(const Node& node, std::string_view path);
    /// The same for a text that is base64 (RFC 4648) in the YAML file.
    void read_encoded_file(const Node& node, std::string_view path);
    /// The same for a text in a data URL.
    void read_data_url(const Node& node, std::string_view path);
    /// Says once for each mark why something that it belongs to is not read.
    void warn_of_mark(Span mark);

private:
    /// A copy of the lines of one text, with blanks in place of everything else in them.
    struct Copy {
        std::string text;
        std::uint32_t base = 0; ///< where the copy begins in the file
        std::uint32_t begin = 0; ///< of the text, in the copy
        std::uint32_t end = 0;
        std::vector<ShellVariable> variables; ///< what the marks are replaced with, and their values
        Span unfilled; ///< the first mark without a value
        bool has_marks = false;
        bool readable = true;
    };

    [[nodiscard]] Copy copy_of(const Node& node, bool joins_lines);
    [[nodiscard]] Copy copy_of_words(const Node& node) const;
    void fill_marks(Copy& copy);
    // Whether a text is about RDMA, and the copies made so far are few enough to make another.
    [[nodiscard]] bool is_worth_reading(std::string_view text) const;
    void read_script(const Copy& copy, const Node& node, std::string_view path);
    // Reads a text that is written with escapes: everything in it has the place of the whole text.
    void read_escaped_file(const Node& node, const Copy& copy, std::string_view path);
    void read_decoded(const Node& node, const std::optional<std::string>& text, std::string_view path);
    // Takes over what was read from a copy that begins at `base`, or that has no place in the file: then `at` is
    // the place of everything.
    void adopt(ConfigFile& inner, std::uint32_t base, std::optional<Span> at);
    // Adds a problem that the file does not have yet.
    void report(SyntaxProblem problem);
    void mark(const Node& node, CoverageState state) const;
    // Marks a text that is not read, and says why if marks are the reason.
    void leave(const Node& node, const Copy& copy);

    ConfigFile& file_;
    Arena& arena_;
    FillIn fill_in_;
    std::set<std::string> warned_; ///< marks
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string>> reported_; ///< problems of the file
    std::size_t noted_ = 0; ///< how many of the file's problems are in it
    std::size_t copied_ = 0; ///< bytes
    bool certain_ = true;
};

}
