// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/sonic.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// Files given as text, parsed and read as one device.
class ReadText {
public:
    struct File {
        std::string name;
        std::string text;
    };

    explicit ReadText(std::string text) : ReadText({File{"config_db.json", std::move(text)}}) { }
    ReadText(std::initializer_list<File> files) : sources_(files.size())
    {
        SourceId id = 0;
        for (const File& file : files) {
            sources_.put(std::make_unique<Source>(id, file.name, file.text));
            trees_.push_back(driver.parse(*sources_.find(id)));
            ++id;
        }
        reading_ = driver.read(trees_, "fallback");
    }

    [[nodiscard]] const Device& device() const { return reading_.device; }
    [[nodiscard]] const std::vector<SyntaxProblem>& problems() const { return reading_.problems; }
    [[nodiscard]] const Tree& tree(std::size_t file = 0) const { return trees_[file]; }
    [[nodiscard]] std::string first_problem() const
    {
        return reading_.problems.empty() ? "" : reading_.problems.front().message;
    }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        for (const Port& port : device().ports) {
            if (port.name == name)
                return port;
        }
        FAIL("no port ", std::string(name));
        return device().ports.front();
    }
    [[nodiscard]] std::string dumped() const { return dump(device(), sources_); }
    /// The text that a setting's origin points at.
    [[nodiscard]] std::string_view written(OriginId origin) const
    {
        return sources_.text_at(device().origins.span(origin));
    }
    /// The text that a finding about the setting points at.
    [[nodiscard]] std::string_view pointed_at(OriginId origin, const Port& port) const
    {
        return sources_.text_at(device().place(origin, &port));
    }
    [[nodiscard]] std::string_view note(OriginId origin) const
    {
        return device().origins.look_up(origin).note;
    }
    [[nodiscard]] Coverage coverage(std::size_t file = 0) const { return measure_coverage(trees_[file]); }
    [[nodiscard]] std::string profile_name(const Setting<Ref>& ref) const
    {
        if (!ref.known() || ref.value.none())
            return ref.known() ? "none" : "unread";
        return std::string(device().buffer_profiles[ref.value.index].name);
    }

private:
    SourceSet sources_;
    std::vector<Tree> trees_;
    Reading reading_;
};

/// A whole configuration with one port Ethernet0 and `tables` appended: members of the JSON object, each with a leading comma.
[[nodiscard]] inline std::string whole(std::string_view tables, std::string_view port_fields = "")
{
    std::string text = R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
"PORT": {"Ethernet0": {"speed": "100000", "admin_status": "up")";
    text += port_fields;
    text += "}}";
    text += tables;
    return text + "}";
}

}
