// SPDX-License-Identifier: Apache-2.0
#include "tests/example_fabric.h"

#include "models/text/ascii.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"
#include "workspace/check/next_boot.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace rocelint {
namespace {

std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t feed = text.find('\n');
        lines.emplace_back(text.substr(0, feed));
        text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    }
    return lines;
}

std::size_t indentation(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos ? 0 : first;
}

// The lines [begin, end) that a patch step may edit.
struct Block {
    std::size_t begin;
    std::size_t end;
};

Block block_of(const std::vector<std::string>& lines, std::string_view header)
{
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (ascii::trimmed(lines[at], ascii::is_blank_or_cr) != header)
            continue;
        std::size_t end = at + 1;
        while (end < lines.size() && !ascii::trimmed(lines[end], ascii::is_blank_or_cr).empty()
            && indentation(lines[end]) > indentation(lines[at]))
            ++end;
        return {at + 1, end};
    }
    FAIL("the base device has no line: " << std::string(header));
    return {0, 0};
}

}

std::string apply_text_patch(std::string_view base, std::string_view patch)
{
    std::vector<std::string> lines = split_lines(base);
    Block block{0, lines.size()};
    std::size_t insert_at = lines.size();
    for (const std::string& step : split_lines(patch)) {
        if (step.empty())
            continue;
        const std::string_view text = std::string_view(step).substr(1);
        if (step[0] == '@') {
            block = block_of(lines, ascii::trimmed(text, ascii::is_blank_or_cr));
            insert_at = block.end;
        } else if (step[0] == '-') {
            const auto from = lines.begin() + static_cast<std::ptrdiff_t>(block.begin);
            const auto to = lines.begin() + static_cast<std::ptrdiff_t>(block.end);
            const auto found = std::find_if(from, to, [text](const std::string& line) {
                return ascii::trimmed(line, ascii::is_blank_or_cr)
                    == ascii::trimmed(text, ascii::is_blank_or_cr);
            });
            REQUIRE_MESSAGE(found != to, "the base device has no line to remove: " << std::string(text));
            insert_at = static_cast<std::size_t>(lines.erase(found) - lines.begin());
            --block.end;
        } else {
            REQUIRE_MESSAGE(step[0] == '+', "a patch line begins with '@', '-' or '+': " << step);
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(insert_at), std::string(text));
            ++insert_at;
            ++block.end;
        }
    }
    std::string out;
    for (const std::string& line : lines)
        out += line + '\n';
    return out;
}

namespace {

bool is_script(const ExampleFile& file) { return file.patch.starts_with("#!"); }

// The example's own policy, else the one that the base device of its first file is clean under.
std::string_view policy_of(const Example& example)
{
    const Driver* driver = find_driver(example.files.front().platform);
    if (!example.policy.empty())
        return example.policy;
    return driver != nullptr && !driver->base_policy.empty() ? driver->base_policy
                                                             : "version: 1\nprofile: lossless\n";
}

}

std::string example_text(const ExampleFile& file)
{
    const Driver* driver = find_driver(file.platform);
    REQUIRE_MESSAGE(driver != nullptr, "no such platform: " << std::string(file.platform));
    if (is_script(file) || !file.file.empty())
        return std::string(file.patch);
    std::string base(driver->base_example);
    constexpr std::string_view placeholder = "@NAME@";
    for (std::size_t at = base.find(placeholder); at != std::string::npos; at = base.find(placeholder, at))
        base.replace(at, placeholder.size(), file.device);
    if (file.patch.empty())
        return base;
    return base.starts_with("{") ? merge_json(base, file.patch) : apply_text_patch(base, file.patch);
}

std::unique_ptr<workspace::Outcome> check_example(
    const Example& example, const std::map<std::string, std::string>& corrected)
{
    std::vector<std::shared_ptr<const Source>> sources;
    for (const ExampleFile& file : example.files) {
        if (file.platform.empty())
            continue;
        const Driver* driver = find_driver(file.platform);
        REQUIRE(driver != nullptr);
        const std::string path = std::string(file.device) + "/"
            + (is_script(file)           ? std::string("setup.sh")
                    : !file.file.empty() ? std::string(file.file)
                                         : std::string(driver->base_file_name));
        const auto text = corrected.find(path);
        sources.push_back(std::make_unique<Source>(static_cast<SourceId>(sources.size()),
            path,
            text == corrected.end() ? example_text(file) : text->second));
    }
    // Files that a correction created.
    for (const auto& [path, text] : corrected) {
        const bool known = std::ranges::any_of(
            sources, [&path](const std::shared_ptr<const Source>& source) { return source->path() == path; });
        if (!known)
            sources.push_back(std::make_unique<Source>(static_cast<SourceId>(sources.size()), path, text));
    }
    Topology topology;
    auto topology_source
        = std::make_unique<Source>(static_cast<SourceId>(sources.size()), "topology.yaml", example.topology);
    if (!example.topology.empty()) {
        auto read = read_topology(*topology_source);
        REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
        topology = std::move(*read);
    }
    const std::string_view policy_text = policy_of(example);
    auto policy_source
        = std::make_unique<Source>(static_cast<SourceId>(sources.size() + 1), "rocelint.yaml", policy_text);
    auto policy = read_policy(*policy_source, known_rules());
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    workspace::Loaded loaded
        = workspace::load_sources(std::move(sources), {.topology = topology.given() ? &topology : nullptr});
    // A boot file that was just corrected had not run yet when the captures next to it were made.
    const auto is_capture = [](const auto& file) { return file.first.ends_with("/capture.txt"); };
    if (!std::ranges::all_of(corrected, is_capture))
        workspace::take_after_boot(loaded);
    loaded.reach = {.known = true, .whole = example.all_collected, .paths = {}};
    loaded.sources.put(std::move(topology_source));
    loaded.sources.put(std::move(policy_source));
    return workspace::check_loaded(
        std::move(loaded), std::move(topology), std::move(*policy), {}, "2026-01-01");
}

}
