// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocelint {

/// How a value got into the model.
enum class OriginKind : std::uint8_t {
    unread, ///< unknown: not captured, not understood, or after a syntax error
    explicit_, ///< the configuration states it, at `at`
    inherited, ///< a profile, group or global row at `via` states it, and `at` refers to that
    derived, ///< the device's own daemons compute it from `at` and `via`
    default_, ///< the platform's default; `note` names the source
};

/// A 32-bit reference into the device's Origins. Zero is "unread, no reason known".
struct OriginId {
    std::uint32_t packed = 0;
    [[nodiscard]] constexpr OriginKind kind() const { return static_cast<OriginKind>(packed >> 29); }
    [[nodiscard]] constexpr std::uint32_t index() const { return packed & 0x1fffffffU; }
    friend constexpr bool operator==(OriginId, OriginId) = default;
};

/// Where a value comes from, in full.
struct Origin {
    OriginKind kind = OriginKind::unread;
    Span at;
    /// default, unread: the row or stanza that lacks the line, if one closer than the port's is known
    Span via;
    std::string_view note; ///< default, inherited: the source; unread: the reason; derived: what derives it

    /// Whether a line states the value for the whole device: one that no line of the port refers to.
    [[nodiscard]] bool is_device_wide() const { return kind == OriginKind::inherited && at == via; }
};

/// The origins of one device's settings. Spans of explicit values are stored separately from the rarer long
/// origins, because every port has dozens of explicit values.
class Origins {
public:
    Origins();
    OriginId explicit_at(Span at);
    /// A line of the whole device is both `at` and `via`. `note`: the document that defines the profile's value,
    /// if the profile is the platform's own.
    OriginId inherited(Span at, Span via, std::string_view note = {});
    /// `note` must outlive the device (a literal, catalog text or the device's arena), here and below.
    OriginId derived(Span at, Span via, std::string_view note);
    OriginId default_of(std::string_view note);
    OriginId unread(std::string_view reason);
    /// The same default or unread origin, with `stanza` as the place that lacks the line: the innermost
    /// existing row or block that would hold it. Returns any other origin unchanged.
    OriginId lacking(OriginId absent, Span stanza);

    [[nodiscard]] Origin look_up(OriginId id) const;
    /// The place to show for a value: where it is stated or referred to. Nowhere for default and unread.
    [[nodiscard]] Span span(OriginId id) const;
    /// The spans of explicit values, by index.
    [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
    /// All other origins, by index; the first is "unread, no reason known".
    [[nodiscard]] const std::vector<Origin>& longer() const { return long_; }
    /// Whether these origins contain an id.
    [[nodiscard]] bool has(OriginId id) const
    {
        return id.index() < (id.kind() == OriginKind::explicit_ ? spans_.size() : long_.size());
    }
    [[nodiscard]] std::size_t bytes() const;
    void shrink_to_fit();

private:
    OriginId add_long(OriginKind kind, const Origin& origin);
    std::vector<Span> spans_;
    std::vector<Origin> long_;
};

/// Reports an unread setting to the thread's UnreadWatch, if there is one.
void note_unread(const void* setting, OriginId origin);

/// One value of the model and where it comes from. Check `known()` first: an unread setting holds no value.
/// known() records each unread setting, so that a rule that ends because of it is reported as "not checked".
template <class T>
struct Setting {
    T value{};
    OriginId origin{};

    constexpr Setting() = default;
    constexpr Setting(T initial, OriginId from) : value(initial), origin(from) { }
    /// An unread setting with its reason.
    [[nodiscard]] static constexpr Setting unread(OriginId reason) { return Setting(T{}, reason); }
    [[nodiscard]] constexpr bool known() const
    {
        const bool is_known = peek_known();
        if (!is_known && !std::is_constant_evaluated())
            note_unread(this, origin);
        return is_known;
    }
    /// As known(), but records nothing: for values that the caller can do without, such as a detail of a
    /// message or a second opinion.
    [[nodiscard]] constexpr bool peek_known() const { return origin.kind() != OriginKind::unread; }
    /// Whether the configuration states it, directly or through a profile.
    [[nodiscard]] constexpr bool configured() const
    {
        return origin.kind() == OriginKind::explicit_ || origin.kind() == OriginKind::inherited;
    }
    [[nodiscard]] constexpr T value_or(T other) const { return known() ? value : other; }
    /// Whether the value is known and equals `wanted`.
    [[nodiscard]] constexpr bool is(const T& wanted) const { return known() && value == wanted; }
};
static_assert(sizeof(Setting<std::uint64_t>) <= 16);
static_assert(sizeof(Setting<std::uint8_t>) <= 8);

}
