// SPDX-License-Identifier: Apache-2.0
// opensm has no command that sets an option: it reads files. So the commands are a patch of the files, and
// how opensm is made to read them again. opensm 3.3.23, opensm/main.c: SIGHUP forces a heavy sweep;
// osm_state_mgr.c, do_sweep: the sweep reads the option file again (osm_subn_rescan_conf_files of
// osm_subnet.c, only options with can_update), the partitions and the qos policy.
#include "drivers/opensm/commands.h"

#include "drivers/opensm/edit/edit.h"
#include "drivers/opensm/edit/file_patch.h"
#include "drivers/opensm/opensm.h"
#include "models/catalog/opensm_options.h"
#include "models/fabric/subnet/subnet_manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace rocelint::opensm {
namespace {

using Running = std::map<std::string_view, std::string_view>;

// By the name under which opensm shows the option. Keys are ignored.
Running running_options(const Device& device)
{
    Running running;
    if (!device.manager)
        return running;
    for (const SmOption& option : device.manager->options) {
        const catalog::OpensmOption* known = catalog::find_opensm_option(option.name);
        if (known != nullptr && option.known && !option.secret && !option.overridden)
            running[known->same_as.empty() ? known->name : known->same_as] = option.runs;
    }
    return running;
}

std::string_view fallback_of(std::string_view name, const Device& device)
{
    const catalog::OpensmOption* option = catalog::find_opensm_option(name);
    const bool nvidia = device.manager && device.manager->flavour == SmFlavour::nvidia;
    return option == nullptr ? std::string_view{} : nvidia ? option->nvidia_fallback : option->fallback;
}

bool is_read_at_start(std::string_view name)
{
    const catalog::OpensmOption* option = catalog::find_opensm_option(name);
    return option != nullptr && option->restart;
}

// Adds to the patch which options run differently, and whether opensm must be restarted for them.
void tell_meaning(const Device& before, const Device& after, ManagerPatch& patch)
{
    const Running old = running_options(before);
    const Running fresh = running_options(after);
    const auto tell = [&](std::string_view name, std::string_view value) {
        patch.meant.push_back({std::string(name), std::string(value)});
        patch.restart = patch.restart || is_read_at_start(name);
    };
    for (const auto& [name, value] : fresh) {
        const auto was = old.find(name);
        if ((was == old.end() ? fallback_of(name, before) : was->second) != value)
            tell(name, value);
    }
    for (const auto& [name, value] : old) {
        if (!fresh.contains(name) && fallback_of(name, after) != value)
            tell(name, fallback_of(name, after));
    }
}

const Tree* tree_of(std::span<const Tree> trees, std::string_view path)
{
    const auto found = std::ranges::find_if(
        trees, [path](const Tree& tree) { return tree.source != nullptr && tree.source->path() == path; });
    return found == trees.end() ? nullptr : &*found;
}

// The files as they are after an edit, read again.
struct Edited {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Reading reading;
};

Result<Edited> edited_files(
    std::span<const Tree> trees, const Device& device, const Editing& editing, ManagerPatch& patch)
{
    Edited result;
    SourceId last = 0;
    for (const Tree& tree : trees) {
        const Source& old = *tree.source;
        last = std::max(last, old.id());
        std::vector<Edit> own;
        std::ranges::copy_if(editing.edits, std::back_inserter(own), [&old](const Edit& edit) {
            return edit.at.source == old.id();
        });
        auto text = apply_edits(old, std::move(own));
        if (!text)
            return tl::unexpected(text.error());
        if (*text != old.text())
            patch.files.push_back(patch_between(old.file_name(), old.text(), *text));
        result.sources.push_back(std::make_unique<Source>(old.id(), old.path(), std::move(*text)));
    }
    for (const RenderedFile& file : editing.created) {
        FilePatch made = patch_between(file.name, {}, file.text);
        made.created = true;
        patch.files.push_back(std::move(made));
        result.sources.push_back(std::make_unique<Source>(++last, file.name, file.text));
    }
    for (const std::unique_ptr<Source>& source : result.sources)
        result.trees.push_back(driver.parse(*source));
    result.reading = driver.read(result.trees, device.name);
    return result;
}

}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    const Editing editing = edit(trees, device, changes);
    made.refused = editing.refused;
    if (!made.refused.empty())
        return made;
    ManagerPatch patch;
    const auto edited = edited_files(trees, device, editing, patch);
    if (!edited) {
        for (std::uint32_t index = 0; index < changes.size(); ++index)
            made.refused.push_back({index, edited.error().message});
        return made;
    }
    tell_meaning(device, edited->reading.device, patch);
    if (patch.files.empty())
        return made;
    for (std::uint32_t index = 0; patch.restart && index < changes.size(); ++index) {
        const auto* wanted = std::get_if<ManagerText>(&changes[index].value);
        const bool is_option = changes[index].property == Property::manager && wanted != nullptr;
        // A change of another kind may also affect such an option; then all its options wait for the restart.
        if (!is_option || is_read_at_start(wanted->what))
            made.interruptions.push_back({index,
                fmt::format(
                    "opensm reads {} when it starts and not again, so that its service is restarted and the subnet is "
                    "without this manager meanwhile (opensm 3.3.23, opensm/osm_subnet.c, opt_tbl: can_update)",
                    is_option ? std::string_view(wanted->what) : std::string_view("what this changes"))});
    }
    made.text = write_patch(patch);
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change>)
{
    ManagerPatch patch;
    for (const Tree& tree : after) {
        const Source& now = *tree.source;
        const Tree* old = tree_of(before, now.path());
        FilePatch file = patch_between(
            now.file_name(), now.text(), old == nullptr ? std::string_view{} : old->source->text());
        file.deleted = old == nullptr;
        if (file.deleted || !file.hunks.empty())
            patch.files.push_back(std::move(file));
    }
    tell_meaning(driver.read(after, device_before.name).device, device_before, patch);
    Commands made;
    if (!patch.files.empty())
        made.text = write_patch(patch);
    return made;
}

}
