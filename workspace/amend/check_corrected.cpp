// SPDX-License-Identifier: Apache-2.0
#include "workspace/amend/check_corrected.h"

#include "workspace/check/next_boot.h"

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

using Sources = std::vector<std::shared_ptr<const Source>>;

// The device files as they will be: the existing ones in their order, then new ones.
Sources corrected_files(const Outcome& before, const std::vector<Correction>& corrections)
{
    std::map<SourceId, const CorrectedFile*> changed;
    std::vector<const CorrectedFile*> created;
    for (const Correction& correction : corrections) {
        for (const CorrectedFile& file : correction.files) {
            if (file.source == no_source)
                created.push_back(&file);
            else
                changed[file.source] = &file;
        }
    }
    Sources files;
    SourceId next = first_input_id;
    for (const FileReport& report : before.files) {
        const std::shared_ptr<const Source> source = before.fabric.sources.share(report.source);
        if (source == nullptr)
            continue;
        next = std::max(next, source->id() + 1);
        const auto found = changed.find(source->id());
        files.push_back(found == changed.end()
                ? source
                : std::make_shared<const Source>(source->id(), source->path(), found->second->text));
    }
    for (const CorrectedFile* file : created)
        files.push_back(std::make_unique<Source>(next++, file->path, file->text));
    return files;
}

}

std::unique_ptr<Outcome> check_corrected(const Outcome& before, const std::vector<Correction>& corrections)
{
    Loaded loaded = load_sources(corrected_files(before, corrections),
        {.platform = before.asked.platform,
            .topology = before.asked.topology.given() ? &before.asked.topology : nullptr});
    take_after_boot(loaded);
    loaded.reach = before.asked.reach;
    for (SourceId id = 0; id < first_input_id; ++id) {
        if (auto ours = before.fabric.sources.share(id); ours != nullptr)
            loaded.sources.put(std::move(ours));
    }
    Selection all = before.asked.selection;
    all.select.clear();
    all.ignore.clear();
    all.progress = nullptr;
    return check_loaded(std::move(loaded), before.asked.topology, before.policy, all, before.asked.today);
}

}
