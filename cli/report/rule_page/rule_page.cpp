// SPDX-License-Identifier: Apache-2.0
// A rule's page is generated from its record, so that it cannot contradict what the rule does (ADR 0007).
#include "cli/report/rule_page/rule_page.h"

#include "drivers/driver.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace rocelint::cli {
namespace {

// Wraps text to the width of a terminal, with `indent` before each line.
std::string wrap(std::string_view text, std::string_view indent)
{
    constexpr std::size_t width = 100;
    std::string out;
    std::size_t column = 0;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (column > 0 && column + 1 + word.size() > width) {
            out += '\n';
            column = 0;
        }
        out += column == 0 ? indent : " ";
        column += (column == 0 ? indent.size() : 1) + word.size();
        out += word;
    }
    return out + '\n';
}

std::string default_values(const Parameter& parameter)
{
    std::string out;
    for (const double value : parameter.defaults)
        add_item(out, fmt::format("{}", value));
    return out;
}

std::string_view title_of(std::string_view platform)
{
    const Driver* driver = find_driver(platform);
    return driver == nullptr ? platform : driver->title;
}

// "PFC" of "PFC004".
std::string_view family_of(std::string_view code) { return code.substr(0, code.find_first_of("0123456789")); }

bool is_for_family(const ShowCommand& command, std::string_view family)
{
    std::string_view rest = command.families;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word == family)
            return true;
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
    return false;
}

// A bar would begin the next cell, even in code.
std::string in_table_cell(std::string_view text)
{
    std::string out;
    for (const char one : text) {
        if (one == '|')
            out += '\\';
        out += one;
    }
    return out;
}

// "error; warning by an assumed default"
std::string severities_by_basis(const Rule& rule)
{
    std::string out = name_of(rule.severity);
    const Severity inferred = rule.severity_by(Basis::explicit_lines);
    const Severity assumed = rule.severity_by(Basis::assumed_default);
    if (inferred != rule.severity)
        append(out, "; {} without a policy", name_of(inferred));
    if (assumed != inferred)
        append(out, "; {} by an assumed default", name_of(assumed));
    return out;
}

// Both page formats have the same parts in the same order.
class RulePageWriter {
public:
    RulePageWriter(const Rule& rule, PageFormat format)
        : rule_(rule), markdown_(format == PageFormat::markdown)
    {
    }

    std::string write()
    {
        if (markdown_)
            append(out_, "# {} {}\n\n", rule_.code, rule_.name);
        else
            append(out_, "{} {}\n\n", rule_.code, rule_.name);
        paragraph(rule_.summary);
        paragraph(severity_words());
        heading("Why");
        paragraph(rule_.why);
        if (!rule_.parameters.empty())
            parameters();
        if (!rule_.fix.empty() || rule_.fix_class != FixClass::none)
            fix();
        on_the_device();
        for (const bool bad : {true, false})
            examples(bad);
        heading("Source");
        paragraph(rule_.source);
        while (out_.ends_with("\n\n"))
            out_.pop_back();
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string_view scope_words() const
    {
        switch (rule_.scope) {
        case Scope::host:
            return "each host port";
        case Scope::link:
            return "each link";
        case Scope::port:
            return "each port";
        case Scope::device:
            return "each device";
        case Scope::fabric:
            return "the whole fabric";
        }
        return "";
    }

    [[nodiscard]] std::string severity_words() const
    {
        const std::string others = other_severities(rule_);
        const std::string bases = severities_by_basis(rule_);
        return others.empty() && bases == name_of(rule_.severity)
            ? fmt::format("Severity {}, looks at {}.", bases, scope_words())
            : fmt::format(
                "Severity {}{}{}. Looks at {}.", bases, others.empty() ? "" : "; ", others, scope_words());
    }

    void heading(std::string_view text)
    {
        out_ += markdown_ ? "## " : "";
        out_ += text;
        out_ += markdown_ ? "\n\n" : "\n";
    }

    void paragraph(std::string_view text)
    {
        out_ += markdown_ ? fmt::format("{}\n", text) : wrap(text, "  ");
        out_ += '\n';
    }

    // Like paragraph(), but belongs to the example above it.
    void detail(std::string_view text)
    {
        out_ += markdown_ ? fmt::format("{}\n", text) : wrap(text, "    ");
        out_ += '\n';
    }

    void parameters()
    {
        heading("Parameters");
        if (markdown_)
            out_ += "| parameter | default | unit | meaning | source |\n|---|---|---|---|---|\n";
        for (const Parameter& parameter : rule_.parameters) {
            if (markdown_)
                append(out_,
                    "| `{}` | {} | {} | {} | {} |\n",
                    parameter.name,
                    default_values(parameter),
                    parameter.unit,
                    parameter.meaning,
                    parameter.source);
            else
                append(out_,
                    "  {} = {} {}\n{}",
                    parameter.name,
                    default_values(parameter),
                    parameter.unit,
                    wrap(fmt::format("{} ({})", parameter.meaning, parameter.source), "      "));
        }
        out_ += '\n';
        paragraph(fmt::format("Set in rocelint.yaml under `rules: {{{}: {{parameters: …}}}}`.", rule_.code));
    }

    void fix()
    {
        heading("Fix");
        paragraph(rule_.fix_class == FixClass::none
                ? std::string(rule_.fix)
                : fmt::format(
                    "{}{}Class: {}.", rule_.fix, rule_.fix.empty() ? "" : " ", name_of(rule_.fix_class)));
    }

    // Commands that verify a finding, for the platforms that the examples are of.
    void on_the_device()
    {
        bool is_first = true;
        for (const Driver* driver : all_drivers()) {
            if (!has_example_of(driver->name))
                continue;
            bool is_first_of_driver = true;
            for (const ShowCommand& command : driver->show_commands) {
                if (!is_for_family(command, family_of(rule_.code)))
                    continue;
                if (std::exchange(is_first, false))
                    begin_commands();
                show_command(
                    std::exchange(is_first_of_driver, false) ? driver->title : std::string_view(), command);
            }
        }
        if (!is_first)
            out_ += '\n';
    }

    [[nodiscard]] bool has_example_of(std::string_view platform) const
    {
        return std::ranges::any_of(rule_.examples, [platform](const Example& example) {
            return std::ranges::any_of(
                example.files, [platform](const ExampleFile& file) { return file.platform == platform; });
        });
    }

    void begin_commands()
    {
        heading("On the device");
        if (markdown_)
            out_ += "| platform | command | it shows |\n|---|---|---|\n";
    }

    // `title` is that of the platform for its first command, else empty.
    void show_command(std::string_view title, const ShowCommand& command)
    {
        if (markdown_) {
            append(out_, "| {} | `{}` | {} |\n", title, in_table_cell(command.command), command.shows);
            return;
        }
        if (!title.empty())
            append(out_, "  {}:\n", title);
        out_ += wrap(fmt::format("{}: {}", command.command, command.shows), "    ");
    }

    void examples(bool bad)
    {
        const auto wanted = [bad](const Example& example) { return example.flagged.empty() != bad; };
        if (std::ranges::none_of(rule_.examples, wanted))
            return;
        heading(bad ? "Flagged" : "Not flagged");
        for (const Example& example : rule_.examples) {
            if (wanted(example))
                this->example(example);
        }
    }

    void example(const Example& example)
    {
        if (markdown_)
            append(out_, "{}:\n\n", example.title);
        else
            append(out_, "  {}:\n", example.title);
        for (const ExampleFile& file : example.files) {
            if (!file.platform.empty())
                example_file(file);
        }
        if (!example.topology.empty())
            block("topology.yaml", "yaml", example.topology);
        if (!example.policy.empty())
            block("rocelint.yaml", "yaml", example.policy);
        if (!example.flagged.empty())
            detail(markdown_ ? fmt::format("flags the line with `{}`", example.flagged)
                             : fmt::format("flags the line with: {}", example.flagged));
    }

    void example_file(const ExampleFile& file)
    {
        const std::string name = fmt::format("{} ({})", file.device, title_of(file.platform));
        if (!file.file.empty()) {
            block(fmt::format("{}/{} ({})", file.device, file.file, title_of(file.platform)),
                "text",
                file.patch);
            return;
        }
        if (file.patch.empty()) {
            detail(fmt::format("{}: the complete clean device of its driver", name));
            return;
        }
        const bool json = file.patch.find_first_not_of(" \n") != std::string_view::npos
            && file.patch[file.patch.find_first_not_of(" \n")] == '{';
        const bool script = file.patch.starts_with("#!");
        block(name
                + (script      ? ", a script of its own"
                        : json ? ", merged into a clean device"
                               : ", changed in a clean device"),
            script     ? "sh"
                : json ? "json"
                       : "diff",
            file.patch);
    }

    void block(std::string_view title, std::string_view language, std::string_view text)
    {
        while (text.ends_with('\n'))
            text.remove_suffix(1);
        while (text.starts_with('\n'))
            text.remove_prefix(1);
        if (markdown_) {
            append(out_, "{}\n\n```{}\n{}\n```\n\n", title, language, text);
            return;
        }
        append(out_, "    {}\n", title);
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            append(out_, "      {}\n", line);
            text.remove_prefix(std::min(text.size(), line.size() + 1));
        }
        out_ += '\n';
    }

    const Rule& rule_;
    bool markdown_;
    std::string out_;
};

}

std::string rule_page(const Rule& rule, PageFormat format) { return RulePageWriter(rule, format).write(); }

std::string other_severities(const Rule& rule)
{
    std::string others;
    for (const OtherSeverity& other : rule.other_severities) {
        if (!other.when.empty())
            append(others, "{}{} {}", others.empty() ? "" : "; ", name_of(other.severity), other.when);
    }
    return others;
}

}
