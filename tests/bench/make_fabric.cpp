// SPDX-License-Identifier: Apache-2.0
// make_fabric FOLDER [NAME=NUMBER…]: writes a generated fabric for timing the whole program. The names are listed below.
#include "models/fabric/value/priority.h"
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace rocelint::bench {
namespace {

struct Word {
    std::string_view name;
    std::uint32_t Size::*member;
};

constexpr Word words[]{{"leaves", &Size::leaves},
    {"spines", &Size::spines},
    {"hosts", &Size::hosts},
    {"nics", &Size::nics},
    {"faults", &Size::faults},
    {"ports", &Size::ports},
    {"part", &Size::part},
    {"mtu", &Size::mtu},
    {"mtu-step", &Size::mtu_step},
    {"jobs", &Size::jobs},
    {"host-jobs", &Size::host_jobs},
    {"small-files", &Size::small_files},
    {"junos", &Size::junos}};

bool take(std::string_view text, Size& size)
{
    const std::size_t sign = text.find('=');
    for (const auto& [name, member] : words) {
        const auto number
            = sign == std::string_view::npos ? std::nullopt : parse_number(text.substr(sign + 1));
        if (text.substr(0, sign) == name && number) {
            size.*member = static_cast<std::uint32_t>(*number);
            return true;
        }
    }
    return false;
}

}
}

int main(int count, char** arguments)
{
    rocelint::bench::Size size;
    bool good = count > 1;
    for (int index = 2; index < count; ++index)
        good = rocelint::bench::take(arguments[index], size) && good;
    if (!good) {
        std::string names;
        for (const rocelint::bench::Word& word : rocelint::bench::words)
            names += fmt::format(" [{}=N]", word.name);
        std::fputs(fmt::format("usage: make_fabric FOLDER{}\n", names).c_str(), stderr);
        return 2;
    }
    rocelint::bench::write_fabric(size, arguments[1]);
    return 0;
}
