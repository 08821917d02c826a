// SPDX-License-Identifier: Apache-2.0
// No plan, journal or collected folder contains the key: without it, the hashes in them reveal nothing.
#include "cli/command/state_key.h"

#include "models/text/ascii.h"
#include "models/text/source.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint::cli {
namespace {

// 128 bits as hexadecimal digits: a shorter key could be guessed.
constexpr std::size_t shortest_key = 32;

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string(value);
}

tl::unexpected<Error> cannot(const std::string& path, std::string_view reason)
{
    return fail(ErrorKind::usage,
        fmt::format("{}: {}; the key of this user belongs there, or into the environment as {}",
            path,
            reason,
            state_key_variable));
}

// Writes the key under a temporary name first, so that two commands that start at the same time both use the
// key of the first.
Result<void> make_key(const std::string& folder, const std::string& path)
{
    std::array<unsigned char, 32> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        return cannot(path, "the system gives no random bytes");
    std::string key;
    for (const unsigned char byte : random)
        key += fmt::format("{:02x}", byte);
    if (auto made = workspace::make_private_folder(folder); !made)
        return cannot(path, made.error().message);
    const std::string mine = fmt::format("{}.{}", path, ::getpid());
    if (auto written = workspace::write_private_file(mine, key + "\n"); !written)
        return cannot(path, written.error().message);
    const int linked = ::link(mine.c_str(), path.c_str());
    const int code = errno;
    ::unlink(mine.c_str());
    if (linked != 0 && code != EEXIST)
        return cannot(path, std::strerror(code));
    return {};
}

}

std::string state_folder()
{
    // XDG Base Directory Specification 0.8: a relative path must be ignored.
    if (const std::string state = environment("XDG_STATE_HOME"); state.starts_with('/'))
        return state + "/rocelint";
    std::string home = environment("HOME");
    if (const passwd* user = ::getpwuid(::geteuid()); home.empty() && user != nullptr)
        home = user->pw_dir;
    return home.empty() ? home : home + "/.local/state/rocelint";
}

Result<std::string> read_state_key()
{
    if (const std::string given = environment(state_key_variable.data()); !given.empty()) {
        if (given.size() < shortest_key)
            return fail(ErrorKind::usage,
                fmt::format("{} has {} characters and needs {} at least: `openssl rand -hex 32` makes one",
                    state_key_variable,
                    given.size(),
                    shortest_key));
        return given;
    }
    const std::string folder = state_folder();
    if (folder.empty())
        return fail(ErrorKind::usage,
            fmt::format("no home directory, so no place for a key: set {}", state_key_variable));
    const std::string path = folder + "/key";
    if (std::error_code ignored; !std::filesystem::exists(path, ignored)) {
        if (auto made = make_key(folder, path); !made)
            return tl::unexpected(made.error());
    }
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return cannot(path, std::strerror(errno));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return cannot(path, "others may read it (chmod 600)");
    auto source = Source::read(0, path);
    if (!source)
        return cannot(path, source.error().message);
    std::string key(ascii::trimmed_back((*source)->text(), ascii::is_white));
    return key.size() < shortest_key ? cannot(path, "it holds no key") : Result<std::string>(std::move(key));
}

}
