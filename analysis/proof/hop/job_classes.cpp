// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/hop/job_classes.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace rocelint::proof {

JobClasses::JobClasses(const Fabric& fabric)
{
    std::array<bool, 256> known{};
    for (const std::uint32_t index : fabric.jobs) {
        const auto host = fabric.host_of_job[index];
        for (const Job& job : fabric.devices[index].jobs) {
            if (!job.traffic_class.known())
                continue;
            const Entry entry{index, &job.traffic_class};
            if (host)
                on_host_.emplace_back(*host, entry);
            else if (!std::exchange(known[job.traffic_class.value], true))
                everywhere_.push_back(entry);
        }
    }
    std::ranges::stable_sort(on_host_, {}, &std::pair<std::uint32_t, Entry>::first);
}

std::vector<JobClasses::Entry> JobClasses::on(std::uint32_t host) const
{
    std::vector<Entry> own;
    for (const auto& [of, entry] :
        std::ranges::equal_range(on_host_, host, {}, &std::pair<std::uint32_t, Entry>::first))
        own.push_back(entry);
    std::vector<Entry> all;
    std::ranges::merge(own, everywhere_, std::back_inserter(all), {}, &Entry::job, &Entry::job);
    return all;
}

}
