// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/config.h"
#include "models/change/editing.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// One `nv set` or `nv unset`.
struct Step {
    std::vector<std::string> ports; ///< of statements below `interface`; else empty
    std::string path; ///< behind the port, or behind `set`: "link mtu", "qos pfc gold switch-priority 3"
    std::string value; ///< empty where the path says all
    bool unset = false;
};

/// What a profile says: "switch-priority 3" → "", "traffic-class 3 min-threshold" → "150000".
using Content = std::map<std::string, std::string>;

/// The profiles of one kind while changes are made: which ports use which, and what each is to say in the end.
struct Kind {
    std::string_view word; ///< behind `qos`
    Says binding = Says::nothing;
};
inline constexpr Kind kinds_of_profiles[]{{"pfc", Says::pfc_profile},
    {"link-pause", Says::pause_profile},
    {"congestion-control", Says::ecn_profile},
    {"mapping", Says::map_profile},
    {"egress-scheduler", Says::scheduler_profile},
    {"remark", Says::remark_profile}};

/// Changes of profiles on their way to statements: a profile that all its users want to be otherwise is changed; else the ones
/// that do get a profile of their own.
class Draft {
public:
    explicit Draft(const Config& config) : config_(config) { }

    /// What the port's profile is to say, to be changed.
    [[nodiscard]] Content& of_port(const Kind& kind, std::uint32_t port);
    /// The ports that use the profile that this port uses.
    [[nodiscard]] std::vector<std::uint32_t> users(const Kind& kind, std::uint32_t port) const;
    /// A statement of ports, or of the whole switch.
    void put(std::uint32_t port, std::string_view path, std::string value);
    void put_whole(std::string path, std::string value, bool unset = false);

    /// All statements; the reason where they cannot be made.
    [[nodiscard]] std::vector<Step> steps(std::string& refusal);

private:
    struct Both {
        Content written; ///< by the file's own statements
        Content effective; ///< with what roce, or the platform, says besides
    };
    [[nodiscard]] const Both& content(std::string_view kind, std::string_view name);
    void add_usual(std::string_view kind, std::string_view name, Both& both) const;
    [[nodiscard]] bool is_of_lossless_mode(const Content& wanted, const Both& both) const;
    void change_profile(const Kind& kind, std::string_view name, const Content& wanted, std::string& refusal);
    void make_profile(const Kind& kind,
        std::string_view name,
        const Content& wanted,
        const std::vector<std::uint32_t>& ports);

    const Config& config_;
    std::map<std::pair<std::string, std::string>, Both> contents_;
    std::map<std::pair<std::string, std::uint32_t>, Content> wanted_;
    std::vector<Step> steps_;
    std::set<std::string> made_;
};

/// Why a text is not typed: a shell would take it for more than the words of a statement. Empty: it would not.
[[nodiscard]] std::string untypable(std::string_view text);
/// The steps as lines of `nv`.
[[nodiscard]] std::string command_lines(const std::vector<Step>& steps);
/// A new startup.yaml of the steps, each of which sets something.
[[nodiscard]] std::string document_of(const std::vector<Step>& steps);
/// The steps in the text of the device's file; the reason where that cannot be.
[[nodiscard]] std::vector<Edit> edit_lines(
    const Config& config, const Tree& tree, const std::vector<Step>& steps);
[[nodiscard]] std::vector<Edit> edit_document(
    const Config& config, const Tree& tree, const std::vector<Step>& steps, std::string& refusal);

}
