// SPDX-License-Identifier: Apache-2.0
// Requests about a place in a file. All are answered from a check of the current texts.
#include "cli/lsp/code_actions.h"
#include "cli/lsp/definition.h"
#include "cli/lsp/hover.h"
#include "cli/lsp/server.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

bool is_at(const LspRange& range, LspPosition place) { return range.start <= place && place <= range.end; }

}

std::optional<Server::Asked> Server::ask(const Message& message)
{
    const Document* document = document_of(message.params);
    if (document == nullptr || document->path.empty()) {
        answer(message, "null");
        return std::nullopt;
    }
    if (fabrics_.is_stale() && !check()) {
        refuse(message.id, RpcError::content_modified, "the text has changed meanwhile");
        return std::nullopt;
    }
    const workspace::OpenFabric* fabric = fabrics_.fabric_of(document->path);
    if (fabric != nullptr && fabric->outcome != nullptr) {
        const SourceSet& sources = fabric->outcome->fabric.sources;
        for (SourceId id = 0; id < sources.size(); ++id) {
            const Source* source = sources.find(id);
            // Texts can differ: a file that no driver reads is not kept, and of an invalid policy the last
            // valid text is in use.
            if (source != nullptr && source->path() == document->path && source->text() == document->text)
                return Asked{document, fabric, source};
        }
    }
    answer(message, "null");
    return std::nullopt;
}

Cursor Server::cursor_of(const Source& source, LspPosition position) const
{
    const LineIndex lines(source.text());
    Cursor cursor{.source = &source, .offset = lines.offset(position, client_.encoding)};
    const std::uint32_t line = lines.line_of(cursor.offset);
    cursor.line_begin = lines.line_begin(line);
    cursor.line_end = lines.line_end(line);
    return cursor;
}

void Server::hover(const Message& message)
{
    const auto position = read_position(find(message.params, "position"));
    if (!position) {
        refuse(message.id, RpcError::invalid_params, "a hover has a position");
        return;
    }
    const auto asked = ask(message);
    if (!asked)
        return;
    std::vector<const Rule*> rules;
    for (const Diagnostic& diagnostic : shown_[asked->document->path]) {
        if (diagnostic.finding == Diagnostic::none || !is_at(diagnostic.range, *position))
            continue;
        const Rule* rule = asked->fabric->outcome->report.findings[diagnostic.finding].rule;
        if (std::ranges::find(rules, rule) == rules.end())
            rules.push_back(rule);
    }
    const std::string text
        = hover_text(*asked->fabric->outcome, cursor_of(*asked->source, *position), rules, client_);
    if (text.empty()) {
        answer(message, "null");
        return;
    }
    JsonWriter out;
    out.begin_object();
    out.key("contents").begin_object();
    out.text("kind", client_.markdown ? "markdown" : "plaintext");
    out.text("value", text);
    out.end();
    out.end();
    answer(message, out.take_value());
}

void Server::definition(const Message& message)
{
    const auto position = read_position(find(message.params, "position"));
    if (!position) {
        refuse(message.id, RpcError::invalid_params, "a definition is asked for at a position");
        return;
    }
    const auto asked = ask(message);
    if (!asked)
        return;
    const Fabric& fabric = asked->fabric->outcome->fabric;
    Locator locator(fabric.sources, client_.encoding);
    JsonWriter out;
    out.begin_array();
    for (const Span place : definitions_at(fabric, cursor_of(*asked->source, *position))) {
        out.begin_object();
        out.text("uri", uri_of(locator.source(place)->path()));
        write_range(out, "range", locator.shown(place));
        out.end();
    }
    out.end();
    answer(message, out.take_value());
}

void Server::code_actions(const Message& message)
{
    const auto range = read_range(find(message.params, "range"));
    if (!range) {
        refuse(message.id, RpcError::invalid_params, "code actions are asked for in a range");
        return;
    }
    const auto asked = ask(message);
    if (!asked)
        return;
    ActionWish wish{.range = *range};
    if (const Node* only = find(message.params, "context", "only");
        only != nullptr && only->kind == Node::Kind::array) {
        for (const Node& kind : *only) {
            if (const auto word = text_of(&kind))
                wish.only.emplace_back(*word);
        }
    }
    answer(message,
        code_actions_of(
            *asked->fabric,
            *asked->source,
            shown_[asked->document->path],
            wish,
            client_,
            [this](const std::string& path) { return uri_of(path); },
            [this](const std::string& path) -> std::optional<std::int64_t> {
                const Document* document = document_at(path);
                return document == nullptr ? std::nullopt : document->version;
            }));
}

}
