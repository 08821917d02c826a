// SPDX-License-Identifier: Apache-2.0
// make_fabric FOLDER LEAVES SPINES HOSTS [NICS [FAULTS [PORTS [PART [SMALL]]]]]: writes a generated fabric, for timing the whole program.
#include "models/fabric/priority.h"
#include "tests/bench/fabric_generator.h"

#include <cstdio>

int main(int count, char** words)
{
    rocelint::bench::Size size;
    if (count < 5) {
        std::fputs(
            "usage: make_fabric FOLDER LEAVES SPINES HOSTS [NICS [FAULTS [PORTS [PART [SMALL]]]]]\n", stderr);
        return 2;
    }
    const auto number = [&](int index) {
        return static_cast<std::uint32_t>(rocelint::parse_number(words[index]).value_or(0));
    };
    size.leaves = number(2);
    size.spines = number(3);
    size.hosts = number(4);
    if (count > 5)
        size.nics = number(5);
    if (count > 6)
        size.faults = number(6);
    if (count > 7)
        size.ports = number(7);
    if (count > 8)
        size.part = number(8);
    if (count > 9)
        size.small_files = number(9) != 0;
    rocelint::bench::write_fabric(size, words[1]);
    return 0;
}
