// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/edit/edit.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/sonic/sonic_text.h"

#include <fmt/format.h>

namespace rocelint::sonic {

/// A configuration to edit, and its results.
class Case {
public:
    explicit Case(std::string text) : source_(0, "config_db.json", std::move(text))
    {
        trees_.push_back(driver.parse(source_));
        device_ = driver.read(trees_, "fallback").device;
    }
    Case(const Case&) = delete;
    Case& operator=(const Case&) = delete;

    [[nodiscard]] Change change(std::string_view port, Property property, ChangeValue value) const
    {
        const std::uint32_t index = device_.find_port(port);
        REQUIRE(index != Port::no_index);
        return {.port = {0, index}, .property = property, .value = value};
    }
    [[nodiscard]] const Device& device() const { return device_; }

    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string corrected(const std::vector<Change>& changes) const
    {
        const Editing editing = edit(trees_, device_, changes);
        if (!editing.refused.empty())
            return "refused: " + editing.refused[0].reason;
        const auto text = apply_edits(source_, editing.edits);
        REQUIRE(text.has_value());
        const Case after(*text);
        for (const Change& change : changes)
            CHECK_MESSAGE(is_made(after.device(), change), *text);
        CHECK(unexplained(differences(device_, after.device()), device_, changes).empty());
        CHECK(edit(after.trees_, after.device_, changes).edits.empty());
        return *text;
    }
    [[nodiscard]] Commands commands_for(const std::vector<Change>& changes) const
    {
        return commands(trees_, device_, changes);
    }

private:
    Source source_;
    std::vector<Tree> trees_;
    Device device_;
};

/// A whole configuration with `count` ports and further tables, on one line.
inline std::string ports(unsigned count, std::string_view tables)
{
    std::string text = R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}}, "PORT": {)";
    for (unsigned port = 0; port < count; ++port)
        text += fmt::format(R"({}"Ethernet{}": {{"lanes": "{}", "speed": "100000", "admin_status": "up"}})",
            port == 0 ? "" : ", ",
            port,
            port);
    return text + "}, " + std::string(tables) + "}";
}

}
