// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::tests {

/// Files of one device, read by one driver.
class ReadFiles {
public:
    using File = std::pair<std::string_view, std::string_view>; ///< path and text

    ReadFiles(std::string_view platform, std::initializer_list<File> files)
        : ReadFiles(platform, std::span<const File>(files.begin(), files.size()))
    {
    }
    ReadFiles(std::string_view platform, std::span<const File> files) : driver_(find_driver(platform))
    {
        for (const auto& [path, text] : files) {
            const SourceId id = sources_.next_id();
            sources_.put(std::make_unique<Source>(id, std::string(path), text));
            recognised_.push_back(recognise(*sources_.find(id)).driver == driver_);
            trees_.push_back(driver_->parse(*sources_.find(id)));
        }
        reading_ = driver_->read(trees_, "fallback");
    }

    [[nodiscard]] const Device& device() const { return reading_.device; }
    [[nodiscard]] const std::vector<SyntaxProblem>& problems() const { return reading_.problems; }
    [[nodiscard]] bool all_recognised() const
    {
        for (const bool one : recognised_) {
            if (!one)
                return false;
        }
        return true;
    }
    [[nodiscard]] std::string dumped() const { return dump(reading_.device, sources_); }
    [[nodiscard]] bool says(std::string_view line) const { return dumped().find(line) != std::string::npos; }
    [[nodiscard]] Coverage coverage(std::size_t file = 0) const { return measure_coverage(trees_[file]); }
    /// The state of every unsupported and unrecognised line, one per line: "7 unsupported text".
    [[nodiscard]] std::string gaps(std::size_t file = 0) const
    {
        std::string out;
        for (const Coverage::Detail& detail : coverage(file).details)
            out += std::to_string(detail.line) + ' ' + name_of(detail.state) + ' ' + detail.text + '\n';
        return out;
    }
    /// The port with exactly this name, or null.
    [[nodiscard]] const Port* port(std::string_view name) const
    {
        for (const Port& port : reading_.device.ports) {
            if (port.name == name)
                return &port;
        }
        return nullptr;
    }
    [[nodiscard]] const Nic* nic(std::string_view rdma_device) const
    {
        for (const Nic& nic : reading_.device.nics) {
            if (nic.rdma_device == rdma_device)
                return &nic;
        }
        return nullptr;
    }
    /// The NIC of the network interface with this name, or null.
    [[nodiscard]] const Nic* nic_of(std::string_view interface) const
    {
        for (const Nic& nic : reading_.device.nics) {
            if (nic.port != Port::no_index && reading_.device.ports[nic.port].name == interface)
                return &nic;
        }
        return nullptr;
    }

private:
    const Driver* driver_;
    SourceSet sources_;
    std::vector<Tree> trees_;
    std::vector<bool> recognised_;
    Reading reading_;
};

}
