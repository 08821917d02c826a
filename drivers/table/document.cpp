// SPDX-License-Identifier: Apache-2.0
// Documents quote configuration of many devices, real and invented. If a page of documentation were read as a
// device, it would add ports that no switch has, and every sentence would be a line that is not understood.
#include "drivers/table/document.h"

#include "drivers/table/kept_reason.h"
#include "drivers/table/quoted_blocks.h"
#include "drivers/table/text_lines.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace rocelint {
namespace {

constexpr std::size_t document_looked_at = std::size_t{64} << 10;
constexpr std::string_view document_begin = "a document: not read";
constexpr std::string_view program_begin = "source text of a program: not read";

// "| --- | :-: |" below the head row of a table.
bool is_table_rule(std::string_view line)
{
    return line.size() > 4 && line.front() == '|' && line.back() == '|'
        && line.find("--") != std::string_view::npos
        && line.find_first_not_of("|-: ") == std::string_view::npos;
}

// "## PFC on the leaves". A comment in a script looks the
// same, so headings count only along with other signs.
bool is_heading(std::string_view line)
{
    constexpr std::size_t deepest = 6;
    const std::size_t signs = line.find_first_not_of('#');
    return signs != std::string_view::npos && signs >= 1 && signs <= deepest && signs + 1 < line.size()
        && line[signs] == ' ' && line[signs + 1] != ' ' && line.back() != '#';
}

bool begins_with_one_of(std::string_view line, std::span<const std::string_view> beginnings)
{
    return std::ranges::any_of(
        beginnings, [line](std::string_view beginning) { return line.starts_with(beginning); });
}

bool is_markup(std::string_view line)
{
    constexpr auto beginnings = std::to_array<std::string_view>(
        {".. code", ".. note::", ".. toctree::", "[source", "<!DOCTYPE html", "<!doctype html", "<html"});
    return begins_with_one_of(line, beginnings);
}

// The first line of a Terraform block: `resource "type" "name" {`.
bool is_terraform_block(std::string_view line)
{
    constexpr auto kinds = std::to_array<std::string_view>(
        {"resource \"", "variable \"", "data \"", "output \"", "provider \"", "module \""});
    return line == "terraform {" || line == "locals {"
        || (line.ends_with("\" {") && begins_with_one_of(line, kinds));
}

// Whether the line begins a Terraform block, or Go code after a package line.
bool begins_program(const TextLine& line, bool& has_package)
{
    if (line.blanks > 0)
        return false;
    constexpr std::string_view package = "package ";
    if (line.text.starts_with(package)
        && line.text.find_first_of(" ;", package.size()) == std::string_view::npos) {
        has_package = true;
        return false;
    }
    constexpr auto of_go = std::to_array<std::string_view>({"import (", "import \"", "func "});
    return (has_package && begins_with_one_of(line.text, of_go)) || is_terraform_block(line.text);
}

class SignCounter {
public:
    explicit SignCounter(DocumentSigns& signs) : signs_(signs) { }

    void take(const TextLine& line)
    {
        if (line.text.empty() || is_in_fence(line.text))
            return;
        ++signs_.lines;
        signs_.program = signs_.program || begins_program(line, has_package_);
        signs_.markup = signs_.markup || is_markup(line.text);
        // The prose of a banner is part of a configuration.
        has_banner_ = has_banner_ || line.text.starts_with("banner ");
        if (line.text.front() == '|')
            signs_.tables += is_table_rule(line.text) ? 1 : 0;
        else if (line.text.front() == '#')
            signs_.headings += is_heading(line.text) ? 1 : 0;
        else
            signs_.sentences += !has_banner_ && is_sentence(line.text) ? 1 : 0;
    }

private:
    bool is_in_fence(std::string_view line)
    {
        const std::string_view found = fence_of(line);
        if (found.empty())
            return !fence_.empty();
        if (fence_.empty()) {
            fence_ = found;
        } else if (found.starts_with(fence_) && found.size() == line.size()) {
            fence_ = {};
            ++signs_.fences;
        }
        return true;
    }

    DocumentSigns& signs_;
    std::string_view fence_; ///< the open fence
    bool has_package_ = false;
    bool has_banner_ = false;
};

}

TextForm form_of_name(std::string_view path)
{
    struct Suffix {
        std::string_view suffix;
        TextForm form;
    };
    constexpr auto suffixes = std::to_array<Suffix>({{".md", TextForm::markdown},
        {".mdx", TextForm::markdown},
        {".markdown", TextForm::markdown},
        {".rst", TextForm::rest},
        {".adoc", TextForm::asciidoc},
        {".asciidoc", TextForm::asciidoc},
        {".html", TextForm::html},
        {".htm", TextForm::html},
        {".tf", TextForm::program},
        {".hcl", TextForm::program},
        {".go", TextForm::program}});
    const auto found
        = std::ranges::find_if(suffixes, [&](const Suffix& known) { return path.ends_with(known.suffix); });
    return found == suffixes.end() ? TextForm::none : found->form;
}

bool DocumentSigns::is_document() const
{
    if (named != TextForm::none || program)
        return true;
    // A banner may hold a few sentences, and a comment may look
    // like a heading: only two kinds together make a document.
    const std::uint32_t forms = (fences > 0 ? 1U : 0U) + (headings > 1 ? 1U : 0U) + (tables > 0 ? 1U : 0U)
        + (sentences > 1 ? 1U : 0U) + (markup ? 2U : 0U);
    const bool is_prose = sentences >= 4 && sentences * 4 >= lines;
    return is_prose || ((fences + tables > 0 || markup) && forms >= 2);
}

bool DocumentSigns::is_one_paste() const
{
    return !program && !markup && headings <= 1 && tables == 0 && sentences <= 2;
}

DocumentSigns look_for_document(std::string_view path, std::string_view text)
{
    DocumentSigns signs;
    signs.named = form_of_name(path);
    SignCounter counter(signs);
    TextLines lines(text.substr(0, document_looked_at));
    while (!lines.at_end())
        counter.take(lines.next());
    return signs;
}

std::string_view document_reason(const DocumentSigns& signs, std::size_t configuration_blocks)
{
    std::string reason(signs.program || signs.named == TextForm::program ? program_begin : document_begin);
    if (configuration_blocks > 0)
        reason += fmt::format(" ({} inside; --documents reads {})",
            counted(configuration_blocks, "configuration block"),
            one_or_many(configuration_blocks, "it", "them"));
    return kept_reason(std::move(reason));
}

bool is_document_reason(std::string_view reason)
{
    return reason.starts_with(document_begin) || reason.starts_with(program_begin);
}

}
