// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/change/difference.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::tests {

/// Files of one device that their driver corrects and reads again.
class EditedFiles {
public:
    using File = std::pair<std::string_view, std::string_view>; ///< path and text

    EditedFiles(std::string_view platform, std::initializer_list<File> files) : driver_(find_driver(platform))
    {
        for (const auto& [path, text] : files)
            texts_[std::string(path)] = std::string(text);
        read();
    }

    [[nodiscard]] const Device& device() const { return device_; }
    /// The change of the port with this name, or of the whole device if the name is empty.
    [[nodiscard]] Change change(std::string_view port, Property property, ChangeValue value) const
    {
        Change made;
        made.port = {0, port.empty() ? Port::no_index : device_.find_port(port)};
        made.property = property;
        made.value = value;
        return made;
    }

    /// Makes the changes and returns the reasons for refusals, one per line.
    std::string edit(const std::vector<Change>& changes)
    {
        const Device before = device_;
        const std::vector<std::unique_ptr<Source>> kept = std::move(sources_);
        const std::vector<Tree> trees = std::move(trees_);
        commands_ = driver_->commands(trees, before, changes);
        Editing editing = driver_->edit(trees, before, changes);
        std::string refused;
        for (const Refusal& refusal : editing.refused)
            refused += refusal.reason + '\n';
        for (const auto& source : kept) {
            std::vector<Edit> edits;
            for (const Edit& edit : editing.edits) {
                if (edit.at.source == source->id())
                    edits.push_back(edit);
            }
            const auto text = apply_edits(*source, edits);
            REQUIRE_MESSAGE(text.has_value(), testing::reason(text));
            texts_[source->path()] = *text;
        }
        for (const RenderedFile& created : editing.created)
            texts_["host1/" + created.name] = created.text;
        read();
        if (refused.empty()) {
            for (const Change& change : changes)
                CHECK_MESSAGE(is_made(device_, change), describe(change));
            CHECK(unexplained(differences(before, device_), before, changes).empty());
        }
        return refused;
    }

    [[nodiscard]] const std::string& text(const std::string& path) const { return texts_.at(path); }
    [[nodiscard]] bool has(const std::string& path) const { return texts_.contains(path); }
    [[nodiscard]] const Commands& commands() const { return commands_; }
    [[nodiscard]] const std::vector<SyntaxProblem>& problems() const { return problems_; }

private:
    void read()
    {
        trees_.clear();
        sources_.clear();
        for (const auto& [path, text] : texts_) {
            sources_.push_back(std::make_unique<Source>(static_cast<SourceId>(sources_.size()), path, text));
            trees_.push_back(driver_->parse(*sources_.back()));
        }
        Reading reading = driver_->read(trees_, "host1");
        device_ = std::move(reading.device);
        problems_ = std::move(reading.problems);
    }

    const Driver* driver_;
    std::map<std::string, std::string> texts_;
    std::vector<std::unique_ptr<Source>> sources_;
    std::vector<Tree> trees_;
    Device device_;
    std::vector<SyntaxProblem> problems_;
    Commands commands_;
};

}
