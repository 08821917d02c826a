// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/grammar.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// How a file writes the configuration.
enum class Form : std::uint8_t {
    yaml, ///< startup.yaml: `- set:` and `- unset:`
    json, ///< `nv config show -o json`
    lines, ///< `nv set …`, as typed or as `nv config show -o commands`
    switchd, ///< qos_features.conf, qos_infra.conf and traffic.conf: `pfc.port_group_list = [x]`
    neighbours, ///< `nv show interface lldp -o json`
};
[[nodiscard]] Form form_of(const Source& source);

/// Driver::parse.
[[nodiscard]] Tree parse(const Source& source);

/// What was typed in a line behind its prompt: "nv set …"; of a line without one the line.
[[nodiscard]] std::string_view typed(std::string_view line);

/// The statements of one file, in its order; marks every node by what became of it. Text that stands nowhere in the file is
/// kept in `arena`.
void collect(const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems);

/// Statements that a profile stands for ("qos pfc default-global switch-priority 3"), as of no file.
void collect_profile(std::span<const std::string_view> lines, std::vector<Fact>& facts);

/// Takes statements out of their words, one after the other.
class FactMaker {
public:
    FactMaker(const Tree* tree, std::vector<Fact>& facts, std::vector<SyntaxProblem>* problems)
        : tree_(tree), facts_(facts), problems_(problems)
    {
    }
    /// A line's words behind `set` or `unset`, of which `node` is the line. What they are.
    CoverageState take(std::span<const std::string_view> words, bool unset, const Node* node);
    /// The members of `node`, which stand below the root.
    void walk(const Node& node, bool unset);

private:
    struct Step {
        const Node* node;
        const Place* place;
        std::string_view name;
        std::string_view second;
        std::uint64_t index;
    };
    /// Goes from a step to the place below it by one word; false where no row has it.
    [[nodiscard]] static bool go(Step& step, std::string_view word);
    void enter(const Step& step, std::vector<Step>& open, bool unset);
    CoverageState put(const Step& step, std::string_view text, const Node* node, bool unset);

    const Tree* tree_;
    std::vector<Fact>& facts_;
    std::vector<SyntaxProblem>* problems_;
};

/// Statements of switchd's own files as those of NVUE that mean the same.
void collect_switchd(
    const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems);

}
