// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic013 {
namespace {

constexpr Example examples[] = {
    {.title = "A bridge above the NIC and the GPU redirects requests to the root",
        .files = {{{"linux-host",
            "host1",
            R"(-ACSCtl:	SrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
+		ACSCtl:	SrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
)"}}},
        .flagged = "ReqRedir+"},
    {.title = "No bridge redirects requests", .files = {{{"linux-host", "host1", ""}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::host || !device.redirecting_bridges.known()
        || device.redirecting_bridges.value == 0)
        return;
    // Address translation by the NIC together with redirection is the usual setup for virtual machines.
    const auto translates = [](const Nic& nic) { return nic.ats.is(true); };
    const bool for_guests = std::ranges::any_of(device.nics, translates);
    const std::uint32_t bridges = device.redirecting_bridges.value;
    context.report({.severity = for_guests ? Severity::info : Severity::warning,
        .at = device.place(device.redirecting_bridges.origin),
        .message = fmt::format("{} of {} above its NICs and GPUs {} requests to the root (ACS){}: "
                               "traffic between NICs and GPUs goes through the processor",
            counted(bridges, "PCI bridge"),
            device.name,
            one_or_many(bridges, "redirects", "redirect"),
            for_guests ? ", as hosts of virtual machines need it" : ""),
        .subjects = {context.subject(Property::pci, Part::option("redirection"))},
        .fix = "Switch ACS off in the BIOS or with setpci, where no virtual machine needs it."});
}

}

extern const Rule rule = {
    .code = "NIC013",
    .name = "requests-redirected-by-acs",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "on hosts whose NICs translate addresses for virtual machines"}}},
    .scope = Scope::host,
    .summary = "PCI bridges above the NICs and GPUs of a host redirect their requests to the root (ACS).",
    .why
    = "GPUDirect RDMA lets a NIC read and write a GPU's memory by the shortest path, a PCI switch. With Access Control "
      "Services on, each request goes up to the root and down again: half the bandwidth or less, or a transfer that "
      "hangs. Virtual machines do need it, for their isolation.",
    .source
    = "NCCL documentation, Troubleshooting, PCI Access Control Services (ACS); NVIDIA AI Enterprise, Optimizing VM "
      "Configuration for AI Inference, appendix, ATS and ACS configuration (virtual machines need both); "
      "PCI Express Base Specification, 6.12 Access Control Services",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch ACS off in the BIOS (or IO virtualization as a whole), or clear it with setpci at boot.",
    .check_device = check,
};

}
