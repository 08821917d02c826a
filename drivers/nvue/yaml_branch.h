// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// Keys to write below another key.
struct Branch {
    std::string word;
    std::string value;
    bool has_value = false;
    std::vector<std::unique_ptr<Branch>> below;

    Branch& at(std::string_view wanted)
    {
        for (const auto& each : below) {
            if (each->word == wanted)
                return *each;
        }
        below.push_back(std::make_unique<Branch>());
        below.back()->word = wanted;
        return *below.back();
    }
};

/// Writes everything below the branch as YAML, indented by `indent` blanks.
void print(const Branch& branch, std::size_t indent, std::string_view feed, std::string& out);

}
