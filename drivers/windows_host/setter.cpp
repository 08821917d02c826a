// SPDX-License-Identifier: Apache-2.0
// Commands of PowerShell that set the network up. Names of cmdlets and parameters are the same in any case. What depends on
// a variable or a pattern is not followed.
#include "drivers/windows_host/facts.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::windows_host {
/// A parameter of a command with its values.
struct Argument {
    std::string_view name; ///< without its dash; empty for values before the first parameter
    std::vector<std::string_view> values;
};

/// One command.
struct Statement {
    std::string_view cmdlet;
    std::vector<Argument> arguments{1};

    [[nodiscard]] const Argument* find(std::string_view name) const
    {
        const auto found = std::ranges::find_if(
            arguments, [name](const Argument& each) { return same_name(each.name, name); });
        return found == arguments.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::string_view value(std::string_view name) const
    {
        const Argument* found = find(name);
        return found == nullptr || found->values.empty() ? std::string_view{} : found->values.front();
    }
    /// The values of the parameter, or those that stand before any parameter.
    [[nodiscard]] std::vector<std::string_view> values(std::string_view name) const
    {
        const Argument* found = find(name);
        return found == nullptr ? arguments.front().values : found->values;
    }
};

namespace {

using State = CoverageState;

constexpr bool is_gap(char c) { return ascii::is_white(c) || c == '`' || c == ','; }

// One word, or the text between quotes.
std::string_view next_token(std::string_view& text)
{
    text = ascii::trimmed_front(text, is_gap);
    if (text.empty() || text.front() == '|' || text.front() == ';' || text.front() == '#')
        return {};
    if (text.front() == '"' || text.front() == '\'') {
        const std::size_t end = std::min(text.find(text.front(), 1), text.size());
        const std::string_view token = text.substr(1, end - 1);
        text.remove_prefix(std::min(end + 1, text.size()));
        return token;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\r\n`,|;"), text.size());
    const std::string_view token = text.substr(0, end);
    text.remove_prefix(end);
    return token;
}

Statement parse_statement(std::string_view text)
{
    Statement statement;
    statement.cmdlet = next_token(text);
    for (std::string_view token = next_token(text); !token.empty(); token = next_token(text)) {
        if (token.size() < 2 || token.front() != '-' || ascii::is_digit(token[1])) {
            statement.arguments.back().values.push_back(token);
            continue;
        }
        token.remove_prefix(1);
        const std::size_t colon = token.find(':');
        statement.arguments.push_back({token.substr(0, colon), {}});
        if (colon != std::string_view::npos && colon + 1 < token.size())
            statement.arguments.back().values.push_back(token.substr(colon + 1));
    }
    return statement;
}

std::optional<PrioritySet> priorities_of(const Statement& statement)
{
    PrioritySet set;
    for (const std::string_view value : statement.values("Priority")) {
        const auto part = priorities_in(value);
        if (!part)
            return std::nullopt;
        set = set | *part;
    }
    return set.empty() ? std::nullopt : std::optional(set);
}

constexpr std::string_view cmdlets[]{"New-NetQosPolicy",
    "Set-NetQosPolicy",
    "Enable-NetQosFlowControl",
    "Disable-NetQosFlowControl",
    "Set-NetQosFlowControl",
    "New-NetQosTrafficClass",
    "Set-NetQosDcbxSetting",
    "Enable-NetAdapterQos",
    "Disable-NetAdapterQos",
    "Enable-NetAdapterRdma",
    "Disable-NetAdapterRdma",
    "Set-NetAdapterAdvancedProperty"};

}

/// Applies one statement to the facts of scripts.
class Setter {
public:
    Setter(FactReader& reader, const Statement& statement, Span at)
        : reader_(reader), set_(reader.set), statement_(statement), at_(at)
    {
    }

    // Whether the statement was understood.
    bool apply()
    {
        if (is("New-NetQosPolicy") || is("Set-NetQosPolicy"))
            return set_policy();
        if (is("Enable-NetQosFlowControl") || is("Disable-NetQosFlowControl"))
            return set_flow_control(is("Enable-NetQosFlowControl"));
        if (is("Set-NetQosFlowControl"))
            return set_flow_control(truth_of(statement_.value("Enabled")));
        if (is("New-NetQosTrafficClass"))
            return add_class();
        if (is("Set-NetQosDcbxSetting"))
            return set_willing();
        if (is("Set-NetAdapterAdvancedProperty"))
            return for_adapters([this](AdapterFacts& adapter) {
                return reader_.set_keyword(
                    adapter, statement_.value("RegistryKeyword"), statement_.value("RegistryValue"), at_);
            });
        const bool on = ascii::lower(statement_.cmdlet.front()) == 'e';
        if (is("Enable-NetAdapterQos") || is("Disable-NetAdapterQos"))
            return for_adapters([this, on](AdapterFacts& adapter) {
                adapter.qos = {on, here()};
                return true;
            });
        return for_adapters([this, on](AdapterFacts& adapter) {
            adapter.rdma = {on, here()};
            return true;
        });
    }

private:
    [[nodiscard]] bool is(std::string_view cmdlet) const { return same_name(statement_.cmdlet, cmdlet); }
    [[nodiscard]] OriginId here() { return reader_.here(at_); }

    // Of the policy or the class that the statement is about.
    [[nodiscard]] std::string_view name() const
    {
        const std::vector<std::string_view> names = statement_.values("Name");
        return names.empty() ? std::string_view{} : names.front();
    }

    bool set_policy()
    {
        const Argument* port = statement_.find("NetDirectPortMatchCondition");
        if (port == nullptr)
            port = statement_.find("NetDirectPort");
        const std::string_view action = statement_.value("PriorityValue8021Action").empty()
            ? statement_.value("PriorityValue")
            : statement_.value("PriorityValue8021Action");
        const auto priority = number_in(action, 7);
        if (!priority)
            return false;
        if (port != nullptr && !port->values.empty() && port->values.front() == "445")
            set_.smb_direct_priority = {static_cast<std::uint8_t>(*priority), here()};
        return true;
    }

    bool set_flow_control(std::optional<bool> on)
    {
        const auto priorities = priorities_of(statement_);
        if (!priorities || !on)
            return false;
        for (const Priority priority : *priorities)
            set_.asked_pfc[priority] = {*on, here()};
        return true;
    }

    bool add_class()
    {
        const Argument* named = statement_.find("Priority");
        const auto priorities = named == nullptr ? std::nullopt : priorities_of(statement_);
        const bool strict = same_name(statement_.value("Algorithm"), "Strict");
        const auto share = number_in(statement_.value("BandwidthPercentage"), 100);
        if (!priorities || (!strict && !share))
            return false;
        ServedClass served{.name = name(),
            .kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, here()},
            .priorities = *priorities,
            .at = at_};
        if (!strict)
            served.bandwidth = {Percent::whole(*share), here()};
        set_.ask_class(served);
        return true;
    }

    bool set_willing()
    {
        const auto willing = truth_of(statement_.value("Willing"));
        if (!willing)
            return false;
        if (statement_.find("InterfaceAlias") == nullptr) {
            set_.willing = {*willing, here()};
            return true;
        }
        return for_adapters([this, willing](AdapterFacts& adapter) {
            adapter.willing = {*willing, here()};
            return true;
        });
    }

    template <class Apply>
    bool for_adapters(Apply&& apply)
    {
        const bool by_alias = statement_.find("InterfaceAlias") != nullptr;
        const std::vector<std::string_view> names = statement_.values(by_alias ? "InterfaceAlias" : "Name");
        const auto is_open
            = [](std::string_view name) { return name.find_first_of("$*?(") != std::string_view::npos; };
        if (names.empty() || std::ranges::any_of(names, is_open))
            return false;
        return std::ranges::all_of(
            names, [&](std::string_view name) { return apply(set_.adapter(name, at_)); });
    }

    FactReader& reader_;
    HostFacts& set_;
    const Statement& statement_;
    Span at_;
};

bool FactReader::take_setter(const Tree& tree, const Node*& line, std::string_view command)
{
    std::string_view rest = command;
    const std::string_view cmdlet = next_token(rest);
    const Span at = tree.source->span_of(command);
    if (ascii::lowered(cmdlet).find("mlx5cmd") != std::string::npos
        && ascii::lowered(rest).find("-qosconfig") != std::string::npos) {
        set.unread_trust = at;
        line->mark(State::unsupported);
        return true;
    }
    if (std::ranges::none_of(cmdlets, [cmdlet](std::string_view name) { return same_name(name, cmdlet); }))
        return false;
    const Node* const first = line;
    while (line->key.ends_with('`') && line->next != nullptr)
        line = line->next;
    const std::size_t end = line->offset + line->length;
    const Statement statement = parse_statement(tree.source->text().substr(at.offset, end - at.offset));
    const bool understood = Setter(*this, statement, at).apply();
    for (const Node* each = first;; each = each->next) {
        each->mark(understood ? State::read : State::unsupported);
        if (each == line)
            break;
    }
    return true;
}

}
