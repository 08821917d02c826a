// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/planes.h"
#include "analysis/facts/usual_frames.h"
#include "analysis/facts/usual_marking.h"
#include "models/fabric/value/unread_watch.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace rocelint {

class JobFacts;

/// Facts about the whole fabric that rules on any thread need. The first caller computes a fact while the
/// others wait. The facts only serve messages and corrections, so no rule counts as unchecked if a setting
/// was unread here.
class SharedFacts {
public:
    /// The analysis must outlive this object.
    explicit SharedFacts(const Analysis& analysis);
    ~SharedFacts();
    SharedFacts(const SharedFacts&) = delete;
    SharedFacts& operator=(const SharedFacts&) = delete;

    [[nodiscard]] const Analysis& analysis() const { return analysis_; }
    [[nodiscard]] const Planes& planes() { return planes_.get(analysis_); }
    [[nodiscard]] const UsualFrames& frames() { return frames_.get(analysis_); }
    [[nodiscard]] const UsualMarking& marking() { return marking_.get(analysis_); }
    /// The largest RDMA path MTU that a host uses, or that its interface leaves if no capture shows which it
    /// uses. 0 if no host shows either.
    [[nodiscard]] Bytes path_mtu() { return path_mtu_.get(analysis_).largest; }
    /// By device: its first physical port that carries RDMA, as a sample of all of them; Port::no_index if it
    /// has none.
    [[nodiscard]] const std::vector<std::uint32_t>& samples() { return samples_.get(analysis_).ports; }
    /// What rules about jobs need of all devices (analysis/facts/job_facts.h).
    [[nodiscard]] const JobFacts& jobs();

private:
    struct Samples {
        explicit Samples(const Analysis& analysis);
        std::vector<std::uint32_t> ports;
    };

    struct PathMtu {
        explicit PathMtu(const Analysis& analysis);
        Bytes largest;
    };

    template <class Fact>
    class Once {
    public:
        const Fact& get(const Analysis& analysis)
        {
            std::call_once(made_, [&] {
                const UnwatchedScope unwatched;
                fact_ = std::make_unique<Fact>(analysis);
            });
            return *fact_;
        }

    private:
        std::once_flag made_;
        std::unique_ptr<Fact> fact_;
    };

    const Analysis& analysis_;
    Once<Planes> planes_;
    Once<UsualFrames> frames_;
    Once<UsualMarking> marking_;
    Once<Samples> samples_;
    Once<PathMtu> path_mtu_;
    Once<JobFacts> jobs_;
};

}
