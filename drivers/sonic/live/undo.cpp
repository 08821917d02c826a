// SPDX-License-Identifier: Apache-2.0
// An undo is the patch from the configuration after the change to the one before it. With several files we do
// not know which one the switch runs, so the undo is refused.
#include "drivers/sonic/live/live.h"
#include "drivers/sonic/tables/config_document.h"

#include <fmt/format.h>

namespace rocelint::sonic {
namespace {

// The one file of the device that is CONFIG_DB; pg_profile_lookup.ini and the like are not configuration.
Result<Document> configuration(std::span<const Tree> trees)
{
    const Tree* found = nullptr;
    for (const Tree& tree : trees) {
        if (tree.root == nullptr || tree.root->kind == Node::Kind::line)
            continue;
        if (found != nullptr)
            return fail(ErrorKind::invalid, "the configuration is in several files");
        found = &tree;
    }
    if (found == nullptr)
        return fail(ErrorKind::invalid, "the device has no configuration");
    return document_of(*found);
}

}

Commands undo(
    std::span<const Tree> before, std::span<const Tree> after, const Device&, std::span<const Change> changes)
{
    Commands made;
    auto old_document = configuration(before);
    auto new_document = configuration(after);
    if (!old_document || !new_document) {
        const std::string& why = old_document ? new_document.error().message : old_document.error().message;
        for (std::uint32_t index = 0; index < changes.size(); ++index)
            made.refused.push_back({index, "it could not be undone: " + why});
        return made;
    }
    drop_volatile(*old_document);
    drop_volatile(*new_document);
    made.text = patch_between(*new_document, *old_document);
    return made;
}

}
