// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/parallel/work_count.h"
#include "models/text/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint::cli {

enum class ColourMode : std::uint8_t { automatic, always, never };

/// Whether to color standard output. In automatic mode: if it is a terminal and neither NO_COLOR nor
/// TERM=dumb is set.
[[nodiscard]] bool wants_colour(ColourMode mode);

/// The width of the terminal at standard output, in columns; 80 if it is not a terminal or has no size.
[[nodiscard]] std::size_t output_width();
/// The same, but 0 if standard output is not a terminal.
[[nodiscard]] std::size_t terminal_width();
/// The same, but unlimited if standard output is not a terminal: programs read whole lines.
[[nodiscard]] std::size_t table_width();

/// Whether standard output is a terminal.
[[nodiscard]] bool prints_to_terminal();

/// Write to standard output or standard error. A reader that exited (`| head`) is not an error; print()
/// returns false if the text could not be written for another reason.
bool print(std::string_view text);
void print_error(std::string_view text);
/// Prints an error message on standard error: unchanged if it begins with a place ("path:line:column: ..."),
/// otherwise after the program's name.
void print_failure(const Error& error);

/// Turns a broken pipe into an error code of write() instead of a signal, and opens /dev/null for a standard
/// stream that the caller closed, so that no file opened later takes its number.
void guard_standard_streams();

/// Shows the current stage of work on standard error, if that is a terminal and the work takes longer than a
/// second.
class Progress {
public:
    explicit Progress(bool wanted);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    /// Sets the current stage; `stage` must be a string literal.
    void stage(const char* stage);
    /// A callback for code that reports its stage and prints nothing itself.
    [[nodiscard]] std::function<void(const char*)> sink();
    /// The counter that long-running work increments for the progress display; null if nothing is shown.
    [[nodiscard]] WorkCount* count();

private:
    struct Display;
    std::unique_ptr<Display> display_;
};

}
