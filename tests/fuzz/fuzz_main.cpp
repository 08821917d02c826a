// SPDX-License-Identifier: Apache-2.0
// The entry point for libFuzzer. ROCELINT_FUZZ_TARGET names the target; `fuzz --write-seeds FOLDER` writes each target's seeds
// into a subfolder.
#include "tests/fuzz/target.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

using namespace rocelint::fuzz;

const Target* chosen = nullptr;

void write_seeds(const std::filesystem::path& folder)
{
    for (const Target& target : all_targets()) {
        std::filesystem::create_directories(folder / target.name);
        int number = 0;
        for (const std::string& seed : seeds_of(target))
            std::ofstream(folder / target.name / std::to_string(++number), std::ios::binary) << seed;
    }
}

}

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments)
{
    if (*count == 3 && std::string_view((*arguments)[1]) == "--write-seeds") {
        write_seeds((*arguments)[2]);
        std::exit(0);
    }
    const char* name = std::getenv("ROCELINT_FUZZ_TARGET");
    for (const Target& target : all_targets()) {
        if (name != nullptr && target.name == name)
            chosen = &target;
    }
    if (chosen == nullptr) {
        std::fputs("ROCELINT_FUZZ_TARGET names no target\n", stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    chosen->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
