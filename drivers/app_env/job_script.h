// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Reads the variables that a shell script sets for a job: `export`, `env A=B cmd`, `mpirun -x`, `srun
/// --export`, `-genv`, `setenv`, directives of batch systems, and scripts inside quotes and here-documents. Marks
/// the lines. Returns a job for each set of variables with which the script runs a command.
[[nodiscard]] std::vector<Job> read_job_script(const Tree& tree, JobReader& job);

/// Reads a script inside a file of another form; `part` is a view into the file.
void read_script_part(std::string_view part, JobReader& job, LineStates& lines);

/// Reads the ENV instructions of a Dockerfile, and marks their lines as read.
void read_image(const Tree& tree, JobReader& job);

}
