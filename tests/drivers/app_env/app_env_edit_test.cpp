// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"

#include <doctest/doctest.h>

namespace rocelint::tests {
namespace {

std::string marked(std::string_view path, std::string_view text)
{
    EditedFiles job("app-env", {{path, text}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}) == "");
    CHECK(job.commands().text == "export NCCL_IB_TC=106\n");
    return job.text(std::string(path));
}

}

TEST_CASE("the traffic class of a job is edited where it is set, with its quotes and comment")
{
    CHECK(marked("job.env", "NCCL_DEBUG=WARN\nNCCL_IB_TC=98\n") == "NCCL_DEBUG=WARN\nNCCL_IB_TC=106\n");
    CHECK(marked("job.env", "export A=1 NCCL_IB_TC=\"0\" B=2 # tc\n")
        == "export A=1 NCCL_IB_TC=\"106\" B=2 # tc\n");
}

TEST_CASE("of two assignments the effective one is edited")
{
    CHECK(marked("job.env", "NCCL_IB_TC=0\nNCCL_IB_TC=98\n") == "NCCL_IB_TC=0\nNCCL_IB_TC=106\n");
    CHECK(marked("nccl.conf", "NCCL_IB_TC=0\nNCCL_IB_TC=98\n") == "NCCL_IB_TC=106\nNCCL_IB_TC=98\n");
}

TEST_CASE("a missing traffic class is set after NCCL's other variables, in their style")
{
    CHECK(marked("job.env", "export NCCL_IB_SL=3\r\nexport PATH=/bin\r\n")
        == "export NCCL_IB_SL=3\r\nexport NCCL_IB_TC=106\r\nexport PATH=/bin\r\n");
    CHECK(
        marked("job.env", "# NCCL_IB_TC=1\nNCCL_IB_SL=3") == "# NCCL_IB_TC=1\nNCCL_IB_SL=3\nNCCL_IB_TC=106");
}

TEST_CASE("a template's leftover is not a number to replace")
{
    EditedFiles job("app-env", {{"job.env", "NCCL_IB_TC={{tc}}\n"}});
    CHECK(job.edit({job.change("", Property::rdma_marking, std::uint8_t{106})}).find("not set to a number")
        != std::string::npos);
    CHECK(
        job.edit({job.change("", Property::mtu, Bytes{9000})}).find("only NCCL_IB_TC") != std::string::npos);
}

}
