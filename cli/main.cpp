// SPDX-License-Identifier: Apache-2.0
// The only place that catches all exceptions. An internal error ends with code 70 and asks for a report; it
// must never look like a finding about the configuration.
#include "cli/build_commit.h"
#include "cli/command/infer_policy.h"
#include "cli/completion.h"
#include "cli/man_page.h"
#include "cli/options.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "models/late/library.h"
#include "models/text/result.h"

#include <exception>
#include <malloc.h>
#include <string>
#include <variant>

namespace rocelint::cli {
namespace {

struct Runner {
    ExitCode operator()(const Answer& answer) const
    {
        if (answer.to_stderr)
            print_error(answer.text);
        else
            print(answer.text);
        return answer.code;
    }
    ExitCode operator()(const CheckOptions& options) const { return run_check(options); }
    ExitCode operator()(const ShowConfigOptions& options) const { return run_show_config(options); }
    ExitCode operator()(const RulesOptions& options) const { return run_rules(options); }
    ExitCode operator()(const RulesTestOptions& options) const { return run_rules_test(options); }
    ExitCode operator()(const ExplainOptions& options) const { return run_explain(options); }
    ExitCode operator()(const FixOptions& options) const { return run_fix(options); }
    ExitCode operator()(const HeadroomOptions& options) const { return run_headroom(options); }
    ExitCode operator()(const DebugOptions& options) const { return run_debug(options); }
    ExitCode operator()(const InferOptions& options) const { return run_infer_policy(options.input); }
    ExitCode operator()(const ShowPolicyOptions& options) const { return run_show_policy(options); }
    ExitCode operator()(const RenderOptions& options) const { return run_render(options); }
    ExitCode operator()(const DiffOptions& options) const { return run_diff(options); }
    ExitCode operator()(const LspOptions& options) const { return run_lsp(options); }
    ExitCode operator()(const BaselineOptions& options) const { return run_baseline(options); }
    ExitCode operator()(const TraceOptions& options) const { return run_trace(options); }
    ExitCode operator()(const VersionOptions& options) const { return run_version(options, build_commit()); }
    ExitCode operator()(const ManOptions& options) const { return run_man(options); }
    ExitCode operator()(const CompletionOptions& options) const { return run_completion(options); }
    ExitCode operator()(const LiveCommandLine& line) const { return line.run(line.options); }
};

ExitCode report_bug(const std::string& what)
{
    print_error("rocelint " + std::string(version) + ": internal fault: " + what
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
    return std::visit(Runner{}, parse_command_line(argc, argv));
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

#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
// libcrypto is loaded on demand and keeps a table until the program ends.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libcrypto\n"; }
#endif
