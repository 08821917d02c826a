// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/config.h"
#include "models/change/editing.h"
#include "models/text/objection.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// One `nv set` or `nv unset`.
struct Step {
    std::vector<std::string> ports; ///< for statements below `interface`; else empty
    /// The part after the port, or after `set`: "link mtu", "qos pfc gold switch-priority 3".
    std::string path;
    std::string value; ///< empty if the path says everything
    bool unset = false;
};

/// The content of a profile: "switch-priority 3" → "", "traffic-class 3 min-threshold" → "150000".
using Content = std::map<std::string, std::string>;

/// A kind of profile: the word after `qos`, and the statement that binds a port to one.
struct Kind {
    std::string_view word; ///< the word after `qos`
    LineKind binding = LineKind::nothing;
};
inline constexpr Kind kinds_of_profiles[]{{"pfc", LineKind::pfc_profile},
    {"link-pause", LineKind::pause_profile},
    {"congestion-control", LineKind::ecn_profile},
    {"mapping", LineKind::map_profile},
    {"egress-scheduler", LineKind::scheduler_profile},
    {"remark", LineKind::remark_profile}};

/// Turns changes of profiles into statements. If all users of a profile want the same change, the profile is
/// changed; otherwise the ports that want the change get a profile of their own.
class Draft {
public:
    explicit Draft(const Config& config) : config_(config) { }

    /// Returns the wanted content of the port's profile, for the caller to change.
    [[nodiscard]] Content& of_port(const Kind& kind, std::uint32_t port);
    /// Returns the ports that share this port's profile.
    [[nodiscard]] std::vector<std::uint32_t> users(const Kind& kind, std::uint32_t port) const;
    /// Adds a statement of one port, or of the whole switch.
    void put(std::uint32_t port, std::string_view path, std::string value);
    void put_whole(std::string path, std::string value, bool unset = false);

    /// Returns all statements, or in `refusal` why they cannot be made.
    [[nodiscard]] std::vector<Step> steps(Objection& refusal);

private:
    struct Both {
        Content written; ///< from the file's own statements
        Content effective; ///< including what roce or the platform adds
    };
    [[nodiscard]] const Both& content(std::string_view kind, std::string_view name);
    void add_usual(std::string_view kind, std::string_view name, Both& both) const;
    [[nodiscard]] bool is_of_lossless_mode(const Content& wanted, const Both& both) const;
    void change_profile(const Kind& kind, std::string_view name, const Content& wanted, Objection& refusal);
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

/// Why a text cannot be typed: a shell would interpret it as more than the words of a statement.
Objection untypable(std::string_view text);
/// Returns the steps as lines of `nv`.
[[nodiscard]] std::string command_lines(const std::vector<Step>& steps);
/// Writes a new startup.yaml with the steps, each of which sets something, to `text`.
Objection document_of(const std::vector<Step>& steps, std::string& text);
/// Returns the edits that make the steps in the text of the device's file; `refusal` says why if that is
/// impossible.
[[nodiscard]] std::vector<Edit> edit_lines(
    const Config& config, const Tree& tree, const std::vector<Step>& steps);
[[nodiscard]] std::vector<Edit> edit_document(
    const Config& config, const Tree& tree, const std::vector<Step>& steps, Objection& refusal);

}
