// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/infer_practice.h"
#include "analysis/policy/policy.h"
#include "analysis/policy/policy_sections.h"
#include "models/syntax/yaml/yaml_writer.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// Writes parts of a policy, each as a member of the open mapping, or as an entry of the open list. What states no
/// more than the default is left out.
class PolicyMembers {
public:
    using Layout = YamlWriter::Layout;

    explicit PolicyMembers(YamlWriter& out) : out_(out) { }

    void dscps(DscpSet set)
    {
        out_.key("dscp").begin_list(Layout::row);
        for (const Dscp dscp : set)
            out_.word(fmt::format("{}", dscp));
        out_.end_list();
    }

    /// Leaves out an empty list.
    void texts(std::string_view key, const std::vector<std::string>& values)
    {
        if (values.empty())
            return;
        out_.key(key).begin_list(Layout::row);
        for (const std::string& value : values)
            out_.text(value);
        out_.end_list();
    }

    /// Leaves out an empty text.
    void text(std::string_view key, std::string_view value)
    {
        if (!value.empty())
            out_.key(key).text(value);
    }

    /// Leaves out an empty list.
    void roles(const std::vector<Role>& roles)
    {
        if (roles.empty())
            return;
        out_.key("roles").begin_list(Layout::row);
        for (const Role role : roles)
            out_.word(name_of(role));
        out_.end_list();
    }

    void pause(Pause pause)
    {
        if (pause != Pause::everywhere)
            out_.key("pfc").word(pause == Pause::nowhere ? "none" : "host-links");
    }

    void congestion_control(std::optional<CongestionControl> control)
    {
        if (control)
            out_.key("congestion_control").word(control_word(*control));
    }

    void practice(const Practice& practice)
    {
        if (practice.load_balancing)
            out_.key("load_balancing").word(spreading_word(*practice.load_balancing));
        if (practice.trimming)
            out_.key("trimming").word(*practice.trimming ? "yes" : "no");
        if (practice.retransmission)
            out_.key("retransmission").word(retransmission_word(*practice.retransmission));
    }

    void rdma_class(const RdmaClass& one)
    {
        out_.begin_map(Layout::row);
        out_.key("name").text(one.name);
        out_.key("priority").word(fmt::format("{}", one.priority));
        dscps(one.dscps);
        out_.key("trust").word(one.trust == Trust::pcp ? "pcp" : "dscp");
        if (one.traffic_class)
            out_.key("traffic_class").word(fmt::format("{}", *one.traffic_class));
        roles(one.roles);
        pause(one.pause);
        congestion_control(one.congestion_control);
        out_.end_map();
    }

    void cnp(const CnpClass& cnp)
    {
        if (!cnp.priority && !cnp.dscp && !cnp.traffic_class)
            return;
        out_.key("cnp").begin_map(Layout::row);
        if (cnp.priority)
            out_.key("priority").word(fmt::format("{}", *cnp.priority));
        if (cnp.dscp)
            out_.key("dscp").word(fmt::format("{}", *cnp.dscp));
        if (cnp.traffic_class)
            out_.key("traffic_class").word(fmt::format("{}", *cnp.traffic_class));
        out_.end_map();
    }

    void headroom(HeadroomChoice model)
    {
        out_.key("headroom").begin_map(Layout::row);
        out_.key("model").word(model_word(model));
        out_.end_map();
    }

    void scope(const PolicyScope& scope)
    {
        out_.begin_map(Layout::row);
        texts("devices", scope.devices);
        texts("ports", scope.ports);
        texts("except", scope.except);
        roles(scope.roles);
        constexpr double giga = 1e9;
        if (scope.least_speed)
            out_.key("speed_at_least").decimal(static_cast<double>(scope.least_speed->count) / giga);
        out_.end_map();
    }

    void port(const PortPolicy& port)
    {
        out_.begin_map(Layout::row);
        out_.key("device").text(port.device);
        out_.key("port").text(port.port);
        if (port.rdma)
            out_.key("rdma").word(*port.rdma ? "true" : "false");
        if (port.role)
            out_.key("role").text(*port.role);
        text("plane", port.plane);
        out_.end_map();
    }

    void rules(const std::map<std::string, RuleSetting, std::less<>>& rules)
    {
        if (rules.empty())
            return;
        out_.key("rules").begin_map(Layout::lines);
        for (const auto& [code, setting] : rules) {
            out_.key(code).begin_map(Layout::row);
            if (setting.off || setting.severity)
                out_.key("severity").word(setting.off ? "off" : name_of(*setting.severity));
            parameters(setting);
            out_.end_map();
        }
        out_.end_map();
    }

private:
    void parameters(const RuleSetting& setting)
    {
        if (setting.parameters.empty())
            return;
        out_.key("parameters").begin_map(Layout::row);
        for (const auto& [name, values] : setting.parameters) {
            out_.key(name);
            if (values.size() == 1) {
                out_.decimal(values.front());
                continue;
            }
            out_.begin_list(Layout::row);
            for (const double value : values)
                out_.decimal(value);
            out_.end_list();
        }
        out_.end_map();
    }

    YamlWriter& out_;
};

}
