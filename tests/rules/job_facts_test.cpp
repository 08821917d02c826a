// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_facts.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

using Numbers = std::vector<std::uint32_t>;

// A fabric of hosts, in the order in which they are added, and jobs.
struct Cluster {
    std::vector<Device> devices;

    Device& add(std::string name, DeviceKind kind)
    {
        Device& device = devices.emplace_back();
        device.name = std::move(name);
        device.kind = kind;
        return device;
    }
    Device& add_host(std::string name, std::vector<std::string_view> rdma_devices)
    {
        Device& host = add(std::move(name), DeviceKind::host);
        host.rdma_devices = std::move(rdma_devices);
        return host;
    }
    void add_job(std::vector<std::string_view> nodes, std::uint8_t traffic_class)
    {
        Device& holder = add("job", DeviceKind::job);
        Job& job = holder.jobs.emplace_back();
        job.nodes = std::move(nodes);
        job.traffic_class = {traffic_class, holder.origins.default_of("as a file would say")};
    }
};

// What a rule knows of the jobs of a cluster.
struct Known {
    explicit Known(Cluster cluster)
        : fabric(link(std::move(cluster.devices), {}, {})), analysis(analyse(fabric, policy)), facts(analysis)
    {
    }
    [[nodiscard]] JobFacts::Hosts hosts_of(std::uint32_t holder) const
    {
        return facts.hosts_of(holder, fabric.devices[holder].jobs.front());
    }
    Policy policy;
    Fabric fabric;
    Analysis analysis;
    JobFacts facts;
};

Numbers list(std::span<const std::uint32_t> hosts) { return {hosts.begin(), hosts.end()}; }

DscpSet one_dscp(Dscp dscp)
{
    DscpSet set;
    set.insert(dscp);
    return set;
}

TEST_CASE("a job runs on the hosts that it names, whatever their case, domain and order")
{
    Cluster cluster;
    cluster.add_host("host1", {"mlx5_0"});
    cluster.add_host("Host2.example.net", {"mlx5_0"});
    cluster.add_host("host3", {"mlx5_0"});
    cluster.add_job({"host3", "HOST2", "host3.example.org", "elsewhere"}, 106);
    const Known known(std::move(cluster));
    CHECK(list(known.hosts_of(3).all()) == Numbers{1, 2});
    CHECK(list(known.hosts_of(3).distinct()) == Numbers{1, 2});
    CHECK(!known.hosts_of(3).any_host());
}

TEST_CASE("a job that names no collected host may run on any that does not serve storage")
{
    Cluster cluster;
    cluster.add_host("host0", {"mlx5_0"});
    Device& storage = cluster.add_host("host1", {"mlx5_1"});
    storage.role = {Role::storage, storage.origins.default_of("as a topology would say")};
    cluster.add_host("host2", {"mlx5_0"});
    cluster.add_host("host3", {});
    cluster.add_host("host4", {"mlx5_0", "mlx5_1"});
    cluster.add_host("host5", {});
    cluster.add_job({"192.0.2.1"}, 106);
    const Known known(std::move(cluster));
    const JobFacts::Hosts hosts = known.hosts_of(6);
    CHECK(hosts.any_host());
    CHECK(list(hosts.all()) == Numbers{0, 2, 3, 4, 5});
    // One host for each list of devices; hosts without a list are each reported as not checked.
    CHECK(list(hosts.distinct()) == Numbers{0, 3, 4, 5});
    CHECK(hosts.of_both_transports().empty());
    CHECK(hosts.of_limited_queue_pairs().empty());
}

TEST_CASE("a host is marked by jobs only if all jobs that may run on it use the DSCP")
{
    Cluster cluster;
    cluster.add_host("host1", {"mlx5_0"});
    cluster.add_job({}, 106);
    {
        const Known known(cluster);
        CHECK(known.facts.has_jobs(0));
        CHECK(known.facts.marked_by_jobs(0, one_dscp(26)));
        CHECK(!known.facts.marked_by_jobs(0, one_dscp(24)));
    }
    cluster.add_job({}, 98);
    CHECK(!Known(std::move(cluster)).facts.marked_by_jobs(0, one_dscp(26)));
}

TEST_CASE("NICs of any host force a mark on a job if all of them force the same")
{
    const auto forced = [](std::uint8_t second) {
        Cluster cluster;
        for (const std::uint8_t traffic_class : {std::uint8_t{106}, second}) {
            Device& host = cluster.add_host("host" + std::to_string(cluster.devices.size()), {"mlx5_0"});
            Nic& nic = host.nics.emplace_back();
            nic.rdma_device = "mlx5_0";
            nic.traffic_class = {traffic_class, host.origins.default_of("as a capture would say")};
        }
        cluster.add_job({}, 0);
        const Known known(std::move(cluster));
        return known.facts.forced_mark(2, known.fabric.devices[2].jobs.front(), one_dscp(26));
    };
    CHECK(forced(106) == ForcedMark::wanted);
    CHECK(forced(98) == ForcedMark::other);
}

}
}
