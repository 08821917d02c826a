// SPDX-License-Identifier: Apache-2.0
// cloud-init's user data (cloud-init, Module reference: write_files, runcmd, bootcmd): files of the host and
// commands. An entry of runcmd is a line for the shell, or the words of one command.
#include "drivers/linux_host/config/embedded_text.h"

#include <utility>

namespace rocelint::linux_host {

void read_cloud_init(ConfigFile& file, Arena& arena)
{
    const Node* root = file.tree->root;
    if (root == nullptr)
        return;
    mark_all(*file.tree, CoverageState::irrelevant);
    // Only a file that says so is a template (cloud-init, Instance data).
    FillIn fill_in;
    if (file.tree->source->text().starts_with("## template:"))
        fill_in = [](std::string_view) -> std::optional<std::string> { return std::nullopt; };
    EmbeddedTexts texts(file, arena, std::move(fill_in));
    // bootcmd runs first, and runcmd after the files are written.
    if (const Node* commands = root->child("bootcmd"); commands != nullptr) {
        for (const Node& command : *commands)
            texts.read_commands(command, true);
    }
    if (const Node* files = root->child("write_files"); files != nullptr) {
        for (const Node& entry : *files) {
            const Node* path = entry.child("path");
            const Node* content = entry.child("content");
            if (path == nullptr || content == nullptr)
                continue;
            const Node* encoding = entry.child("encoding");
            if (encoding == nullptr || encoding->value.starts_with("text"))
                texts.read_file(*content, path->value);
            else
                texts.read_encoded_file(*content, path->value);
        }
    }
    if (const Node* commands = root->child("runcmd"); commands != nullptr) {
        for (const Node& command : *commands)
            texts.read_commands(command, true);
    }
}

}
