// SPDX-License-Identifier: Apache-2.0
// Any bytes through one driver's whole road: detect, parse, identity, read, coverage, dump. Built once per driver with
// ROCELINT_FUZZ_DRIVER as its platform name.
#include "drivers/driver.h"
#include "models/fabric/dump.h"
#include "models/syntax/coverage.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

using namespace rocelint;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Driver& driver = *find_driver(ROCELINT_FUZZ_DRIVER);
    SourceSet sources;
    auto owned = std::make_unique<Source>(
        0, "fuzz/input", std::string_view(reinterpret_cast<const char*>(data), size));
    const Source& source = *owned;
    sources.put(std::move(owned));
    static_cast<void>(recognise(source));
    const Tree tree = driver.parse(source);
    static_cast<void>(driver.identity(tree));
    const Reading reading = driver.read({&tree, 1}, "fuzz");
    const Coverage coverage = measure_coverage(tree);
    std::uint32_t sum = 0;
    for (const std::uint32_t count : coverage.counts)
        sum += count;
    // The counts of a file's lines always add up; a line that vanishes is what this program promises never to do.
    if (sum != coverage.total)
        std::abort();
    static_cast<void>(dump(reading.device, sources));
    static_cast<void>(dump(tree));
    return 0;
}
