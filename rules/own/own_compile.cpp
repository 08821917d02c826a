// SPDX-License-Identifier: Apache-2.0
// Compiles a policy's jq expressions before anything is checked: a mistake ends the run, with its place.
#include "models/confined/bytes.h"
#include "models/fabric/value/priority.h"
#include "models/jq/program.h"
#include "rules/own/own_fields.h"
#include "rules/own/own_program.h"
#include "rules/own/own_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rocelint {
namespace {

struct Expression {
    std::string_view key;
    const CustomRule* rule;
    PolicyText text;
};

std::vector<Expression> expressions_of(const CustomRules& rules)
{
    std::vector<Expression> all;
    for (const auto& rule : rules) {
        if (rule->where.given())
            all.push_back({"where", rule.get(), rule->where});
        all.push_back({"assert", rule.get(), rule->assertion});
        all.push_back({"message", rule.get(), message_expression(rule->message)});
        if (rule->at.given())
            all.push_back({"at", rule.get(), rule->at});
    }
    return all;
}

Error error_of(const Expression& expression, std::string_view what)
{
    return {ErrorKind::invalid,
        fmt::format(
            "{}: '{}' of {}: {}", expression.text.place(), expression.key, expression.rule->code, what),
        {}};
}

void erase_all(std::string& text, std::string_view part)
{
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

// jq's own message, without its hint about shells, its error count, and the line number offset of the
// prelude.
std::string plain_message(std::string message)
{
    constexpr std::string_view where = " at <top-level>, line ";
    erase_all(message, "jq: error: ");
    erase_all(message, " (Unix shell quoting issues?)");
    message.erase(std::min(message.find("\njq: "), message.size()));
    const std::size_t at = message.find(where);
    if (at != std::string::npos) {
        const std::size_t number = at + where.size();
        const std::size_t end = std::min(message.find_first_not_of("0123456789", number), message.size());
        const auto line = parse_number(std::string_view(message).substr(number, end - number));
        std::string shown = message.substr(std::min(message.find_first_not_of(": \n", end), message.size()));
        message.erase(at);
        // If something is missing at the end, jq shows the first line, which is the prelude.
        if (!line || *line < 2)
            shown.clear();
        if (line && *line > 2)
            message += fmt::format(", in line {} of the expression", *line - 1);
        if (!shown.empty())
            message += ": " + shown;
    }
    for (char& c : message)
        c = c == '\n' ? ' ' : c;
    while (message.ends_with(' ') || message.ends_with(':'))
        message.pop_back();
    return message;
}

std::string unknown_field(const UnknownField& field)
{
    const std::string where = field.line > 1 ? fmt::format(", in line {} of the expression", field.line) : "";
    return field.nearest.empty()
        ? fmt::format(
            "nothing in the model has a field '{}'{}; debug model --format json shows what there is",
            field.name,
            where)
        : fmt::format(
            "nothing in the model has a field '{}'{}; did you mean '{}'?", field.name, where, field.nearest);
}

// Runs in a separate process. Returns the index and message of the first expression that does not compile;
// empty if all compile.
std::string compile_all(
    const CustomRules& rules, const std::vector<Expression>& expressions, confined::Worker& worker)
{
    std::vector<const CustomRule*> all;
    for (const auto& rule : rules)
        all.push_back(rule.get());
    worker.begin_step(0);
    if (jq::Program::compile(own_program(all)))
        return {};
    for (std::size_t index = 0; index < expressions.size(); ++index) {
        worker.begin_step(static_cast<std::uint32_t>(index));
        auto compiled = jq::Program::compile(lone_program(expressions[index].text));
        if (compiled)
            compiled = jq::Program::compile(inner_program(expressions[index].text));
        if (compiled)
            continue;
        confined::ByteWriter out;
        out.number(index);
        out.text(plain_message(compiled.error()));
        return out.take();
    }
    throw std::runtime_error("own rules compile one by one and not together");
}

}

Result<void> compile_own_rules(const CustomRules& rules)
{
    if (rules.empty())
        return {};
    const std::vector<Expression> expressions = expressions_of(rules);
    for (const Expression& expression : expressions) {
        if (const auto refused = refused_word(expression.text.text))
            return tl::unexpected(error_of(expression, *refused));
    }
    jq::prepare();
    const confined::Outcome outcome = confined::run(
        1, 1, static_cast<std::uint32_t>(expressions.size()), {}, [&](confined::Worker& worker) {
            while (const auto batch = worker.take())
                worker.give(*batch, compile_all(rules, expressions, worker));
        });
    if (outcome.failure)
        return tl::unexpected(error_of(expressions[outcome.failure->kind],
            "it needs more time or memory to be compiled than an own rule may have"));
    confined::ByteReader in(outcome.batches.front());
    if (!outcome.batches.front().empty()) {
        const std::size_t index = in.number();
        return tl::unexpected(error_of(expressions[index], in.text()));
    }
    for (const Expression& expression : expressions) {
        if (closes_too_much(expression.text.text))
            return tl::unexpected(error_of(expression, "it closes a parenthesis that it does not open"));
        if (const auto field = find_unknown_field(expression.text.text))
            return tl::unexpected(error_of(expression, unknown_field(*field)));
    }
    return {};
}

}
