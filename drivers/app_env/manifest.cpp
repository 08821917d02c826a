// SPDX-License-Identifier: Apache-2.0
// A container's environment: its own `env` wins over what `envFrom` takes from a ConfigMap (Kubernetes API,
// Container v1 core), and what its command sets wins over both.
#include "drivers/app_env/manifest.h"

#include "drivers/app_env/manifest_part_reader.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::app_env {
namespace {

class ManifestReader {
public:
    ManifestReader(const Tree& tree, Reading& reading)
        : reading_(reading), source_(*tree.source), lines_(tree), parts_(manifest_parts(source_.text()))
    {
        for (const ManifestPart& part : parts_) {
            if (part.holds_variables())
                variables_.try_emplace(part.name, &part);
            taken_.insert(part.taken_from.begin(), part.taken_from.end());
        }
    }

    void read()
    {
        for (const ManifestPart& part : parts_) {
            if (part.sets_nics())
                count_unread(part);
            else if (!is_taken(part))
                read(part);
        }
        lines_.finish();
    }

private:
    void count_unread(const ManifestPart& part)
    {
        for (const ManifestLine& line : part.lines) {
            const auto size = static_cast<std::uint32_t>(line.text.size());
            lines_.mark(line.begin, line.begin + size, CoverageState::unsupported);
        }
        if (told_)
            return;
        told_ = true;
        reading_.problems.push_back({.severity = SyntaxProblem::Severity::warning,
            .at = source_.span_of(part.kind),
            .message = fmt::format(
                "{} sets NICs, and is not read in a file that also holds jobs: put it into a file of its own",
                part.kind)});
    }

    // Whether another object takes the variables of this one, which then are a part of that job.
    [[nodiscard]] bool is_taken(const ManifestPart& part) const
    {
        return part.holds_variables() && taken_.contains(part.name);
    }

    void read(const ManifestPart& part)
    {
        JobReader job(reading_, source_, node_lists_);
        job.is_one_of_several(part.lines.front().begin, part.name);
        PartReader reader(job, lines_);
        for (const std::string_view name : part.taken_from) {
            if (const auto from = variables_.find(name); from != variables_.end())
                reader.read(*from->second);
            else
                job.may_be_set_elsewhere("envFrom takes variables of an object that is not in this file");
        }
        reader.read(part);
        if (part.takes_others)
            job.may_be_set_elsewhere(
                "it takes variables from elsewhere: env_file, extends or an alias of YAML");
        if (part.holds_variables() || (part.kind.empty() && !part.is_service))
            job.may_be_set_elsewhere("it holds only a part of a job's variables");
        if (reader.found())
            reading_.device.jobs.push_back(job.finish());
    }

    Reading& reading_;
    const Source& source_;
    LineStates lines_;
    NodeLists node_lists_;
    std::vector<ManifestPart> parts_;
    std::unordered_map<std::string_view, const ManifestPart*> variables_; ///< ConfigMaps and Secrets by name
    std::unordered_set<std::string_view> taken_; ///< names in envFrom
    bool told_ = false;
};

}

void read_manifest(const Tree& tree, Reading& reading) { ManifestReader(tree, reading).read(); }

}
