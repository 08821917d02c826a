// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Ends a hello, and every message unless both sides agreed on chunks (RFC 6242 section 4.3).
inline constexpr std::string_view end_of_message = "]]>]]>";

/// Splits a byte stream into messages (RFC 6242 section 4). Skips the blank lines that Junos sends between
/// messages, although the RFC does not allow them.
class NetconfDeframer {
public:
    /// Largest message accepted. The largest public configuration we know of,
    /// from an aggregation router, has 3.6 MB of `set` lines and about as
    /// much XML; Juniper's own examples of whole fabrics are a tenth of that.
    static constexpr std::size_t largest = std::size_t{64} << 20;

    explicit NetconfDeframer(bool chunked) : chunked_(chunked) { }

    /// Appends the messages that are complete now. False: the
    /// framing is invalid, and nothing after it can be trusted.
    [[nodiscard]] bool feed(std::string_view bytes, std::vector<std::string>& messages);
    /// Whether feed() returned false because a message is larger than `largest`.
    [[nodiscard]] bool overflowed() const { return overflowed_; }

    /// The messages that follow are framed in chunks, or not, as both hellos agreed.
    void set_chunked(bool chunked)
    {
        chunked_ = chunked;
        at_ = 0;
    }

private:
    [[nodiscard]] bool next_marked(std::vector<std::string>& messages);
    [[nodiscard]] bool next_chunk(std::vector<std::string>& messages, bool& broken);

    bool chunked_;
    std::string buffer_; ///< not yet parsed
    std::size_t at_ = 0; ///< how far buffer_ has been searched
    std::string message_; ///< chunks of the incomplete message
    bool overflowed_ = false;
};

/// Whether the elements of this XML text nest more than `most` levels deep: the libraries recurse.
[[nodiscard]] bool deeper_than(std::string_view xml, int most);
/// Far deeper than any configuration.
inline constexpr int deepest_xml = 500;

/// Whether a tag has more than `most` attributes, counted
/// by their "=": a parser compares each with all others.
[[nodiscard]] bool more_attributes_than(std::string_view xml, std::size_t most);
inline constexpr std::size_t most_xml_attributes = 1000;

/// Whether there are more than `most` elements: a parser needs up to 250 bytes for each.
[[nodiscard]] bool more_elements_than(std::string_view xml, std::size_t most);
/// Several for each statement: more than fit into NetconfDeframer::largest as Junos indents a configuration.
inline constexpr std::size_t most_xml_elements = 1'000'000;

/// Why this XML text must not be parsed: it nests deeper than `deepest_xml`,
/// or has more attributes or elements than the limits above. A phrase without
/// a subject: "has more than 1000000 elements". Nothing if it may be parsed.
[[nodiscard]] std::optional<std::string> too_much_xml(std::string_view xml);

/// The message with its framing, as it is sent.
[[nodiscard]] std::string frame_message(std::string_view message, bool chunked);

}
