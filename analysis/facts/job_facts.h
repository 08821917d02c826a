// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/facts/job_marks.h"
#include "analysis/facts/noted.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint {

/// Facts about all devices that rules about jobs need, collected once for a run. A rule that visited every host for
/// every job would take time proportional to their product; here each rule finds only the hosts relevant to it.
class JobFacts {
public:
    /// The analysis must outlive this object.
    explicit JobFacts(const Analysis& analysis);

    /// The hosts that a job may run on if neither its text nor its place names its hosts.
    struct AnyHosts {
        std::vector<std::uint32_t> all;
        /// One host for each distinct list of RDMA devices, and every host without a captured list.
        std::vector<std::uint32_t> distinct;
        std::vector<std::uint32_t> of_both_transports; ///< those with Ethernet NICs and InfiniBand ports
        std::vector<std::uint32_t>
            of_limited_queue_pairs; ///< those with a NIC that needs several queue pairs to reach line rate
        ForcedMarks forced;
    };

    /// The hosts that a job runs on, or may run on. Lists are ascending.
    class Hosts {
    public:
        Hosts(std::vector<std::uint32_t> named, const AnyHosts* any) : named_(std::move(named)), any_(any) { }
        /// Whether neither the folder of the job's file nor its text names them.
        [[nodiscard]] bool any_host() const { return any_ != nullptr; }
        [[nodiscard]] std::span<const std::uint32_t> all() const { return list(&AnyHosts::all); }
        /// The hosts that suffice for a rule that judges only a host's list of RDMA devices.
        [[nodiscard]] std::span<const std::uint32_t> distinct() const { return list(&AnyHosts::distinct); }
        /// Includes all hosts that have both Ethernet NICs and InfiniBand ports.
        [[nodiscard]] std::span<const std::uint32_t> of_both_transports() const
        {
            return list(&AnyHosts::of_both_transports);
        }
        /// Includes all hosts with a NIC that needs several queue pairs (Nic::queue_pair_rate).
        [[nodiscard]] std::span<const std::uint32_t> of_limited_queue_pairs() const
        {
            return list(&AnyHosts::of_limited_queue_pairs);
        }

    private:
        friend class JobFacts;
        [[nodiscard]] std::span<const std::uint32_t> list(std::vector<std::uint32_t> AnyHosts::*wanted) const
        {
            return any_ != nullptr ? any_->*wanted : named_;
        }
        std::vector<std::uint32_t> named_;
        const AnyHosts* any_; ///< null if the hosts are named
    };
    /// The host that the file of device `holder` belongs to, otherwise the hosts that the job names. If none of the
    /// named hosts was collected (the names may be addresses), all hosts; among these, storage hosts only for jobs
    /// that are storage daemons. Valid as long as this object.
    [[nodiscard]] Hosts hosts_of(std::uint32_t holder, const Job& job) const;

    /// Whether a job runs on this host, or may run on any.
    [[nodiscard]] bool has_jobs(std::uint32_t host) const;
    /// Whether some jobs use RDMA on this host (or may run on any) and all of them mark RDMA with one of the DSCPs.
    [[nodiscard]] bool marked_by_jobs(std::uint32_t host, DscpSet dscps) const;
    /// The mark that the NICs of the hosts of a job of device `holder` force on every RDMA packet.
    [[nodiscard]] ForcedMark forced_mark(std::uint32_t holder, const Job& job, DscpSet dscps) const;
    /// The classes of a job of device `holder`: those of its hosts, or of any host that may run it. A class that was
    /// assumed because only switches make it lossless, and that no host pauses, says nothing about jobs and is left
    /// out.
    [[nodiscard]] SendersClasses classes_of(std::uint32_t holder, const Job& job) const;

    /// The first switch that spreads the packets of a flow over several paths; null if none is known to do so. The
    /// thread's UnreadWatch receives the settings of earlier switches that are unread for a reason.
    [[nodiscard]] const Device* spreading_switch() const;

    struct BestEffort {
        /// The first port of a cable whose switch puts the DSCP into the queue of unmarked packets.
        std::optional<PortId> at;
        bool judged = false; ///< whether the queue of the DSCP is known anywhere
    };
    /// Where a switch puts packets with this DSCP into the same queue as unmarked packets.
    [[nodiscard]] const BestEffort& best_effort_at(Dscp dscp) const;

private:
    [[nodiscard]] BestEffort find_best_effort(Dscp dscp) const;
    /// The DSCPs that jobs request for their packets.
    struct Marks {
        bool any_job = false;
        bool any = false; ///< a job uses RDMA
        const Setting<std::uint8_t>* unread = nullptr; ///< the first unread class of a job with RDMA
        DscpSet dscps; ///< of all jobs whose class is known

        void add(const Device& holder);
    };
    void add_host(std::uint32_t index);
    void find_spreading_switch();

    const Analysis& analysis_;
    const Fabric& fabric_;
    /// By name in lower case, without the domain.
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_name_;
    AnyHosts computing_; ///< without hosts of storage
    AnyHosts with_storage_;
    Marks everywhere_; ///< of jobs that may run on any host
    std::unordered_map<std::uint32_t, Marks> of_host_;
    const Device* spreading_ = nullptr;
    std::vector<const Setting<bool>*> unread_spreading_;
    mutable std::mutex mutex_;
    mutable std::map<Dscp, Noted<BestEffort>> best_effort_;
};

}
