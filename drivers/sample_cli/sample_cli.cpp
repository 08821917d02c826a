// SPDX-License-Identifier: Apache-2.0
// The record of the platform: everything that the rest of the program needs to know about it.
#include "drivers/sample_cli/sample_cli.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"
#include "drivers/sample_cli/base_example.h"
#include "drivers/sample_cli/grammar.h"

namespace rocelint::sample_cli {
namespace {

// Words that no other platform writes. A header that names the platform is certain; lines add up to
// Sign::enough.
constexpr Sign signs[]{
    {"! sample-cli", Sign::certain, "its header says that it is of Sample CLI"},
    {"class dscp ", 20, "lines that only Sample CLI writes", " to "},
    {"ecn queue ", 20, "lines that only Sample CLI writes", " minimum "},
};

constexpr std::string_view ansible_names[]{"sample-cli"};

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

constexpr line_cli::Platform platform{
    .name = "sample-cli",
    .title = "Sample CLI",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!'},
    .identity = identity,
    .is_whole = [](const Tree&) { return true; },
    .understand = understand,
    .translator = translator,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
