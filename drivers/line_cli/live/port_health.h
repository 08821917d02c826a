// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "models/syntax/tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Collects the health of a switch's ports from what its commands printed.
class PortHealth {
public:
    /// `ports`: the ports that the caller asks for; empty: all.
    explicit PortHealth(const std::vector<std::string>& ports) : ports_(ports) { }

    [[nodiscard]] bool asks_for_all() const { return ports_.empty(); }
    [[nodiscard]] bool is_wanted(std::string_view port) const;
    void add_link(std::string_view port, bool up);
    /// Adds a counter of lost packets; does nothing if `count` is null or not a number.
    void add_drops(std::string_view port, std::string name, const Node* count)
    {
        add(port, std::move(name), PortCounter::Kind::drop, count);
    }
    void add_drops(std::string_view port, std::string name, std::string_view count)
    {
        add_number(port, std::move(name), PortCounter::Kind::drop, count);
    }
    /// Adds a counter of times that a link went down or came up; does nothing if `count` is not a number.
    void add_flaps(std::string_view port, std::string name, std::string_view count);
    /// Adds a counter of this kind, under the same condition.
    void add(std::string_view port, std::string name, PortCounter::Kind kind, const Node* count);
    void cannot_tell(std::string sentence) { health_.unknown.push_back(std::move(sentence)); }
    /// Call it once all links are added: reports the requested ports that have none.
    void end_links();
    [[nodiscard]] Health take() { return std::move(health_); }

private:
    void add_number(std::string_view port, std::string name, PortCounter::Kind kind, std::string_view count);

    const std::vector<std::string>& ports_;
    Health health_;
};

}
