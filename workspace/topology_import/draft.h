// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "models/syntax/tree.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::workspace {

/// One end of a cable as a file names it.
struct DraftEnd {
    std::string_view device;
    std::string_view port;
};

/// Statements of a file about a cable in addition to its ends.
struct CableFacts {
    std::optional<Metres> length;
    std::optional<BitsPerSecond> speed;
};

/// A topology while it is read from a file in the form of another program. Keeps each cable once, also if the
/// file states it at both ends, and a remark for everything that does not become a cable.
class TopologyDraft {
public:
    TopologyDraft(const Source& source, std::string_view form);

    /// The device of this name, which the file lists; added at the first call. Null, with a remark, if
    /// topology.yaml cannot hold the name. The pointer is valid until the next call of any function.
    TopologyDevice* device(std::string_view name, Span at);
    /// Adds a cable. One with a missing or impossible end becomes a remark.
    void cable(DraftEnd a, DraftEnd b, Span at, const CableFacts& facts = {});
    /// Like cable(), for names of the form "device:port".
    void cable_of_ends(std::string_view a, std::string_view b, Span at, const CableFacts& facts = {});
    /// Names a statement that is not a part of the fabric, such as a planned cable.
    void remark(Span at, std::string sentence);
    /// Names a statement that the file's owner must correct, such as half of a cable.
    void mistake(Span at, std::string sentence);
    /// Counts a cable of a management port, which is not part of the fabric; all of them are one remark.
    void leave_out_management(Span at);

    [[nodiscard]] Span span(std::string_view part) const { return source_.span_of(part); }
    [[nodiscard]] Topology finish();

private:
    struct Key {
        std::string a;
        std::string b;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    [[nodiscard]] bool can_be_end(DraftEnd end, Span at);
    void repeat(TopologyLink& known, Span at, const CableFacts& facts);
    void remark_on_unlisted_devices();

    const Source& source_;
    LineTable lines_;
    Topology topology_;
    std::map<std::string, std::size_t> devices_; ///< by name in lower case
    std::map<Key, std::size_t> cables_;
    std::size_t management_cables_ = 0;
    Span first_management_cable_;
};

/// The Error for a mistake at an offset: "file:line:column: sentence".
[[nodiscard]] tl::unexpected<Error> fail_in_file(
    const Source& source, std::uint32_t offset, std::string_view sentence);

/// A length such as "3", "2.5 m", "10ft" or "300 Centimeters"; `unit` counts if the text has none, and metres
/// if both have none. Empty for anything else, and for a length that topology.yaml cannot hold.
[[nodiscard]] std::optional<Metres> parse_cable_length(std::string_view text, std::string_view unit);
/// Like parse_speed(), also with the unit in words: "400 Gb/s", "100GbE", "25Gbps".
[[nodiscard]] std::optional<BitsPerSecond> parse_stated_speed(std::string_view text);

/// The text of a scalar without surrounding blanks; empty for null, for a container and for no node.
[[nodiscard]] std::string_view scalar_of(const Node* node);
/// The same for a member of an object.
[[nodiscard]] std::string_view scalar_at(const Node& parent, std::string_view key);
/// The member of this name if it is an object, or a list; otherwise null.
[[nodiscard]] const Node* object_at(const Node& parent, std::string_view key);
[[nodiscard]] const Node* list_at(const Node& parent, std::string_view key);

}
