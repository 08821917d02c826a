// SPDX-License-Identifier: Apache-2.0
// Writes a file atomically: to a temporary file next to it, which is then renamed.
#include "workspace/files/output_file.h"

#include "workspace/files/temporary_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rocelint::workspace {
namespace {

tl::unexpected<Error> cannot_write(const std::string& path, int code, ErrorKind kind = ErrorKind::unreadable)
{
    return fail(kind, fmt::format("{}: cannot be written: {}", path, std::generic_category().message(code)));
}

int write_descriptor(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

Result<void> write_directly(const std::string& path, std::string_view text)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return cannot_write(path, errno);
    const int code = write_descriptor(descriptor, text);
    ::close(descriptor);
    // A pipe whose reader exited is not an error of this run.
    if (code != 0 && code != EPIPE)
        return cannot_write(path, code);
    return {};
}

// The permissions that a new file would get, or those of the file that is replaced.
mode_t wanted_mode(const struct stat* existing)
{
    if (existing != nullptr)
        return existing->st_mode & 07777U;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

// Opens a file without a name in the folder of `target`; it vanishes if this process ends. Returns -1 if the
// file system does not support this, or if such a file could not be given a name later.
int open_nameless(const std::string& target)
{
    if (::access("/proc/self/fd", X_OK) != 0)
        return -1;
    const std::string folder = std::filesystem::path(target).parent_path().string();
    return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

// Resolves links that lead to no existing file; returns an empty path for a cycle.
std::filesystem::path end_of_links(std::filesystem::path path)
{
    constexpr int most = 40; // the limit of Linux
    std::error_code ignored;
    for (int links = 0; std::filesystem::is_symlink(path, ignored); ++links) {
        if (links == most)
            return {};
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    }
    return path;
}

// A template for mkstemp(3), next to `target`. If a kill leaves such a file behind, no run reads it, since it
// is hidden.
std::string hidden_name(const std::string& target)
{
    const std::filesystem::path path(target);
    return (path.parent_path() / fmt::format(".{}.XXXXXX", path.filename().string())).string();
}

bool give_name(int descriptor, const std::string& name)
{
    const std::string itself = fmt::format("/proc/self/fd/{}", descriptor);
    return ::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}

Result<void> check_output_path(const std::string& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) == 0)
        return S_ISDIR(status.st_mode) ? Result<void>(cannot_write(path, EISDIR, ErrorKind::usage))
                                       : Result<void>();
    const std::string folder = std::filesystem::path(path).parent_path().string();
    if (path.empty() || ::stat(folder.empty() ? "." : folder.c_str(), &status) != 0
        || !S_ISDIR(status.st_mode))
        return cannot_write(path, ENOENT, ErrorKind::usage);
    return {};
}

Result<void> write_output_file(const std::string& path, std::string_view text)
{
    struct stat status { };
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        return write_directly(path, text);
    // Keep a symbolic link: replace the file that it leads to.
    std::error_code ignored;
    const std::filesystem::path resolved
        = exists ? std::filesystem::canonical(path, ignored) : end_of_links(path);
    const std::string target = resolved.empty() ? path : resolved.string();
    // An interrupt must not leave half a report, under any name.
    std::optional<EndLater> undisturbed;
    std::string temporary = hidden_name(target);
    int descriptor = open_nameless(target);
    const bool nameless = descriptor >= 0;
    if (!nameless) {
        undisturbed.emplace();
        descriptor = ::mkstemp(temporary.data());
    }
    if (descriptor < 0)
        return cannot_write(path, errno);
    int code = write_descriptor(descriptor, text);
    // Keep another user's ownership. Change the owner before the mode, because changing the owner may clear
    // mode bits.
    const bool foreign = exists && (status.st_uid != ::geteuid() || status.st_gid != ::getegid());
    if (code == 0 && foreign && ::fchown(descriptor, status.st_uid, status.st_gid) != 0)
        code = errno;
    if (code == 0 && ::fchmod(descriptor, wanted_mode(exists ? &status : nullptr)) != 0)
        code = errno;
    if (nameless) {
        undisturbed.emplace();
        temporary.replace(temporary.size() - 6, 6, std::to_string(::getpid()));
        if (code == 0 && !give_name(descriptor, temporary))
            code = errno;
    }
    const bool named = !nameless || code == 0;
    if (::close(descriptor) != 0 && code == 0)
        code = errno;
    if (code == 0 && std::rename(temporary.c_str(), target.c_str()) != 0)
        code = errno;
    if (code != 0) {
        if (named)
            ::unlink(temporary.c_str());
        return cannot_write(path, code);
    }
    return {};
}

Result<void> create_output_file(const std::string& path, std::string_view text, bool executable)
{
    const EndLater undisturbed;
    std::string temporary = hidden_name(path);
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        return cannot_write(path, errno);
    int code = write_descriptor(descriptor, text);
    const mode_t mode = wanted_mode(nullptr);
    // Everyone who may read the file may execute it.
    const mode_t runs = executable ? (mode & 0444U) >> 2U : 0U;
    if (code == 0 && ::fchmod(descriptor, mode | runs) != 0)
        code = errno;
    if (::close(descriptor) != 0 && code == 0)
        code = errno;
    // Unlike a rename, a link never replaces a file.
    if (code == 0 && ::link(temporary.c_str(), path.c_str()) != 0)
        code = errno;
    ::unlink(temporary.c_str());
    if (code != 0)
        return cannot_write(path, code);
    return {};
}

Result<void> write_private_file(const std::string& path, std::string_view text)
{
    const EndLater undisturbed;
    std::string temporary = hidden_name(path);
    const int descriptor = ::mkstemp(temporary.data()); // mode 0600
    if (descriptor < 0)
        return cannot_write(path, errno);
    int code = write_descriptor(descriptor, text);
    if (::close(descriptor) != 0 && code == 0)
        code = errno;
    if (code == 0 && std::rename(temporary.c_str(), path.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(temporary.c_str());
        return cannot_write(path, code);
    }
    return {};
}

Result<void> make_private_folder(const std::string& path)
{
    const auto cannot = [&](const std::string& why) {
        return fail(ErrorKind::unreadable, fmt::format("{}: the folder cannot be made: {}", path, why));
    };
    std::filesystem::path made;
    for (const std::filesystem::path& part : std::filesystem::path(path)) {
        made /= part;
        if (::mkdir(made.c_str(), 0700) == 0 || errno == EEXIST || errno == EISDIR)
            continue;
        return cannot(std::generic_category().message(errno));
    }
    struct stat status { };
    if (::lstat(path.c_str(), &status) != 0)
        return cannot(std::generic_category().message(errno));
    if (S_ISLNK(status.st_mode))
        return cannot("a symbolic link is in the way");
    if (!S_ISDIR(status.st_mode))
        return cannot("a file is in the way");
    return {};
}

}
