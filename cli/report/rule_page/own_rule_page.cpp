// SPDX-License-Identifier: Apache-2.0
#include "cli/report/rule_page/own_rule_page.h"

#include "models/text/append.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// A code fence ends at the next fence that is at least as long, and an example may contain one, so use a
// longer fence.
std::string fence_around(std::string_view text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
}

class OwnPage {
public:
    OwnPage(const CustomRule& rule, bool markdown) : rule_(rule), markdown_(markdown) { }

    std::string write()
    {
        append(out_,
            "{}{} {}\n\nAn own rule, severity {}, for each {}; stated at {}.\n\n",
            markdown_ ? "# " : "",
            rule_.code,
            rule_.name,
            name_of(rule_.severity),
            name_of(rule_.subject),
            rule_.place.place());
        if (rule_.where.given())
            block("Where", "jq", rule_.where.text);
        block("Must hold", "jq", rule_.assertion.text);
        block("Else it says", "text", rule_.message.text);
        if (rule_.at.given())
            block("At the line of", "jq", rule_.at.text);
        paragraph("Why", rule_.why);
        paragraph("Source", rule_.source);
        for (const CustomExample& example : rule_.examples)
            this->example(example);
        return out_;
    }

private:
    void heading(std::string_view title)
    {
        append(out_, "{}{}{}", markdown_ ? "## " : "", title, markdown_ ? "\n\n" : ":\n");
    }

    void paragraph(std::string_view title, std::string_view text)
    {
        if (text.empty())
            return;
        heading(title);
        append(out_, "{}{}\n\n", markdown_ ? "" : "  ", text);
    }

    void block(std::string_view title, std::string_view language, std::string_view text)
    {
        heading(title);
        while (text.ends_with('\n'))
            text.remove_suffix(1);
        if (markdown_) {
            const std::string fence = fence_around(text);
            append(out_, "{}{}\n{}\n{}\n\n", fence, language, text, fence);
            return;
        }
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            append(out_, "  {}\n", line);
            text.remove_prefix(std::min(text.size(), line.size() + 1));
        }
        out_ += '\n';
    }

    void example(const CustomExample& example)
    {
        const std::string_view what = example.expect == CustomExample::Expect::clean ? "Not flagged"
            : example.expect == CustomExample::Expect::flagged                       ? "Flagged"
                                                                                     : "Not checked";
        const std::string title
            = example.title.given() ? fmt::format("{}: {}", what, example.title.text) : std::string(what);
        for (const CustomExampleFile& file : example.files)
            block(fmt::format("{} ({})", title, file.device), "text", file.text);
        if (!example.topology.empty())
            block("topology.yaml", "yaml", example.topology);
    }

    const CustomRule& rule_;
    bool markdown_;
    std::string out_;
};

}

std::string own_rule_page(const CustomRule& rule, PageFormat format)
{
    return OwnPage(rule, format == PageFormat::markdown).write();
}

}
