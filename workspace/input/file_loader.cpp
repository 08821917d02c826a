// SPDX-License-Identifier: Apache-2.0
// Takes one file from its path to its platform. A file that no driver reads is not kept, and a large one is
// not even read.
#include "workspace/input/file_loader.h"

#include "drivers/table/document.h"
#include "drivers/table/quoted_blocks.h"
#include "workspace/find/failed_capture.h"
#include "workspace/find/find_policy.h"
#include "workspace/find/merge_conflicts.h"
#include "workspace/input/known_devices.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rocelint::workspace {
namespace {

constexpr int standard_input = 0;

bool is_name_of_ours(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name == "rocelint.yaml" || name == "topology.yaml";
}

bool has_name_of_ours(const InputFile& file) { return is_name_of_ours(file.source->path()); }

void count(InputFile& file)
{
    file.bytes = file.source->size();
    if (file.driver == nullptr)
        file.lines = count_lines(file.source->text());
}

// Frees the text of a file that no driver reads: nothing points into it except inline waivers, and packet
// captures next to the configurations can be gigabytes in size.
void give_back(InputFile& file)
{
    constexpr std::size_t small = 4096; // kept, so that a finding can show the first line
    if (file.driver != nullptr || file.failed_capture.length > 0 || !file.source->conversion().empty()
        || file.source->size() <= small || file.source->text().find("rocelint") != std::string_view::npos)
        return;
    file.source = std::make_unique<Source>(file.source->id(), file.source->path(), std::string_view{});
}

void recognise_file(InputFile& file, const LoadOptions& options)
{
    const std::string_view forced = options.platform;
    // An empty file belongs to no device, even with --platform: the command before a pipe may have failed.
    if (!forced.empty() && file.source->size() > 0) {
        file.driver = find_driver(forced);
        file.reason = "the command line says so";
        return;
    }
    // A policy or topology of another folder belongs to no device, even if its YAML looks like one, unless a
    // device has that name.
    if (has_name_of_ours(file)
        && (options.topology == nullptr || !gives_to_device(*options.topology, file.source->path()))) {
        file.reason = is_of_another_tool(file.source->path())
            ? "a file of another tool that only has the same name"
            : file.source->file_name() == "rocelint.yaml" ? "a policy that does not apply here"
                                                          : "a topology that does not apply here";
        return;
    }
    const Recognition recognition = recognise(*file.source);
    file.driver = recognition.driver;
    file.reason = recognition.reason;
    if (file.driver != nullptr)
        return;
    file.failed_capture = find_failed_capture(file.source->text());
    if (file.failed_capture.length > 0) {
        file.failed_capture.source = file.source->id();
        file.reason = "a capture that failed: it holds nothing but the errors of a command line";
    }
}

// Whether no driver reads a file, judging by its first bytes. If so, only these are read, however large the
// file is, and the lines after them are not counted.
bool takes_no_text(SourceId id, const std::string& path, InputFile& file)
{
    std::array<char, 4096> head{};
    std::ifstream in(path, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    const Source source(id, path, std::string_view(head.data(), static_cast<std::size_t>(in.gcount())));
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error || source.text().find('\0') == std::string_view::npos)
        return false;
    file.reason = recognise(source).reason;
    file.bytes = size;
    file.lines = count_lines(source.text());
    file.source = std::make_unique<Source>(id, path, std::string_view{});
    return true;
}

// For an unfinished merge, reads one side only, so that the marks cannot make other lines unreadable.
void take_one_side(InputFile& file)
{
    auto resolved = resolve_merge(file.source->text());
    if (!resolved)
        return;
    file.conflict = resolved->first;
    file.conflict.source = file.source->id();
    file.conflicts = resolved->count;
    file.source = std::make_unique<Source>(file.source->id(), file.source->path(), resolved->text);
}

}

Result<void> FileLoader::load(SourceId id, const std::string& path, InputFile& file) const
{
    // With --platform, every file is read as that platform, whatever it looks like.
    const bool may_be_left = options_.large != nullptr && options_.platform.empty()
        && std::ranges::binary_search(*options_.large, path) && !is_name_of_ours(path);
    if (may_be_left && takes_no_text(id, path, file))
        return {};
    if (const auto read = read_whole(id, path, file); !read)
        return read;
    count(file);
    keep_quoted(file);
    give_back(file);
    return {};
}

void FileLoader::keep_quoted(InputFile& file) const
{
    if (!options_.documents || file.driver != nullptr || !is_document_reason(file.reason))
        return;
    for (const QuotedBlock& block : quoted_blocks(file.source->path(), file.source->text()))
        file.quoted.emplace_back(block.text);
    if (!file.quoted.empty())
        file.reason = "a document: what it quotes is read, each block as a file of its own";
}

void FileLoader::load(std::shared_ptr<const Source> source, InputFile& file) const
{
    const InputFile* before = options_.known == nullptr ? nullptr : options_.known->find(*source);
    if (before != nullptr) {
        file = *before;
        return;
    }
    file.source = source;
    take_one_side(file);
    recognise_file(file, options_);
    count(file);
    // Whether a file with one of our names is a policy or topology depends on the topology.
    if (options_.known != nullptr && !has_name_of_ours(file))
        options_.known->keep(std::move(source), file);
}

Result<void> FileLoader::read_whole(SourceId id, const std::string& path, InputFile& file) const
{
    auto source = path == "-" ? Source::read_descriptor(id, "-", standard_input) : Source::read(id, path);
    if (!source)
        return tl::unexpected(source.error());
    file.source = std::move(*source);
    take_one_side(file);
    recognise_file(file, options_);
    return {};
}

}
