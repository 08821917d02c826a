// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/parallel/work_count.h"
#include "models/text/result.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint::cli {

enum class ColourMode : std::uint8_t { automatic, always, never };

/// Whether standard output takes colour: a terminal, and neither NO_COLOR nor TERM=dumb is set.
[[nodiscard]] bool wants_colour(ColourMode mode);

/// Writes to standard output or standard error. A reader that went away (`| head`) is no error.
/// Returns false when the text could not be written for another reason.
bool print(std::string_view text);
void print_error(std::string_view text);
/// An error message on standard error: "path:line:column: ..." as it is, everything else behind the program's name.
void print_failure(const Error& error);

/// A broken pipe becomes an error code of write() instead of a signal, and a stream that the caller closed leads to
/// /dev/null, so that no file that is opened later takes its place.
void guard_standard_streams();

/// Says on standard error what the program is at, when that is a terminal and the work takes longer than a second.
class Progress {
public:
    explicit Progress(bool wanted);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// `stage` must be a literal.
    void stage(const char* stage);
    /// For work that tells what it is at and prints nothing itself.
    [[nodiscard]] std::function<void(const char*)> sink();
    /// Where work counts what is done; null where nothing is shown.
    [[nodiscard]] WorkCount* count();

private:
    struct Display;
    std::unique_ptr<Display> display_;
};

}
