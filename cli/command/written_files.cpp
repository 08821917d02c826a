// SPDX-License-Identifier: Apache-2.0
// A misspelt name of a report must cost neither a configuration nor another report, and is to be told before the check, not
// behind it.
#include "cli/command/written_files.h"

#include "drivers/driver.h"
#include "models/text/source.h"
#include "workspace/output_file.h"
#include "workspace/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace rocelint::cli {
namespace {

namespace files = std::filesystem;

// Without links, also where there is no such file yet.
std::string real_path(const std::string& path)
{
    std::error_code error;
    const files::path real = files::weakly_canonical(files::absolute(path, error), error);
    return error ? workspace::absolute_path(path) : real.string();
}

bool is_file(const std::string& path)
{
    std::error_code ignored;
    return files::is_regular_file(path, ignored);
}

// Any number of reports may go to /dev/null.
bool is_device(const std::string& path)
{
    std::error_code ignored;
    return files::is_other(path, ignored);
}

bool is_same(const std::string& one, const std::string& other)
{
    std::error_code error;
    return real_path(one) == real_path(other) || (files::equivalent(one, other, error) && !error);
}

// What a file that is there is to a check, in words, or nothing.
std::string role_of(const std::string& path)
{
    const std::string name = workspace::last_name(path);
    if (name == "rocelint.yaml" || name == "topology.yaml")
        return fmt::format("a {}", name);
    const auto source = Source::read(0, path);
    if (!source)
        return {};
    const Recognition known = recognise(**source);
    return known.driver == nullptr ? std::string() : fmt::format("a configuration ({})", known.driver->name);
}

Result<void> check_input(const NamedFile& file, const std::string& input)
{
    if (input == "-" || !is_file(file.path))
        return {};
    if (is_same(file.path, input))
        return fail(ErrorKind::usage,
            fmt::format("{} would overwrite a file that is to be read; name another", file.words));
    if (!workspace::is_below(real_path(file.path), real_path(input)))
        return {};
    const std::string role = role_of(file.path);
    if (role.empty())
        return {};
    return fail(ErrorKind::usage, fmt::format("{} would overwrite {}; name another file", file.words, role));
}

}

Result<void> check_written_files(
    std::span<const NamedFile> written, std::span<const NamedFile> read, std::span<const std::string> inputs)
{
    for (const NamedFile& file : written) {
        if (const auto writable = workspace::check_output_path(file.path); !writable)
            return writable;
    }
    for (std::size_t index = 0; index < written.size(); ++index) {
        const NamedFile& file = written[index];
        if (is_device(file.path))
            continue;
        const auto is_taken = [&file](const NamedFile& other) { return is_same(file.path, other.path); };
        const auto earlier = written.first(index);
        if (const auto taken = std::ranges::find_if(earlier, is_taken); taken != earlier.end())
            return fail(ErrorKind::usage,
                fmt::format("{} and {} name one file; give each its own", taken->words, file.words));
        for (const NamedFile& other : read) {
            if (!other.path.empty() && is_taken(other))
                return fail(ErrorKind::usage,
                    fmt::format("{} would overwrite the file of {}; name another", file.words, other.words));
        }
        for (const std::string& input : inputs) {
            if (auto checked = check_input(file, input); !checked)
                return checked;
        }
    }
    return {};
}

}
