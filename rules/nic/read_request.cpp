// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic012 {
namespace {

constexpr double least[] = {4096};
constexpr double fast[] = {200};
constexpr Parameter parameters[] = {
    {.name = "least",
        .defaults = least,
        .unit = "bytes",
        .meaning = "the read request that an RDMA NIC should be allowed",
        .source = "NVIDIA Network Operator 25.7, NIC Configuration Operator, Configuration Details "
                  "(pciPerformanceOptimized sets 4096)"},
    {.name = "fast",
        .defaults = fast,
        .unit = "Gb/s",
        .meaning = "from this port speed on, smaller requests are a warning",
        .source = "operational practice: with 512 bytes, ports up to 100 Gb/s usually reach their speed"},
};

constexpr std::string_view at_512
    = R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+			MaxPayload 256 bytes, MaxReadReq 512 bytes
)";

constexpr Example examples[] = {
    {.title = "The NIC reads 512 bytes at a time",
        .files = {{{"linux-host", "host1", at_512}}},
        .flagged = "MaxReadReq 512"},
    {.title = "A template sets reads of 512 bytes",
        .files = {{{"kubernetes", "nics", R"(-      maxReadRequest: 4096
+      maxReadRequest: 512
)"}}},
        .flagged = "maxReadRequest: 512"},
    {.title = "The operator sets reads of 4096 bytes unless a template states another size",
        .files = {{{"kubernetes", "nics", R"(-      maxReadRequest: 4096
)"}}}},
    {.title = "The NIC reads 4096 bytes at a time",
        .files = {{{"linux-host",
            "host1",
            R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+			MaxPayload 256 bytes, MaxReadReq 4096 bytes
)"}}}},
    {.title = "A site is content with 512 bytes",
        .files = {{{"linux-host", "host1", at_512}}},
        .policy = "version: 1\nprofile: lossless\nrules: {NIC012: {parameters: {least: 512}}}\n"},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->read_request.known()
        || static_cast<double>(nic->read_request.value.count) >= context.number("least"))
        return;
    const Setting<BitsPerSecond>& speed = context.port().speed;
    const bool is_fast
        = speed.peek_known() && static_cast<double>(speed.value.count) / 1e9 >= context.number("fast");
    context.report({.severity = is_fast ? Severity::warning : Severity::info,
        .at = context.place(nic->read_request.origin),
        .message = fmt::format("{} reads {} bytes of memory at a time instead of {:.0f}: it may not "
                               "reach the speed of its port",
            context.port_label(context.id),
            nic->read_request.value.count,
            context.number("least")),
        .subjects = {context.subject(Property::pci, Part::option("read-request"))},
        .fix = fmt::format("Set MaxReadReq of the NIC to {:.0f} in the BIOS, or with setpci at boot.",
            context.number("least"))});
}

}

extern const Rule rule = {
    .code = "NIC012",
    .name = "small-pcie-read-requests",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "on ports below the speed that the parameter `fast` states"}}},
    .scope = Scope::host,
    .summary = "An RDMA NIC may ask for fewer bytes in one PCIe read than it needs for its speed.",
    .why
    = "To send, a NIC reads memory, and it can have only so many reads under way at a time. Each takes about a "
      "microsecond, so that the size of a read limits what the NIC sends: 512 bytes, which most systems start with, need "
      "eight times the reads of 4096. The setting does not survive a reboot unless the BIOS or a script makes it.",
    .source
    = "NVIDIA Network Operator 25.7, NIC Configuration Operator, Configuration Details (max read request 4096, a runtime "
      "setting); PCI Express Base Specification 6.0, 7.5.3.4 (Max_Read_Request_Size, 128 to 4096 bytes); Neugebauer "
      "et al., Understanding PCIe performance for end host networking, SIGCOMM 2018",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the NIC's MaxReadReq to 4096 in the BIOS, or with setpci in a script that runs at boot.",
    .check_port = check,
};

}
