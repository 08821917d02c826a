// SPDX-License-Identifier: Apache-2.0
// A host as a script collects it: a small file with the output of each command, and /sys files at their own paths.
#include "tests/bench/fabric_generator.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace rocelint::bench {
namespace {

// How a command begins, and the name of the file with its output; the last word except "-p 1" names the port or the NIC.
constexpr auto commands = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"hostname", "hostname.txt"},
    {"rdma link", "rdma-link.txt"},
    {"ip -d link show dev ", "ip-link."},
    {"mlnx_qos -i ", "mlnx_qos."},
    {"ethtool -a ", "ethtool-a."},
    {"cma_roce_mode -d ", "cma_roce_mode."},
    {"cma_roce_tos -d ", "cma_roce_tos."},
});

void write(const std::filesystem::path& path, std::string_view text)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

// Lines of "path:value".
void write_tree(const std::string& folder, std::string_view output)
{
    while (!output.empty()) {
        const std::string_view line = output.substr(0, output.find('\n'));
        output.remove_prefix(std::min(line.size() + 1, output.size()));
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && line.find("/enable/") == std::string_view::npos)
            write(folder + std::string(line.substr(0, colon)), std::string(line.substr(colon + 1)) + "\n");
        else if (colon != std::string_view::npos)
            write(folder + std::string(line.substr(0, colon)), "1\n");
    }
}

void write_output(const std::string& folder, std::string_view command, std::string_view output)
{
    if (command.starts_with("grep "))
        return write_tree(folder, output);
    if (command.starts_with("cat "))
        return write(folder + std::string(command.substr(4)), output);
    for (const auto& [begin, name] : commands) {
        if (!command.starts_with(begin))
            continue;
        const std::string_view rest = command.substr(begin.size());
        const bool of_one = name.ends_with('.');
        write(folder + '/' + std::string(name)
                + (of_one ? std::string(rest.substr(0, rest.find(' '))) + ".txt" : std::string()),
            output);
    }
}

}

void write_host_files(const Size& size, std::uint32_t host, const std::string& folder)
{
    const std::string capture = host_capture(size, host);
    const std::string prompt = capture.substr(0, capture.find("# ") + 2);
    std::size_t at = 0;
    while (at < capture.size()) {
        const std::size_t end_of_line = capture.find('\n', at);
        const std::size_t next = std::min(capture.find(prompt, end_of_line), capture.size());
        const std::string_view text = capture;
        write_output(folder,
            text.substr(at + prompt.size(), end_of_line - at - prompt.size()),
            text.substr(end_of_line + 1, next - end_of_line - 1));
        at = next;
    }
}

}
