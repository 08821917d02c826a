// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint::windows_host {

/// Whether a name fits a pattern of PowerShell: `*` stands for any characters, `?` for one.
[[nodiscard]] bool is_like(std::string_view name, std::string_view pattern);
/// Whether a parameter treats this name as a pattern.
[[nodiscard]] bool is_pattern(std::string_view name);

/// Applies one statement to the facts of scripts or of corrections.
class Setter {
public:
    Setter(FactReader& reader, const Statement& statement, const Source& source)
        : reader_(reader)
        , set_(*reader.target_)
        , statement_(statement)
        , source_(source)
        , at_{source.id(), statement.begin, statement.finish - statement.begin}
    {
    }

    /// Applies it. Returns whether it was understood.
    bool apply();

private:
    [[nodiscard]] bool is(std::string_view cmdlet) const { return same_name(statement_.cmdlet, cmdlet); }
    [[nodiscard]] OriginId here() { return reader_.here(at_); }
    [[nodiscard]] bool is_decided() const { return statement_.undecided.empty(); }

    // Why it is not decided what the statement sets.
    [[nodiscard]] OriginId why()
    {
        return reader_.device_.origins.unread(reader_.device_.arena->keep(fmt::format(
            "{}, line {}, sets it {}", source_.file_name(), statement_.line, statement_.undecided)));
    }

    template <class T>
    void put(Setting<T>& into, T value)
    {
        if (is_decided())
            into = {value, here()};
        else if (!into.peek_known() || into.value != value)
            into = Setting<T>::unread(why());
    }

    [[nodiscard]] std::optional<bool> truth(std::string_view name) const
    {
        const auto value = statement_.value(name);
        return value ? truth_of(*value) : std::nullopt;
    }

    // The name of the policy or class that the statement is about.
    [[nodiscard]] std::optional<std::string_view> name() const
    {
        const std::vector<ScriptValue>& names = statement_.values("Name");
        return names.empty() || names.front().is_open ? std::nullopt : std::optional(names.front().text);
    }

    [[nodiscard]] const NamedPolicy* known_policy(std::string_view name) const;

    bool set_policy();

    // Without a name, it removes them all.
    bool remove_policy();

    bool set_flow_control(std::optional<bool> on);

    // Returns false where what it asks for is not decided.
    bool decide_classes();

    bool add_class();

    [[nodiscard]] ServedClass* set_class(std::string_view name);

    // A class that only captures show is as they show it.
    bool change_class();

    bool remove_class();

    bool set_willing();

    bool set_lldp_agent();

    // The words of the drivers for a property, where all of them have the same.
    bool set_property(AdapterFacts& adapter);

    template <class T>
    void keep_if_decided(Setting<T>& into, const Setting<T>& from)
    {
        if (from.origin == into.origin)
            return;
        if (is_decided())
            into = from;
        else if (!into.peek_known() || !from.peek_known() || !(into.value == from.value))
            into = Setting<T>::unread(why());
    }

    template <class Apply>
    bool for_adapters(Apply&& apply)
    {
        const auto names_it
            = [this](std::string_view parameter) { return statement_.find(parameter) != nullptr; };
        const std::vector<ScriptValue>& names
            = statement_.values(names_it("InterfaceAlias") ? "InterfaceAlias"
                    : names_it("NetAdapterName")           ? "NetAdapterName"
                                                           : "Name");
        if (names.empty() || std::ranges::any_of(names, &ScriptValue::is_open))
            return false;
        bool understood = true;
        for (const ScriptValue& name : names) {
            if (!is_pattern(name.text)) {
                understood = apply(set_.adapter(name.text, at_)) && understood;
                continue;
            }
            bool found = false;
            for (const std::string_view known : adapters_like(name.text)) {
                understood = apply(set_.adapter(known, at_)) && understood;
                found = true;
            }
            understood = understood && found;
        }
        return understood;
    }

    [[nodiscard]] std::vector<std::string_view> adapters_like(std::string_view pattern) const;

    FactReader& reader_;
    HostFacts& set_;
    const Statement& statement_;
    const Source& source_;
    Span at_;
};

}
