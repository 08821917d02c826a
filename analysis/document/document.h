// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/jq/program.h"
#include "models/text/source.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::document {

/// The version of the form that docs/model.md and docs/schema/model.schema.json describe. It rises when a value is taken away,
/// renamed or changes its meaning; what is only added does not raise it.
inline constexpr std::uint64_t schema_version = 1;

/// A value that nobody knows, and that was asked for.
struct Unread {
    std::uint32_t device = 0;
    OriginId origin; ///< of the device; its note is the reason, where there is one
    std::string_view what; ///< for people: "the MTU"
};

/// Where a value comes from, or what it stands for.
struct Place {
    std::uint32_t device = 0;
    std::uint32_t port = Port::no_index; ///< that the value belongs to
    Span at;
};

/// The model as JSON (docs/model.md), made piece by piece as it is read: devices and ports of a list, what a setting refers to
/// and where values come from are made when somebody looks into them, and are not kept. What is unread is null, and that it was
/// asked for is noted.
///
/// For one thread. The analysis must outlive it, and it must outlive what it makes; late::MakerScope makes it the one that is
/// asked.
class Document final : public late::Maker {
public:
    explicit Document(const Analysis& analysis);
    ~Document() override;

    [[nodiscard]] jq::Value fabric();
    [[nodiscard]] jq::Value device(std::uint32_t device);
    [[nodiscard]] jq::Value port(PortId port);
    [[nodiscard]] jq::Value link(std::uint32_t link);
    [[nodiscard]] jq::Value job(std::uint32_t device, std::uint32_t job);

    /// What was asked for in vain, in order.
    [[nodiscard]] const std::vector<Unread>& asked() const { return asked_; }
    void forget_asked() { asked_.clear(); }
    /// What is unread reads as the string "unknown": for messages.
    void say_unknown(bool says) { says_unknown_ = says; }
    /// Leaves out what find_place() needs, which is for us alone.
    void leave_places_out() { with_places_ = false; }

    /// The place that a path of jq leads to from `subject`: where the value comes from, else the innermost part on the way that
    /// has a place, else nowhere.
    [[nodiscard]] static Place find_place(const jq::Value& subject, const jq::Value& path);

    [[nodiscard]] jv make(const late::Deferred& deferred) override;

private:
    class Builder;
    std::unique_ptr<Builder> builder_;
    std::vector<Unread> asked_;
    bool says_unknown_ = false;
    bool with_places_ = true;
};

}
