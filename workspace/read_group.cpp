// SPDX-License-Identifier: Apache-2.0
// A stored device is valid only while the bytes of its files, the names and the program are the same as in
// the run that stored it.
#include "workspace/read_group.h"

#include "drivers/in_force.h"
#include "drivers/table/text_kind.h"
#include "models/stored/harmless.h"
#include "models/stored/reader.h"
#include "models/stored/writer.h"
#include "workspace/lost_names.h"
#include "workspace/template_marks.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace rocelint::stored {

// clang-format off
template <> inline constexpr std::tuple members_of<workspace::MisspeltLine>{
    &workspace::MisspeltLine::at, &workspace::MisspeltLine::block};
template <> inline constexpr std::tuple members_of<workspace::ReadGroup>{&workspace::ReadGroup::device,
    &workspace::ReadGroup::coverage, &workspace::ReadGroup::problems, &workspace::ReadGroup::misspelt};
// clang-format on

}

namespace rocelint::workspace {
namespace {

ReadGroup parse_group(const FileGroup& group, const std::vector<InputFile>& files)
{
    ReadGroup result;
    const Driver& driver = *files[group.files.front()].driver;
    std::vector<Tree> trees;
    trees.reserve(group.files.size());
    for (const std::size_t file : group.files)
        trees.push_back(driver.parse(*files[file].source));
    Reading reading = driver.read(trees, group.name);
    // Judge what is in force; what the next boot changes is judged too (next_boot.h).
    if (std::ranges::any_of(reading.problems, &SyntaxProblem::outdated)) {
        if (auto now = device_in_force(driver, trees, group.name))
            reading.device = *std::move(now);
    }
    result.device = std::move(reading.device);
    Device& device = result.device;
    if (group.name_is_given) {
        if (device.name_is_configured && device.name != group.name)
            device.stated_name = std::move(device.name);
        device.name = group.name;
    }
    if (device.name.empty())
        device.name = group.name;
    device.files.clear();
    for (const std::size_t file : group.files)
        device.files.push_back(files[file].source->id());
    device.origins.shrink_to_fit();
    for (const Tree& tree : trees) {
        result.coverage.push_back(measure_coverage(tree));
        // On a switch, an unmodeled row already makes its settings unread. A script's unmodeled line leaves
        // no such trace, so it counts as lost.
        const bool of_host = device.kind == DeviceKind::host;
        device.lines_lost += static_cast<std::uint32_t>(
            std::ranges::count_if(result.coverage.back().details, [of_host](const Coverage::Detail& line) {
                return (line.state == CoverageState::unrecognised
                           || (of_host && line.state == CoverageState::unsupported))
                    && is_about_rdma(line.text);
            }));
        result.problems.insert(result.problems.end(), tree.problems.begin(), tree.problems.end());
    }
    std::ranges::move(reading.problems, std::back_inserter(result.problems));
    find_lost_names(trees, result.problems);
    for (const Tree& tree : trees) {
        std::ranges::move(tell_misspelt(tree, driver, result.problems), std::back_inserter(result.misspelt));
        if (const auto marks = find_template_marks(tree, driver))
            report_template(*tree.source, *marks, result.problems);
    }
    return result;
}

// Everything that parse_group() depends on. File names are included: a driver reads some files by their path,
// and messages name them.
Digest key_of(const FileGroup& group, const std::vector<InputFile>& files, const stored::Store& store)
{
    Sha256 key = store.begin_key(stored::EntryKind::model);
    key.add_text(files[group.files.front()].driver->name);
    key.add_text(group.name);
    key.add_number(group.name_is_given ? 1 : 0);
    key.add_number(group.files.size());
    for (const std::size_t file : group.files) {
        const Source& source = *files[file].source;
        // The order of the files' ids.
        key.add_number(static_cast<std::uint64_t>(std::ranges::count_if(
            group.files, [&](std::size_t other) { return files[other].source->id() < source.id(); })));
        key.add_text(source.path());
        key.add_text(source.conversion());
        key.add(bytes_of(files[file].content));
    }
    return key.finish();
}

Digest identity_of(const FileGroup& group, const std::vector<InputFile>& files)
{
    Sha256 identity;
    identity.add_text(group.name);
    for (const std::size_t file : group.files)
        identity.add_text(files[file].source->path());
    return identity.finish();
}

// Quotes of lines that were not understood are stored as places in the file, since they may hold secrets,
// which are removed only when they are shown. A quote that is already masked differs from the file's text and
// is stored as text.
struct Quotes {
    std::vector<std::uint32_t> lengths; ///< of quotes that occur in the file; 0 for others
};

std::string_view quoted(const Source& file, const Coverage::Detail& detail, std::size_t length)
{
    const std::string_view text = file.text();
    return detail.offset <= text.size() ? text.substr(detail.offset, length) : std::string_view{};
}

Quotes take_quotes(ReadGroup& group, const stored::Frame& frame)
{
    Quotes quotes;
    for (std::size_t file = 0; file < group.coverage.size(); ++file) {
        for (Coverage::Detail& detail : group.coverage[file].details) {
            const bool verbatim = quoted(frame.file(file), detail, detail.text.size()) == detail.text;
            quotes.lengths.push_back(verbatim ? static_cast<std::uint32_t>(detail.text.size()) : 0);
            if (verbatim)
                detail.text.clear();
        }
    }
    return quotes;
}

bool give_quotes(const Quotes& quotes, const stored::Frame& frame, ReadGroup& group)
{
    if (group.coverage.size() != frame.size())
        return false;
    std::size_t index = 0;
    for (std::size_t file = 0; file < group.coverage.size(); ++file) {
        for (Coverage::Detail& detail : group.coverage[file].details) {
            if (index == quotes.lengths.size())
                return false;
            if (const std::uint32_t length = quotes.lengths[index++]; length > 0)
                detail.text = quoted(frame.file(file), detail, length);
        }
    }
    return index == quotes.lengths.size();
}

bool take_group(const std::string& bytes, const stored::Frame& frame, ReadGroup& group)
{
    Quotes quotes;
    stored::Reader reader(bytes, frame, *group.device.arena);
    reader(group);
    reader(quotes.lengths);
    return reader.done() && give_quotes(quotes, frame, group);
}

void keep_group(ReadGroup& group, const stored::Frame& frame, const Digest& key, stored::Store& store)
{
    const Quotes quotes = take_quotes(group, frame);
    stored::Writer writer(frame);
    writer(group);
    writer(quotes.lengths);
    static_cast<void>(give_quotes(quotes, frame, group));
    // Text that a reader unescaped or joined does not occur in any file and is stored as text, so it may hold
    // a secret: then nothing is stored.
    if (writer.complete() && !stored::hold_secret(writer.texts()))
        store.save(stored::EntryKind::model, key, writer.take());
}

}

KeyedGroup read_group(const FileGroup& group, const std::vector<InputFile>& files, stored::Store* store)
{
    if (store == nullptr)
        return {parse_group(group, files), {}};
    std::vector<const Source*> sources;
    for (const std::size_t file : group.files)
        sources.push_back(files[file].source.get());
    const stored::Frame frame(sources);
    const Digest key = key_of(group, files, *store);
    const DeviceKey known_by{identity_of(group, files), key};
    std::string bytes;
    if (store->load(stored::EntryKind::model, key, bytes)) {
        ReadGroup kept;
        if (take_group(bytes, frame, kept))
            return {std::move(kept), known_by};
        store->refuse(stored::EntryKind::model, "its content cannot be read");
    }
    ReadGroup result = parse_group(group, files);
    keep_group(result, frame, key, *store);
    return {std::move(result), known_by};
}

}
