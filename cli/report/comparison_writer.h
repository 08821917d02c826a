// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/markup.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::cli {

/// How the parts of a comparison are written, as text or Markdown. Of Markdown no part is longer than a comment has room for.
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
    // A comment on GitHub has 65 536 characters at most; the verdict comes last, and no part is to crowd out the others.
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
    std::size_t section_ = 0; ///< where the items of the last heading begin
    std::size_t left_ = 0; ///< items of it that are not written
};

}
