// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/eos.h"

#include "models/syntax/indent_tree.h"

namespace rocelint::eos {
namespace {

Detection detect(const Source&) { return {}; }
Tree parse(const Source& source) { return parse_indented(source, {}); }
std::string_view identity(const Tree&) { return {}; }
Reading read(std::span<const Tree>, std::string_view) { return {}; }

}

const Driver driver{
    .name = "eos",
    .title = "eos",
    .comment = "",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .base_example = "",
    .base_file_name = "",
};

}
