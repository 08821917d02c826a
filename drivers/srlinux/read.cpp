// SPDX-License-Identifier: Apache-2.0
// From statements to Config and Device.
#include "drivers/srlinux/build.h"
#include "drivers/srlinux/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::srlinux {
namespace {

std::size_t bytes_of(std::span<const Tree> trees)
{
    std::size_t bytes = 0;
    for (const Tree& tree : trees)
        bytes += tree.source->size();
    return bytes;
}

void name_device(Config& config, std::string_view fallback_name)
{
    Device& device = config.device;
    device.name = fallback_name;
    if (const Statement* name = inside(&config.root, {"system", "name", "host-name"}); name != nullptr) {
        device.name = name->key;
        device.name_is_configured = true;
        device.identity = name->at;
    }
    if (const Statement* type = inside(&config.root, {"platform", "chassis", "type"}); type != nullptr)
        device.model = type->key;
}

// Without a line that shows the chassis, the statements that only one family has say which it is.
Family family_of(const Config& config)
{
    const Family by_model = family_of_model(config.device.model);
    if (by_model != Family::unknown || config.qos == nullptr)
        return by_model;
    for (const auto& [name, profile] : config.objects[static_cast<std::size_t>(Named::mapping_profile)]) {
        if (profile->child("received-traffic") != nullptr)
            return Family::xgs;
    }
    for (const auto& [name, profile] : config.objects[static_cast<std::size_t>(Named::allocation_profile)]) {
        const Statement* queues = profile->child("queues");
        for (const Statement& queue : queues == nullptr ? *profile : *queues) {
            if (queue.word() == "pfc-queue" && queue.child("committed-burst-size") != nullptr)
                return Family::dnx;
            if (queue.word() == "pfc-queue" && queue.child("maximum-burst-size") != nullptr)
                return Family::xgs;
        }
    }
    return inside(config.qos, {"linecard"}) != nullptr ? Family::xgs : Family::unknown;
}

void add_bound(Config& config, const Statement& entry)
{
    const Statement* interface = inside(&entry, {"interface-ref", "interface"});
    const Statement* index = inside(&entry, {"interface-ref", "subinterface"});
    std::string_view name = interface == nullptr ? entry.key : interface->key;
    std::string_view subinterface = index == nullptr ? std::string_view{} : index->key;
    // Without a reference the identifier itself is the name.
    if (const std::size_t dot = name.find('.'); interface == nullptr && dot != std::string_view::npos) {
        subinterface = name.substr(dot + 1);
        name = name.substr(0, dot);
    }
    Bound& bound = config.bound[name];
    if (subinterface.empty())
        bound.port = &entry;
    else
        bound.subinterfaces[subinterface] = &entry;
}

// Every name that an entry of `qos interfaces` uses, also where another entry of the interface counts.
void check_bindings(Config& config)
{
    struct Use {
        Named kind;
        std::array<std::string_view, 3> words; ///< inwards from the entry; empty ones at the end
    };
    constexpr Use uses[]{{Named::mapping_profile, {"pfc", "pfc-mapping-profile"}},
        {Named::allocation_profile, {"input", "pfc-buffer-allocation-profile"}},
        {Named::allocation_profile, {"output", "buffer-allocation-profile"}},
        {Named::scheduler_policy, {"output", "scheduler", "scheduler-policy"}},
        {Named::dscp_policy, {"input", "classifiers", "dscp-policy"}},
        {Named::dscp_policy, {"input", "classifiers", "ipv4-dscp-policy"}},
        {Named::dscp_policy, {"input", "classifiers", "ipv6-dscp-policy"}},
        {Named::dot1p_policy, {"input", "classifiers", "dot1p-policy"}},
        {Named::rewrite_policy, {"output", "rewrite-rules", "dscp-policy"}}};
    const Statement* interfaces = inside(config.qos, {"interfaces"});
    for (const Statement* entry = interfaces == nullptr ? nullptr : interfaces->first; entry != nullptr;
         entry = entry->next) {
        for (const Use& use : uses) {
            const Statement* found = entry;
            for (const std::string_view word : use.words)
                found = found == nullptr || word.empty() ? found : found->child(word);
            if (found != nullptr && found->key != "default")
                (void)config.find(use.kind, *found);
        }
        const Statement* queues = inside(entry, {"output", "queues"});
        for (const Statement* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
             queue = queue->next) {
            if (const Statement* name = queue->child("queue-management-profile"); name != nullptr)
                (void)config.find(Named::management_profile, *name);
        }
    }
}

void report_duties(Config& config)
{
    constexpr std::pair<Named, Duty> duties[]{{Named::dscp_policy, Duty::classification},
        {Named::mapping_profile, Duty::pause},
        {Named::management_profile, Duty::marking},
        {Named::scheduler_policy, Duty::scheduling}};
    for (const auto& [kind, duty] : duties) {
        const NamedRow& row = row_of(kind);
        const Statement* container = row.container.empty() ? config.qos : inside(config.qos, {row.container});
        if (container == nullptr)
            continue;
        for (const Statement& object : *container) {
            if (object.word() == row.word && object.first != nullptr)
                config.names.define(row.term, object.key, object.at, Duties::of(duty));
        }
    }
    config.device.unbound = config.names.unbound();
}

}

const Statement* inside(const Statement* from, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words)
        from = from == nullptr ? nullptr : from->child(word);
    return from;
}

const NamedRow& row_of(Named kind)
{
    static constexpr NamedRow rows[]{{"classifiers", "dscp-policy", "dscp-policy"},
        {"classifiers", "dot1p-policy", "dot1p-policy"},
        {"rewrite-rules", "dscp-policy", "dscp-policy of rewrite-rules"},
        {"", "pfc-mapping-profile", "pfc-mapping-profile"},
        {"buffer-management", "queue-management-profile", "queue-management-profile"},
        {"buffer-management", "buffer-allocation-profile", "buffer-allocation-profile"},
        {"scheduler-policies", "scheduler-policy", "scheduler-policy"},
        {"forwarding-classes", "forwarding-class", "forwarding-class"},
        {"queues", "queue", "queue"},
        {"queues", "pfc-queue", "pfc-queue"}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Named::count_));
    return rows[static_cast<std::size_t>(kind)];
}

Config::Config(Device& target, std::vector<SyntaxProblem>& found, const Statement& top)
    : device(target)
    , problems(found)
    , root(top)
    , qos(top.child("qos"))
    , defaults("srlinux", default_names, target.origins, target.fragment)
    , lost_names(target, found)
    , class_is_queue(target.origins.derived(
          {}, {}, "a traffic class has the number of the queue of its forwarding class"))
{
}

void Config::reject(const Statement& statement, std::string message)
{
    if (!rejected.insert(&statement).second)
        return;
    problems.push_back({SyntaxProblem::Severity::error, statement.at, std::move(message)});
    if (statement.node != nullptr)
        statement.node->mark(CoverageState::unrecognised);
}

void Config::warn(const Statement& statement, std::string message)
{
    problems.push_back({SyntaxProblem::Severity::warning, statement.at, std::move(message)});
}

const Statement* Config::find(Named kind, std::string_view name) const
{
    const auto& all = objects[static_cast<std::size_t>(kind)];
    const auto found = all.find(name);
    return found == all.end() ? nullptr : found->second;
}

const Statement* Config::find(Named kind, const Statement& reference)
{
    names.use(row_of(kind).term, reference.key);
    const Statement* found = find(kind, reference.key);
    if (found == nullptr)
        (void)lost(kind, reference, reference.key);
    return found;
}

OriginId Config::lost(Named kind, const Statement& reference, std::string_view name)
{
    // Parts of a configuration commonly refer to objects in other parts.
    if (device.fragment)
        return unread("what it names is not in the files read");
    const NamedRow& row = row_of(kind);
    return lost_names.take(row.term, name, reference.at, row.container.empty() ? "qos" : row.container);
}

Setting<bool> Config::truth(
    const Statement* block, std::string_view word, Setting<bool> absent, std::string_view yes)
{
    const Statement* found = block == nullptr ? nullptr : block->child(word);
    if (found == nullptr)
        return absent;
    return is_rejected(*found) ? Setting<bool>::unread(unread(not_understood))
                               : Setting<bool>(found->key == yes, here(*found));
}

Setting<std::uint8_t> Config::queue_named(Named kind, const Statement& reference, std::string_view name)
{
    if (const Statement* queue = find(kind, name); queue != nullptr)
        return number<std::uint8_t>(
            queue, "queue-index", Setting<std::uint8_t>::unread(unread("its queue has no queue-index")));
    // Names that the system reserves (srl_nokia-qos.yang, queue and pfc-queue).
    const std::string_view stem = kind == Named::queue ? "unicast-" : "pfc";
    const auto index
        = name.starts_with(stem) ? parse_number(name.substr(stem.size())) : std::optional<std::uint64_t>();
    if (index && *index < queue_count)
        return defaults.value("class_queue", static_cast<std::uint8_t>(*index));
    // Also reserved, where the platform has multicast queues (SR Linux 24.10 QoS Guide, Named queues).
    constexpr std::string_view multicast = "multicast-";
    if (kind == Named::queue && name.starts_with(multicast)
        && parse_number(name.substr(multicast.size())).value_or(queue_count) < queue_count)
        return Setting<std::uint8_t>::unread(unread("it is a multicast queue, and RDMA is unicast"));
    return Setting<std::uint8_t>::unread(lost(kind, reference, name));
}

Setting<std::uint8_t> Config::class_named(const Statement& reference, std::string_view name)
{
    const Statement* found = find(Named::forwarding_class, name);
    if (found != nullptr) {
        for (const std::string_view word : {"unicast-queue", "queue"}) {
            if (const Statement* queue = inside(found, {"output", word}); queue != nullptr)
                return queue_named(Named::queue, *queue, queue->key);
        }
    }
    const auto index = name.starts_with("fc") ? parse_number(name.substr(2)) : std::optional<std::uint64_t>();
    if (index && *index < queue_count)
        return defaults.value("class_queue", static_cast<std::uint8_t>(*index));
    if (found != nullptr)
        return Setting<std::uint8_t>::unread(unread("its forwarding class has no unicast queue"));
    return Setting<std::uint8_t>::unread(lost(Named::forwarding_class, reference, name));
}

const Bound* Config::bound_of(std::uint32_t port) const
{
    const Port& own = device.ports[port];
    // QoS of a LAG's member is that of the LAG (srl_nokia-qos.yang, interface-ref).
    const auto found = bound.find(own.lag == Port::no_index ? own.name : device.ports[own.lag].name);
    return found == bound.end() ? nullptr : &found->second;
}

std::string_view Config::unread_qos(std::uint32_t port) const
{
    const std::uint32_t lag = device.ports[port].lag;
    const bool has = interfaces[port]->child("qos") != nullptr
        || (lag != Port::no_index && interfaces[lag]->child("qos") != nullptr);
    return has ? "the `qos` container of its interface is not read" : "";
}

void check_values(Config& config)
{
    std::vector<const Statement*> open{&config.root};
    while (!open.empty()) {
        const Statement& block = *open.back();
        open.pop_back();
        for (const Statement& statement : block) {
            const Keyword& keyword = *statement.keyword;
            if (!keyword.words.empty()
                && std::ranges::find(keyword.words, statement.key) == keyword.words.end())
                config.reject(statement,
                    fmt::format("{} \"{}\" is not one of {}",
                        keyword.word,
                        statement.key.substr(0, 80),
                        fmt::join(keyword.words, ", ")));
            const auto number = keyword.limit == nullptr ? std::nullopt : parse_number(statement.key);
            if (keyword.limit != nullptr && !number)
                config.reject(statement,
                    fmt::format("{} \"{}\" is not a number", keyword.word, statement.key.substr(0, 80)));
            else if (number && !keyword.limit->takes_unsigned(*number))
                config.warn(statement, range_sentence(*keyword.limit, statement.key));
            if (statement.first != nullptr)
                open.push_back(&statement);
        }
    }
}

void collect_objects(Config& config)
{
    if (config.qos == nullptr)
        return;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(Named::count_); ++kind) {
        const NamedRow& row = row_of(static_cast<Named>(kind));
        const Statement* container = row.container.empty() ? config.qos : inside(config.qos, {row.container});
        if (container == nullptr)
            continue;
        for (const Statement& object : *container) {
            if (object.word() == row.word)
                config.objects[kind].try_emplace(object.key, &object);
        }
    }
    if (const Statement* interfaces = inside(config.qos, {"interfaces"}); interfaces != nullptr) {
        for (const Statement& entry : *interfaces)
            add_bound(config, entry);
    }
}

InForce::InForce(std::span<const Tree> trees, std::string_view fallback_name)
    : statements(bytes_of(trees) / 2 + 4096)
    , hierarchy(statements, *reading.device.arena, bytes_of(trees) / 64)
{
    Device& device = reading.device;
    device.platform = "srlinux";
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        build(hierarchy, tree);
    }
    hierarchy.drop_inactive();
    const Statement& root = *hierarchy.root();
    device.fragment = root.child("system") == nullptr;
    config.emplace(device, reading.problems, root);
    name_device(*config, fallback_name);
    check_values(*config);
    collect_objects(*config);
    config->family = family_of(*config);
    if (config->family == Family::dnx)
        device.virtual_queues
            = {true, device.origins.derived({}, {}, "queues of a 7250 IXR are virtual output queues")};
    read_interfaces(*config);
    resolve_reserve(*config);
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (device.ports[port].kind != PortKind::physical && device.ports[port].kind != PortKind::lag)
            continue;
        resolve_classes(*config, port);
        if (device.ports[port].kind == PortKind::lag)
            continue;
        resolve_pfc(*config, port);
        resolve_groups(*config, port);
        resolve_queues(*config, port);
    }
    check_bindings(*config);
    report_duties(*config);
}

}
