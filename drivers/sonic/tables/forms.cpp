// SPDX-License-Identifier: Apache-2.0
// CONFIG_DB exists in half a dozen JSON forms. This file converts
// each to the same rows, so that no reader depends on the form.
#include "drivers/sonic/tables/forms.h"

#include "drivers/sonic/tables/cards.h"
#include "drivers/sonic/tables/counter_keys.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint::sonic {
namespace {

// The leaves of a YANG list that make up the row's key.
struct YangKey {
    Table table;
    std::string_view first;
    std::string_view second;
};
constexpr auto yang_keys = std::to_array<YangKey>({
    {Table::buffer_pg, "port", "pg_num"},
    {Table::buffer_queue, "port", "qindex"},
    {Table::queue, "ifname", "qindex"},
    {Table::vlan_member, "name", "port"},
    {Table::portchannel_member, "name", "port"},
    {Table::device_neighbor, "peer_name", ""},
    {Table::buffer_port_ingress_profile_list, "port", ""},
    {Table::buffer_port_egress_profile_list, "port", ""},
    {Table::port_qos_map, "ifname", ""},
    {Table::pfc_wd, "ifname", ""},
    {Table::acl_table, "ACL_TABLE_NAME", ""},
    {Table::acl_rule, "ACL_TABLE_NAME", "RULE_NAME"},
    {Table::policer, "name", ""},
    {Table::interface, "name", "ip-prefix"},
    {Table::portchannel_interface, "name", "ip_prefix"},
    {Table::vlan_interface, "name", "ip-prefix"},
    {Table::loopback_interface, "name", "ip-prefix"},
    {Table::static_route, "prefix", ""},
    {Table::mclag_domain, "domain_id", ""},
    {Table::peer_switch, "peer_switch", ""},
    {Table::bgp_globals, "vrf_name", ""},
    {Table::bgp_neighbor_af, "neighbor", "afi_safi"},
    {Table::bgp_peer_group_af, "peer_group_name", "afi_safi"},
});

// The type member of a database key as written by sonic-db-dump, redis-dump and `show techsupport`: {"type":
// "hash", "value": {fields}, "ttl": -0.001}. Null for a row of a configuration.
const Node* dumped_type(const Node& row)
{
    if (row.kind != Node::Kind::object)
        return nullptr;
    const Node* type = nullptr;
    const Node* value = nullptr;
    // This runs for every row, and the first member of most rows already shows that they are not dumps.
    for (const Node& member : row) {
        if (member.key == "type")
            type = &member;
        else if (member.key == "value")
            value = &member;
        else if (member.key != "ttl" && member.key != "expireat")
            return nullptr;
    }
    return type != nullptr && value != nullptr && type->is_scalar() ? type : nullptr;
}

class Normaliser {
public:
    Normaliser(Config& config, Arena& arena, std::vector<SyntaxProblem>& problems)
        : config_(config), arena_(arena), problems_(problems)
    {
    }

    void take(const Tree& tree, std::uint32_t file)
    {
        tree_ = &tree;
        file_ = file;
        if (tree.root == nullptr)
            return;
        const Node& root = *tree.root;
        root.mark(CoverageState::read);
        if (root.kind == Node::Kind::object) {
            if (take_object(root) == 0)
                take_wrapped(root);
        } else if (root.kind == Node::Kind::array) {
            for (const Node& element : root) {
                element.mark(CoverageState::read);
                if (element.kind == Node::Kind::object)
                    take_object(element);
            }
        }
    }

private:
    // Returns how many members are SONiC's.
    std::size_t take_object(const Node& object)
    {
        std::size_t known = 0;
        for (const Node& member : object)
            known += take_member(member) ? 1 : 0;
        return known;
    }

    bool take_member(const Node& member)
    {
        const std::string_view key = member.key;
        const std::size_t bar = key.find('|');
        if (bar != std::string_view::npos)
            return take_flat(member, key.substr(0, bar), key.substr(bar + 1));
        const std::size_t colon = key.find(':');
        if (colon != std::string_view::npos)
            return key.starts_with("sonic-") ? take_module(member) : take_application_row(member);
        if (key == "OP" && member.is_scalar()) {
            member.mark(CoverageState::read);
            return false;
        }
        return take_table(member, find_table(key));
    }

    // "TABLE": {"key": {...}}
    bool take_table(const Node& member, Table table)
    {
        if (!is_read(member, table))
            return table != Table::unknown;
        member.mark(CoverageState::read);
        config_.present[static_cast<std::size_t>(table)] = true;
        if (Span& header = config_.headers[static_cast<std::size_t>(table)]; !header.somewhere())
            header = tree_->span(member);
        if (member.kind != Node::Kind::object) {
            complain(member, fmt::format("table {} must be an object, {{\"key\": {{...}}}}", name_of(table)));
            return true;
        }
        auto& rows = config_.rows[static_cast<std::size_t>(table)];
        rows.reserve(rows.size() + member.child_count);
        for (const Node& row : member)
            add(rows, table, row.key, row, row);
        return true;
    }

    // "TABLE|key": {...}
    bool take_flat(const Node& member, std::string_view name, std::string_view key)
    {
        if (name != last_name_) {
            last_name_ = name;
            last_table_ = find_table(name);
        }
        if (!is_read(member, last_table_))
            return last_table_ != Table::unknown;
        add_row(last_table_, key, member, member);
        return true;
    }

    // "QOS_TABLE:PORT_TABLE:ETHERNET4": {...} and "WRED_PROFILE_TABLE:AZURE": {...}
    bool take_application_row(const Node& member)
    {
        std::string_view rest = member.key;
        const bool qos = rest.starts_with("QOS_TABLE:");
        if (qos)
            rest.remove_prefix(std::string_view("QOS_TABLE:").size());
        const std::size_t colon = rest.find(':');
        if (colon == std::string_view::npos)
            return false;
        Table table = find_application_table(rest.substr(0, colon));
        if (qos && table == Table::port)
            table = Table::port_qos_map;
        if (!is_read(member, table))
            return table != Table::unknown;
        add_row(table, application_key(rest.substr(colon + 1)), member, member);
        return true;
    }

    // Application database keys are separated by ':', and very old files write port names in capitals.
    std::string_view application_key(std::string_view written)
    {
        constexpr std::string_view capitals = "ETHERNET";
        if (written.find(':') == std::string_view::npos && !written.starts_with(capitals))
            return written;
        std::string key(written);
        std::ranges::replace(key, ':', '|');
        for (std::size_t at = key.find(capitals); at != std::string::npos; at = key.find(capitals, at))
            key.replace(at, capitals.size(), "Ethernet");
        return arena_.keep(key);
    }

    // "sonic-port:sonic-port": {"sonic-port:PORT": {"PORT_LIST": [...]}}
    bool take_module(const Node& module)
    {
        module.mark(CoverageState::read);
        for (const Node& container : module) {
            const std::string_view name = without_prefix(container.key);
            const Table table = find_table(name);
            if (!is_read(container, table))
                continue;
            container.mark(CoverageState::read);
            config_.present[static_cast<std::size_t>(table)] = true;
            for (const Node& member : container) {
                member.mark(CoverageState::read);
                if (member.kind == Node::Kind::array)
                    take_yang_list(member, table);
                else
                    add_row(table, without_prefix(member.key), member, member);
            }
        }
        return true;
    }

    void take_yang_list(const Node& list, Table table)
    {
        YangKey keys{table, "name", ""};
        for (const YangKey& known : yang_keys) {
            if (known.table == table)
                keys = known;
        }
        for (const Node& element : list) {
            element.mark(CoverageState::read);
            const Node* first = element.child(keys.first);
            const Node* second = keys.second.empty() ? nullptr : element.child(keys.second);
            if (first == nullptr || !first->is_scalar()) {
                complain(element, fmt::format("this entry of {} lacks its {}", name_of(table), keys.first));
                continue;
            }
            first->mark(CoverageState::read);
            std::string_view key = first->value;
            if (second != nullptr) {
                second->mark(CoverageState::read);
                key = arena_.keep(fmt::format("{}|{}", first->value, second->value));
            }
            add_row(table, key, *first, element);
        }
    }

    // Test vectors of the YANG models hold several configurations under arbitrary names.
    void take_wrapped(const Node& root)
    {
        const Node* taken = nullptr;
        for (const Node& member : root) {
            if (taken != nullptr) {
                member.mark_subtree(CoverageState::unsupported);
                continue;
            }
            if (member.kind == Node::Kind::object && take_object(member) > 0) {
                member.mark(CoverageState::read);
                taken = &member;
            }
        }
        config_.wrapped = config_.wrapped || taken != nullptr;
        if (taken != nullptr && root.child_count > 1)
            problems_.push_back({SyntaxProblem::Severity::warning,
                tree_->span(*taken),
                fmt::format("this file holds {} configurations under names of its own; only \"{}\" is read",
                    root.child_count,
                    taken->key)});
    }

    bool is_read(const Node& member, Table table)
    {
        config_.hash_unread
            = config_.hash_unread || (table == Table::unsupported && makes_hash_unread(member.key));
        if (table == Table::irrelevant)
            member.mark_subtree(CoverageState::irrelevant);
        else if (table == Table::unsupported)
            member.mark_subtree(CoverageState::unsupported);
        return table < Table::irrelevant;
    }

    static std::string_view without_prefix(std::string_view key)
    {
        const std::size_t colon = key.find(':');
        return colon == std::string_view::npos ? key : key.substr(colon + 1);
    }

    void add_row(Table table, std::string_view key, const Node& header, const Node& fields)
    {
        config_.present[static_cast<std::size_t>(table)] = true;
        add(config_.rows[static_cast<std::size_t>(table)], table, key, header, fields);
    }

    void add(
        std::vector<Row>& rows, Table table, std::string_view key, const Node& header, const Node& fields)
    {
        header.mark(CoverageState::read);
        if (const Node* type = dumped_type(fields); type != nullptr) {
            const Node* value = fields.child("value");
            for (const Node& member : fields)
                member.mark(CoverageState::read);
            if (type->value == "hash" && value->kind == Node::Kind::object) {
                rows.push_back({key, &header, value, tree_, file_});
                return;
            }
            header.mark(CoverageState::unrecognised);
            complain(header,
                fmt::format("{} {} is of type {} in this dump; only a hash has fields",
                    name_of(table),
                    key.substr(0, 40),
                    type->value.substr(0, 40)));
            return;
        }
        if (fields.kind == Node::Kind::object) {
            rows.push_back({key, &header, &fields, tree_, file_});
            return;
        }
        header.mark(CoverageState::unrecognised);
        complain(header, fmt::format("{} {} must be an object of fields", name_of(table), key.substr(0, 40)));
    }

    void complain(const Node& at, std::string message)
    {
        problems_.push_back({SyntaxProblem::Severity::warning, tree_->span(at), std::move(message)});
    }

    Config& config_;
    Arena& arena_;
    std::vector<SyntaxProblem>& problems_;
    const Tree* tree_ = nullptr;
    std::uint32_t file_ = 0;
    std::string_view last_name_;
    Table last_table_ = Table::unknown;
};

// config_db0.json, config_db12.json
bool is_namespace_file(std::string_view name)
{
    constexpr std::string_view stem = "config_db";
    constexpr std::string_view extension = ".json";
    if (!name.starts_with(stem) || !name.ends_with(extension)
        || name.size() <= stem.size() + extension.size())
        return false;
    name.remove_prefix(stem.size());
    name.remove_suffix(extension.size());
    return std::ranges::all_of(name, ascii::is_digit);
}

// A truncated document is read up to its last byte, but is not whole.
bool is_whole(const Tree& tree)
{
    return tree.root != nullptr && tree.complete()
        && std::ranges::none_of(tree.problems,
            [](const SyntaxProblem& problem) { return problem.severity == SyntaxProblem::Severity::error; });
}

}

Config normalise(std::span<const Tree> trees, Arena& arena, std::vector<SyntaxProblem>& problems)
{
    Config config;
    Normaliser normaliser(config, arena, problems);
    for (std::uint32_t file = 0; file < trees.size(); ++file) {
        const Tree& tree = trees[file];
        config.complete = config.complete && is_whole(tree);
        config.namespaces = config.namespaces || is_namespace_file(tree.source->file_name());
        if (tree.root != nullptr && tree.root->kind != Node::Kind::line && !is_counter_database(tree))
            normaliser.take(tree, file);
    }
    config.cards = find_cards(config, trees);
    config.namespaces = config.namespaces || !config.cards.empty();
    return config;
}

const Node& fields_of(const Node& row)
{
    const Node* value = dumped_type(row) == nullptr ? nullptr : row.child("value");
    return value == nullptr ? row : *value;
}

std::string_view strip_reference(std::string_view reference)
{
    reference = ascii::trimmed_front(reference, [](char c) { return c == ' ' || c == '['; });
    reference = ascii::trimmed_back(reference, [](char c) { return c == ' ' || c == ']'; });
    const std::size_t bar = reference.rfind('|');
    return bar == std::string_view::npos ? reference : reference.substr(bar + 1);
}

}
