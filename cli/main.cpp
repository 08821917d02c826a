// SPDX-License-Identifier: Apache-2.0
// The only place that catches all exceptions. An internal error ends with code 70 and asks for a report; it
// must never look like a finding about the configuration.
#include "cli/build_commit.h"
#include "cli/command_line/command_line.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "models/late/library.h"
#include "models/text/result.h"

#include <exception>
#include <malloc.h>
#include <string>

namespace rocelint::cli {
namespace {

ExitCode report_bug(const std::string& what)
{
    print_error("rocelint " + std::string(version) + ": internal error: " + what
        + "\nThis is a fault of rocelint, not of your configuration. Please report it with this line,\n"
          "the command that you ran and, if you can, the input.\n");
    return ExitCode::bug;
}

// A broken installation, not a bug, so the message does not ask for a report.
ExitCode report_installation(const std::string& what)
{
    print_error("rocelint: " + what + '\n');
    return ExitCode::bug;
}

// Keeps freed memory in the process: memory for reading a file is soon free again, and the C library would
// return it to the system and request it again for the next file, page by page.
void keep_freed_memory()
{
#ifdef __GLIBC__
    constexpr int largest_block = 32 << 20; // the largest value that it accepts
    constexpr int largest_rest = 1 << 30;
    mallopt(M_MMAP_THRESHOLD, largest_block);
    mallopt(M_TRIM_THRESHOLD, largest_rest);
#endif
}

ExitCode run(int argc, const char* const* argv)
{
    guard_standard_streams();
    return run_command_line(argc, argv, build_commit());
}

}
}

// Catches everything: an exception that arrives here is an internal error.
int main(int argc, char** argv)
{
    using namespace rocelint;
    try {
        cli::keep_freed_memory();
        return static_cast<int>(cli::run(argc, argv));
    } catch (const late::NotInstalled& library) {
        return static_cast<int>(cli::report_installation(library.what()));
    } catch (const Bug& bug) {
        return static_cast<int>(cli::report_bug(bug.what));
    } catch (const std::exception& error) {
        return static_cast<int>(cli::report_bug(error.what()));
    } catch (...) {
        return static_cast<int>(cli::report_bug("unknown exception"));
    }
}
