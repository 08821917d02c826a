// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// What stands between two headers of the base protocol (Language Server Protocol 3.17, "Base Protocol").
struct Frame {
    std::string body; ///< of a message, undecoded
    std::string fault; ///< why no message can be had here; then there is no body
};

/// Cuts a stream of bytes into messages. A header that says nothing usable costs what follows it up to the next header, not
/// the stream.
class Frames {
public:
    /// A longer message is refused: no more than what a Source may have, with its escapes.
    static constexpr std::size_t max_body = std::size_t{512} << 20;
    static constexpr std::size_t max_header = 4096;

    void feed(std::string_view bytes) { bytes_.append(bytes); }
    /// The next message or fault, or nothing as long as one is incomplete.
    [[nodiscard]] std::optional<Frame> next();

private:
    [[nodiscard]] Frame fail(std::string fault);
    /// Drops everything up to the next header. False where none has come yet.
    [[nodiscard]] bool find_header();
    void drop(std::size_t count);

    std::string bytes_;
    std::size_t begin_ = 0; ///< of what has not been used
    std::size_t searched_ = 0; ///< so much of that holds no end of a header
    std::optional<std::size_t> body_size_; ///< of the message whose header has come
    bool lost_ = false; ///< looking for the next header
};

}
