// SPDX-License-Identifier: Apache-2.0
#include "workspace/files/beneath_folder.h"

#include "workspace/files/path_names.h"
#include "workspace/files/temporary_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rocelint::workspace {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

tl::unexpected<Error> cannot_write(const std::string& folder, const std::string& path, int code)
{
    return fail(ErrorKind::unreadable,
        fmt::format("{}/{}: cannot be written: {}", folder, path, std::generic_category().message(code)));
}

// Returns 0 or an errno value.
int write_all(int descriptor, std::string_view text)
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

// Returns 0 or an errno value; an existing file stays as it is (EEXIST).
int write_file(int folder, const std::string& name, std::string_view text)
{
    const int descriptor
        = ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return errno;
    int code = write_all(descriptor, text);
    if (::close(descriptor) != 0 && code == 0)
        code = errno;
    return code;
}

}

Result<BeneathFolder> BeneathFolder::open(const std::string& folder)
{
    const int descriptor = ::open(folder.c_str(), folder_flags);
    if (descriptor < 0)
        return fail(ErrorKind::unreadable,
            fmt::format("{}: cannot be opened: {}", folder, std::generic_category().message(errno)));
    return BeneathFolder(folder, descriptor);
}

BeneathFolder::BeneathFolder(BeneathFolder&& other) noexcept
    : name_(std::move(other.name_))
    , folder_(std::exchange(other.folder_, -1))
    , entered_(std::move(other.entered_))
    , inner_(std::exchange(other.inner_, -1))
{
}

BeneathFolder::~BeneathFolder()
{
    leave();
    if (folder_ >= 0)
        ::close(folder_);
}

void BeneathFolder::leave()
{
    if (inner_ >= 0)
        ::close(inner_);
    inner_ = -1;
}

int BeneathFolder::enter(std::string_view folder)
{
    if (folder.empty() || folder == ".")
        return folder_;
    if (inner_ >= 0 && folder == entered_)
        return inner_;
    leave();
    entered_ = folder;
    int at = folder_;
    while (!folder.empty()) {
        const std::string part(folder.substr(0, folder.find('/')));
        folder.remove_prefix(std::min(part.size() + 1, folder.size()));
        if (::mkdirat(at, part.c_str(), 0700) == 0 || errno == EEXIST)
            inner_ = ::openat(at, part.c_str(), folder_flags);
        else
            inner_ = -1;
        const int code = errno;
        if (at != folder_)
            ::close(at);
        errno = code;
        if (inner_ < 0)
            return -1;
        at = inner_;
    }
    return inner_;
}

Result<void> BeneathFolder::write_new(const std::string& path, std::string_view text)
{
    if (!stays_inside(path))
        return cannot_write(name_, path, EINVAL);
    const int folder = enter(folder_of(path));
    const int code = folder < 0 ? errno : write_file(folder, last_name(path), text);
    return code == 0 || code == EEXIST ? Result<void>() : Result<void>(cannot_write(name_, path, code));
}

Result<void> BeneathFolder::replace(const std::string& path, std::string_view text)
{
    if (!stays_inside(path))
        return cannot_write(name_, path, EINVAL);
    const int folder = enter(folder_of(path));
    if (folder < 0)
        return cannot_write(name_, path, errno);
    const std::string name = last_name(path);
    const std::string temporary = fmt::format(".{}.{}", name, ::getpid());
    const EndLater undisturbed;
    int code = write_file(folder, temporary, text);
    if (code == 0 && ::renameat(folder, temporary.c_str(), folder, name.c_str()) != 0)
        code = errno;
    if (code != 0 && code != EEXIST)
        ::unlinkat(folder, temporary.c_str(), 0);
    return code == 0 ? Result<void>() : Result<void>(cannot_write(name_, path, code));
}

Result<void> BeneathFolder::link_new(const std::string& path, const std::string& target)
{
    if (!stays_inside(path))
        return cannot_write(name_, path, EINVAL);
    const int folder = enter(folder_of(path));
    if (folder < 0 || (::symlinkat(target.c_str(), folder, last_name(path).c_str()) != 0 && errno != EEXIST))
        return cannot_write(name_, path, errno);
    return {};
}

}
