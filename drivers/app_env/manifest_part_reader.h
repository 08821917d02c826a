// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "drivers/app_env/manifest_parts.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Gives a job the variables that an object of a manifest states, and marks their lines.
class PartReader {
public:
    PartReader(JobReader& job, LineStates& lines) : job_(job), lines_(lines) { }

    /// Whether a part stated a variable of a library.
    [[nodiscard]] bool found() const { return found_; }
    /// Later parts override earlier ones.
    void read(const ManifestPart& part);

private:
    struct Entry;

    void enter_section(std::string_view key, std::uint32_t blanks);
    void take_statement(std::string_view line);
    void warn_of_statement();
    std::size_t read_block(const std::vector<ManifestLine>& lines, std::size_t at, std::string_view key);
    void read_line(const Entry& line);
    void read_flow(std::string_view entry);
    void read_words(std::string_view line);
    void state(std::string_view name, std::string_view value, std::string_view written);
    void take(Stated stated);

    JobReader& job_;
    LineStates& lines_;
    std::string_view waiting_; ///< the variable whose value follows
    bool found_ = false;
    std::string_view statement_; ///< the first of a template
    bool warned_ = false;
    bool encoded_ = false; ///< within `data` of a Secret
    std::uint32_t section_blanks_ = 0; ///< before `data`
};

}
