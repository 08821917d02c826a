// SPDX-License-Identifier: Apache-2.0
// Handles what a client reports about its folders and files; each report schedules a check.
#include "cli/lsp/server.h"
#include "cli/lsp/uri.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {

void Server::change_folders(const Node* event)
{
    const auto paths = [](const Node* list) {
        std::vector<std::string> found;
        if (list == nullptr || list->kind != Node::Kind::array)
            return found;
        for (const Node& folder : *list) {
            if (auto path = path_of_uri(text_of(find(&folder, "uri")).value_or("")))
                found.push_back(*std::move(path));
        }
        return found;
    };
    for (const std::string& gone : paths(find(event, "removed")))
        std::erase(folders_, gone);
    for (std::string& fresh : paths(find(event, "added")))
        folders_.push_back(std::move(fresh));
    set_roots();
    check_soon(Clock::duration::zero());
}

// For a file opened outside of all folders, adds its fabric, or the file alone.
void Server::set_roots()
{
    std::vector<std::string> roots = folders_;
    for (const auto& [uri, document] : documents_) {
        const std::string& path = document.path;
        if (path.empty() || std::ranges::any_of(folders_, [&path](const std::string& folder) {
                return workspace::is_below(path, folder);
            }))
            continue;
        std::string marked = workspace::find_topology(path);
        if (marked.empty())
            marked = workspace::find_policy(path);
        roots.push_back(marked.empty() ? path : workspace::folder_of(marked));
    }
    std::ranges::sort(roots);
    const auto repeated = std::ranges::unique(roots);
    roots.erase(repeated.begin(), repeated.end());
    if (roots != fabrics_.roots())
        fabrics_.set_roots(std::move(roots));
}

Document* Server::document_of(const Node* params)
{
    const auto uri = text_of(find(params, "textDocument", "uri"));
    const auto found = uri ? documents_.find(*uri) : documents_.end();
    return found == documents_.end() ? nullptr : &found->second;
}

void Server::open(const Node* params)
{
    const Node* item = find(params, "textDocument");
    const auto uri = text_of(find(item, "uri"));
    const auto text = text_of(find(item, "text"));
    if (!uri || !text)
        return;
    const auto path = path_of_uri(*uri);
    Document document{.uri = std::string(*uri),
        .path = path ? fabrics_.known_path(*path) : std::string(),
        .version = number_of(find(item, "version")),
        .text = std::string(*text),
        .turn = ++turns_};
    if (path)
        fabrics_.put(document.path, document.text);
    documents_.insert_or_assign(document.uri, std::move(document));
    set_roots();
    check_soon(Clock::duration::zero());
}

void Server::change(const Node* params)
{
    Document* document = document_of(params);
    if (document == nullptr)
        return;
    if (!apply_changes(document->text, find(params, "contentChanges"), client_.encoding)) {
        log(fmt::format("a change of {} was malformed and is left out", document->uri));
        return;
    }
    document->version = number_of(find(params, "textDocument", "version"));
    document->turn = ++turns_;
    if (!document->path.empty())
        fabrics_.put(document->path, document->text);
    // An edit after a pause is checked at once; edits in quick succession are checked when they stop.
    const Clock::time_point now = Clock::now();
    check_soon(now - last_edit_ < typing_pause ? typing_pause : Clock::duration::zero());
    last_edit_ = now;
}

void Server::close(const Node* params)
{
    const Document* document = document_of(params);
    if (document == nullptr)
        return;
    const std::string path = document->path;
    documents_.erase(document->uri);
    // The file may still be open under another URI, with unsaved text.
    if (const Document* other = path.empty() ? nullptr : document_at(path))
        fabrics_.put(path, other->text);
    else if (!path.empty())
        fabrics_.drop(path);
    set_roots();
    check_soon(Clock::duration::zero());
}

// A new file may now belong to a fabric, or create one.
void Server::save(const Node* params)
{
    const Document* document = document_of(params);
    if (document == nullptr || document->path.empty())
        return;
    const std::string name = workspace::last_name(document->path);
    if (fabrics_.fabric_of(document->path) != nullptr && name != "rocelint.yaml" && name != "topology.yaml")
        return;
    fabrics_.look_again();
    set_roots();
    check_soon(Clock::duration::zero());
}

void Server::files_changed(const Node* params)
{
    const Node* changes = find(params, "changes");
    if (changes == nullptr || changes->kind != Node::Kind::array)
        return;
    std::vector<std::string> paths;
    for (const Node& change : *changes) {
        if (auto path = path_of_uri(text_of(find(&change, "uri")).value_or("")))
            paths.push_back(fabrics_.known_path(*path));
    }
    fabrics_.changed_on_disk(paths);
    if (fabrics_.is_stale())
        check_soon(typing_pause);
}

}
