// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

/// Exit codes of all commands.
inline constexpr const char* all_exit_codes
    = "Exit codes: 0 nothing at or above --fail-on (default: error); 1 findings at or above it, drift or a broken path;\n"
      "2 wrong usage or an invalid policy, topology, inventory or plan;\n"
      "3 an input could not be read, or no device was recognised;\n"
      "4 a device refused, could not be reached or was rolled back; 70 a fault of rocelint.";

/// Exit codes of `check`.
inline constexpr const char* exit_codes
    = "Exit codes: 0 nothing at or above --fail-on (default: error, so that warnings alone end with 0);\n"
      "1 findings at or above it; 2 wrong usage or an invalid policy or topology;\n"
      "3 an input could not be read, or no device was recognised; 70 a fault of rocelint.";

inline constexpr const char* trace_exit_codes
    = "Exit codes: 0 every path is proven, or at least none is broken; 1 a path is broken;\n"
      "2 wrong usage, or an unknown endpoint; 3 an input could not be read, or no\n"
      "device was recognised; 70 a fault of rocelint.";

inline constexpr const char* baseline_exit_codes
    = "Exit codes: 0 done; 2 wrong usage, a baseline that is not one, or an invalid policy or topology;\n"
      "3 an input could not be read or no device was recognised (nothing is written then), or the baseline\n"
      "cannot be written; 70 a fault of rocelint.";

inline constexpr const char* diff_exit_codes
    = "Exit codes: 0 nothing at or above --fail-on (default: error) is new, and no more paths are broken; 1 it got worse;\n"
      "2 wrong usage, an unknown revision, or an invalid policy or topology;\n"
      "3 an input could not be read, or no device was recognised; 70 a fault of rocelint.";

inline constexpr const char* test_exit_codes
    = "Exit codes: 0 every example does what it says; 1 one does not; 2 no policy was found, or it is invalid;\n"
      "70 a fault of rocelint.";
inline constexpr const char* lsp_exit_codes
    = "Exit codes: 0 the editor said shutdown, then exit or nothing more; 1 it went away without;\n"
      "2 wrong usage; 70 a fault of rocelint.";

inline constexpr const char* read_exit_codes
    = "Exit codes: 0 printed; 2 wrong usage or an invalid policy or topology;\n"
      "3 an input could not be read, or no device was recognised; 70 a fault of rocelint.";

inline constexpr const char* fix_exit_codes
    = "Exit codes: 0 done; 1 with --check: a file would change; 2 wrong usage or an invalid policy or topology;\n"
      "3 an input could not be read or a file not written, or no device was recognised; 70 a fault of rocelint.";

inline constexpr const char* render_exit_codes
    = "Exit codes: 0 done; 1 with --check and -o: DIR is not as render would write it;\n"
      "2 wrong usage, or an intent or policy that is invalid or cannot be built; 3 a file could not be read or written;\n"
      "70 a fault of rocelint.";

inline constexpr const char* policy_exit_codes
    = "Exit codes: 0 printed; 2 wrong usage, an unknown device, or an invalid policy or topology; 70 a fault of rocelint.";

inline constexpr const char* plain_exit_codes
    = "Exit codes: 0 printed; 2 wrong usage; 70 a fault of rocelint.";

inline constexpr const char* plan_exit_codes
    = "Exit codes: 0 all went well; 1 with --detailed-exitcode: there is something to push;\n"
      "2 wrong usage or an invalid inventory, plan or policy; 3 a file could not be read or written;\n"
      "4 a device refused or could not be reached; 70 a fault of rocelint.";

inline constexpr const char* drift_exit_codes
    = "Exit codes: 0 the devices are as the files say; 1 drift was found; 2 wrong usage or an invalid inventory or policy;\n"
      "3 a file could not be read or written; 4 a device refused or could not be reached; 70 a fault of rocelint.";

inline constexpr const char* live_exit_codes
    = "Exit codes: 0 all went well; 2 wrong usage or an invalid inventory, plan or policy;\n"
      "3 a file could not be read or written; 4 a device refused, could not be reached or was rolled back;\n"
      "70 a fault of rocelint.";

inline constexpr const char* short_help
    = "rocelint checks switch and host configuration for RDMA (RoCE).\n\n"
      "  rocelint check PATH…        check every configuration below PATH\n"
      "  rocelint diff OLD NEW       what a change of configurations means\n"
      "  rocelint baseline create|update|show PATH…\n"
      "                              keep a list of known findings, so that only new ones count\n"
      "  rocelint trace SRC DST PATH… walk RDMA packets and CNPs hop by hop over all paths\n"
      "  rocelint fix PATH…          correct the files: a diff, or --write, or --commands for the devices\n"
      "  rocelint render INTENT -o DIR\n"
      "                              write the lossless configuration of every device of a fabric.yaml\n"
      "  rocelint collect INVENTORY -o DIR\n"
      "                              fetch the configuration of live devices\n"
      "  rocelint plan INVENTORY     what has to change on live devices; push PLAN carries it out,\n"
      "                              rollback JOURNAL undoes it\n"
      "  rocelint drift INTENT|DIR INVENTORY\n"
      "                              live devices against files\n"
      "  rocelint rules              list the rules\n"
      "  rocelint rules test POLICY  check the examples of a policy's own rules\n"
      "  rocelint explain CODE       one rule: why, source, examples, fix\n"
      "  rocelint lsp                serve an editor (Language Server Protocol)\n"
      "  rocelint headroom OPTION…   the buffer that a lossless class needs, term by term\n"
      "  rocelint policy infer PATH… write what the devices agree on as a rocelint.yaml\n"
      "  rocelint policy show [PATH] each value of the policy in force, and where it was set\n"
      "  rocelint config show [PATH] the files, values and options that a check goes by\n"
      "  rocelint debug tree|model|coverage FILE\n"
      "                              what the program understood of FILE\n\n"
      "rocelint COMMAND --help says more.\n";

}
