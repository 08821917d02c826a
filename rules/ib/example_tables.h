// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace rocelint::ib {

/// Forwarding tables in the format of dump_lfts, in which every entry matches the cables of the base example:
/// two leaves, two spines, four hosts. Rules about tables find nothing wrong in them.
inline constexpr std::string_view example_tables
    = R"(+Unicast lids [0x0-0x68] of switch Lid 11 guid 0x0000000000000011 (leaf1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 000 :
+0x000c 031 :
+0x0015 031 :
+0x0016 032 :
+0x0065 001 :
+0x0066 002 :
+0x0067 031 :
+0x0068 032 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 12 guid 0x0000000000000012 (leaf2):
+  Lid  Out   Destination
+       Port     Info
+0x000b 031 :
+0x000c 000 :
+0x0015 031 :
+0x0016 032 :
+0x0065 031 :
+0x0066 032 :
+0x0067 001 :
+0x0068 002 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 21 guid 0x0000000000000021 (spine1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 001 :
+0x000c 002 :
+0x0015 000 :
+0x0016 001 :
+0x0065 001 :
+0x0066 001 :
+0x0067 002 :
+0x0068 002 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 22 guid 0x0000000000000022 (spine2):
+  Lid  Out   Destination
+       Port     Info
+0x000b 001 :
+0x000c 002 :
+0x0015 001 :
+0x0016 000 :
+0x0065 001 :
+0x0066 001 :
+0x0067 002 :
+0x0068 002 :
+8 valid lids dumped
)";

/// A replacement in an example's text.
struct TextChange {
    std::string_view after; ///< the first text below this one is replaced, such as "(spine1)"
    std::string_view was;
    std::string_view becomes;
};

/// A text with some replacements, made when the program is compiled.
class EditedText {
public:
    constexpr EditedText(std::string_view base, std::initializer_list<TextChange> changes)
    {
        append(base);
        for (const TextChange& change : changes) {
            const std::string_view now = *this;
            const std::size_t below = now.find(change.after);
            const std::size_t at = below == now.npos ? below : now.find(change.was, below);
            if (at == now.npos)
                throw "an example changes a text that the base example lacks"; // a compile-time error
            EditedText next;
            next.append(now.substr(0, at));
            next.append(change.becomes);
            next.append(now.substr(at + change.was.size()));
            *this = next;
        }
    }
    constexpr operator std::string_view() const { return {text_.data(), size_}; }

private:
    constexpr EditedText() = default;
    constexpr void append(std::string_view text)
    {
        for (const char c : text)
            text_.at(size_++) = c;
    }
    std::array<char, 2048> text_{};
    std::size_t size_ = 0;
};

}
