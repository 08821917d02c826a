// SPDX-License-Identifier: Apache-2.0
// A mistyped output name must not overwrite a configuration or another report, and must be reported before
// the check, not after it.
#include "cli/command/written_files.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "drivers/driver.h"
#include "models/text/source.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace rocelint::cli {
namespace {

namespace files = std::filesystem;

// Resolves links, even if the file does not exist yet.
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

// A policy or topology that applies to the paths may be above them.
bool is_ours(const std::string& path)
{
    const std::string name = workspace::last_name(path);
    return is_file(path) && (name == "rocelint.yaml" || name == "topology.yaml");
}

Result<void> check_input(const NamedFile& file, const std::string& input)
{
    if (input == "-" || !is_file(file.path))
        return {};
    if (is_same(file.path, input))
        return fail(
            ErrorKind::usage, fmt::format("{} would overwrite an input file; name another", file.words));
    if (!workspace::is_below(real_path(file.path), real_path(input)))
        return {};
    const auto source = Source::read(0, file.path);
    const Driver* driver = source ? recognise(**source).driver : nullptr;
    if (driver == nullptr)
        return {};
    return fail(ErrorKind::usage,
        fmt::format("{} would overwrite a configuration ({}); name another file", file.words, driver->name));
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
        if (is_ours(file.path))
            return fail(ErrorKind::usage,
                fmt::format("{} would overwrite a {}; name another file",
                    file.words,
                    workspace::last_name(file.path)));
        for (const std::string& input : inputs) {
            if (auto checked = check_input(file, input); !checked)
                return checked;
        }
    }
    return {};
}

ExitCode write_pages(const std::string& folder, std::span<const NamedPage> pages)
{
    std::error_code error;
    files::create_directories(folder, error);
    if (error) {
        print_error(fmt::format("rocelint: {}: {}\n", visible(folder), error.message()));
        return ExitCode::usage;
    }
    ExitCode code = ExitCode::good;
    for (const NamedPage& page : pages) {
        const auto written = workspace::write_output_file(fmt::format("{}/{}", folder, page.name), page.text);
        if (!written) {
            print_failure(written.error());
            code = ExitCode::usage;
        }
    }
    return code;
}

}
