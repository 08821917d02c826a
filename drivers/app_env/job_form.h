// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <cstdint>

namespace rocelint::app_env {

/// The form in which a file sets the variables of a job.
enum class JobForm : std::uint8_t {
    none, ///< sets none
    assignments, ///< nothing but `NAME=value`
    script, ///< a shell script, with or without directives of a batch system
    image, ///< the Dockerfile of a container's image
    manifest, ///< YAML: objects of Kubernetes, or services of Docker Compose
};

/// The form of a file, by its content; `is_launch` is true if it also starts a job.
struct JobFile {
    JobForm form = JobForm::none;
    bool is_launch = false;
};
[[nodiscard]] JobFile job_file(const Source& source);

/// Whether a line is a directive of a batch system, such as `#SBATCH --export=ALL`.
[[nodiscard]] bool is_directive(std::string_view line);

}
