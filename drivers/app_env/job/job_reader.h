// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/job/node_list.h"
#include "drivers/driver.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Whether the reader takes a variable into the model, or counts it because it decides something about RDMA.
[[nodiscard]] bool is_judged_variable(std::string_view name);

/// Makes a Job of the variables that a file sets, in the order in which they are set.
class JobReader {
public:
    /// `node_lists`: those of the file, which may hold several jobs.
    JobReader(Reading& reading, const Source& source, NodeLists& node_lists);

    /// Takes one variable; returns how it was handled.
    CoverageState take(const Stated& stated);
    /// Takes an option that means the same as a variable of this name; problems call it by its own name.
    CoverageState take_as(std::string_view name, const Stated& stated);
    /// A variable that the file does not set may be set elsewhere, for this reason; `reason` is a literal.
    void may_be_set_elsewhere(std::string_view reason) { elsewhere_ = reason; }
    /// The file holds several jobs: this one begins at an offset, and has a name of its own.
    void is_one_of_several(std::uint32_t begin, std::string_view name);
    /// The hosts of a list in the file; see NodeLists.
    [[nodiscard]] std::vector<std::string_view> nodes_of(std::string_view list)
    {
        return node_lists_.nodes_of(list, arena());
    }
    /// The job runs on these hosts.
    void runs_on(const std::vector<std::string_view>& nodes)
    {
        job_.nodes.insert(job_.nodes.end(), nodes.begin(), nodes.end());
    }
    /// The file configures Ceph, which uses RDMA.
    void uses_ceph() { job_.with_ceph = true; }
    /// The file configures SPDK itself, which uses RDMA.
    void uses_spdk() { job_.with_spdk = true; }
    /// The file sets a variable of a library, though perhaps not for the job.
    void note_variable() { has_variable_ = true; }
    [[nodiscard]] bool has_variable() const { return has_variable_; }
    void warn(Span at, std::string message);
    [[nodiscard]] Job finish();

    [[nodiscard]] const Source& source() const { return source_; }
    [[nodiscard]] Arena& arena() { return *reading_.device.arena; }

private:
    template <class T>
    CoverageState take_number(Setting<T>& setting,
        const Stated& stated,
        std::int64_t smallest,
        std::int64_t largest,
        std::string_view automatic = {});
    CoverageState take_text(Setting<std::string_view>& setting, const Stated& stated);
    // Takes what holds for numbers and texts alike; returns false if a value is left to take.
    template <class T>
    bool take_absence(Setting<T>& setting, const Stated& stated, CoverageState& state);
    template <class T>
    CoverageState set(Setting<T>& setting, const Stated& stated, T value);
    [[nodiscard]] OriginId origin(const Stated& stated);
    CoverageState refuse(const Stated& stated, std::int64_t smallest, std::int64_t largest);

    Reading& reading_;
    const Source& source_;
    NodeLists& node_lists_;
    // NCCL reads nccl.conf with setenv(…, overwrite 0), so the first assignment wins; in a shell the last one
    // does.
    bool first_wins_;
    std::string_view elsewhere_;
    bool has_variable_ = false;
    bool is_ucx_without_rdma_ = false; ///< UCX_TLS names no transport of RDMA
    Job job_;
};

}
