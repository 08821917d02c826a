// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocelint {

/// How a value came to be in the model.
enum class OriginKind : std::uint8_t {
    unread, ///< nobody knows it: not captured, not understood, or after a syntax error
    explicit_, ///< the configuration says so, at `at`
    inherited, ///< a profile, group or global row at `via` says so, and `at` refers to it
    derived, ///< the device's own daemons work it out from `at` and `via`
    default_, ///< the platform's default; `note` names the source
};

/// A 32-bit reference into the device's Origins. Zero is "unread, no reason known".
struct OriginId {
    std::uint32_t packed = 0;
    [[nodiscard]] constexpr OriginKind kind() const { return static_cast<OriginKind>(packed >> 29); }
    [[nodiscard]] constexpr std::uint32_t index() const { return packed & 0x1fffffffU; }
    friend constexpr bool operator==(OriginId, OriginId) = default;
};

/// Where a value comes from, spelt out.
struct Origin {
    OriginKind kind = OriginKind::unread;
    Span at;
    Span
        via; ///< default, unread: the row or stanza that lacks the line, where one nearer than the port's is known
    std::string_view note; ///< default, inherited: its source; unread: the reason; derived: by what
};

/// The origins of one device's settings. Spans of explicit values are kept apart from the rarer long origins, since
/// there are dozens of the former on every port.
class Origins {
public:
    Origins();
    /// Origins as spans() and longer() told them.
    Origins(std::vector<Span> spans, std::vector<Origin> longer)
        : spans_(std::move(spans)), long_(std::move(longer))
    {
    }
    OriginId explicit_at(Span at);
    /// `note`: the document by which the profile says so, where it is the platform's own.
    OriginId inherited(Span at, Span via, std::string_view note = {});
    /// `note` must outlive the device (a literal, catalog text or the device's arena), here and below.
    OriginId derived(Span at, Span via, std::string_view note);
    OriginId default_of(std::string_view note);
    OriginId unread(std::string_view reason);
    /// A default, or an unread value, as what `stanza` lacks: the innermost row or block that is there and would hold the
    /// line. Any other origin is given back as it is.
    OriginId lacking(OriginId absent, Span stanza);

    [[nodiscard]] Origin look_up(OriginId id) const;
    /// The place to show for a value: where it is written or referred to. Nowhere for default and unread.
    [[nodiscard]] Span span(OriginId id) const;
    /// Those of explicit values, by index.
    [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
    /// All others, by index; the first is "unread, no reason known".
    [[nodiscard]] const std::vector<Origin>& longer() const { return long_; }
    /// Whether an id is one of these.
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

/// Tells the thread's UnreadWatch, if it has one.
void note_unread(const void* setting, OriginId origin);

/// One value of the model together with where it comes from. Ask `known()` first: an unread setting holds no value. That
/// it was asked for in vain is noted, so that a rule which ends for lack of it is told as "not checked".
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
        const bool is_known = known_by_the_way();
        if (!is_known && !std::is_constant_evaluated())
            note_unread(this, origin);
        return is_known;
    }
    /// As known(), of a value that whoever asks can do without: a detail of a message, a second opinion.
    [[nodiscard]] constexpr bool known_by_the_way() const { return origin.kind() != OriginKind::unread; }
    /// Written in the configuration, directly or through a profile.
    [[nodiscard]] constexpr bool configured() const
    {
        return origin.kind() == OriginKind::explicit_ || origin.kind() == OriginKind::inherited;
    }
    [[nodiscard]] constexpr T value_or(T other) const { return known() ? value : other; }
    /// Known and equal.
    [[nodiscard]] constexpr bool is(const T& wanted) const { return known() && value == wanted; }
};
static_assert(sizeof(Setting<std::uint64_t>) <= 16);
static_assert(sizeof(Setting<std::uint8_t>) <= 8);

}
