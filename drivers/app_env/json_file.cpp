// SPDX-License-Identifier: Apache-2.0
// Launchers and test suites keep the environment of their jobs as an object of JSON, or as a list of names and values
// like that of a container (Kubernetes API, EnvVar v1 core).
#include "drivers/app_env/json_file.h"

#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace rocelint::app_env {
namespace {

// A value that something else has yet to fill in: "{{ tc }}", "${TC}", "<traffic class>".
bool is_placeholder(std::string_view value)
{
    return value.find("{{") != std::string_view::npos || value.starts_with("${") || value.starts_with('{')
        || (value.starts_with('<') && value.ends_with('>'));
}

// The name in {"name": "NCCL_IB_TC", "value": "106"}; empty for anything else.
std::string_view name_in_pair(const Node& object)
{
    if (object.kind != Node::Kind::object)
        return {};
    const Node* name = object.child("name");
    const bool has_value = object.child("value") != nullptr || object.child("valueFrom") != nullptr;
    return has_value && name != nullptr && name->kind == Node::Kind::string
            && is_communication_variable(name->value)
        ? name->value
        : std::string_view{};
}

// The words of a container's command (Kubernetes API, Container v1 core).
bool is_command(const Node& node)
{
    return node.kind == Node::Kind::array && (node.key == "command" || node.key == "args");
}

// The name in the word "NCCL_IB_TC=106"; empty for any other text, also for a command with several words.
std::string_view name_in_word(const Node& word)
{
    const std::size_t equals
        = word.kind == Node::Kind::string ? word.value.find('=') : std::string_view::npos;
    // With escapes the value has no place of its own.
    if (equals == std::string_view::npos || word.value_length != word.value.size()
        || word.value.find_first_of(" \t\n;") != std::string_view::npos)
        return {};
    const std::string_view name = word.value.substr(0, equals);
    return is_variable_name(name) && is_communication_variable(name) ? name : std::string_view{};
}

bool holds_variables(const Node& container)
{
    return std::ranges::any_of(container, [&container](const Node& child) {
        return (container.kind == Node::Kind::object && is_judged_variable(child.key))
            || is_judged_variable(name_in_pair(child));
    });
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
            const Node& container = *waiting[index];
            take_command_words(container);
            if (holds_variables(container) || words_.contains(&container))
                objects.push_back(&container);
            for (const Node& child : container) {
                const bool is_read = is_communication_variable(child.key) || !name_in_pair(child).empty()
                    || (is_command(container) && !name_in_word(child).empty());
                if (child.is_container() && !is_read)
                    waiting.push_back(&child);
                else if (!is_read)
                    look_for_variables(child);
                takes_others_ = takes_others_ || child.key == "envFrom";
            }
        }
        if (objects.empty() && has_unread_)
            objects.push_back(tree_.root);
        std::ranges::sort(objects, {}, [](const Node* object) { return object->offset; });
        for (const Node* object : objects)
            read(*object, objects.size() > 1);
        lines_.finish(tree_.unread_from);
    }

private:
    // Variables in the words of a command belong to the job of the container's environment, if it has one.
    void take_command_words(const Node& container)
    {
        if (container.kind != Node::Kind::object)
            return;
        const Node* env = container.child("env");
        const Node* job = env != nullptr && holds_variables(*env) ? env : nullptr;
        for (const Node& command : container) {
            if (!is_command(command))
                continue;
            for (const Node& word : command) {
                if (name_in_word(word).empty())
                    continue;
                job = job == nullptr ? &command : job;
                words_[job].push_back(&word);
            }
        }
    }

    // A command, such as "mpirun -x NCCL_IB_TC=106 ./a".
    void look_for_variables(const Node& scalar)
    {
        if (!scalar.is_scalar() || !has_communication_variable(scalar.value))
            return;
        const Span at = tree_.value_span(scalar);
        lines_.mark(at.offset, at.offset + std::max(at.length, 1U), CoverageState::unsupported);
        has_unread_ = true;
    }

    void read(const Node& object, bool is_one_of_several)
    {
        JobReader job(reading_, source_, node_lists_);
        if (is_one_of_several)
            job.is_one_of_several(object.offset, job.arena().keep(fmt::format("line {}", object.line)));
        for (const Node& child : object) {
            if (const std::string_view name = name_in_pair(child); !name.empty()) {
                const Node* value = child.child("value");
                take(job, name, value == nullptr ? *child.child("valueFrom") : *value);
            } else if (is_communication_variable(child.key)) {
                take(job, child.key, child);
            }
        }
        if (const auto words = words_.find(&object); words != words_.end()) {
            for (const Node* word : words->second)
                take_word(job, *word);
        }
        if (has_unread_)
            job.may_be_set_elsewhere("a text of the file that is not read names variables too");
        else if (takes_others_)
            job.may_be_set_elsewhere("envFrom takes variables of an object that is not in this file");
        reading_.device.jobs.push_back(job.finish());
    }

    void take_word(JobReader& job, const Node& word)
    {
        const std::string_view name = name_in_word(word);
        Node value = word;
        const auto begin = static_cast<std::uint32_t>(name.size() + 1);
        value.value = word.value.substr(begin);
        value.value_offset += begin;
        value.value_length -= begin;
        take(job, name, value);
    }

    void take(JobReader& job, std::string_view name, const Node& value)
    {
        if (value.kind == Node::Kind::null || (value.is_scalar() && value.value.empty()))
            return;
        Stated stated{.name = job.arena().keep(name),
            .value = job.arena().keep(value.value),
            .at = value.is_scalar() ? tree_.value_span(value) : tree_.span(value),
            .known = value.is_scalar()};
        // "$(NAME)" is another variable's value (Kubernetes API, Container v1 core, args).
        if (stated.known
            && (is_placeholder(stated.value) || stated.value.find("$(") != std::string_view::npos)) {
            stated.known = false;
            if (is_judged_variable(stated.name))
                job.warn(stated.at,
                    fmt::format("something has yet to fill in {}; check the rendered file", stated.name));
        }
        const Span line = stated.at;
        lines_.mark(line.offset, line.offset + std::max(line.length, 1U), job.take(stated));
    }

    const Source& source_;
    const Tree& tree_;
    Reading& reading_;
    LineStates lines_;
    NodeLists node_lists_;
    /// By the node of a job: the words of commands that set variables of it.
    std::unordered_map<const Node*, std::vector<const Node*>> words_;
    bool has_unread_ = false; ///< a scalar that is no variable's value names variables
    bool takes_others_ = false; ///< `envFrom`
};

}

bool is_json_with_variables(std::string_view text)
{
    text = ascii::trimmed_front(text, ascii::is_white);
    if (!text.starts_with('{') && !text.starts_with('['))
        return false;
    // A template of something else: an expression, a statement or a comment of Jinja.
    if (text.starts_with("{{") || text.starts_with("{%") || text.starts_with("{#"))
        return false;
    const bool has_values = text.find("\"value\"") != std::string_view::npos
        || text.find("\"valueFrom\"") != std::string_view::npos;
    bool is_name = false; // of a pair
    for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
        std::size_t close = open + 1;
        while (close < text.size() && text[close] != '"')
            close += text[close] == '\\' ? 2 : 1;
        if (close >= text.size())
            return false;
        const std::string_view rest = ascii::trimmed_front(text.substr(close + 1), ascii::is_white);
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const bool is_key = rest.starts_with(':');
        if ((is_key || is_name) && is_judged_variable(inside))
            return true;
        is_name = is_key && has_values && inside == "name";
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
