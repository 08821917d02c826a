// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <cstddef>
#include <string_view>

namespace rocelint::app_env {

/// The program that a command runs, behind `sudo`, `env`, options and assignments. `at` is the word to begin with, and then
/// that of the program.
[[nodiscard]] std::string_view program_of(const ShellCommand& command, std::size_t& at);
/// The file that a command writes, by itself or by `tee` behind the pipe, which is `next`; empty if there is none.
[[nodiscard]] std::string_view file_of(const ShellCommand& command, const ShellCommand* next);
/// The text that a shell runs, `bash -c TEXT`, in quotes; null if there is none. `at` is the word of the program.
[[nodiscard]] const ShellWord* text_of_shell(
    std::string_view program, const ShellCommand& command, std::size_t at);
/// Whether a file of this path holds variables for jobs: NCCL's nccl.conf, /etc/environment, a file `.env`, one of enroot's
/// folder environ.d or of profile.d.
[[nodiscard]] bool is_file_of_variables(std::string_view path);

}
