// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mutation/mutants.h"
#include "tests/mutation/treatment.h"
#include "workspace/check/outcome.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {
struct Driver;
}

namespace rocelint::testing {

/// A fabric in memory, sound until something in it is broken.
struct Subject {
    struct File {
        std::string path;
        std::string text;
        std::string_view platform;
        std::vector<Mutant> mutants;
    };
    std::string name;
    std::vector<File> files;
    std::string topology; ///< empty: none
    std::string policy; ///< empty: none, so that classes are inferred
    bool is_whole = false; ///< every device that the topology names has a file
    std::unique_ptr<workspace::Outcome> sound;
    std::string view; ///< rdma_view() of the sound fabric
    Treatments treated; ///< of the sound fabric
};

/// A folder of fixtures/fabrics, neither checked nor parsed: only its texts are loaded.
[[nodiscard]] Subject fabric_of_fixtures(const std::string& name);
/// Two switches of the platform with its base example, and a host, like most examples of rules; only texts here too.
[[nodiscard]] Subject two_devices_of(const Driver& driver);

/// The part of a subject that is checked.
struct Part {
    std::vector<bool> files; ///< by file: whether it is included
    bool topology = true;
    bool policy = true;
};
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_part(const Subject& subject, const Part& part);

/// Stands for the text of a file that is missing.
extern const std::string no_text;

/// The report on the subject, with the text of one file replaced; null: the subject as it is.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_texts(
    const Subject& subject, std::size_t changed, const std::string* text);

}
