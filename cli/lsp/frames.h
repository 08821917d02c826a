// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// The content between two headers of the base protocol (Language Server Protocol 3.17, "Base Protocol").
struct Frame {
    std::string body; ///< the message, undecoded
    std::string fault; ///< why there is no message; if set, there is no body
};

/// Splits a stream of bytes into messages. After an unusable header, skips everything up to the next header.
class Frames {
public:
    /// Longer messages are refused: the limit is the maximum size of a Source, with its escapes.
    static constexpr std::size_t max_body = std::size_t{512} << 20;
    static constexpr std::size_t max_header = 4096;

    void feed(std::string_view bytes) { bytes_.append(bytes); }
    /// Returns the next message or fault, or nothing while it is incomplete.
    [[nodiscard]] std::optional<Frame> next();

private:
    [[nodiscard]] Frame fail(std::string fault);
    /// Skips to the next header. Returns false if none has arrived yet.
    [[nodiscard]] bool find_header();
    void drop(std::size_t count);

    std::string bytes_;
    std::size_t begin_ = 0; ///< start of the unused bytes
    std::size_t searched_ = 0; ///< number of unused bytes in which no end of a header was found
    std::optional<std::size_t> body_size_; ///< of the message whose header has arrived
    bool lost_ = false; ///< skipping to the next header
};

}
