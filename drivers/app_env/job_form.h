// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <cstdint>

namespace rocelint::app_env {

/// The form in which a file sets the variables of a job.
enum class JobForm : std::uint8_t {
    none, ///< the file sets no such variables
    assignments, ///< nothing but `NAME=value`
    script, ///< a shell script, with or without directives of a batch system
    image, ///< the Dockerfile of a container's image
    ceph, ///< the configuration of Ceph
    spdk, ///< the configuration of SPDK
    json, ///< JSON with variables as members of an object
    log, ///< the output of a job, in which NCCL says what it uses
    manifest, ///< YAML: objects of Kubernetes, or services of Docker Compose
};

/// The form of a file, by its content; `is_launch` is true if it also starts a job.
struct JobFile {
    JobForm form = JobForm::none;
    bool is_launch = false;
};
[[nodiscard]] JobFile job_file(const Source& source);

/// Whether a program starts the processes of a job on its hosts: `srun`, `mpirun`, `torchrun` and the like.
[[nodiscard]] bool is_launcher(std::string_view program);

/// Whether a script starts a job, or has directives of a batch system.
[[nodiscard]] bool starts_a_job(std::string_view script);

/// Whether a variable of a library is set somewhere in a text, outside of comments.
[[nodiscard]] bool sets_variable(std::string_view text);

/// Whether a text is nothing but assignments, one of them of a library's variable.
[[nodiscard]] bool is_assignments(std::string_view text);

/// Whether the name of a file is that of a shell script.
[[nodiscard]] bool is_named_as_script(std::string_view file_name);

/// Whether the name of a file is that of a template of Jinja.
[[nodiscard]] bool is_template(std::string_view file_name);

/// Whether a line is a directive of a batch system, such as `#SBATCH --export=ALL`.
[[nodiscard]] bool is_directive(std::string_view line);

}
