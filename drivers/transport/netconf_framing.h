// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What ends a hello, and every message where no chunks are agreed upon (RFC 6242 section 4.3).
inline constexpr std::string_view end_of_message = "]]>]]>";

/// Cuts a stream of bytes into messages (RFC 6242 section 4). Blank lines between messages are skipped, which Junos
/// sends and the RFC does not know.
class NetconfDeframer {
public:
    /// A larger message is refused. The largest public configuration that we know of, of an aggregation router, has 3.6 MB of
    /// `set` lines and about as much XML; Juniper's own examples of whole fabrics have a tenth of that.
    static constexpr std::size_t largest = std::size_t{64} << 20;

    explicit NetconfDeframer(bool chunked) : chunked_(chunked) { }

    /// Appends the messages that are whole now. False: this is no framing, and nothing after it can be trusted.
    [[nodiscard]] bool feed(std::string_view bytes, std::vector<std::string>& messages);
    /// Whether feed() gave false because a message is larger than `largest`.
    [[nodiscard]] bool overflowed() const { return overflowed_; }

    /// The messages that follow are in chunks: what both hellos agreed upon.
    void set_chunked(bool chunked)
    {
        chunked_ = chunked;
        at_ = 0;
    }

private:
    [[nodiscard]] bool next_marked(std::vector<std::string>& messages);
    [[nodiscard]] bool next_chunk(std::vector<std::string>& messages, bool& broken);

    bool chunked_;
    std::string buffer_; ///< not yet understood
    std::size_t at_ = 0; ///< up to where buffer_ was searched
    std::string message_; ///< chunks of the message that is under way
    bool overflowed_ = false;
};

/// Whether elements of this XML text stand within each other more than `most` deep: the libraries recurse.
[[nodiscard]] bool deeper_than(std::string_view xml, int most);
/// What no configuration comes near.
inline constexpr int deepest_xml = 500;

/// Whether a tag has more attributes than `most`, by their "=": a parser compares each with all others.
[[nodiscard]] bool more_attributes_than(std::string_view xml, std::size_t most);
inline constexpr std::size_t most_xml_attributes = 1000;

/// Whether there are more elements than `most`: a parser needs up to 250 bytes for each.
[[nodiscard]] bool more_elements_than(std::string_view xml, std::size_t most);
/// Several for each statement: more than NetconfDeframer::largest holds of a configuration as Junos indents it.
inline constexpr std::size_t most_xml_elements = 1'000'000;

/// Why no parser gets this XML text: it is deeper than `deepest_xml`, or has more attributes or elements than what stands
/// above. Without a subject: "has more than 1000000 elements". Nothing: it may be parsed.
[[nodiscard]] std::optional<std::string> too_much_xml(std::string_view xml);

/// A message as it travels.
[[nodiscard]] std::string frame_message(std::string_view message, bool chunked);

}
