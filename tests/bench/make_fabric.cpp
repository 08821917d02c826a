// SPDX-License-Identifier: Apache-2.0
// make_fabric FOLDER LEAVES SPINES HOSTS [NICS [FAULTS]]: writes a generated fabric, for timing the whole program.
#include "models/fabric/priority.h"
#include "tests/bench/fabric_generator.h"

#include <cstdio>

int main(int count, char** words)
{
    rocelint::bench::Size size;
    if (count < 5) {
        std::fputs("usage: make_fabric FOLDER LEAVES SPINES HOSTS [NICS [FAULTS]]\n", stderr);
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
    rocelint::bench::write_fabric(size, words[1]);
    return 0;
}
