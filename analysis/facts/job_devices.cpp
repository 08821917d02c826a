// SPDX-License-Identifier: Apache-2.0
// Which RDMA devices of which hosts a job uses (NVIDIA/nccl src/misc/socket.cc, parseStringList and
// matchIfList).
#include "analysis/facts/job_devices.h"

#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace rocelint {
namespace {

// The number that a text begins with, as in "1" and, where a rail and a plane follow, "1:0:0".
std::optional<std::uint32_t> port_number(std::string_view text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

}

DeviceFilter::DeviceFilter(std::string_view list)
{
    excludes_ = list.starts_with('^');
    if (excludes_)
        list.remove_prefix(1);
    exact_ = list.starts_with('=');
    if (exact_)
        list.remove_prefix(1);
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view item = list.substr(0, comma);
        const std::size_t colon = item.find(':');
        if (const std::string_view name = item.substr(0, colon); !name.empty()) {
            names_.push_back(name);
            ports_.push_back(
                colon == std::string_view::npos ? std::nullopt : port_number(item.substr(colon + 1)));
        }
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
}

bool DeviceFilter::means(std::string_view name, std::string_view device) const
{
    return exact_ ? device == name : device.starts_with(name);
}

bool DeviceFilter::lets_through(std::string_view device, std::optional<std::uint32_t> port) const
{
    // NCCL takes an empty list as one of all devices, which "^" excludes.
    if (names_.empty())
        return !excludes_;
    bool named = false;
    for (std::size_t index = 0; index < names_.size(); ++index) {
        const std::optional<std::uint32_t>& only = ports_[index];
        const bool of_port = !only || !port || *port == *only;
        named = named || (of_port && means(names_[index], device));
    }
    return named != excludes_;
}

// NCCL compares the names of networks without regard to case.
bool asks_for_sockets(const Job& job)
{
    return job.network.peek_known() && equal_ignoring_case(job.network.value, "Socket");
}

bool nccl_avoids_rdma(const Job& job)
{
    return (job.verbs_off.peek_known() && job.verbs_off.value) || asks_for_sockets(job);
}

bool uses_nccl(const Job& job)
{
    if (nccl_avoids_rdma(job))
        return false;
    return std::ranges::any_of(std::array{job.devices.origin,
                                   job.service_level.origin,
                                   job.traffic_class.origin,
                                   job.cts_class.origin,
                                   job.timeout.origin,
                                   job.retries.origin,
                                   job.gid_index.origin,
                                   job.roce_version.origin,
                                   job.pkey_index.origin,
                                   job.queue_pairs.origin,
                                   job.adaptive_routing.origin},
        [](OriginId origin) { return origin != OriginId{}; });
}

bool serves_storage(const Job& job)
{
    return job.without_nccl
        && (job.with_ceph || job.with_spdk || job.ceph_class.peek_known() || job.nvme_class.peek_known());
}

}
