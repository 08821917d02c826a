// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/proof/hop/job_classes.h"
#include "analysis/proof/hop/step.h"

#include <memory>
#include <optional>
#include <vector>

namespace rocelint::proof {

/// Which steps are recorded.
enum class Detail : std::uint8_t {
    faults, ///< only steps that are not proven
    everything,
};

/// The effect of one cable on a packet: from the queue of the sending port to the class at the receiving one.
struct Hop {
    Packet out; ///< as classified by the receiving device
    std::vector<Step> steps; ///< in the order in which they happen
    Grade outcome = Grade::proven; ///< the worst of all steps, including those that are not recorded
    bool lossless = true; ///< known to lose nothing
};

/// A packet as a host puts it on the wire.
struct Start {
    Packet packet;
    std::vector<Step> steps;
    Grade outcome = Grade::proven;
};

/// Judges single hops, independent of paths: the same packet on the same cable always gets the same result.
/// `analysis` must outlive this object.
class HopJudge {
public:
    HopJudge(const Analysis& analysis, Frame frame)
        : analysis_(&analysis), jobs_(std::make_shared<const JobClasses>(*analysis.fabric)), frame_(frame)
    {
    }

    /// `from` or `to` is invalid if that end was not collected; `name` is then its name, if known.
    [[nodiscard]] Hop judge(
        PortId from, PortId to, Packet packet, Detail detail, std::string_view name = {}) const;
    /// The RDMA packets of a class at the host port that sends them; an invalid port stands for a host that
    /// was not collected. nullopt if the class has no code point and the host shows none: how switches
    /// classify its packets is then unknown.
    [[nodiscard]] std::optional<Start> start(PortId host, std::uint8_t class_index, Detail detail) const;
    /// The CNP that this host port sends. nullopt if no code point is known.
    [[nodiscard]] std::optional<Start> start_notification(PortId host, Detail detail) const;

    [[nodiscard]] const Frame& frame() const { return frame_; }
    [[nodiscard]] const Analysis& analysis() const { return *analysis_; }

private:
    const Analysis* analysis_;
    std::shared_ptr<const JobClasses> jobs_; ///< shared by copies
    Frame frame_;
};

/// Whether the class is classified by DSCP and none of its DSCPs is known.
[[nodiscard]] bool lacks_code_point(const RdmaClass& rdma_class);

/// The largest frame of all RDMA hosts of the fabric; without RDMA hosts, that of a path MTU of 4096.
[[nodiscard]] Frame largest_frame(const Analysis& analysis);

}
