// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/brace_tree.h"
#include "models/syntax/coverage.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/xml_tree.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tree_test {

struct Row {
    std::string_view input;
    std::string_view tree;
};

inline std::string first_problem(const Tree& tree)
{
    if (tree.problems.empty())
        return "";
    return std::to_string(tree.problems[0].at.offset) + ": " + tree.problems[0].message;
}

}
