// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/words.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ib011 {
namespace {

constexpr Example examples[] = {
    ib::example("The subnet manager did not take the port",
        R"(+Switch: 0x0000000000000011 leaf1:
+          11    1[  ] ==( 4X        53.125 Gbps   Init/  LinkUp)==>     101    1[  ] "host1 mlx5_0" ( )
)",
        "Init/  LinkUp"),
    ib::example("A port that has a cable keeps polling",
        R"(+Switch: 0x0000000000000011 leaf1:
+          11    1[  ] ==(                Down/ Polling)==>             [  ] "" ( )
)",
        "Down/ Polling"),
    ib::example("Every port that has a cable is active, and one without does not matter",
        R"(+Switch: 0x0000000000000011 leaf1:
+          11    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>     101    1[  ] "host1 mlx5_0" ( )
+          11    7[  ] ==(                Down/ Polling)==>             [  ] "" ( )
)"),
};

void report(
    DeviceContext& context, const Subnet& subnet, std::uint32_t port, OriginId at, std::string message)
{
    Diagnosis diagnosis{.at = context.device().place(at),
        .message = std::move(message),
        .subjects = {{{context.index, port}, Property::cabling}}};
    if (const std::uint32_t peer = subnet.peer_of(port); peer != Subnet::none)
        diagnosis.blame({context.index, peer}, Property::cabling);
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbPort& of = subnet.ports[port];
        const std::uint32_t peer = subnet.peer_of(port);
        // A link is reported once, at the end that comes first.
        const bool is_told
            = peer != Subnet::none && peer < port && subnet.ports[peer].state.is(of.state.value);
        if (!of.state.known() || is_told || of.number == 0)
            continue;
        const bool is_up = of.physical_state.is(IbPhysicalState::link_up);
        if (of.state.is(IbPortState::init) || of.state.is(IbPortState::armed))
            report(context,
                subnet,
                port,
                of.state.origin,
                fmt::format(
                    "{} is in {}{}: no subnet manager has made it active, and nothing but management packets "
                    "passes",
                    subnet.port_name(port),
                    of.state.is(IbPortState::init) ? "Init" : "Armed",
                    is_up ? " though its link is up" : ""));
        else if (of.state.is(IbPortState::down) && peer != Subnet::none && of.physical_state.known())
            report(context,
                subnet,
                port,
                of.state.origin,
                fmt::format("{} is down ({}) and has a cable to {}",
                    subnet.port_name(port),
                    word_of(of.physical_state.value),
                    subnet.port_name(peer)));
    }
}

}

extern const Rule rule = {
    .code = "IB011",
    .name = "ib-port-not-active",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary
    = "An InfiniBand link is up but its port is not active, or a port that has a cable does not come up.",
    .why = "A port carries data only when the subnet manager has taken it from Init by Armed to Active. One "
           "that stays in Init was reached by no subnet manager: it does not run, does not have the right "
           "M_Key, or is configured not to. One that keeps polling with a cable in it has no light or no "
           "match at the other end.",
    .source
    = "IBA 1.5 14.2.5.6 (PortState, PortPhysicalState); NVIDIA ibdiagnet user manual, ports that are stuck in Init",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Start the subnet manager, or let it take the port; if the port polls, check the cable and the "
           "other end.",
    .check_device = check,
};

}
