// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/known_devices.h"

#include <iterator>
#include <utility>

namespace rocelint::workspace {
namespace {

template <class Map>
void drop_unused(Map& known)
{
    for (auto entry = known.begin(); entry != known.end();)
        entry = std::exchange(entry->second.used, false) ? std::next(entry) : known.erase(entry);
}

}

KnownDevices::Key KnownDevices::key_of(const FileGroup& group, const std::vector<InputFile>& files)
{
    Key key{.driver = files[group.files.front()].driver,
        .name = group.name,
        .name_is_given = group.name_is_given,
        .sources = {}};
    for (const std::size_t file : group.files)
        key.sources.push_back(files[file].source);
    return key;
}

const InputFile* KnownDevices::find(const Source& source)
{
    const std::scoped_lock lock(mutex_);
    const auto known = files_.find(&source);
    if (known == files_.end())
        return nullptr;
    known->second.used = true;
    return &known->second.found;
}

void KnownDevices::keep(std::shared_ptr<const Source> source, const InputFile& file)
{
    const Source* address = source.get();
    File known{std::move(source), file};
    const std::scoped_lock lock(mutex_);
    files_.insert_or_assign(address, std::move(known));
}

const ReadGroup* KnownDevices::find(const FileGroup& group, const std::vector<InputFile>& files)
{
    const Key key = key_of(group, files);
    const std::scoped_lock lock(mutex_);
    const auto known = entries_.find(key);
    if (known == entries_.end())
        return nullptr;
    known->second.used = true;
    return &known->second.read;
}

void KnownDevices::keep(const FileGroup& group, const std::vector<InputFile>& files, const ReadGroup& read)
{
    Key key = key_of(group, files);
    Entry entry{read};
    const std::scoped_lock lock(mutex_);
    entries_.insert_or_assign(std::move(key), std::move(entry));
}

void KnownDevices::forget_unused()
{
    const std::scoped_lock lock(mutex_);
    drop_unused(entries_);
    drop_unused(files_);
}

std::size_t KnownDevices::size() const
{
    const std::scoped_lock lock(mutex_);
    return entries_.size();
}

}
