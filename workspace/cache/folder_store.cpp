// SPDX-License-Identifier: Apache-2.0
// The digest of an entry tells what was torn or flipped. It is no seal: whoever may write to the folder may as well replace
// the program (docs/security.md).
#include "workspace/cache/folder_store.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <dirent.h>
#include <fcntl.h>
#include <numeric>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rocelint::workspace {
namespace {

// More packs than this are not kept, where small ones can be joined.
constexpr std::size_t most_packs = 16;
// A pack is small beside one that is so many times larger.
constexpr std::uint64_t much_larger = 4;

std::string describe(int code) { return std::generic_category().message(code); }

std::int64_t seconds_now() { return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()); }

// All folders of the path, as far as they are not there. What cannot be made is told by opening it.
void make_folders(const std::string& path)
{
    constexpr mode_t of_owner = 0700;
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        ::mkdir(path.substr(0, at).c_str(), of_owner);
    ::mkdir(path.c_str(), of_owner);
}

// The names in a folder, sorted.
std::vector<std::string> list(int folder)
{
    std::vector<std::string> names;
    const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); // closedir() closes it
    DIR* listing = again < 0 ? nullptr : ::fdopendir(again);
    if (listing == nullptr)
        return names;
    while (const struct dirent* row = ::readdir(listing))
        names.emplace_back(row->d_name);
    ::closedir(listing);
    std::ranges::sort(names);
    return names;
}

// What another run is writing right now is not touched; what is left of one that was ended is taken away.
void remove_unfinished(int folder, const std::string& name)
{
    constexpr std::int64_t hour = 60 * 60;
    struct stat status { };
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0
        && status.st_mtim.tv_sec + hour < seconds_now())
        ::unlinkat(folder, name.c_str(), 0);
}

}

FolderStore::FolderStore(std::string folder, const Digest& program, std::uint64_t most_bytes)
    : program_(program), most_bytes_(most_bytes)
{
    if (::getrandom(&run_, sizeof(run_), GRND_NONBLOCK) != sizeof(run_))
        run_ = static_cast<std::uint64_t>(::getpid());
    make_folders(folder);
    while (folder.size() > 1 && folder.ends_with('/'))
        folder.pop_back(); // which would follow a link
    folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder_ >= 0) {
        open_packs();
    } else {
        unusable_ = describe(errno);
        writable_ = false;
    }
}

FolderStore::~FolderStore()
{
    if (writer_.is_open())
        writer_.give_up();
    if (folder_ >= 0)
        ::close(folder_);
}

void FolderStore::open_packs()
{
    for (std::string& name : list(folder_)) {
        if (!is_pack_name(name))
            continue;
        Pack pack;
        if (const char* reason = open_pack(folder_, name, pack); reason != nullptr) {
            ++refusals_[reason];
            broken_.push_back(std::move(name));
        } else {
            packs_.push_back(std::move(pack));
        }
    }
    std::size_t rows = 0;
    for (const Pack& pack : packs_) {
        rows += pack.rows.size();
        used_.emplace_back(pack.rows.size());
    }
    places_.reserve(rows);
    for (std::uint32_t pack = 0; pack < packs_.size(); ++pack) {
        for (std::uint32_t row = 0; row < packs_[pack].rows.size(); ++row)
            places_.insert_or_assign(packs_[pack].rows[row].key, Place{pack, row});
    }
}

Sha256 FolderStore::begin_key(stored::EntryKind kind) const
{
    Sha256 key;
    key.add(bytes_of(program_));
    key.add_number(static_cast<std::uint64_t>(kind));
    return key;
}

void FolderStore::miss(stored::EntryKind kind, const char* reason)
{
    if (reason == nullptr) {
        ++count(kind).missing;
        return;
    }
    ++count(kind).refused;
    const std::scoped_lock lock(mutex_);
    ++refusals_[reason];
}

void FolderStore::refuse(stored::EntryKind kind, std::string_view reason)
{
    --count(kind).used;
    miss(kind, std::string(reason).c_str());
}

void FolderStore::outdate(stored::EntryKind kind)
{
    --count(kind).used;
    miss(kind, nullptr);
}

bool FolderStore::load(stored::EntryKind kind, const Digest& key, std::string& bytes)
{
    const auto place = places_.find(key);
    if (place == places_.end()) {
        miss(kind, nullptr);
        return false;
    }
    const auto [pack, row] = place->second;
    if (const char* reason = read_entry(packs_[pack], packs_[pack].rows[row], bytes); reason != nullptr) {
        miss(kind, reason);
        return false;
    }
    used_[pack][row].store(true, std::memory_order_relaxed);
    ++count(kind).used;
    return true;
}

void FolderStore::stop_writing(int code)
{
    if (writer_.is_open())
        writer_.give_up();
    writable_ = false;
    unwritable_ = describe(code);
}

bool FolderStore::begin_writing()
{
    if (!writable_ || writer_.is_open())
        return writable_;
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    const auto name = pack_name(static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count()), run_);
    if (!writer_.open(folder_, name))
        stop_writing(errno);
    return writable_;
}

void FolderStore::save(stored::EntryKind kind, const Digest& key, std::string_view bytes)
{
    const std::scoped_lock lock(mutex_);
    if (!begin_writing())
        return;
    if (writer_.bytes() + bytes.size() > most_bytes_)
        return; // of a fabric that is too large for the folder, what came first is kept
    if (writer_.add(key, bytes))
        ++count(kind).saved;
    else
        stop_writing(errno);
}

bool FolderStore::is_used(std::size_t pack) const
{
    return std::ranges::any_of(used_[pack], [](const auto& row) { return row.load(); });
}

// How long ago a pack was used need not be known better than to an hour.
void FolderStore::note_use()
{
    constexpr std::int64_t hour = 60 * 60;
    const std::int64_t now = seconds_now();
    for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
        const bool used = is_used(pack);
        if (used && packs_[pack].used_at + hour < now)
            static_cast<void>(::futimens(packs_[pack].file.get(), nullptr));
        if (used)
            packs_[pack].used_at = now;
    }
}

std::vector<bool> FolderStore::choose_small() const
{
    std::vector<bool> small(packs_.size());
    if (packs_.size() < most_packs)
        return small;
    const std::uint64_t largest = std::ranges::max_element(packs_, {}, &Pack::bytes)->bytes;
    for (std::size_t pack = 0; pack < packs_.size(); ++pack)
        small[pack] = packs_[pack].bytes < largest / much_larger;
    return small;
}

bool FolderStore::absorb(const std::vector<bool>& packs, bool only_used)
{
    std::string content;
    for (std::uint32_t pack = 0; pack < packs_.size(); ++pack) {
        for (std::uint32_t row = 0; packs[pack] && row < packs_[pack].rows.size(); ++row) {
            const PackRow& entry = packs_[pack].rows[row];
            const Place place = places_.at(entry.key);
            const bool youngest = place.pack == pack && place.row == row;
            if (!youngest || (only_used && !used_[pack][row].load())
                || read_entry(packs_[pack], entry, content) != nullptr)
                continue;
            if (!writer_.add(entry, content))
                return false;
        }
    }
    return true;
}

void FolderStore::remove(const std::vector<bool>& packs)
{
    for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
        if (packs[pack])
            ::unlinkat(folder_, packs_[pack].name.c_str(), 0);
    }
}

// Packs that this run did not use go first, the longest unused before all; enough of them to come down to the limit.
std::vector<bool> FolderStore::choose_unused(std::uint64_t& sum) const
{
    std::vector<std::size_t> order(packs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t pack) { return packs_[pack].used_at; });
    std::vector<bool> chosen(packs_.size());
    for (const std::size_t pack : order) {
        if (sum <= most_bytes_)
            break;
        if (is_used(pack))
            continue;
        sum -= packs_[pack].bytes;
        chosen[pack] = true;
    }
    return chosen;
}

void FolderStore::finish()
{
    const std::scoped_lock lock(mutex_);
    if (folder_ < 0)
        return;
    note_use();
    if (!writer_.is_open())
        return;
    for (const std::string& name : list(folder_)) {
        if (is_unfinished_name(name))
            remove_unfinished(folder_, name);
    }
    for (const std::string& name : broken_)
        ::unlinkat(folder_, name.c_str(), 0);
    std::uint64_t sum = writer_.bytes();
    for (const Pack& pack : packs_)
        sum += pack.bytes;
    const std::vector<bool> unused = choose_unused(sum);
    // Where one state of the files after the other has filled the folder, what is in use lies among much that is not.
    const bool crowded = sum > most_bytes_;
    std::vector<bool> joined = crowded ? std::vector<bool>(packs_.size(), true) : choose_small();
    for (std::size_t pack = 0; pack < packs_.size(); ++pack)
        joined[pack] = joined[pack] && !unused[pack];
    if (!absorb(joined, crowded) || !writer_.finish())
        return stop_writing(errno);
    remove(joined);
    remove(unused);
}

CacheReport FolderStore::report() const
{
    CacheReport report;
    for (std::size_t kind = 0; kind < counts_.size(); ++kind)
        report.kinds[kind]
            = {counts_[kind].used, counts_[kind].missing, counts_[kind].refused, counts_[kind].saved};
    const std::scoped_lock lock(mutex_);
    for (EntryCounts& kind : report.kinds)
        kind.saved = unwritable_.empty() ? kind.saved : 0;
    report.refusals = refusals_;
    report.unusable = unusable_;
    report.unwritable = unwritable_;
    return report;
}

}
