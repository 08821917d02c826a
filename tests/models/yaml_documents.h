// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace rocelint {

/// Writes random YAML in every style that people use: blocks and brackets, quotes, folded texts, anchors, comments, Unicode. The
/// same number always yields the same document.
class RandomYaml {
public:
    explicit RandomYaml(std::uint32_t number)
        : random_(number) // NOLINT(cert-msc51-cpp): the same documents each time
    {
    }

    [[nodiscard]] std::string document();
    /// The document with a few bytes removed, repeated, or moved.
    [[nodiscard]] std::string damaged(std::string text);

private:
    [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
    template <class Range>
    [[nodiscard]] const auto& pick(const Range& range)
    {
        return range[below(std::size(range))];
    }
    void line_end();
    void block(std::size_t indent, int depth);
    void value(std::size_t indent, int depth);
    void flow(int depth);
    void text_block(std::size_t indent);
    void folded(std::size_t indent);
    void property();
    [[nodiscard]] std::string key();
    [[nodiscard]] std::string_view scalar();

    std::mt19937 random_;
    std::string out_;
    int anchors_ = 0;
    int keys_ = 0;
};

}
