// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

inline constexpr const char* exit_codes
    = "Exit codes: 0 nothing at or above --fail-on; 1 findings; "
      "2 wrong usage or an invalid policy or topology;\n"
      "3 an input could not be read, or no device was recognised; 70 a fault of rocelint.";

inline constexpr const char* short_help
    = "rocelint checks switch and host configuration for RDMA (RoCE).\n\n"
      "  rocelint check PATH…        check every configuration below PATH\n"
      "  rocelint trace SRC DST PATH… walk RDMA packets and CNPs hop by hop over all paths\n"
      "  rocelint fix PATH…          correct the files: a diff, or --write, or --commands for the devices\n"
      "  rocelint render INTENT -o DIR\n"
      "                              write the lossless configuration of every device of a fabric.yaml\n"
      "  rocelint rules              list the rules\n"
      "  rocelint explain CODE       one rule: why, source, examples, fix\n"
      "  rocelint headroom OPTION…   the buffer that a lossless class needs, term by term\n"
      "  rocelint policy infer PATH… write what the devices agree on as a rocelint.yaml\n"
      "  rocelint debug tree|model|coverage FILE\n"
      "                              what the program understood of FILE\n\n"
      "rocelint COMMAND --help tells more.\n";

}
