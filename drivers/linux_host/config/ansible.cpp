// SPDX-License-Identifier: Apache-2.0
// Plays, roles and lists of tasks of Ansible (Ansible documentation: Playbook Keywords, and the pages of the
// modules ansible.builtin.shell, command, copy, template, lineinfile, community.general.nmcli, ansible.posix.sysctl).
#include "drivers/linux_host/config/ansible_values.h"
#include "drivers/linux_host/config/embedded_text.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::array<std::string_view, 4> collections{
    "ansible.builtin.", "ansible.legacy.", "community.general.", "ansible.posix."};
constexpr std::array<std::string_view, 10> modules{"shell",
    "command",
    "raw",
    "copy",
    "template",
    "lineinfile",
    "blockinfile",
    "nmcli",
    "set_fact",
    "sysctl"};
// Words in the path of a template that is about RDMA.
constexpr std::array<std::string_view, 6> rdma_words{"roce", "rdma", "mlnx", "qos", "pfc", "ecn"};

constexpr std::size_t most_items = 1024;
constexpr int deepest_block = 16;

std::string_view module_of(std::string_view key)
{
    for (const std::string_view collection : collections) {
        if (key.starts_with(collection))
            key.remove_prefix(collection.size());
    }
    return std::ranges::find(modules, key) == modules.end() ? std::string_view{} : key;
}

bool is_about_rdma_path(std::string_view path)
{
    const std::string lower = ascii::lowered(path);
    return std::ranges::any_of(
        rdma_words, [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
}

const Node* first_of(const Node& mapping, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const Node* found = mapping.child(key); found != nullptr)
            return found;
    }
    return nullptr;
}

// Adds what a value of `hosts` names, and returns whether it is for all hosts (Ansible documentation, Patterns:
// targeting hosts and groups). What stands behind "!" or "&" only narrows the choice.
bool add_hosts(std::string_view value, std::vector<std::string>& names)
{
    const auto is_gap
        = [](char c) { return std::string_view(" \t\r,:;[]'\"").find(c) != std::string_view::npos; };
    bool is_for_all = false;
    while (!value.empty()) {
        value = ascii::trimmed_front(value, is_gap);
        const auto end = static_cast<std::size_t>(std::ranges::find_if(value, is_gap) - value.begin());
        const std::string_view name = value.substr(0, end);
        value.remove_prefix(end);
        if (name.empty() || name.front() == '!' || name.front() == '&')
            continue;
        if (name == "all" || name.find_first_of("*{}") != std::string_view::npos)
            is_for_all = true;
        else
            names.emplace_back(name);
    }
    return is_for_all;
}

class AnsibleReader {
public:
    AnsibleReader(ConfigFile& file, Arena& arena)
        : file_(file)
        , arena_(arena)
        , texts_(file, arena, [this](std::string_view expression) { return values_.text_of(expression); })
    {
    }

    void read()
    {
        const Node* root = file_.tree->root;
        if (root == nullptr)
            return;
        mark_all(*file_.tree, State::irrelevant);
        // Handlers run only where a task notifies them.
        const bool certain = file_.tree->source->path().find("handlers/") == std::string::npos;
        const std::string_view host
            = file_.parts.host == nullptr ? std::string_view{} : file_.parts.host->name;
        const bool is_named = std::ranges::any_of(*root, [host](const Node& play) {
            const std::vector<std::string> names = hosts_of(play);
            return std::ranges::find(names, host) != names.end();
        });
        for (const Node& entry : *root) {
            const std::vector<std::string> names = hosts_of(entry);
            // If plays name this host, those that name only others are not for it.
            if (is_named && !names.empty() && std::ranges::find(names, host) == names.end())
                continue;
            if (entry.child("hosts") != nullptr)
                read_play(entry);
            else
                read_task(entry, certain, 0);
        }
    }

private:
    static std::vector<std::string> hosts_of(const Node& play)
    {
        std::vector<std::string> names;
        const Node* hosts = play.child("hosts");
        if (hosts == nullptr)
            return names;
        bool is_for_all = add_hosts(hosts->value, names);
        for (const Node& host : *hosts)
            is_for_all = add_hosts(host.value, names) || is_for_all;
        if (is_for_all)
            names.clear();
        return names;
    }

    void read_play(const Node& play)
    {
        values_ = {};
        values_.add(play.child("vars"));
        forget_from(0);
        for (const std::string_view part : {"pre_tasks", "tasks", "post_tasks", "handlers"})
            read_tasks(play.child(part), part != "handlers", 0);
    }

    void read_tasks(const Node* tasks, bool certain, int depth)
    {
        if (tasks == nullptr || depth > deepest_block)
            return;
        for (const Node& task : *tasks)
            read_task(task, certain, depth);
    }

    void read_task(const Node& task, bool certain, int depth)
    {
        if (task.kind != Node::Kind::object)
            return;
        certain = certain && task.child("when") == nullptr && task.child("run_once") == nullptr
            && task.child("delegate_to") == nullptr;
        const Node* block = task.child("block");
        const bool is_scope = block != nullptr || task.child("vars") != nullptr || is_loop(task);
        const AnsibleValues outside = is_scope ? values_ : AnsibleValues();
        const std::size_t forgotten = forgotten_.size();
        values_.add(task.child("vars"));
        if (block != nullptr) {
            read_tasks(block, certain, depth + 1);
            read_tasks(task.child("rescue"), false, depth + 1);
            read_tasks(task.child("always"), certain, depth + 1);
        } else {
            read_loop(task, certain);
        }
        if (is_scope)
            values_ = outside;
        forget_results(task);
        forget_from(forgotten);
    }

    // Variables that tasks set remain set for the host, also in later plays.
    void forget_from(std::size_t index)
    {
        for (; index < forgotten_.size(); ++index)
            values_.forget(forgotten_[index]);
    }

    static bool is_loop(const Node& task)
    {
        return std::ranges::any_of(
            task, [](const Node& key) { return key.key == "loop" || key.key.starts_with("with_"); });
    }

    // The names that a task gives a value known only when it runs.
    void forget_results(const Node& task)
    {
        if (const Node* name = task.child("register"); name != nullptr)
            forgotten_.push_back(name->value);
        for (const Node& key : task) {
            if (module_of(key.key) != "set_fact" || key.kind != Node::Kind::object)
                continue;
            for (const Node& fact : key)
                forgotten_.push_back(fact.key);
        }
    }

    void read_loop(const Node& task, bool certain)
    {
        const Node* loop = first_of(task, {"loop", "with_items", "with_list"});
        if (loop == nullptr) {
            if (is_loop(task))
                values_.forget("item"); // with_fileglob and the like
            return read_module(task, certain);
        }
        std::string_view variable = "item";
        if (const Node* control = task.child("loop_control"); control != nullptr) {
            if (const Node* name = control->child("loop_var"); name != nullptr)
                variable = name->value;
        }
        const Node* list = loop->kind == Node::Kind::array ? loop : values_.list_of(loop->value);
        values_.forget(variable);
        if (list == nullptr)
            return read_module(task, certain);
        std::size_t count = 0;
        for (const Node& item : *list) {
            // with_items takes the entries of lists inside a list.
            const bool flattens = item.kind == Node::Kind::array && loop->key == "with_items";
            for (const Node* each = flattens ? item.first : &item; each != nullptr && count < most_items;
                 each = flattens ? each->next : nullptr, ++count) {
                values_.set(variable, each);
                read_module(task, certain);
            }
        }
    }

    void read_module(const Node& task, bool certain)
    {
        texts_.set_certain(certain);
        for (const Node& key : task) {
            const std::string_view module = module_of(key.key);
            if (module == "shell" || module == "raw")
                read_command(key, true);
            else if (module == "command")
                read_command(key, false);
            else if (module == "copy")
                read_written(key, {"dest"}, "content");
            else if (module == "lineinfile")
                read_written(key, {"path", "dest", "name"}, "line");
            else if (module == "blockinfile")
                read_written(key, {"path", "dest", "name"}, "block");
            else if (module == "template")
                read_template(key);
            else if (module == "nmcli")
                read_connection(key, certain);
            else if (module == "sysctl")
                read_kernel_setting(key, certain);
        }
    }

    void read_command(const Node& module, bool by_shell)
    {
        const Node* text = module.kind == Node::Kind::object ? first_of(module, {"cmd", "argv"}) : &module;
        if (text != nullptr)
            texts_.read_commands(*text, by_shell);
    }

    void read_written(const Node& module, std::initializer_list<std::string_view> paths, std::string_view key)
    {
        const Node* path = module.kind == Node::Kind::object ? first_of(module, paths) : nullptr;
        const Node* content = path == nullptr ? nullptr : module.child(key);
        const Node* state = module.child("state");
        if (content == nullptr || (state != nullptr && state->value == "absent"))
            return;
        // A path with a variable still ends with the name of the file.
        const auto filled = values_.filled(path->value);
        texts_.read_file(*content, filled ? *filled : std::string(path->value));
    }

    void read_template(const Node& module)
    {
        const Node* from = module.child("src");
        const Node* to = module.child("dest");
        if (from == nullptr || to == nullptr
            || (!is_about_rdma_path(from->value) && !is_about_rdma_path(to->value)))
            return;
        from->mark(State::unsupported);
        file_.problems.push_back({SyntaxProblem::Severity::warning,
            file_.tree->value_span(*from),
            fmt::format(
                "Ansible makes {} of this template, so what it sets is not checked here; check the file "
                "that it makes",
                to->value)});
    }

    void read_connection(const Node& module, bool certain)
    {
        const Node* name = first_of(module, {"ifname", "conn_name"});
        const Node* mtu = module.child("mtu");
        const Node* state = module.child("state");
        if (name == nullptr || (state != nullptr && state->value == "absent"))
            return;
        const auto interface = values_.filled(name->value);
        if (const Node* bond = module.child("master"); bond != nullptr && interface && certain) {
            const auto master = values_.filled(bond->value);
            const Node* type = module.child("type");
            if (master && type != nullptr && type->value == "bond-slave" && is_one_name(*interface)) {
                bond->mark(State::read);
                file_.bond_members.push_back(
                    {arena_.keep(*master), arena_.keep(*interface), file_.tree->value_span(*bond)});
            }
        }
        if (mtu == nullptr)
            return;
        const auto value = values_.filled(mtu->value);
        mtu->mark(std::max(mtu->state,
            interface && value && certain ? add_mtu_of(*interface, *value, *mtu) : State::unsupported));
        for (const Node* part : {name, mtu}) {
            const std::string_view written = part->value;
            if (certain && written.find("{{") != std::string_view::npos && !values_.filled(written))
                texts_.warn_of_mark(file_.tree->value_span(*part));
        }
    }

    void read_kernel_setting(const Node& module, bool certain)
    {
        const Node* name = first_of(module, {"name", "key"});
        const Node* value = first_of(module, {"value", "val"});
        const Node* state = module.child("state");
        if (name == nullptr || value == nullptr || (state != nullptr && state->value == "absent")
            || !sets_addresses(name->value))
            return;
        const auto variable = values_.filled(name->value);
        const auto number = values_.filled(value->value);
        SetterSink sink{*file_.tree->source, file_.setters, file_.problems, nullptr, &file_.addresses};
        const State now = variable && number && certain
            ? add_address_setting(arena_.keep(*variable), *number, file_.tree->value_span(*value), sink)
            : State::unsupported;
        for (const Node* part : {name, value}) {
            part->mark(std::max(part->state, now));
            if (certain && part->value.find("{{") != std::string_view::npos && !values_.filled(part->value))
                texts_.warn_of_mark(file_.tree->value_span(*part));
        }
    }

    State add_mtu_of(std::string_view interface, std::string_view value, const Node& at)
    {
        const Span place = file_.tree->value_span(at);
        // 0 becomes "auto" (community.general 9.0, plugins/modules/nmcli.py, mtu_to_string).
        return add_mtu(file_,
            {.interface = arena_.keep(interface),
                .value = value,
                .at = place,
                .zero_is_automatic = true,
                .editable = file_.tree->source->text_at(place) == value});
    }

    ConfigFile& file_;
    Arena& arena_;
    AnsibleValues values_;
    std::vector<std::string_view> forgotten_; ///< see forget_results()
    EmbeddedTexts texts_;
};

}

bool is_ansible(std::string_view text)
{
    bool is_list = false;
    bool has_module = false;
    bool has_play = false;
    for (const LogicalLine& line : logical_lines(text, "#")) {
        std::string_view rest = line.text.substr(0, line.text.find('\n'));
        if (rest == "---")
            continue;
        if (!is_list && !rest.starts_with("- "))
            return false;
        is_list = true;
        while (rest.starts_with("- "))
            rest = ascii::trimmed_front(rest.substr(2), ascii::is_blank);
        const std::string_view key = rest.substr(0, rest.find(':'));
        if (key.size() == rest.size())
            continue;
        has_module = has_module || !module_of(key).empty();
        has_play = has_play || key == "tasks" || key == "roles" || key == "pre_tasks" || key == "become";
        if (has_module)
            return true;
    }
    return is_list && has_play;
}

std::optional<std::vector<std::string>> hosts_of_plays(const Source& source)
{
    if (config_kind(source) != ConfigKind::ansible)
        return std::nullopt;
    std::vector<std::string> names;
    for (const LogicalLine& line : logical_lines(source.text(), "#")) {
        std::string_view rest = line.text;
        if (rest.starts_with("- "))
            rest = ascii::trimmed_front(rest.substr(2), ascii::is_blank);
        if (rest.starts_with("hosts:") && add_hosts(rest.substr(rest.find(':') + 1), names))
            return std::vector<std::string>();
    }
    return names;
}

void read_ansible(ConfigFile& file, Arena& arena) { AnsibleReader(file, arena).read(); }

}
