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

/// A fabric in memory, sound before anything in it is broken.
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
    bool is_whole = false; ///< each device that the topology names has a file
    std::unique_ptr<workspace::Outcome> sound;
    std::string view; ///< rdma_view() of it
    Treatments treated; ///< likewise
};

/// A folder of fixtures/fabrics. Nothing is checked, and nothing is known of its files but their texts.
[[nodiscard]] Subject fabric_of_fixtures(const std::string& name);
/// Likewise two switches of the platform, which are its base example, and a host, as most examples of rules have them.
[[nodiscard]] Subject two_devices_of(const Driver& driver);

/// Which part of a subject is checked.
struct Part {
    std::vector<bool> files; ///< by file: whether it is there
    bool topology = true;
    bool policy = true;
};
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_part(const Subject& subject, const Part& part);

/// In place of a text: the file is not there.
extern const std::string no_text;

/// The report on the subject, with another text in place of that of one file; null: as it is.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_texts(
    const Subject& subject, std::size_t changed, const std::string* text);

}
