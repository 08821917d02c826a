// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::fuzz {

/// Decisions taken from bytes, so that a fuzzer that changes a byte changes one decision. Once the bytes are used up, every
/// decision takes the first possibility.
class Choices {
public:
    explicit Choices(std::string_view bytes) : bytes_(bytes) { }

    [[nodiscard]] bool at_end() const { return bytes_.empty(); }
    /// A number below `count`; 0 if `count` is 0.
    std::size_t below(std::size_t count)
    {
        constexpr std::size_t byte = 256;
        std::size_t number = take();
        if (count > byte)
            number = number * byte + take();
        return count == 0 ? 0 : number % count;
    }
    /// True in `of_256` of 256 cases, and never once the bytes are used up.
    bool chance(unsigned of_256) { return !at_end() && take() < of_256; }
    template <class Range>
    const auto& pick(const Range& range)
    {
        return range[below(std::size(range))];
    }

private:
    std::size_t take()
    {
        if (bytes_.empty())
            return 0;
        const auto byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return byte;
    }
    std::string_view bytes_;
};

}
