// SPDX-License-Identifier: Apache-2.0
// Expands templates and ranges first, so that later steps see only devices, ports and links, each with the
// Span of its line.
#include "models/fabric/topology.h"
#include "models/intent/fabric_intent.h"
#include "models/intent/intent_keys.h"
#include "models/intent/name_range.h"
#include "models/intent/sections.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

class IntentReader {
public:
    explicit IntentReader(IntentReading& reading)
        : reading_(reading), reader_(reading.reader), intent_(reading.intent)
    {
    }

    void read(const Node& root)
    {
        if (!reader_.object_of(root, intent_keys::top))
            return;
        for (const Node& entry : root) {
            if (entry.key == "policy")
                policy(entry);
            else if (entry.key == "mtu")
                intent_.mtu = read_bytes(reader_, entry);
            else if (entry.key == "switch_mtu")
                intent_.switch_mtu = read_bytes(reader_, entry);
            else if (entry.key == "shares")
                shares(entry);
            else if (entry.key == "watchdog")
                watchdog(entry);
        }
        // Whatever the order in the document: read templates first, then what uses them, then what connects
        // those.
        if (const Node* node = root.child("templates"))
            templates(*node);
        if (const Node* node = root.child("devices"))
            devices(*node);
        else if (root.child("infiniband") == nullptr)
            reader_.wrong(root, "the intent has no devices, so there is nothing to make of it");
        if (const Node* node = root.child("links"); node != nullptr && reader_.good())
            read_links(reading_, *node);
        if (const Node* node = root.child("infiniband"); node != nullptr && reader_.good())
            read_subnets(reading_, *node);
    }

private:
    void policy(const Node& node)
    {
        intent_.policy_at = reader_.span(node);
        if (node.kind == Node::Kind::object)
            intent_.policy = &node;
        else
            intent_.policy_file = reader_.text(node);
    }

    void shares(const Node& node)
    {
        if (!reader_.is_object(node, "shares"))
            return;
        for (const Node& entry : node) {
            const Stated<std::uint32_t> percent = read_whole(reader_, entry);
            intent_.shares.push_back(
                {std::string(entry.key), {std::min(percent.value, 1000U) * 100}, reader_.span(entry)});
        }
    }

    void watchdog(const Node& node)
    {
        if (!reader_.object_of(node, intent_keys::watchdog))
            return;
        for (const Node& entry : node) {
            const Stated<std::uint32_t> number = read_whole(reader_, entry);
            const Stated<Milliseconds> time{Milliseconds(number.value), number.at};
            if (entry.key == "detection_ms")
                intent_.detection = time;
            else if (entry.key == "restoration_ms")
                intent_.restoration = time;
            else
                intent_.poll = time;
        }
    }

    void templates(const Node& node)
    {
        if (!reader_.is_object(node, "templates"))
            return;
        for (const Node& entry : node) {
            IntentDevice& made = templates_[std::string(entry.key)];
            fields(entry, made);
        }
    }

    void devices(const Node& node)
    {
        if (!reader_.is_object(node, "devices"))
            return;
        for (const Node& entry : node) {
            IntentDevice device;
            if (entry.kind != Node::Kind::null)
                fields(entry, device);
            device.at = reader_.span(entry);
            const std::vector<std::string> names = names_of(reader_, entry, entry.key);
            ports_ += device.ports.size() * names.size();
            if (ports_ > most_ports || intent_.devices.size() + names.size() > most_names)
                reader_.wrong(entry, "the fabric is larger than this program can hold");
            if (!reader_.good())
                return;
            for (const std::string& name : names)
                add(device, name, entry);
        }
    }

    void add(const IntentDevice& like, const std::string& name, const Node& entry)
    {
        const auto number = static_cast<std::uint32_t>(intent_.devices.size());
        if (!reading_.device_index.emplace(name, number).second) {
            reader_.wrong(entry, fmt::format("two devices are named '{}'", name));
            return;
        }
        IntentDevice& device = intent_.devices.emplace_back(like);
        device.name = name;
        auto& ports = reading_.port_index.emplace_back();
        ports.reserve(device.ports.size());
        for (std::uint32_t index = 0; index < device.ports.size(); ++index)
            ports.emplace(device.ports[index].name, index);
    }

    void fields(const Node& entry, IntentDevice& device)
    {
        if (!reader_.object_of(entry, intent_keys::device))
            return;
        if (const Node* name = entry.child("template"))
            start_from(*name, device);
        for (const Node& field : entry) {
            if (field.key == "platform")
                device.platform = text(field);
            else if (field.key == "asic")
                device.asic = text(field);
            else if (field.key == "model")
                device.model = text(field);
            else if (field.key == "nic")
                device.nic = text(field);
            else if (field.key == "version")
                device.version = text(field);
            else if (field.key == "plane")
                device.plane = text(field);
            else if (field.key == "rail")
                device.rail = read_whole(reader_, field);
            else if (field.key == "role")
                device.role = role(field);
            else if (field.key == "ports")
                read_ports(reading_, field, device);
        }
    }

    void start_from(const Node& node, IntentDevice& device)
    {
        const auto found = templates_.find(std::string(node.value));
        if (found != templates_.end()) {
            device = found->second;
            return;
        }
        std::vector<std::string_view> names;
        for (const auto& [name, made] : templates_)
            names.emplace_back(name);
        reader_.unknown_word(node, "template", node.value, names);
    }

    Stated<std::string> text(const Node& node) { return {reader_.text(node), reader_.span(node)}; }

    Stated<Role> role(const Node& node)
    {
        if (const auto known = parse_role(node.value))
            return {*known, reader_.span(node)};
        reader_.unknown_word(node, "role", words_taken(intent_keys::device, "role"));
        return {};
    }

    IntentReading& reading_;
    DocumentReader& reader_;
    FabricIntent& intent_;
    std::map<std::string, IntentDevice, std::less<>> templates_;
    std::size_t ports_ = 0;
};

}

Result<FabricIntent> read_fabric_intent(const Source& source, std::span<const std::string_view> platforms)
{
    FabricIntent intent;
    const auto tree = std::make_shared<Tree>(parse_yaml(source, YamlAuthor::person));
    intent.tree = tree;
    DocumentReader reader(*tree);
    IntentReading reading{
        .reader = reader, .intent = intent, .device_index = {}, .port_index = {}, .dangling = {}};
    if (reader.good() && (tree->root == nullptr || tree->root->kind == Node::Kind::null))
        return fail(ErrorKind::invalid, fmt::format("{}: is empty", source.path()));
    if (reader.good())
        IntentReader(reading).read(*tree->root);
    if (reader.good())
        validate_document(reading);
    if (reader.good())
        settle_speeds(reading);
    if (reader.good())
        check_hardware(reading, platforms);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return intent;
}

}
