// SPDX-License-Identifier: Apache-2.0
// The journal must survive what the push does not: a line is on disk before the action that it announces.
#include "push/journal/journal.h"

#include "push/journal/journal_line.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rocelint::push {
namespace {

tl::unexpected<Error> cannot(const std::string& path, std::string_view what, int code)
{
    return fail(ErrorKind::unreadable,
        fmt::format("{}: the journal cannot be {}: {}", path, what, std::generic_category().message(code)));
}

// Takes a lock that ends with the process, so that two pushes never write the same journal.
Result<void> lock_file(int descriptor, const std::string& path)
{
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return {};
    return fail(ErrorKind::refused, fmt::format("{}: another rocelint is writing this journal", path));
}

// Returns 0 or an errno value. A file system that does not support fsync is not an error.
int synchronise(const std::string& path, int flags)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
    if (descriptor < 0)
        return errno;
    const int code = ::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS ? errno : 0;
    ::close(descriptor);
    return code;
}

// A new file survives a crash of the machine only if its folder was synced too.
int keep_name_of(const std::string& path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return synchronise(folder.empty() ? "." : folder, O_DIRECTORY);
}

}

Result<std::unique_ptr<Journal>> Journal::create(const std::string& path, const JournalHead& head)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno == EEXIST)
        return fail(ErrorKind::usage,
            fmt::format(
                "{}: this journal already exists; go on with `push --resume {}`{}, or name another with "
                "--journal",
                path,
                path,
                head.rollback ? std::string() : fmt::format(", undo it with `rollback {}`", path)));
    if (descriptor < 0)
        return cannot(path, "made", errno);
    std::unique_ptr<Journal> journal(new Journal(path, descriptor));
    if (auto locked = lock_file(descriptor, path); !locked)
        return tl::unexpected(locked.error());
    auto written = journal->write_line(head_line(head));
    if (written) {
        if (const int code = keep_name_of(path); code != 0)
            written = cannot(path, "written", code);
    }
    if (!written) {
        // An empty file would block the next try.
        ::unlink(path.c_str());
        return tl::unexpected(written.error());
    }
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
        return cannot(path, "opened", errno);
    std::unique_ptr<Journal> journal(new Journal(path, descriptor));
    if (auto locked = lock_file(descriptor, path); !locked)
        return tl::unexpected(locked.error());
    if (auto known = read_journal(path); !known)
        return tl::unexpected(known.error());
    auto source = Source::read(0, path);
    if (!source)
        return tl::unexpected(source.error());
    const std::size_t whole = whole_lines((*source)->text()).size();
    if (whole != (*source)->size() && ::ftruncate(descriptor, static_cast<off_t>(whole)) != 0)
        return cannot(path, "mended", errno);
    return journal;
}

Journal::~Journal() { ::close(descriptor_); }

Result<void> keep_on_disk(const std::string& path)
{
    int code = synchronise(path, 0);
    if (code == 0)
        code = keep_name_of(path);
    if (code == 0)
        return {};
    return fail(ErrorKind::unreadable,
        fmt::format("{}: cannot be flushed to disk: {}", path, std::generic_category().message(code)));
}

Result<void> Journal::append(Entry entry)
{
    entry.time = utc_now();
    return write_line(entry_line(entry));
}

Result<void> Journal::append_undoing(const std::string& rollback_journal)
{
    return write_line(undoing_line(rollback_journal));
}

Result<void> Journal::write_line(std::string line)
{
    const std::scoped_lock lock(mutex_);
    if (failed_)
        return fail(ErrorKind::unreadable, fmt::format("{}: an earlier write to the journal failed", path_));
    if (!line.ends_with('\n'))
        line += '\n';
    struct stat before { };
    if (::fstat(descriptor_, &before) != 0)
        return cannot(path_, "written", errno);
    std::string_view rest = line;
    int code = 0;
    while (!rest.empty() && code == 0) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0)
            rest.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            code = errno;
    }
    // Pipes and /dev/full do not support fsync; but a disk that cannot store the line is an error.
    if (code == 0 && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS)
        code = errno;
    if (code == 0)
        return {};
    failed_ = true;
    // Half a line would hide the entries of a later run.
    if (::ftruncate(descriptor_, before.st_size) != 0)
        code = errno;
    return cannot(path_, "written", code);
}

}
