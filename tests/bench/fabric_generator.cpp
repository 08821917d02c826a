// SPDX-License-Identifier: Apache-2.0
// Writes the files of a whole fabric; the platforms' own files generate their contents.
#include "tests/bench/fabric_generator.h"

#include "tests/bench/fabric_faults.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace rocelint::bench {
namespace {

struct LeafFile {
    std::string_view ending;
    std::string text;
};

LeafFile leaf_file(const Size& size, std::uint32_t leaf)
{
    switch (platform_of(size, leaf)) {
    case Platform::sonic:
        return {"json", sonic_with_faults(sonic_leaf(size, leaf), size.faults)};
    case Platform::eos:
        return {"cfg", eos_with_faults(eos_leaf(size, leaf), size.faults)};
    case Platform::junos:
        break;
    }
    return {"conf", junos_leaf(size, leaf)};
}

std::string job_environment()
{
    return "NCCL_IB_HCA==mlx5_0,mlx5_1\nNCCL_IB_TC=106\nNCCL_IB_TIMEOUT=20\nNCCL_IB_QPS_PER_CONNECTION=4\n";
}

}

void write_fabric(const Size& size, const std::string& folder)
{
    const auto write = [](const std::string& path, const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
    };
    std::filesystem::create_directories(folder);
    for (std::uint32_t leaf = 0; leaf < size.leaves; ++leaf) {
        const LeafFile file = leaf_file(size, leaf);
        write(fmt::format("{}/leaf{}.{}", folder, leaf, file.ending),
            with_mtu(file.text, size.mtu, size.mtu_step));
    }
    for (std::uint32_t spine = 0; spine < size.spines; ++spine)
        write(fmt::format("{}/spine{}.json", folder, spine),
            with_mtu(sonic_with_faults(sonic_spine(size, spine), size.faults), size.mtu, size.mtu_step));
    for (std::uint32_t host = 0; host < size.hosts; ++host) {
        const std::string of_host = fmt::format("{}/hosts/host{}", folder, host);
        std::filesystem::create_directories(of_host);
        if (size.small_files != 0)
            write_host_files(size, host, of_host);
        else
            write(of_host + "/capture.txt", host_capture(size, host));
        if (size.host_jobs != 0)
            write(of_host + "/job.env", job_environment());
    }
    if (size.jobs != 0)
        std::filesystem::create_directories(folder + "/jobs");
    for (std::uint32_t job = 0; job < size.jobs; ++job)
        write(fmt::format("{}/jobs/job{}.env", folder, job), job_environment());
}

}
