// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/opensm/read/policy_sections.h"
#include "drivers/opensm/read/reader.h"
#include "models/text/ascii.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// Reads one qos-policy.conf into the manager: sections in policy_reader.cpp, their contents in
/// policy_values.cpp.
class PolicyReader {
public:
    PolicyReader(ManagerReader& reader, const Tree& tree)
        : reader_(reader), policy_(reader.manager().qos_policy), tree_(tree)
    {
    }

    void read();

private:
    using State = CoverageState;
    using Kind = SmFault::Kind;

    struct Open {
        PolicySection section = PolicySection::top;
        Span at;
        std::vector<std::string_view> keys;
    };

    [[nodiscard]] PolicySection section() const
    {
        return open_.empty() ? PolicySection::top : open_.back().section;
    }
    [[nodiscard]] Span span_of(std::string_view text) const { return tree_.source->span_of(text); }

    SmFault& drop(Span at, const std::string& message);
    void mend(SmFault& fault, std::string_view wrong, const std::string& right);
    void drop_unclosed();
    static std::string_view word_of(PolicySection section);
    void read_line(std::string_view line);
    bool open_section(std::string_view line);
    bool close_section(std::string_view line);
    void read_pair(std::string_view line);
    void read_value(std::string_view key, std::string_view value);
    void read_group(std::string_view key, std::string_view value);

    template <class Visit>
    static void for_each_item(std::string_view list, Visit&& visit)
    {
        while (!list.empty()) {
            visit(trimmed(ascii::take_until(list, ',')));
        }
    }

    OriginId written() { return reader_.origins().explicit_at(tree_.span(*node_)); }

    std::optional<std::uint64_t> number(std::string_view value);
    void read_level(std::string_view key, std::string_view value);
    void read_limit(
        Setting<std::uint8_t>& limit, std::string_view value, std::uint64_t least, std::uint64_t most);
    void read_rule(std::string_view key, std::string_view value);
    void read_ulp(std::string_view line);
    void read_ulp_match(std::string_view line,
        std::string_view rest,
        std::span<const std::string_view> keys,
        bool may_be_empty);
    void check_names();
    void drop_unknown_level(const SmQosRule& rule);
    void drop_unknown_group(std::string_view name);

    ManagerReader& reader_;
    SmQosPolicy& policy_;
    const Tree& tree_;
    const Node* node_ = nullptr;
    std::string_view last_line_; ///< the last line with text, without its comment
    std::vector<Open> open_;
    std::vector<SmQosRule> ulp_rules_;
    bool has_default_ulp_ = false;
    bool dropped_ = false;
};

}
