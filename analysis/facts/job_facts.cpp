// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_facts.h"

#include "analysis/facts/job_devices.h"
#include "models/fabric/classify.h"
#include "models/fabric/link/name_index.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace rocelint {
namespace {

// Keeps one host for each list of RDMA devices, in the order of the hosts.
std::vector<std::uint32_t> one_of_each(const Fabric& fabric, const std::vector<std::uint32_t>& hosts)
{
    std::map<std::vector<std::string_view>, std::uint32_t> known;
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t host : hosts) {
        const Device& device = fabric.devices[host];
        const std::vector<std::string_view> names(device.rdma_devices.begin(), device.rdma_devices.end());
        if (names.empty() || known.try_emplace(names, host).second)
            kept.push_back(host);
    }
    return kept;
}

template <class Matters>
std::vector<std::uint32_t> those_that(
    const Fabric& fabric, const std::vector<std::uint32_t>& hosts, const Matters& matters)
{
    std::vector<std::uint32_t> kept;
    std::ranges::copy_if(
        hosts, std::back_inserter(kept), [&](std::uint32_t host) { return matters(fabric.devices[host]); });
    return kept;
}

void fill(const Fabric& fabric, JobFacts::AnyHosts& any)
{
    any.distinct = one_of_each(fabric, any.all);
    any.of_both_transports = those_that(
        fabric, any.all, [](const Device& host) { return !host.nics.empty() && !host.ib_ports.empty(); });
    any.of_limited_queue_pairs = those_that(fabric, any.all, [](const Device& host) {
        return std::ranges::any_of(host.nics, [](const Nic& nic) { return nic.queue_pair_rate.count != 0; });
    });
    any.forced = ForcedMarks(fabric, any.all);
}

std::vector<Role> roles_of_senders(const Fabric& fabric, const JobFacts::Hosts& senders, const Job& job)
{
    if (senders.any_host())
        return serves_storage(job) ? std::vector{Role::host, Role::storage} : std::vector{Role::host};
    std::vector<Role> roles;
    for (const std::uint32_t host : senders.all()) {
        const Setting<Role>& role = fabric.devices[host].role;
        roles.push_back(role.peek_known() ? role.value : Role::unknown);
    }
    return roles;
}

}

void JobFacts::Marks::add(const Device& holder)
{
    any_job = true;
    for (const Job& job : holder.jobs) {
        if (nccl_avoids_rdma(job))
            continue;
        const Setting<std::uint8_t>& of_job = class_of_job(job);
        any = true;
        if (of_job.peek_known())
            dscps.insert(static_cast<Dscp>(of_job.value >> 2));
        else if (unread == nullptr)
            unread = &of_job;
    }
}

JobFacts::JobFacts(const Analysis& analysis) : analysis_(analysis), fabric_(*analysis.fabric)
{
    for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
        if (fabric_.devices[index].kind == DeviceKind::host && !fabric_.devices[index].is_template)
            add_host(index);
    }
    fill(fabric_, computing_);
    fill(fabric_, with_storage_);
    for (const std::uint32_t job : fabric_.jobs) {
        const auto host = fabric_.host_of_job[job];
        (host ? of_host_[*host] : everywhere_).add(fabric_.devices[job]);
    }
    find_spreading_switch();
}

void JobFacts::add_host(std::uint32_t index)
{
    const Device& host = fabric_.devices[index];
    by_name_[device_key(host.name)].push_back(index);
    with_storage_.all.push_back(index);
    if (!host.role.peek_known() || host.role.value != Role::storage)
        computing_.all.push_back(index);
}

void JobFacts::find_spreading_switch()
{
    for (const Device& device : fabric_.devices) {
        if (device.kind != DeviceKind::network_switch)
            continue;
        const Setting<bool>& per_packet = device.load_balancing.per_packet;
        if (!per_packet.peek_known() && per_packet.origin != OriginId{})
            unread_spreading_.push_back(&per_packet);
        if (per_packet.peek_known() && per_packet.value) {
            spreading_ = &device;
            return;
        }
    }
}

JobFacts::Hosts JobFacts::hosts_of(std::uint32_t holder, const Job& job) const
{
    if (const auto joined = fabric_.host_of_job[holder])
        return {{*joined}, nullptr};
    std::vector<std::uint32_t> named;
    for (const std::string_view node : job.nodes) {
        const auto found = by_name_.find(device_key(node));
        if (found != by_name_.end())
            named.insert(named.end(), found->second.begin(), found->second.end());
    }
    if (named.empty())
        return {{}, serves_storage(job) ? &with_storage_ : &computing_};
    std::ranges::sort(named);
    const auto [from, to] = std::ranges::unique(named);
    named.erase(from, to);
    return {std::move(named), nullptr};
}

bool JobFacts::has_jobs(std::uint32_t host) const { return everywhere_.any_job || of_host_.contains(host); }

bool JobFacts::marked_by_jobs(std::uint32_t host, DscpSet dscps) const
{
    const auto is_good = [dscps](const Marks& marks) {
        return (marks.unread == nullptr || marks.unread->known()) && (marks.dscps - dscps).empty();
    };
    const auto found = of_host_.find(host);
    const bool on_host = found != of_host_.end() && found->second.any;
    return (everywhere_.any || on_host) && is_good(everywhere_) && (!on_host || is_good(found->second));
}

ForcedMark JobFacts::forced_mark(std::uint32_t holder, const Job& job, DscpSet dscps) const
{
    const Hosts hosts = hosts_of(holder, job);
    return hosts.any_host() ? hosts.any_->forced.compared_with(dscps)
                            : ForcedMarks(fabric_, hosts.all()).compared_with(dscps);
}

SendersClasses JobFacts::classes_of(std::uint32_t holder, const Job& job) const
{
    return classes_of_senders(analysis_.classes, roles_of_senders(fabric_, hosts_of(holder, job), job));
}

const Device* JobFacts::spreading_switch() const
{
    for (const Setting<bool>* unread : unread_spreading_)
        static_cast<void>(unread->known());
    return spreading_;
}

JobFacts::BestEffort JobFacts::find_best_effort(Dscp dscp) const
{
    BestEffort found;
    for (const Link& link : fabric_.links) {
        for (const PortId end : {link.a, link.b}) {
            const Device& device = fabric_.device(end);
            if (device.kind != DeviceKind::network_switch || !analysis_.is_roce(end))
                continue;
            const Treatment marked = classify_dscp(device, fabric_.port(end), dscp);
            const Treatment plain = classify_dscp(device, fabric_.port(end), 0);
            if (!marked.queue.known() || !plain.queue.known())
                continue;
            found.judged = true;
            if (marked.queue.value == plain.queue.value) {
                found.at = end;
                return found;
            }
        }
    }
    return found;
}

const JobFacts::BestEffort& JobFacts::best_effort_at(Dscp dscp) const
{
    const std::scoped_lock lock(mutex_);
    auto known = best_effort_.find(dscp);
    if (known == best_effort_.end())
        known = best_effort_.emplace(dscp, [&] { return find_best_effort(dscp); }).first;
    return known->second.tell();
}

}
