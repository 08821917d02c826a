// SPDX-License-Identifier: Apache-2.0
// Language Server Protocol 3.17, ClientCapabilities.
#include "cli/lsp/abilities.h"

#include "cli/lsp/message.h"
#include "cli/lsp/uri.h"

#include <filesystem>
#include <system_error>

namespace rocelint::cli {
namespace {

bool has_word(const Node* list, std::string_view word)
{
    if (list == nullptr || list->kind != Node::Kind::array)
        return false;
    for (const Node& entry : *list) {
        if (text_of(&entry) == word)
            return true;
    }
    return false;
}

Encoding chosen_encoding(const Node* list)
{
    if (list != nullptr && list->kind == Node::Kind::array) {
        for (const Node& entry : *list) {
            for (const Encoding encoding : {Encoding::utf8, Encoding::utf16, Encoding::utf32}) {
                if (text_of(&entry) == name_of(encoding))
                    return encoding;
            }
        }
    }
    return Encoding::utf16;
}

// The pages installed with the program, by `cmake --install` or a package.
std::string installed_pages()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    const std::filesystem::path pages
        = (program.parent_path() / "../share/doc/rocelint/rules").lexically_normal();
    return std::filesystem::is_directory(pages, error) ? uri_of_path(pages.string()) + '/' : std::string();
}

}

ClientAbilities read_abilities(const Node* params)
{
    const Node* client = find(params, "capabilities");
    const Node* document = find(client, "textDocument");
    const Node* workspace = find(client, "workspace");
    ClientAbilities can;
    can.encoding = chosen_encoding(find(client, "general", "positionEncodings"));
    const Node* published = find(document, "publishDiagnostics");
    can.related_information = is_true(find(published, "relatedInformation"));
    can.code_description = is_true(find(published, "codeDescriptionSupport"));
    can.versions = is_true(find(published, "versionSupport"));
    const Node* action = find(document, "codeAction");
    can.code_action_literals = find(action, "codeActionLiteralSupport") != nullptr;
    can.disabled_actions = is_true(find(action, "disabledSupport"));
    can.preferred_actions = is_true(find(action, "isPreferredSupport"));
    const Node* edit = find(workspace, "workspaceEdit");
    can.document_changes = is_true(find(edit, "documentChanges"));
    can.creates_files = can.document_changes && has_word(find(edit, "resourceOperations"), "create");
    can.markdown = has_word(find(document, "hover", "contentFormat"), "markdown");
    can.progress = is_true(find(client, "window", "workDoneProgress"));
    can.watches_files = is_true(find(workspace, "didChangeWatchedFiles", "dynamicRegistration"));
    if (const auto pages = text_of(find(params, "initializationOptions", "rulePages"))) {
        can.rule_pages = *pages;
    } else {
        can.rule_pages = installed_pages();
    }
    return can;
}

}
