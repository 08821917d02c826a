// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests::job_script {

inline std::string script(std::string_view lines) { return "#!/bin/bash\n" + std::string(lines); }

inline int class_of(const ReadFiles& job)
{
    REQUIRE(job.device().jobs.size() == 1);
    const auto& traffic_class = job.device().jobs[0].traffic_class;
    return traffic_class.known() ? traffic_class.value : -1;
}

inline std::string edited(std::string_view lines)
{
    EditedFiles job("app-env", {{"run.sh", script(lines)}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    return job.text("run.sh").substr(script("").size());
}

}
