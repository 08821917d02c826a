// SPDX-License-Identifier: Apache-2.0
// The section `infiniband`: everything that a subnet manager's configuration needs. Undefined names are
// refused here, with the nearest defined name; the YANG module decides which numbers are valid.
#include "models/fabric/topology.h"
#include "models/intent/intent_keys.h"
#include "models/intent/sections.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint {
namespace {

class SubnetReader {
public:
    SubnetReader(IntentReading& reading, IntentSubnet& subnet)
        : reading_(reading), reader_(reading.reader), subnet_(subnet)
    {
    }

    void read(const Node& node)
    {
        if (!reader_.object_of(node, intent_keys::subnet))
            return;
        for (const Node& entry : node) {
            if (entry.key == "prefix")
                subnet_.prefix = hexadecimal(entry);
            else if (entry.key == "routing")
                subnet_.routing = text(entry);
            else if (entry.key == "lanes")
                subnet_.lanes = read_whole(reader_, entry);
            else if (entry.key == "rate")
                subnet_.rate = read_speed(reader_, entry);
            else if (entry.key == "mtu")
                subnet_.mtu = read_bytes(reader_, entry);
            else if (entry.key == "folder")
                subnet_.folder = text(entry);
            else if (entry.key == "keys")
                subnet_.keys = text(entry);
        }
        // Whatever the order in the document, read what others refer to first.
        part(node, "managers", [this](const Node& entry) { manager(entry); });
        part(node, "classes", [this](const Node& entry) { traffic_class(entry); });
        part(node, "switches", [this](const Node& entry) { nodes(entry, true); });
        part(node, "hosts", [this](const Node& entry) { nodes(entry, false); });
        part(node, "partitions", [this](const Node& entry) { partition(entry); });
        if (reader_.good() && subnet_.managers.empty())
            reader_.wrong(node, fmt::format("the subnet {} has no managers", subnet_.name));
        std::ranges::stable_sort(
            subnet_.classes, {}, [](const IntentIbClass& made) { return made.sl.value; });
    }

private:
    template <class Read>
    void part(const Node& node, std::string_view name, Read&& read)
    {
        const Node* found = node.child(name);
        if (found == nullptr || !reader_.good() || !reader_.is_object(*found, name))
            return;
        for (const Node& entry : *found) {
            if (reader_.good())
                read(entry);
        }
    }

    Stated<std::string> text(const Node& node) { return {reader_.text(node), reader_.span(node)}; }
    Stated<bool> flag(const Node& node) { return {reader_.flag(node), reader_.span(node)}; }

    Stated<std::uint64_t> hexadecimal(const Node& node)
    {
        constexpr int base = 16;
        constexpr std::string_view sign = "0x";
        const std::string_view digits
            = node.value.starts_with(sign) ? node.value.substr(sign.size()) : std::string_view{};
        std::uint64_t value = 0;
        const char* end = digits.data() + digits.size();
        const auto [last, error] = std::from_chars(digits.data(), end, value, base);
        if (node.is_scalar() && !digits.empty() && error == std::errc{} && last == end)
            return {value, reader_.span(node)};
        reader_.wrong(node, fmt::format("'{}' is not a number such as 0x0002c90300a1b001", node.value));
        return {};
    }

    void need(bool given, const Node& entry, std::string_view what, std::string_view key)
    {
        if (reader_.good() && !given)
            reader_.wrong(entry, fmt::format("{} '{}' does not state its {}", what, entry.key, key));
    }

    void manager(const Node& entry)
    {
        if (!reader_.object_of(entry, intent_keys::manager))
            return;
        IntentManager& made = subnet_.managers.emplace_back();
        made.name = entry.key;
        made.at = reader_.span(entry);
        for (const Node& field : entry) {
            if (field.key == "guid")
                made.guid = hexadecimal(field);
            else
                made.priority = read_whole(reader_, field);
        }
        need(made.guid.given(), entry, "the manager", "guid");
        need(made.priority.given(), entry, "the manager", "priority");
        const bool taken = reading_.device_index.contains(made.name)
            || std::ranges::any_of(reading_.intent.subnets, [&made](const IntentSubnet& other) {
                   return std::ranges::count(other.managers, made.name, &IntentManager::name) > 0;
               });
        if (reader_.good()
            && (taken || std::ranges::count(subnet_.managers, made.name, &IntentManager::name) > 1))
            reader_.wrong(entry, fmt::format("two devices are named '{}'", made.name));
    }

    void traffic_class(const Node& entry)
    {
        if (!reader_.object_of(entry, intent_keys::ib_class))
            return;
        IntentIbClass& made = subnet_.classes.emplace_back();
        made.name = entry.key;
        made.at = reader_.span(entry);
        for (const Node& field : entry) {
            if (field.key == "sl")
                made.sl = read_whole(reader_, field);
            else if (field.key == "share")
                made.share = read_whole(reader_, field);
            else
                made.first = flag(field);
        }
        need(made.sl.given(), entry, "the class", "sl");
        if (reader_.good() && made.share.given() == made.first.value)
            reader_.wrong(entry,
                fmt::format("the class '{}' needs either a share, in percent, or first: true", made.name));
    }

    // The GUIDs of all names, in order, the same number for each.
    void nodes(const Node& entry, bool is_switch)
    {
        if (is_switch ? !reader_.object_of(entry, intent_keys::switch_node)
                      : !reader_.object_of(entry, intent_keys::host_node))
            return;
        const std::vector<std::string> names = names_of(reader_, entry, entry.key);
        IntentNode like{.at = reader_.span(entry), .is_switch = is_switch};
        std::vector<Guid> guids;
        for (const Node& field : entry) {
            if (field.key == "role") {
                like.role = {parse_role(field.value).value_or(Role::unknown), reader_.span(field)};
                if (like.role.value == Role::unknown)
                    reader_.unknown_word(
                        field, "role", field.value, {"leaf", "spine", "super-spine", "core", "border"});
                continue;
            }
            for (const Node* each : reader_.list(field))
                guids.push_back(hexadecimal(*each).value);
        }
        if (is_switch)
            need(like.role.given(), entry, "the switch", "role");
        if (!reader_.good())
            return;
        if (guids.empty() || guids.size() % names.size() != 0 || (is_switch && guids.size() != names.size()))
            return reader_.wrong(entry,
                fmt::format("'{}' stands for {} and has {}",
                    entry.key,
                    counted(names.size(), "name"),
                    counted(guids.size(), "GUID")));
        const std::size_t each = guids.size() / names.size();
        for (std::size_t index = 0; index < names.size(); ++index) {
            IntentNode made = like;
            made.name = names[index];
            const auto first = guids.begin() + static_cast<std::ptrdiff_t>(index * each);
            made.guids.assign(first, first + static_cast<std::ptrdiff_t>(each));
            subnet_.nodes.push_back(std::move(made));
        }
    }

    void partition(const Node& entry)
    {
        if (!reader_.object_of(entry, intent_keys::partition))
            return;
        IntentPartition made;
        made.name = entry.key;
        made.at = reader_.span(entry);
        for (const Node& field : entry) {
            if (field.key == "pkey")
                made.pkey = key(field);
            else if (field.key == "class")
                made.traffic_class = class_name(field);
            else if (field.key == "ipoib")
                made.ipoib = flag(field);
            else if (field.key == "rate")
                made.rate = read_speed(reader_, field);
            else if (field.key == "mtu")
                made.mtu = read_bytes(reader_, field);
            else if (field.key == "everybody")
                made.everybody = membership(field);
            else
                members(field, made);
        }
        if (made.name == "default" && !made.pkey.given())
            made.pkey = {default_partition_key, made.at};
        need(made.pkey.given(), entry, "the partition", "pkey");
        if (reader_.good())
            subnet_.partitions.push_back(std::move(made));
    }

    Stated<std::uint32_t> key(const Node& node)
    {
        constexpr std::uint64_t most = 0xffff;
        const Stated<std::uint64_t> number = hexadecimal(node);
        return {static_cast<std::uint32_t>(std::min(number.value, most)), number.at};
    }

    Stated<std::string> class_name(const Node& node)
    {
        std::vector<std::string_view> names;
        for (const IntentIbClass& each : subnet_.classes)
            names.emplace_back(each.name);
        if (std::ranges::find(names, node.value) == names.end())
            reader_.unknown_word(node, "class", node.value, names);
        return text(node);
    }

    Stated<SmMembership> membership(const Node& node)
    {
        if (node.value == "full")
            return {SmMembership::full, reader_.span(node)};
        if (node.value != "limited")
            reader_.unknown_word(node, "membership", node.value, {"full", "limited"});
        return {SmMembership::limited, reader_.span(node)};
    }

    void members(const Node& node, IntentPartition& made)
    {
        std::vector<std::string_view> hosts;
        for (const IntentNode& each : subnet_.nodes) {
            if (!each.is_switch)
                hosts.emplace_back(each.name);
        }
        for (const Node* each : reader_.list(node)) {
            for (std::string& name : names_of(reader_, *each, reader_.text(*each))) {
                if (std::ranges::find(hosts, std::string_view(name)) == hosts.end())
                    return reader_.unknown_word(*each, "host", name, hosts);
                if (std::ranges::any_of(made.members,
                        [&name](const IntentMember& other) { return other.host.value == name; }))
                    return reader_.wrong(
                        *each, fmt::format("{} is listed twice in the partition '{}'", name, made.name));
                made.members.push_back({{std::move(name), reader_.span(*each)}, node.key == "full"});
            }
        }
    }

    IntentReading& reading_;
    DocumentReader& reader_;
    IntentSubnet& subnet_;
};

}

void read_subnets(IntentReading& reading, const Node& node)
{
    if (!reading.reader.is_object(node, "infiniband"))
        return;
    for (const Node& entry : node) {
        IntentSubnet subnet;
        subnet.name = entry.key;
        subnet.at = reading.reader.span(entry);
        SubnetReader(reading, subnet).read(entry);
        if (!reading.reader.good())
            return;
        reading.intent.subnets.push_back(std::move(subnet));
    }
}

}
