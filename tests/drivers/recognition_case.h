// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/coverage.h"
#include "tests/contract/driver_case.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::recognition_test {

struct Sample {
    const char* what;
    const char* path;
    const char* text;
    const char* expected; ///< the platform, or words of the reason why the file is not read
};

inline std::string answer(const Sample& sample)
{
    const Source source(0, sample.path, sample.text);
    const Recognition recognition = recognise(source);
    return recognition.driver == nullptr ? std::string(recognition.reason)
                                         : std::string(recognition.driver->name);
}

inline void check_all(const std::vector<Sample>& samples)
{
    for (const Sample& sample : samples) {
        CAPTURE(std::string(sample.what));
        const std::string found = answer(sample);
        CAPTURE(found);
        CHECK(found.find(sample.expected) != std::string::npos);
    }
}

}
