// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/esxi_host/facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::esxi_host {

/// Follows commands that set something.
class SetterReader {
public:
    SetterReader(Device& device, std::vector<SyntaxProblem>& problems, HostFacts& facts)
        : device_(device), problems_(problems), facts_(facts)
    {
    }

    /// From now on, commands correct the captured state.
    void begin_corrections() { corrects_ = true; }
    /// Reads the line if it sets something that is read, or is not modelled. Returns false for any other command.
    bool take(const Tree& tree, const Node& line, std::string_view command);
    /// Reads all parameters of a module, as a command or `esxcfg-module -g` states them. Returns how far the line is read;
    /// nothing if it is not understood.
    std::optional<CoverageState> take_module(
        const Tree& tree, std::string_view name, std::string_view parameters);

private:
    bool take_switch(const std::vector<std::string_view>& words);
    bool take_interface(const std::vector<std::string_view>& words);
    bool take_pause(const std::vector<std::string_view>& words);
    template <class T>
    void assign(Setting<T>& now, T value, std::string_view text, std::string_view what);
    void compare(OriginId shown, OriginId set, std::string_view what);
    [[nodiscard]] OriginId here(std::string_view text)
    {
        return device_.origins.explicit_at(tree_->source->span_of(text));
    }

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostFacts& facts_;
    const Tree* tree_ = nullptr;
    bool corrects_ = false;
};

/// The parameters of a module in the syntax of `esxcli system module parameters set`: "pfctx=0x08 pfcrx=0x08".
[[nodiscard]] std::string parameter_string(const ModuleFacts& module);

}
