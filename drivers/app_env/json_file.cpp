// SPDX-License-Identifier: Apache-2.0
// Launchers and test suites keep the environment of their jobs as an object of JSON.
#include "drivers/app_env/json_file.h"

#include "drivers/app_env/job_reader.h"
#include "drivers/app_env/line_states.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::app_env {
namespace {

// A value that something else has yet to fill in: "{{ tc }}", "${TC}", "<traffic class>".
bool is_placeholder(std::string_view value)
{
    return value.find("{{") != std::string_view::npos || value.starts_with("${") || value.starts_with('{')
        || (value.starts_with('<') && value.ends_with('>'));
}

bool holds_variables(const Node& object)
{
    return object.kind == Node::Kind::object
        && std::ranges::any_of(object, [](const Node& member) { return is_judged_variable(member.key); });
}

class JsonFileReader {
public:
    JsonFileReader(const Tree& lines, const Tree& tree, Reading& reading)
        : source_(*lines.source), tree_(tree), reading_(reading), lines_(lines)
    {
    }

    void read()
    {
        std::vector<const Node*> objects;
        std::vector<const Node*> waiting;
        if (tree_.root != nullptr)
            waiting.push_back(tree_.root);
        for (std::size_t index = 0; index < waiting.size(); ++index) {
            if (holds_variables(*waiting[index]))
                objects.push_back(waiting[index]);
            for (const Node& child : *waiting[index]) {
                if (child.is_container())
                    waiting.push_back(&child);
            }
        }
        std::ranges::sort(objects, {}, [](const Node* object) { return object->offset; });
        for (const Node* object : objects)
            read(*object, objects.size() > 1);
        lines_.finish(tree_.unread_from);
    }

private:
    void read(const Node& object, bool is_one_of_several)
    {
        JobReader job(reading_, source_, node_lists_);
        if (is_one_of_several)
            job.is_one_of_several(object.offset, job.arena().keep(fmt::format("line {}", object.line)));
        for (const Node& member : object) {
            if (!is_communication_variable(member.key) || member.kind == Node::Kind::null
                || (member.is_scalar() && member.value.empty()))
                continue;
            Stated stated{.name = job.arena().keep(member.key),
                .value = job.arena().keep(member.value),
                .at = member.is_scalar() ? tree_.value_span(member) : tree_.span(member),
                .known = member.is_scalar()};
            if (stated.known && is_placeholder(stated.value)) {
                stated.known = false;
                if (is_judged_variable(stated.name))
                    job.warn(stated.at,
                        fmt::format(
                            "something has yet to fill in {}; check what is made of it", stated.name));
            }
            const Span line = stated.at;
            lines_.mark(line.offset, line.offset + std::max(line.length, 1U), job.take(stated));
        }
        reading_.device.jobs.push_back(job.finish());
    }

    const Source& source_;
    const Tree& tree_;
    Reading& reading_;
    LineStates lines_;
    NodeLists node_lists_;
};

}

bool is_json_with_variables(std::string_view text)
{
    text = ascii::trimmed_front(text, ascii::is_white);
    if (!text.starts_with('{') && !text.starts_with('['))
        return false;
    for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
        std::size_t close = open + 1;
        while (close < text.size() && text[close] != '"')
            close += text[close] == '\\' ? 2 : 1;
        if (close >= text.size())
            return false;
        const std::string_view rest = ascii::trimmed_front(text.substr(close + 1), ascii::is_white);
        if (rest.starts_with(':') && is_judged_variable(text.substr(open + 1, close - open - 1)))
            return true;
        open = text.find('"', close + 1);
    }
    return false;
}

void read_json_file(const Tree& tree, Reading& reading)
{
    const Tree json = parse_json(*tree.source);
    for (const SyntaxProblem& problem : json.problems)
        reading.problems.push_back(problem);
    JsonFileReader(tree, json, reading).read();
}

}
