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

/// The version of the format described in docs/model.md and docs/schema/model.schema.json. It rises when a
/// value is removed, renamed or changes meaning; additions do not raise it.
inline constexpr std::uint64_t schema_version = 1;

/// An unread value that a query asked for.
struct Unread {
    std::uint32_t device = 0;
    OriginId origin; ///< of the device; its note gives the reason, if there is one
    std::string_view what; ///< readable name, such as "the MTU"
};

/// Where a value comes from, or what it belongs to.
struct Place {
    std::uint32_t device = 0;
    std::uint32_t port = Port::no_index; ///< the port that the value belongs to
    Span at;
};

/// The model as JSON (docs/model.md), built lazily: devices and ports of a list, the targets of references
/// and the origins of values are built on access and not kept. An unread value is null, and Document records
/// every access to one.
///
/// Not thread-safe. The analysis must outlive the Document, and the Document must outlive the values it
/// builds. late::MakerScope makes it the current maker.
class Document final : public late::Maker {
public:
    explicit Document(const Analysis& analysis);
    ~Document() override;

    [[nodiscard]] jq::Value fabric();
    [[nodiscard]] jq::Value device(std::uint32_t device);
    [[nodiscard]] jq::Value port(PortId port);
    [[nodiscard]] jq::Value link(std::uint32_t link);
    [[nodiscard]] jq::Value job(std::uint32_t device, std::uint32_t job);

    /// The unread values that were accessed, in order.
    [[nodiscard]] const std::vector<Unread>& asked() const { return asked_; }
    void forget_asked() { asked_.clear(); }
    /// With `true`, unread values read as the string "unknown", for messages.
    void say_unknown(bool says) { says_unknown_ = says; }
    /// Omits the data that find_place() needs, which is internal.
    void leave_places_out() { with_places_ = false; }

    /// Where the value at a jq path of `subject` comes from; otherwise the place of the innermost enclosing
    /// part that has one, otherwise no place.
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
