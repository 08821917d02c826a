// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/cluster_objects.h"
#include "drivers/linux_host/output/host_builder.h"

#include <span>
#include <string_view>

namespace rocelint::linux_host {

/// Gives the files of a cluster the settings that their objects make on this host: of the NICs that captures show.
void set_up_by_cluster(HostBuilder& host, std::string_view name, std::span<ConfigFile> files);

/// Whether an object selects an interface, as far as captures show what it selects by.
struct NicChoice {
    ClusterObjects::Choice::Answer answer = ClusterObjects::Choice::Answer::no;
    const Node* unknown = nullptr; ///< what nothing shows of the interface
    std::string_view lacking{}; ///< "type", and how to capture it
};
/// For the nicSelector of a NicConfigurationTemplate.
[[nodiscard]] NicChoice choose_by_template(HostBuilder& host, const Node* selector, std::uint32_t port);
/// For the nicSelector of a SriovNetworkNodePolicy.
[[nodiscard]] NicChoice choose_by_policy(HostBuilder& host, const Node* selector, std::uint32_t port);

/// Adds what a NicConfigurationTemplate sets on an interface.
void add_template_settings(const ClusterObject& object, std::string_view interface);
/// Adds one setting of an interface, made by the line at `node`; its value is left to the caller.
Setter& add_cluster_setter(
    const ClusterObject& object, Knob knob, std::string_view interface, const Node& node);

}
