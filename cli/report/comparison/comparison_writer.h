// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/markup.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::cli {

/// Writes the parts of a comparison as text or Markdown. In Markdown, each section is limited so that all fit
/// into a comment.
class ComparisonWriter {
public:
    explicit ComparisonWriter(bool markdown) : markdown_(markdown) { }

    void title(std::string_view text)
    {
        out_ += markdown_ ? "## " : "";
        line(text);
    }
    void heading(std::string_view text)
    {
        end_section();
        out_ += markdown_ ? "\n#### " : "\n";
        line(text);
        out_ += markdown_ ? "\n" : "";
        section_ = out_.size();
    }
    void item(std::string_view text)
    {
        if (markdown_ && (out_.size() - section_ > longest_section || out_.size() > longest_comment)) {
            ++left_;
            return;
        }
        out_ += markdown_ ? "- " : "  ";
        line(text);
    }
    void paragraph(std::string_view text)
    {
        end_section();
        out_ += '\n';
        line(text);
    }
    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    // A comment on GitHub has at most 65 536 characters. The verdict comes last, and no section may crowd out
    // the others.
    static constexpr std::size_t longest_section = 12'000;
    static constexpr std::size_t longest_comment = 58'000;

    void end_section()
    {
        if (left_ > 0)
            append(out_, "- and {} more, which `--format text` lists\n", left_);
        left_ = 0;
    }

    void line(std::string_view text)
    {
        if (markdown_)
            append_markdown(out_, text);
        else
            out_ += visible(text);
        out_ += '\n';
    }

    bool markdown_;
    std::string out_;
    std::size_t section_ = 0; ///< where the items of the current heading begin
    std::size_t left_ = 0; ///< items of the current heading that were left out
};

}
