// SPDX-License-Identifier: Apache-2.0
// Serializes what the rules looked at, so that equal states give equal bytes in every run.
#include "rules/seen_writer.h"

namespace rocelint {
namespace {

using Seen = Sight::Seen;

}

void SeenWriter::device(std::uint32_t index)
{
    out_.byte(index < kept_.inputs_.devices.size() ? 1 : 0);
    if (index < kept_.inputs_.devices.size())
        out_.raw(kept_.inputs_.devices[index].identity.data(), sizeof(Digest));
}

void SeenWriter::place(Span at)
{
    const auto [owner, file]
        = at.source < kept_.files_.size() ? kept_.files_[at.source] : std::pair{of_no_device, at.source};
    device(owner);
    out_.number(file);
    out_.number(at.offset);
    out_.number(at.length);
}

void SeenWriter::link(std::uint32_t device, std::uint32_t port)
{
    const auto& links = fabric_.link_of_port.unseen();
    const std::uint32_t index
        = device < links.size() && port < links[device].size() ? links[device][port] : Port::no_index;
    out_.byte(index == Port::no_index ? 0 : 1);
    if (index == Port::no_index)
        return;
    const Link& link = fabric_.links.unseen()[index];
    this->port(link.a);
    this->port(link.b);
    out_.byte(static_cast<std::uint8_t>(link.source));
    place(link.at);
    out_.number(link.cable ? std::uint64_t{link.cable->count} + 1 : 0);
    out_.number(link.speed ? link.speed->count + 1 : 0);
}

void SeenWriter::judgement(const Judgement& judgement)
{
    out_.byte(static_cast<std::uint8_t>(judgement.verdict));
    out_.byte(static_cast<std::uint8_t>(judgement.evidence));
    place(judgement.at);
    port(judgement.other);
    out_.byte(judgement.priorities.bits);
    out_.byte(judgement.idle ? 1 : 0);
}

void SeenWriter::links(std::uint32_t device)
{
    const std::size_t ports = fabric_.link_of_port.unseen()[device].size();
    for (std::uint32_t port = 0; port < ports; ++port)
        link(device, port);
}

void SeenWriter::judgements(std::uint32_t device)
{
    const std::vector<Judgement>& all = kept_.analysis_.judgements.unseen()[device];
    out_.number(all.size());
    for (const Judgement& one : all)
        judgement(one);
}

void SeenWriter::seen(const Seen& seen)
{
    out_.byte(static_cast<std::uint8_t>(seen.what));
    switch (seen.what) {
    case Seen::What::device:
        out_.raw(kept_.inputs_.devices[seen.device].content.data(), sizeof(Digest));
        break;
    case Seen::What::link:
        link(seen.device, seen.port);
        break;
    case Seen::What::links:
        links(seen.device);
        break;
    case Seen::What::judgement: {
        const std::vector<Judgement>& all = kept_.analysis_.judgements.unseen()[seen.device];
        out_.byte(seen.port < all.size() ? 1 : 0);
        if (seen.port < all.size())
            judgement(all[seen.port]);
        break;
    }
    case Seen::What::judgements:
        judgements(seen.device);
        break;
    }
}

void SeenWriter::classes(const ClassModel& model)
{
    out_.byte(model.assumed ? 1 : 0);
    out_.number(model.classes.size());
    for (const RdmaClass& one : model.classes) {
        out_.text(one.name);
        out_.byte(one.priority);
        out_.byte(static_cast<std::uint8_t>(one.pause));
        out_.number(one.dscps.bits);
        out_.byte(static_cast<std::uint8_t>(one.trust));
        out_.number(one.traffic_class ? *one.traffic_class + 1U : 0U);
        out_.number(one.roles.size());
        for (const Role role : one.roles)
            out_.byte(static_cast<std::uint8_t>(role));
        place(one.at);
        out_.text(one.evidence);
        out_.byte(static_cast<std::uint8_t>(
            (one.used_by_hosts ? 1 : 0) | (one.ecn ? 2 : 0) | (one.dscps_from_hosts ? 4 : 0)));
    }
    out_.number(model.cnp.priority ? *model.cnp.priority + 1U : 0U);
    out_.number(model.cnp.dscp ? *model.cnp.dscp + 1U : 0U);
    out_.number(model.cnp.traffic_class ? *model.cnp.traffic_class + 1U : 0U);
    place(model.cnp.at);
}

void SeenWriter::jobs()
{
    out_.number(fabric_.jobs.size());
    for (const std::uint32_t job : fabric_.jobs) {
        device(job);
        device(fabric_.host_of_job[job].value_or(of_no_device));
    }
}

// Which override covers a device may depend on its role, which may depend on other devices.
void SeenWriter::overrides()
{
    const Policy& policy = *kept_.analysis_.policy;
    if (policy.overrides.empty())
        return;
    for (std::uint32_t index = 0; index < kept_.inputs_.devices.size(); ++index) {
        device(index);
        const Device& one = fabric_.devices.unseen()[index];
        for (const PolicyOverride& each : policy.overrides)
            out_.byte(each.covers(one.name, one.role.value_or(Role::unknown)) ? 1 : 0);
    }
}

}
