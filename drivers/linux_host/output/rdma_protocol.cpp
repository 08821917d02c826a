// SPDX-License-Identifier: Apache-2.0
// Whether an RDMA NIC runs RoCE or iWARP, by devlink's parameters.
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// "name enable_roce type generic", then "cmode runtime value true", below the heading "pci/0000:31:00.0:". They come
// in one line too (devlink 7.0, pr_out_param and pr_out_param_value).
class DevlinkReader {
public:
    DevlinkReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    State take(const Node& line)
    {
        at_ = section_.span(line);
        if (line.key.starts_with("pci/") && line.key.ends_with(':')) {
            pci_ = line.key.substr(4, line.key.size() - 5);
            return State::read;
        }
        State state = State::irrelevant;
        bool at_boot = false;
        Words words(line.key);
        while (!words.at_end()) {
            const std::string_view word = words.next();
            if (word == "name")
                parameter_ = words.next();
            else if (word == "cmode")
                at_boot = words.next() == "permanent";
            else if (word == "value" && !at_boot)
                state = set(pci_, parameter_, words.next());
        }
        return state;
    }

    // {"param": {"pci/0000:31:00.0": [{"name": "enable_roce", "values": [{"cmode": "runtime", "value": true}]}]}}
    void take_object(const Node& root)
    {
        root.mark_subtree(State::read);
        for (const Node& all : root) {
            for (const Node& device : all) {
                for (const Node& parameter : device)
                    take_parameter(device.key, parameter);
            }
        }
    }

private:
    void take_parameter(std::string_view device, const Node& parameter)
    {
        const Node* name = parameter.child("name");
        const Node* values = parameter.child("values");
        if (name == nullptr || values == nullptr || !device.starts_with("pci/"))
            return;
        for (const Node& value : *values) {
            const Node* mode = value.child("cmode");
            const Node* set_to = value.child("value");
            if (set_to == nullptr || (mode != nullptr && mode->value == "permanent"))
                continue;
            at_ = section_.span(*set_to);
            (void)set(device.substr(4), name->value, set_to->value);
        }
    }

    // Linux Documentation/networking/devlink/ice.rst: an ice port has RoCE or iWARP, one of the two.
    State set(std::string_view pci, std::string_view name, std::string_view value)
    {
        const bool roce = name == "enable_roce";
        if (!roce && name != "enable_iwarp")
            return State::irrelevant;
        const bool on = value == "true";
        const std::uint32_t port = host_.port_at_pci(pci);
        if (!on && value != "false")
            return State::unrecognised;
        if (port == Port::no_index)
            return State::unsupported; // of a device whose interface no ethtool -i shows
        // Other drivers have RoCE only, and the parameter says whether the NIC has RDMA.
        if (!host_.net(port).nic.driver.is("ice"))
            return State::irrelevant;
        // Without the other parameter, a protocol that is off leaves open whether the other one is on.
        if (on)
            host_.net(port).nic.iwarp = {!roce, host_.origins().explicit_at(at_)};
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    Span at_;
    std::string_view pci_;
    std::string_view parameter_;
};

}

void read_devlink_param(HostBuilder& host, const Section& section)
{
    DevlinkReader reader(host, section);
    section.take_lines([&](const Node& line) { return reader.take(line); });
    for (const Node& child : section.node) {
        if (child.kind == Node::Kind::object)
            reader.take_object(child);
    }
}

}
