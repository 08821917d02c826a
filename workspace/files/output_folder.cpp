// SPDX-License-Identifier: Apache-2.0
// Writes a folder completely or not at all. A manifest tells unchanged output files from files edited since,
// which are not overwritten.
#include "workspace/files/output_folder.h"

#include "models/text/source.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rocelint::workspace {
namespace {

namespace files = std::filesystem;

// Lists what a command wrote, with a hash of each file. Hidden, so that `check` skips it. Each command has
// its own manifest: fix must not replace what render wrote.
std::string manifest_name(std::string_view writer) { return fmt::format(".rocelint-{}", writer); }

std::uint64_t hash_of(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037ULL; // FNV-1a
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

std::string manifest_of(const std::vector<FolderFile>& written)
{
    std::string text;
    for (const FolderFile& file : written)
        text += fmt::format("{:016x} {}\n", hash_of(file.text), file.path);
    return text;
}

std::optional<std::string> text_of(const files::path& path)
{
    auto source = Source::read(0, path.string());
    return source ? std::optional(std::string((*source)->text())) : std::nullopt;
}

using Manifest = std::map<std::string, std::string, std::less<>>;

Manifest read_manifest(const files::path& file)
{
    constexpr std::size_t digits = 16;
    Manifest manifest;
    const std::string text = text_of(file).value_or("");
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.size() > digits + 1)
            manifest.emplace(line.substr(digits + 1), line.substr(0, digits));
    }
    return manifest;
}

tl::unexpected<Error> refuse(const std::string& folder, std::string_view why)
{
    return fail(ErrorKind::usage, fmt::format("{}: {}", folder, why));
}

tl::unexpected<Error> cannot_write(const std::string& folder, const std::error_code& code)
{
    return fail(ErrorKind::unreadable, fmt::format("{}: cannot be written: {}", folder, code.message()));
}

// Only files that this program wrote, and that are unchanged since, may be replaced.
Result<void> check_existing(
    const std::string& name, const files::path& folder, std::string_view writer, bool force)
{
    std::error_code error;
    if (!files::exists(folder, error))
        return {};
    if (!files::is_directory(folder, error))
        return refuse(name, "is not a folder");
    const std::string own = manifest_name(writer);
    const Manifest manifest = read_manifest(folder / own);
    files::recursive_directory_iterator entry(folder, error);
    for (const files::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const std::string path = entry->path().lexically_relative(folder).string();
        if (path == own || (entry->is_directory(ignored) && !entry->is_symlink(ignored)))
            continue;
        const auto known = manifest.find(path);
        if (known == manifest.end())
            return refuse(
                name, fmt::format("holds {}, which {} did not write; choose another folder", path, writer));
        const auto text = text_of(entry->path());
        if (!force && (!text || fmt::format("{:016x}", hash_of(*text)) != known->second))
            return refuse(
                name, fmt::format("{} was changed since it was written; --force overwrites it", path));
    }
    if (error)
        return cannot_write(name, error);
    return {};
}

Result<void> fill(const files::path& folder, std::string_view writer, const std::vector<FolderFile>& written)
{
    const auto write = [&folder](const std::string& path, std::string_view text) -> Result<void> {
        const files::path target = folder / path;
        std::error_code error;
        files::create_directories(target.parent_path(), error);
        if (error)
            return cannot_write(target.string(), error);
        return write_output_file(target.string(), text);
    };
    const auto keep_private = [&folder](const std::string& path) -> Result<void> {
        using files::perms;
        std::error_code error;
        files::permissions(folder / path, perms::owner_read | perms::owner_write, error);
        return error ? Result<void>(cannot_write((folder / path).string(), error)) : Result<void>();
    };
    bool secret = false;
    for (const FolderFile& file : written) {
        if (auto done = write(file.path, file.text); !done)
            return done;
        secret = secret || file.secret;
        if (file.secret) {
            if (auto done = keep_private(file.path); !done)
                return done;
        }
        if (!file.executable)
            continue;
        using files::perms;
        std::error_code error;
        files::permissions(folder / file.path,
            perms::owner_exec | perms::group_exec | perms::others_exec,
            files::perm_options::add,
            error);
        if (error)
            return cannot_write((folder / file.path).string(), error);
    }
    auto done = write(manifest_name(writer), manifest_of(written));
    // The hash of a file with keys reveals something about the keys.
    return done && secret ? keep_private(manifest_name(writer)) : done;
}

// The permissions of the existing folder, or those that a new one would get.
mode_t wanted_mode(const files::path& folder)
{
    struct stat status { };
    if (::stat(folder.c_str(), &status) == 0)
        return status.st_mode & 07777U;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0777U & ~mask;
}

Result<void> put_in_place(const std::string& name, const files::path& made, const files::path& folder)
{
    std::error_code error;
    if (!files::exists(folder, error)) {
        files::rename(made, folder, error);
        return error ? Result<void>(cannot_write(name, error)) : Result<void>();
    }
    const files::path old = made.string() + ".old";
    files::rename(folder, old, error);
    if (error)
        return cannot_write(name, error);
    files::rename(made, folder, error);
    if (error) {
        std::error_code ignored;
        files::rename(old, folder, ignored);
        return cannot_write(name, error);
    }
    files::remove_all(old, error);
    return {};
}

}

Result<void> write_output_folder(
    const std::string& name, std::string_view writer, const std::vector<FolderFile>& written, bool force)
{
    for (const FolderFile& file : written)
        ensure(stays_inside(file.path), "a file would be written outside of its folder");
    std::error_code error;
    // Treat "out/" as "out", and keep a link to a folder a link.
    files::path folder = files::weakly_canonical(files::absolute(name, error), error);
    if (!folder.has_filename())
        folder = folder.parent_path();
    if (auto free = check_existing(name, folder, writer, force); !free)
        return free;
    if (!files::is_directory(folder.parent_path(), error))
        return refuse(name, "the folder above it does not exist");
    std::string made = (folder.parent_path() / ("." + folder.filename().string() + ".XXXXXX")).string();
    if (::mkdtemp(made.data()) == nullptr)
        return cannot_write(name, std::error_code(errno, std::generic_category()));
    auto done = fill(made, writer, written);
    if (done && ::chmod(made.c_str(), wanted_mode(folder)) != 0)
        done = cannot_write(name, std::error_code(errno, std::generic_category()));
    if (done)
        done = put_in_place(name, made, folder);
    if (!done)
        files::remove_all(made, error);
    return done;
}

std::vector<std::string> differing_files(const std::string& folder, const std::vector<FolderFile>& written)
{
    std::vector<std::string> differing;
    for (const FolderFile& file : written) {
        if (text_of(files::path(folder) / file.path) != file.text)
            differing.push_back(file.path);
    }
    return differing;
}

}
