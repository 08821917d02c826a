// SPDX-License-Identifier: Apache-2.0
// User-written files are read strictly: an unknown key is an error, because a misspelled key would otherwise
// be ignored.
#include "models/syntax/document_reader.h"

#include "models/text/nearest.h"
#include "models/text/redact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

namespace rocelint {

DocumentReader::DocumentReader(const Tree& tree) : tree_(tree), lines_(tree.source->text())
{
    for (const SyntaxProblem& problem : tree.problems) {
        // Leave out what a device would do with it, because the user must correct the file anyway.
        wrong_at(
            problem.at, std::string_view(problem.message).substr(0, problem.message.find("; the later one")));
        is_broken_ = true;
        break;
    }
}

void DocumentReader::wrong(const Node& node, std::string_view message)
{
    wrong_at(tree_.span(node), message);
}

void DocumentReader::wrong_at(Span at, std::string_view message)
{
    // More than this many are rarely mistakes of their own.
    constexpr std::size_t most = 20;
    const auto is_there = [at](const Error& other) { return other.at.offset == at.offset; };
    if (is_broken_ || further_.size() == most || (error_ && is_there(*error_))
        || std::ranges::any_of(further_, is_there))
        return;
    const Position position = lines_.position(at.offset);
    Error error{ErrorKind::invalid,
        fmt::format("{}:{}:{}: {}", tree_.source->path(), position.line, position.column, message),
        at};
    if (error_)
        further_.push_back(std::move(error));
    else
        error_ = std::move(error);
}

Error DocumentReader::errors() const
{
    std::vector<Error> sorted = further_;
    sorted.insert(sorted.begin(), *error_);
    std::ranges::stable_sort(sorted, {}, [](const Error& error) { return error.at.offset; });
    Error all = std::move(sorted.front());
    for (std::size_t index = 1; index < sorted.size(); ++index)
        all.further.push_back(std::move(sorted[index].message));
    return all;
}

void DocumentReader::unknown_word(const Node& node,
    std::string_view what,
    std::string_view word,
    const std::vector<std::string_view>& known)
{
    unknown_word_at(tree_.span(node), what, word, known);
}

void DocumentReader::unknown_word_at(
    Span at, std::string_view what, std::string_view word, const std::vector<std::string_view>& known)
{
    const std::string_view near = nearest(word, std::span(known));
    wrong_at(at,
        near.empty() ? fmt::format("unknown {} '{}'", what, redact(word))
                     : fmt::format("unknown {} '{}'; did you mean '{}'?", what, redact(word), near));
}

void DocumentReader::unknown_word(
    const Node& node, std::string_view what, std::span<const std::string_view> known)
{
    const std::vector<std::string_view> words(known.begin(), known.end());
    if (!node.is_scalar() || node.kind == Node::Kind::null)
        return wrong(
            node, fmt::format("{} must be one of {}, not {}", what, fmt::join(words, ", "), found(node)));
    const std::string_view near = nearest(node.value, known);
    wrong(node,
        near.empty() ? fmt::format(
            "unknown {} '{}'; it is one of {}", what, redact(node.value), fmt::join(words, ", "))
                     : fmt::format("unknown {} '{}'; did you mean '{}'?", what, redact(node.value), near));
}

std::string DocumentReader::found(const Node& node)
{
    switch (node.kind) {
    case Node::Kind::array:
        return "a list";
    case Node::Kind::object:
        return "a mapping";
    case Node::Kind::null:
        return "nothing";
    default:
        return fmt::format("'{}'", redact(node.value));
    }
}

bool DocumentReader::is_object(const Node& node, std::string_view what)
{
    if (node.kind == Node::Kind::object)
        return true;
    wrong(node,
        fmt::format("{} must be a mapping, not {}",
            what,
            node.value.empty() ? found(node) : std::string("a single value")));
    return false;
}

bool DocumentReader::object_of(
    const Node& node, std::string_view what, std::span<const std::string_view> known_keys)
{
    if (!is_object(node, what))
        return false;
    bool all_known = true;
    bool has_list = false;
    for (const Node& child : node) {
        if (std::ranges::find(known_keys, child.key) != known_keys.end())
            continue;
        const std::string_view near = nearest(child.key, known_keys);
        std::string advice = near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near);
        // One list of all keys per mapping is enough.
        if (near.empty() && !std::exchange(has_list, true))
            advice = fmt::format("; it takes {}", fmt::join(known_keys, ", "));
        wrong(child, fmt::format("unknown key in {}: '{}'{}", what, redact(child.key), advice));
        all_known = false;
    }
    return all_known;
}

bool DocumentReader::object_of(
    const Node& node, std::string_view what, std::initializer_list<std::string_view> known_keys)
{
    return object_of(node, what, std::span(known_keys.begin(), known_keys.size()));
}

bool DocumentReader::object_of(const Node& node, const KeyTable& table)
{
    std::vector<std::string_view> names;
    names.reserve(table.keys.size());
    for (const DocumentKey& key : table.keys)
        names.push_back(key.name);
    return object_of(node, table.what, std::span<const std::string_view>(names));
}

std::string DocumentReader::text(const Node& node)
{
    if (!node.is_scalar() || node.kind == Node::Kind::null) {
        wrong(node,
            node.key.empty() ? fmt::format("text is expected here, not {}", found(node))
                             : fmt::format("'{}' must be text, not {}", node.key, found(node)));
        return {};
    }
    return std::string(node.value);
}

double DocumentReader::number(const Node& node, double least, double most)
{
    double value = 0;
    const auto [end, error]
        = std::from_chars(node.value.data(), node.value.data() + node.value.size(), value);
    const bool whole = error == std::errc{} && end == node.value.data() + node.value.size();
    if (!node.is_scalar() || !whole || !(value >= least && value <= most)) {
        wrong(node,
            node.key.empty()
                ? fmt::format("a number from {} to {} is expected, not {}", least, most, found(node))
                : fmt::format(
                    "'{}' must be a number from {} to {}, not {}", node.key, least, most, found(node)));
        return least;
    }
    return value;
}

double DocumentReader::number(const Node& node, const KeyTable& table, std::string_view key)
{
    const DocumentKey* row = find_key(table, key);
    ensure(row != nullptr && (row->kinds & a_number) != 0, "a number is read of a key that takes none");
    return number(node, row->least, row->most);
}

bool DocumentReader::flag(const Node& node)
{
    if (node.value == "true" || node.value == "yes" || node.value == "on")
        return true;
    if (node.value != "false" && node.value != "no" && node.value != "off")
        wrong(node, fmt::format("'{}' must be true or false, not {}", node.key, found(node)));
    return false;
}

std::vector<const Node*> DocumentReader::list(const Node& node)
{
    std::vector<const Node*> elements;
    if (node.is_scalar()) {
        if (node.kind != Node::Kind::null)
            elements.push_back(&node);
        return elements;
    }
    if (node.kind != Node::Kind::array) {
        wrong(node,
            node.key.empty() ? fmt::format("a list is expected here, not {}", found(node))
                             : fmt::format("'{}' must be a list, not {}", node.key, found(node)));
        return elements;
    }
    for (const Node& element : node)
        elements.push_back(&element);
    return elements;
}

}
