// SPDX-License-Identifier: Apache-2.0
// Most values are on one short line of one file, so their origins take 12 bytes; the few others are stored
// separately.
#include "models/fabric/value/setting.h"

#include <algorithm>

namespace rocelint {
namespace {

OriginId pack(OriginKind kind, std::size_t index)
{
    return {(static_cast<std::uint32_t>(kind) << 29) | static_cast<std::uint32_t>(index)};
}

}

Origins::Origins()
{
    // Index 0 of the long table is OriginId{}: unread without a reason.
    long_.push_back({});
}

OriginId Origins::explicit_at(Span at)
{
    spans_.push_back(at);
    return pack(OriginKind::explicit_, spans_.size() - 1);
}

OriginId Origins::add_long(OriginKind kind, const Origin& origin)
{
    // Defaults and reasons repeat on every port, so search the last few entries before adding one.
    constexpr std::size_t recent = 12;
    const std::size_t from = long_.size() > recent ? long_.size() - recent : 0;
    for (std::size_t index = long_.size(); index-- > from;) {
        const Origin& known = long_[index];
        // Compare places first, because they differ most often.
        if (known.via.offset == origin.via.offset && known.at.offset == origin.at.offset && known.kind == kind
            && known.note.data() == origin.note.data() && known.at == origin.at && known.via == origin.via)
            return pack(kind, index);
    }
    long_.push_back(origin);
    return pack(kind, long_.size() - 1);
}

OriginId Origins::inherited(Span at, Span via, std::string_view note)
{
    return add_long(OriginKind::inherited, {OriginKind::inherited, at, via, note});
}

OriginId Origins::derived(Span at, Span via, std::string_view note)
{
    return add_long(OriginKind::derived, {OriginKind::derived, at, via, note});
}

OriginId Origins::default_of(std::string_view note)
{
    return add_long(OriginKind::default_, {OriginKind::default_, {}, {}, note});
}

OriginId Origins::unread(std::string_view reason)
{
    return add_long(OriginKind::unread, {OriginKind::unread, {}, {}, reason});
}

OriginId Origins::lacking(OriginId absent, Span stanza)
{
    const OriginKind kind = absent.kind();
    if ((kind != OriginKind::default_ && kind != OriginKind::unread) || !stanza.somewhere())
        return absent;
    return add_long(kind, {kind, {}, stanza, look_up(absent).note});
}

Origin Origins::look_up(OriginId id) const
{
    if (id.kind() == OriginKind::explicit_)
        return {OriginKind::explicit_, spans_[id.index()], {}, {}};
    return long_[id.index()];
}

Span Origins::span(OriginId id) const { return look_up(id).at; }

std::size_t Origins::bytes() const
{
    return spans_.capacity() * sizeof(Span) + long_.capacity() * sizeof(Origin);
}

void Origins::shrink_to_fit()
{
    spans_.shrink_to_fit();
    long_.shrink_to_fit();
}

}
