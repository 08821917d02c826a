// SPDX-License-Identifier: Apache-2.0
// Sets of files whose names count: what sets up hosts, clusters and jobs.
#include "tests/fuzz/file_sets.h"

#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"
#include "models/syntax/tree.h"
#include "tests/fuzz/parts.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace rocelint::fuzz {
namespace {

constexpr std::size_t most_files = 8;

// The files of one input, and what their driver makes of them.
class FileSet {
public:
    FileSet(const Driver& driver, std::string_view bytes) : driver_(driver)
    {
        while (!bytes.empty() && sources_.size() < most_files) {
            std::string_view text = take_part(bytes);
            const std::string_view path = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), path.size() + 1));
            sources_.put(std::make_unique<Source>(sources_.next_id(), fmt::format("fuzz/{}", path), text));
        }
        for (SourceId id = 0; id < sources_.size(); ++id)
            trees_.push_back(driver.parse(*sources_.find(id)));
    }

    [[nodiscard]] Reading read() const
    {
        for (const Tree& tree : trees_) {
            static_cast<void>(detect(driver_, *tree.source));
            static_cast<void>(driver_.identity(tree));
            if (driver_.shared_by != nullptr)
                static_cast<void>(driver_.shared_by(*tree.source));
            if (driver_.has_marks != nullptr)
                static_cast<void>(driver_.has_marks(*tree.source));
        }
        return driver_.read(trees_, "fuzz");
    }

    [[nodiscard]] const SourceSet& sources() const { return sources_; }
    [[nodiscard]] const std::vector<Tree>& trees() const { return trees_; }

    // Whether the place is in one of the files, or nowhere.
    [[nodiscard]] bool holds(Span at) const
    {
        if (!at.somewhere())
            return true;
        const Source* source = sources_.find(at.source);
        return source != nullptr && at.offset <= source->size() && at.length <= source->size() - at.offset;
    }

private:
    const Driver& driver_;
    SourceSet sources_;
    std::vector<Tree> trees_;
};

void must_add_up(const Tree& tree)
{
    const Coverage coverage = measure_coverage(tree);
    std::uint32_t sum = 0;
    for (const std::uint32_t count : coverage.counts)
        sum += count;
    must(sum == coverage.total, "the counts of a file's lines add up");
}

void read_set(std::string_view platform, std::string_view bytes)
{
    if (bytes.empty())
        return;
    const FileSet files(*find_driver(platform), bytes);
    const Reading reading = files.read();
    for (const Tree& tree : files.trees()) {
        must_add_up(tree);
        static_cast<void>(recognise(*tree.source));
        for (const SyntaxProblem& problem : tree.problems)
            must(files.holds(problem.at), "a problem of a text is in the text");
    }
    for (const SyntaxProblem& problem : reading.problems) {
        must(!problem.message.empty(), "a problem has a message");
        must(files.holds(problem.at) && files.holds(problem.hint), "a problem is in one of the files");
    }
    must(files.holds(reading.device.identity), "the name of a device is in one of the files");
    must(
        shown_set(platform, bytes) == dump(reading.device, files.sources()), "the same files are read alike");
}

}

std::string shown_set(std::string_view platform, std::string_view bytes)
{
    const FileSet files(*find_driver(platform), bytes);
    return dump(files.read().device, files.sources());
}

void read_boot_files(std::string_view bytes) { read_set("linux-host", bytes); }
void read_windows_files(std::string_view bytes) { read_set("windows-host", bytes); }
void read_esxi_files(std::string_view bytes) { read_set("esxi-host", bytes); }
void read_cluster_files(std::string_view bytes) { read_set("kubernetes", bytes); }
void read_job_files(std::string_view bytes) { read_set("app-env", bytes); }

}
