// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/grammar.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// The formats of a configuration file.
enum class Form : std::uint8_t {
    yaml, ///< startup.yaml: `- set:` and `- unset:`
    json, ///< `nv config show -o json`
    lines, ///< `nv set …`, as typed or as `nv config show -o commands`
    switchd, ///< qos_features.conf, qos_infra.conf and traffic.conf: `pfc.port_group_list = [x]`
    neighbours, ///< `nv show interface lldp -o json`
    counters, ///< `nv show interface swp1 counters qos`, as tables or JSON, `ethtool -S swp1`
};
[[nodiscard]] Form form_of(const Source& source);

/// Driver::parse.
[[nodiscard]] Tree parse(const Source& source);

/// Returns what was typed after the prompt of a line: "nv set …". A line without a prompt is returned
/// unchanged.
[[nodiscard]] std::string_view typed(std::string_view line);

/// Collects the statements of one file in order, and marks the coverage of every node. `arena` keeps text
/// that is not in the file.
void collect(const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems);

/// Collects statements that a profile stands for ("qos pfc default-global switch-priority 3"). They belong to
/// no file.
void collect_profile(std::span<const std::string_view> lines, std::vector<Fact>& facts);

/// Makes statements from their words, one after the other.
class FactMaker {
public:
    FactMaker(const Tree* tree, std::vector<Fact>& facts, std::vector<SyntaxProblem>* problems)
        : tree_(tree), facts_(facts), problems_(problems)
    {
    }
    /// Takes the words of a line after `set` or `unset`; `node` is the line. Returns their coverage.
    CoverageState take(std::span<const std::string_view> words, bool unset, const Node* node);
    /// Takes the members of `node`, which is at the root.
    void walk(const Node& node, bool unset);

private:
    struct Step {
        const Node* node;
        const Keyword* place;
        std::string_view name;
        std::string_view second;
        std::uint64_t index;
    };
    /// Moves a step one word down; false if no row has the word there.
    [[nodiscard]] static bool go(Step& step, std::string_view word);
    void enter(const Step& step, std::vector<Step>& open, bool unset);
    CoverageState put(const Step& step, std::string_view text, const Node* node, bool unset);

    const Tree* tree_;
    std::vector<Fact>& facts_;
    std::vector<SyntaxProblem>* problems_;
};

/// Collects the statements of switchd's own files as the equivalent statements of NVUE.
void collect_switchd(
    const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems);

}
