// SPDX-License-Identifier: Apache-2.0
#include "drivers/opensm/edit/render.h"
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/routing_engines.h"
#include "models/catalog/opensm_options.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

class OptionsWriter {
public:
    OptionsWriter(const ManagerDesign& design, std::string_view name) : design_(design)
    {
        text_ = fmt::format("# Subnet manager {} of the subnet {}, for opensm 3.3.23. Written by rocelint.\n"
                            "# What is not here is as opensm starts with it.\n",
            name,
            design.subnet);
    }

    std::string write()
    {
        option("guid",
            guid_text(design_.guid),
            "The port that this manager runs on; without it the first that is up.");
        write_keys();
        if (design_.prefix)
            option("subnet_prefix",
                guid_text(*design_.prefix),
                "The upper half of all GIDs, by which hosts and routers distinguish subnets.");
        option("sm_priority",
            fmt::format("{}", design_.priority),
            "Managers of one subnet have different ones, so that it is always the same that becomes master.");
        write_routing();
        write_classes();
        write_files();
        return std::move(text_);
    }

private:
    void option(std::string_view name, const std::string& value, std::string_view why)
    {
        if (value == catalog::find_opensm_option(name)->fallback)
            return;
        append(text_, "\n# {}\n{} {}\n", why, name, value);
    }

    void write_keys()
    {
        if (!design_.keys)
            return;
        option("sm_key",
            guid_text(design_.keys->sm),
            "Managers of one subnet share it; one with another key does not count.");
        option("sa_key", guid_text(design_.keys->sa), "What those need who are trusted with all records.");
        option("m_key", guid_text(design_.keys->m), "Without it no port is reconfigured.");
        option("m_key_protection_level", "1", "The M_Key itself is not shown to those who do not have it.");
        option("m_key_lease_period",
            "60",
            "Seconds until a port forgets its key where no manager sweeps: longer than the interval of sweeps.");
    }

    void write_routing()
    {
        const std::string engine(name_of(design_.engine));
        if (design_.engine == RoutingEngine::minhop)
            return option("routing_engine",
                engine,
                "Shortest paths; on a fabric with rings they may close credit loops.");
        option("routing_engine",
            engine + ",no_fallback",
            design_.engine == RoutingEngine::ftree
                ? "A fat tree, spread evenly; where it fails the routes of before stay, and no others that may close credit loops."
                : "Up to a root and down again closes no credit loop; where it fails the routes of before stay.");
        if (!design_.roots.empty())
            option(
                "root_guid_file", path_of(roots_file), "The switches of the top tier, which routes turn at.");
    }

    void write_classes()
    {
        if (design_.lanes != 0)
            option("max_op_vls",
                fmt::format("{}", code_of_lanes(design_.lanes)),
                fmt::format("A code: {} virtual lanes for data, as every port has.", design_.lanes));
        if (design_.classes.size() < 2)
            return;
        option("qos", "TRUE", "opensm uses lanes, weights and the qos-policy only with it.");
        std::array<unsigned, service_levels> lanes{};
        std::string told;
        for (const IbClassDesign& each : design_.classes) {
            lanes[each.sl] = each.vl;
            add_item(told, fmt::format("{} is service level {} on VL{}", each.name, each.sl, each.vl));
        }
        option("qos_sl2vl", fmt::format("{}", fmt::join(lanes, ",")), told + "; others are on VL0.");
        write_weights();
    }

    void write_weights()
    {
        std::string high;
        std::string low;
        std::string shares;
        for (const IbClassDesign& each : design_.classes) {
            std::string& list = each.first ? high : low;
            add_item(list, fmt::format("{}:{}", each.vl, each.weight), ",");
            if (!each.first)
                add_item(shares, fmt::format("{} {} %", each.name, each.share));
        }
        option(
            "qos_high_limit", "0", "One packet of a class that goes first, then one of the others may go.");
        // opensm's own table would prefer VL0.
        option("qos_vlarb_high",
            high.empty() ? "0:0" : high,
            high.empty() ? "No class goes first." : "Classes that go first.");
        option("qos_vlarb_low", low, fmt::format("In turns of 64 bytes times the weight: {}.", shares));
    }

    void write_files()
    {
        option("partition_config_file", path_of(partitions_file), "Who may talk to whom.");
        if (needs_policy(design_))
            option("qos_policy_file", path_of(policy_file), "Which paths get which service level.");
    }

    [[nodiscard]] std::string path_of(std::string_view file) const
    {
        return fmt::format("{}/{}", design_.folder, file);
    }

    static unsigned code_of_lanes(unsigned lanes)
    {
        unsigned code = 1;
        while (vls_of_code(static_cast<std::uint8_t>(code)) < lanes)
            ++code;
        return code;
    }

    const ManagerDesign& design_;
    std::string text_;
};

}

std::string render_options(const ManagerDesign& design, std::string_view name)
{
    return OptionsWriter(design, name).write();
}

}
