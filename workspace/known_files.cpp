// SPDX-License-Identifier: Apache-2.0
#include "workspace/known_files.h"

#include "drivers/table/kept_reason.h"
#include "models/stored/bytes.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace rocelint::workspace {
namespace {

using stored::EntryKind;

std::int64_t nanoseconds(const timespec& time)
{
    constexpr std::int64_t per_second = 1'000'000'000;
    return time.tv_sec * per_second + time.tv_nsec;
}

// Two seconds is the coarsest timestamp of any file system in use (FAT).
bool is_settled(const FileState& state)
{
    constexpr std::int64_t tick = 2'000'000'000;
    const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                         .count();
    return std::max(state.changed, state.touched) + tick < now;
}

void write(stored::ByteWriter& out, const FileState& state)
{
    out.number(state.device);
    out.number(state.inode);
    out.number(state.size);
    out.signed_number(state.changed);
    out.signed_number(state.touched);
}

FileState read(stored::ByteReader& in)
{
    FileState state;
    state.device = in.number();
    state.inode = in.number();
    state.size = in.number();
    state.changed = in.signed_number();
    state.touched = in.signed_number();
    return state;
}

}

std::optional<FileState> state_of(const std::string& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return FileState{status.st_dev,
        status.st_ino,
        static_cast<std::uint64_t>(status.st_size),
        nanoseconds(status.st_mtim),
        nanoseconds(status.st_ctim)};
}

Digest KnownFiles::key_of(const std::string& path) const
{
    Sha256 key = store_->begin_key(EntryKind::file);
    key.add_text(path); // a driver may depend on the path; the state identifies the file
    return key.finish();
}

std::optional<KnownFile> KnownFiles::find(const std::string& path, const FileState& state) const
{
    std::string bytes;
    if (!trusted_ || !store_->load(EntryKind::file, key_of(path), bytes))
        return std::nullopt;
    stored::ByteReader in(bytes);
    const bool same = read(in) == state;
    KnownFile known;
    in.raw(known.content.data(), known.content.size());
    const std::string_view driver = in.text();
    const std::string_view reason = in.text();
    known.driver = driver.empty() ? nullptr : find_driver(driver);
    if (!in.done() || (known.driver == nullptr) != driver.empty()) {
        store_->refuse(EntryKind::file, "its content cannot be read");
        return std::nullopt;
    }
    if (!same) {
        store_->outdate(EntryKind::file);
        return std::nullopt;
    }
    known.reason = kept_reason(std::string(reason));
    return known;
}

void KnownFiles::keep(const std::string& path, const FileState& state, const KnownFile& known) const
{
    if (!trusted_ || !is_settled(state))
        return;
    stored::ByteWriter out;
    write(out, state);
    out.raw(known.content.data(), known.content.size());
    out.text(known.driver == nullptr ? std::string_view{} : known.driver->name);
    out.text(known.reason);
    store_->save(EntryKind::file, key_of(path), out.take());
}

}
