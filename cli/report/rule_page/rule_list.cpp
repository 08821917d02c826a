// SPDX-License-Identifier: Apache-2.0
// The lists of rules: for a terminal, as the table of docs/rules, and as JSON.
#include "cli/report/rule_page/rule_page.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/append.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <ranges>
#include <vector>

namespace rocelint::cli {
namespace {

void write_parameters(JsonWriter& out, const Rule& rule)
{
    out.key("parameters").begin_array();
    for (const Parameter& parameter : rule.parameters) {
        out.begin_object();
        out.text("name", parameter.name);
        out.key("defaults").begin_array();
        for (const double value : parameter.defaults)
            out.decimal(value);
        out.end();
        out.text("unit", parameter.unit);
        out.text("meaning", parameter.meaning);
        out.text("source", parameter.source);
        out.end();
    }
    out.end();
}

constexpr std::string_view severity_words
    = "# Rules\n\n"
      "An error means that RoCE surely loses its lossless or marked path, that a device is gone, or that a statement "
      "contradicts itself. A warning means likely harm, or rests on an assumed default. An info is a choice. "
      "`rocelint check` exits with 1 on errors (`--fail-on`).\n\n"
      "A severity depends on what the finding rests on. *With a policy*: `rocelint.yaml` states the classes. *Without a "
      "policy*: they are inferred from explicit lines of switches, hosts and jobs. *By an assumed default*: no line states "
      "the class or the judged value. *Otherwise* holds in all three cases: it follows from what the rule found. "
      "`rules:` in a policy has precedence over this table.\n\n"
      "| code | name | with a policy | without a policy | by an assumed default | otherwise | summary |\n"
      "|---|---|---|---|---|---|---|\n";

void append_row(std::string& out, const Rule& rule, std::string_view code)
{
    append(out,
        "| {} | {} | {} | {} | {} | {} | {} |\n",
        code,
        rule.name,
        name_of(rule.severity),
        name_of(rule.severity_by(Basis::explicit_lines)),
        name_of(rule.severity_by(Basis::assumed_default)),
        other_severities(rule),
        rule.summary);
}

}

std::string rule_list(PageFormat format, std::span<const Rule* const> own, const KeepRule& keep)
{
    const auto is_kept = [&keep](const Rule* rule) { return !keep || keep(*rule); };
    std::string out;
    if (format == PageFormat::markdown) {
        out += severity_words;
        for (const Rule* rule : all_rules() | std::views::filter(is_kept))
            append_row(out, *rule, fmt::format("[{0}]({0}.md)", rule->code));
        // Own rules have no page here.
        for (const Rule* rule : own | std::views::filter(is_kept))
            append_row(out, *rule, rule->code);
        return out;
    }
    const std::vector<const Rule*> all = with_own_rules(own);
    for (const Rule* rule : all | std::views::filter(is_kept))
        append(out, "{}  {:7}  {}\n", rule->code, name_of(rule->severity), rule->summary);
    return out;
}

std::string rule_list_json(std::span<const Rule* const> own, const KeepRule& keep)
{
    JsonWriter out;
    out.begin_array(JsonWriter::Layout::rows);
    for (const Rule* rule : with_own_rules(own)) {
        if (keep && !keep(*rule))
            continue;
        out.begin_object();
        out.text("code", rule->code);
        out.text("name", rule->name);
        out.text("severity", name_of(rule->severity));
        out.text("scope", name_of(rule->scope));
        out.text("summary", rule->summary);
        out.text("why", rule->why);
        out.text("source", rule->source);
        write_parameters(out, *rule);
        out.text("fix_class", name_of(rule->fix_class));
        out.text("fix", rule->fix);
        out.end();
    }
    out.end();
    return out.take();
}

}
