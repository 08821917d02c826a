// SPDX-License-Identifier: Apache-2.0
// Reads `rdma`, `classes` and `cnp` of a policy. A class has either a priority, or no PFC and DSCPs: nothing
// else identifies its traffic.
#include "analysis/policy/policy_sections.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rocelint {
namespace {

struct ControlWord {
    CongestionControl control;
    std::string_view word;
};

constexpr std::array control_words{ControlWord{CongestionControl::dcqcn, "dcqcn"},
    ControlWord{CongestionControl::rtt, "rtt"},
    ControlWord{CongestionControl::none, "none"}};

class ClassReader {
public:
    ClassReader(DocumentReader& reader, Policy& policy) : reader_(reader), policy_(policy) { }

    void rdma(const Node& node)
    {
        if (!reader_.object_of(node, policy_keys::rdma))
            return;
        const std::size_t index = model().classes.size();
        RdmaClass first{.name = "rdma", .at = reader_.span(node), .used_by_hosts = true};
        PrioritySet lossless;
        bool none_lossless = false;
        for (const Node& entry : node) {
            note(entry, fmt::format("classes[{}].{}", index, entry.key));
            if (entry.key == "priority")
                first.priority = priority(entry, policy_keys::rdma, entry.key);
            else if (entry.key == "dscp")
                first.dscps = dscps(entry, policy_keys::rdma);
            else if (entry.key == "trust")
                first.trust = trust(entry);
            else if (entry.key == "pfc")
                first.pause = pause(entry);
            else if (entry.key == "lossless_priorities") {
                for (const Node* element : reader_.list(entry))
                    lossless.insert(priority(*element, policy_keys::rdma, entry.key));
                none_lossless = lossless.empty();
                note(entry, fmt::format("classes[{}].pfc", index));
            } else if (entry.key == "congestion_control")
                first.congestion_control = control(entry);
            else
                first.traffic_class = traffic_class(entry, policy_keys::rdma);
        }
        // An empty list of lossless priorities is equivalent to pfc: none.
        if (none_lossless && node.child("pfc") == nullptr)
            first.pause = Pause::nowhere;
        if (!lossless.empty() && lossless.contains(PrioritySet::of(first.priority))
            && first.pause == Pause::nowhere && node.child("priority") != nullptr)
            reader_.wrong(*node.child("lossless_priorities"),
                fmt::format(
                    "priority {} is lossless here, and pfc: none says that it is not", first.priority));
        if (none_lossless && first.pause != Pause::nowhere)
            reader_.wrong(*node.child("lossless_priorities"),
                "no priority is lossless here, which says the same as pfc: none and contradicts what 'pfc' says");
        number_class(node, "rdma", first);
        lossless.erase(first.priority);
        add(node, first);
        for (const Priority further : lossless) {
            note(*node.child("lossless_priorities"),
                fmt::format("classes[{}].priority", model().classes.size()));
            add(*node.child("lossless_priorities"),
                {.name = fmt::format("lossless-{}", further),
                    .priority = further,
                    .congestion_control = first.congestion_control,
                    .at = reader_.span(node)});
        }
    }

    void classes(const Node& node)
    {
        for (const Node* element : reader_.list(node)) {
            if (!reader_.object_of(*element, policy_keys::rdma_class))
                return;
            const std::size_t index = model().classes.size();
            note(*element, fmt::format("classes[{}]", index));
            RdmaClass added{.at = reader_.span(*element), .used_by_hosts = true};
            for (const Node& entry : *element) {
                note(entry, fmt::format("classes[{}].{}", index, entry.key));
                if (entry.key == "name")
                    added.name = reader_.text(entry);
                else if (entry.key == "priority")
                    added.priority = priority(entry, policy_keys::rdma_class, entry.key);
                else if (entry.key == "dscp")
                    added.dscps = dscps(entry, policy_keys::rdma_class);
                else if (entry.key == "trust")
                    added.trust = trust(entry);
                else if (entry.key == "pfc")
                    added.pause = pause(entry);
                else if (entry.key == "congestion_control")
                    added.congestion_control = control(entry);
                else if (entry.key == "traffic_class")
                    added.traffic_class = traffic_class(entry, policy_keys::rdma_class);
                else
                    roles(entry, added.roles);
            }
            number_class(*element, "a class", added);
            if (added.name.empty())
                added.name = added.label();
            add(*element, std::move(added));
        }
    }

    void cnp(const Node& node)
    {
        if (!reader_.object_of(node, policy_keys::cnp))
            return;
        model().cnp.at = reader_.span(node);
        for (const Node& entry : node) {
            note(entry, fmt::format("cnp.{}", entry.key));
            if (entry.key == "priority")
                model().cnp.priority = priority(entry, policy_keys::cnp, entry.key);
            else if (entry.key == "dscp")
                model().cnp.dscp = static_cast<Dscp>(whole(entry, policy_keys::cnp, "dscp"));
            else
                model().cnp.traffic_class = traffic_class(entry, policy_keys::cnp);
        }
    }

    void usual_control(const Node& node)
    {
        note(node, "congestion_control");
        model().congestion_control = control(node);
    }

private:
    ClassModel& model()
    {
        if (!policy_.classes)
            policy_.classes.emplace();
        return *policy_.classes;
    }

    void note(const Node& node, std::string what)
    {
        note_place(reader_, node, policy_.places, std::move(what));
    }

    static bool share_roles(const RdmaClass& one, const RdmaClass& other)
    {
        return one.roles.empty() || other.roles.empty()
            || std::ranges::any_of(one.roles,
                [&other](Role role) { return std::ranges::find(other.roles, role) != other.roles.end(); });
    }

    // A priority identifies its class on every device, whatever the roles: PFC pauses it from link to link.
    void add(const Node& node, RdmaClass added)
    {
        std::vector<RdmaClass>& classes = model().classes;
        for (std::size_t index = 0; index < classes.size(); ++index) {
            RdmaClass& other = classes[index];
            const bool on_same_device = share_roles(added, other);
            const bool by_dscp = other.trust == Trust::dscp && added.trust == Trust::dscp;
            if (const DscpSet both = other.dscps & added.dscps; on_same_device && by_dscp && !both.empty())
                reader_.wrong(node.child("dscp") == nullptr ? node : *node.child("dscp"),
                    fmt::format("two classes have DSCP {}, '{}' and '{}': a packet is of one class",
                        both.first(),
                        redact(other.name),
                        redact(added.name)));
            if (other.priority != added.priority)
                continue;
            const Node* const stated = node.child("priority");
            // The other class states no priority; its number was only the next free one.
            if (stated != nullptr && !policy_.places.contains(fmt::format("classes[{}].priority", index)))
                other.priority = free_number(static_cast<Priority>(added.priority + 1));
            else
                reader_.wrong(stated == nullptr ? node : *stated,
                    fmt::format("two classes have the priority {}, '{}' and '{}': {}",
                        added.priority,
                        redact(other.name),
                        redact(added.name),
                        on_same_device
                            ? "state one with the DSCPs of both"
                            : "a priority stands for one class on all devices, so state one class with "
                              "the roles and DSCPs of both, or give one of them another priority"));
        }
        classes.push_back(std::move(added));
    }

    double whole(const Node& node, const KeyTable& table, std::string_view key)
    {
        const double number = reader_.number(node, table, key);
        if (number != std::floor(number))
            reader_.wrong(node, fmt::format("'{}' must be a whole number, not '{}'", key, node.value));
        return number;
    }

    Priority priority(const Node& node, const KeyTable& table, std::string_view key)
    {
        return static_cast<Priority>(whole(node, table, key));
    }

    std::uint8_t traffic_class(const Node& node, const KeyTable& table)
    {
        return static_cast<std::uint8_t>(whole(node, table, "traffic_class"));
    }

    Pause pause(const Node& node)
    {
        if (node.value == "none")
            return Pause::nowhere;
        if (node.value == "host-links")
            return Pause::host_links;
        if (node.value != "everywhere")
            reader_.unknown_word(node, "pfc", words_taken(policy_keys::rdma, "pfc"));
        return Pause::everywhere;
    }

    std::optional<CongestionControl> control(const Node& node)
    {
        const auto word = std::ranges::find(control_words, std::string_view(node.value), &ControlWord::word);
        if (word != control_words.end())
            return word->control;
        reader_.unknown_word(
            node, "congestion_control", words_taken(policy_keys::rdma, "congestion_control"));
        return std::nullopt;
    }

    // A class with PFC has a priority. Without PFC, the code points identify the traffic, and the class is
    // numbered by the first of them: its class selector (RFC 2474), or the next free number.
    void number_class(const Node& node, std::string_view what, RdmaClass& read)
    {
        if (node.child("priority") != nullptr)
            return;
        if (read.pause != Pause::nowhere)
            return reader_.wrong(
                node, fmt::format("{} must state its priority, or pfc: none if nothing pauses it", what));
        if (read.dscps.empty())
            return reader_.wrong(node, fmt::format("{} without PFC must state its DSCPs", what));
        read.priority = free_number(static_cast<Priority>(read.dscps.first() >> 3));
    }

    // The first free number from `first` on, cyclically; the one before `first` if none is free.
    Priority free_number(Priority first)
    {
        constexpr Priority priorities = 8;
        Priority number = first;
        for (Priority offset = 0; offset < priorities; ++offset) {
            number = static_cast<Priority>((first + offset) % priorities);
            if (model().of_priority(number) == nullptr)
                break;
        }
        return number;
    }

    DscpSet dscps(const Node& node, const KeyTable& table)
    {
        DscpSet set;
        for (const Node* element : reader_.list(node))
            set.insert(static_cast<Dscp>(whole(*element, table, "dscp")));
        return set;
    }

    Trust trust(const Node& node)
    {
        if (node.value == "dscp")
            return Trust::dscp;
        if (node.value == "pcp")
            return Trust::pcp;
        reader_.unknown_word(node, "trust", words_taken(policy_keys::rdma, "trust"));
        return Trust::dscp;
    }

    void roles(const Node& node, std::vector<Role>& out)
    {
        for (const Node* element : reader_.list(node)) {
            const auto role = parse_role(element->value);
            if (role)
                out.push_back(*role);
            else
                reader_.unknown_word(*element, "role", words_taken(policy_keys::rdma_class, "roles"));
        }
    }

    DocumentReader& reader_;
    Policy& policy_;
};

}

void read_rdma(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).rdma(node);
}

void read_classes(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).classes(node);
}

void read_congestion_control(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).usual_control(node);
}

std::string_view control_word(CongestionControl control)
{
    return std::ranges::find(control_words, control, &ControlWord::control)->word;
}

void read_cnp(DocumentReader& reader, const Node& node, Policy& policy)
{
    ClassReader(reader, policy).cnp(node);
}

}
