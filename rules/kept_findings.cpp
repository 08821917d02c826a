// SPDX-License-Identifier: Apache-2.0
#include "rules/kept_findings.h"

#include "models/stored/harmless.h"
#include "models/stored/reader.h"
#include "models/stored/writer.h"
#include "rules/rule_table.h"

#include <algorithm>

namespace rocelint::stored {

// clang-format off
template <> inline constexpr std::tuple members_of<Subject>{&Subject::port, &Subject::property, &Subject::number};
template <> inline constexpr std::tuple members_of<PriorityDelta>{&PriorityDelta::add, &PriorityDelta::remove};
template <> inline constexpr std::tuple members_of<MapEntry>{&MapEntry::kind, &MapEntry::from, &MapEntry::to};
template <> inline constexpr std::tuple members_of<EcnTarget>{
    &EcnTarget::min_threshold, &EcnTarget::max_threshold, &EcnTarget::max_probability};
template <> inline constexpr std::tuple members_of<EcnShares>{
    &EcnShares::min_fill, &EcnShares::max_fill, &EcnShares::max_probability};
template <> inline constexpr std::tuple members_of<WatchdogTarget>{
    &WatchdogTarget::priorities, &WatchdogTarget::detection, &WatchdogTarget::restoration, &WatchdogTarget::poll};
template <> inline constexpr std::tuple members_of<SchedulerTarget>{
    &SchedulerTarget::kind, &SchedulerTarget::bandwidth, &SchedulerTarget::weight};
template <> inline constexpr std::tuple members_of<DynamicThreshold>{&DynamicThreshold::value};
template <> inline constexpr std::tuple members_of<ManagerText>{&ManagerText::what, &ManagerText::text};
template <> inline constexpr std::tuple members_of<Change>{&Change::port, &Change::property, &Change::number, &Change::value,
    &Change::shared, &Change::fix_class};
// clang-format on

}

namespace rocelint {
namespace {

using stored::EntryKind;
using Seen = Sight::Seen;

constexpr std::uint32_t nowhere = 0xffffffffU;

// Rules are told apart by their place in the list of all: the list is part of the program, and the program of the key.
std::size_t place_of(const Rule* rule)
{
    return static_cast<std::size_t>(std::ranges::find(all_rules(), rule) - all_rules().begin());
}

template <class Archive>
bool take_rule(Archive& in, const Rule*& rule)
{
    std::uint32_t place = 0;
    in(place);
    if (place >= all_rules().size())
        return false;
    rule = all_rules()[place];
    return true;
}

void write(stored::Writer& out, const RuleOutput& output)
{
    out(static_cast<std::uint32_t>(output.findings.size()));
    for (const Finding& finding : output.findings) {
        out(static_cast<std::uint32_t>(place_of(finding.rule)));
        out(finding.severity);
        out(finding.message);
        out(finding.at);
        out(finding.subjects);
        out(static_cast<std::uint32_t>(finding.related.size()));
        for (const Related& related : finding.related) {
            out(related.at);
            out(related.message);
        }
        out(finding.fix);
        out(finding.fix_class);
        out(finding.changes);
        out(finding.also_on);
    }
    out(static_cast<std::uint32_t>(output.not_checked.size()));
    for (const NotChecked& row : output.not_checked) {
        out(static_cast<std::uint32_t>(place_of(row.rule)));
        out(row.port);
        out(row.reason);
        out(row.ports);
    }
}

bool read(stored::Reader& in, RuleOutput& output)
{
    std::uint32_t count = 0;
    in(count);
    for (std::uint32_t index = 0; index < count; ++index) {
        Finding& finding = output.findings.emplace_back();
        if (!take_rule(in, finding.rule))
            return false;
        in(finding.severity);
        in(finding.message);
        in(finding.at);
        in(finding.subjects);
        std::uint32_t related = 0;
        in(related);
        for (std::uint32_t at = 0; at < related && !in.failed(); ++at) {
            Related& one = finding.related.emplace_back();
            in(one.at);
            in(one.message);
        }
        in(finding.fix);
        in(finding.fix_class);
        in(finding.changes);
        in(finding.also_on);
        if (in.failed())
            return false;
    }
    in(count);
    for (std::uint32_t index = 0; index < count && !in.failed(); ++index) {
        NotChecked& row = output.not_checked.emplace_back();
        if (!take_rule(in, row.rule))
            return false;
        in(row.port);
        in(row.reason);
        in(row.ports);
    }
    return in.done();
}

// What rules write before findings are folded, and no more. What would be kept as it stands must be fit for it.
bool may_keep(const RuleOutput& output)
{
    std::vector<std::string_view> texts;
    for (const Finding& finding : output.findings) {
        texts.push_back(finding.message);
        texts.push_back(finding.fix);
        for (const Related& related : finding.related) {
            texts.push_back(related.message);
            if (!related.code.empty())
                return false;
        }
        if (!finding.waived.empty())
            return false;
    }
    for (const NotChecked& row : output.not_checked)
        texts.push_back(row.reason);
    return !stored::hold_secret(texts);
}

}

// Writes what was seen without the numbers of this run: devices by their identity, places by device and file.
class SeenWriter {
public:
    explicit SeenWriter(const KeptFindings& kept) : kept_(kept), fabric_(*kept.analysis_.fabric) { }

    void device(std::uint32_t index)
    {
        out_.byte(index < kept_.inputs_.devices.size() ? 1 : 0);
        if (index < kept_.inputs_.devices.size())
            out_.raw(kept_.inputs_.devices[index].identity.data(), sizeof(Digest));
    }
    void port(PortId id)
    {
        device(id.device);
        out_.number(std::uint32_t{id.port + 1});
    }
    void place(Span at)
    {
        const auto [owner, file]
            = at.source < kept_.files_.size() ? kept_.files_[at.source] : std::pair{nowhere, at.source};
        device(owner);
        out_.number(file);
        out_.number(at.offset);
        out_.number(at.length);
    }
    void link(std::uint32_t device, std::uint32_t port)
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
    void judgement(const Judgement& judgement)
    {
        out_.byte(static_cast<std::uint8_t>(judgement.verdict));
        out_.byte(static_cast<std::uint8_t>(judgement.evidence));
        place(judgement.at);
        port(judgement.other);
        out_.byte(judgement.priorities.bits);
        out_.byte(judgement.idle ? 1 : 0);
    }
    void links(std::uint32_t device)
    {
        const std::size_t ports = fabric_.link_of_port.unseen()[device].size();
        for (std::uint32_t port = 0; port < ports; ++port)
            link(device, port);
    }
    void judgements(std::uint32_t device)
    {
        const std::vector<Judgement>& all = kept_.analysis_.judgements.unseen()[device];
        out_.number(all.size());
        for (const Judgement& one : all)
            judgement(one);
    }
    void seen(const Seen& seen)
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
    void classes(const ClassModel& model)
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
    void jobs()
    {
        out_.number(fabric_.jobs.size());
        for (const std::uint32_t job : fabric_.jobs) {
            device(job);
            device(fabric_.host_of_job[job].value_or(nowhere));
        }
    }

    // Which override covers a device may depend on its role, and that on other devices.
    void overrides()
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

    [[nodiscard]] stored::ByteWriter& out() { return out_; }

private:
    const KeptFindings& kept_;
    const Fabric& fabric_;
    stored::ByteWriter out_;
};

KeptFindings::KeptFindings(
    const Analysis& analysis, const std::vector<const Rule*>& rules, const KeptInputs& inputs)
    : analysis_(analysis), inputs_(inputs)
{
    const Fabric& fabric = *analysis.fabric;
    files_.resize(fabric.sources.size());
    for (std::uint32_t source = 0; source < files_.size(); ++source)
        files_[source] = {nowhere, source};
    devices_.reserve(inputs.devices.size());
    for (std::uint32_t device = 0; device < inputs.devices.size(); ++device) {
        devices_.emplace(bytes_of(inputs.devices[device].identity), device);
        const std::vector<SourceId>& files = fabric.devices.unseen()[device].files;
        for (std::uint32_t file = 0; file < files.size(); ++file) {
            if (files[file] < files_.size())
                files_[files[file]] = {device, file};
        }
    }
    SeenWriter seen(*this);
    seen.out().number(rules.size());
    for (const Rule* rule : rules)
        seen.out().number(place_of(rule));
    seen.classes(analysis.classes);
    seen.jobs();
    seen.overrides();
    Sha256 run = inputs.store->begin_key(EntryKind::findings);
    run.add(bytes_of(inputs.fabric));
    run.add_text(seen.out().bytes());
    run_ = run.finish();
}

Digest KeptFindings::key_of(std::uint32_t device) const
{
    Sha256 key;
    key.add(bytes_of(run_));
    key.add(bytes_of(inputs_.devices[device].identity));
    key.add(bytes_of(inputs_.devices[device].content));
    return key.finish();
}

Digest KeptFindings::digest_of(std::uint32_t device, const std::vector<Seen>& seen) const
{
    SeenWriter writer(*this);
    writer.links(device);
    writer.judgements(device);
    for (const Seen& one : seen)
        writer.seen(one);
    Sha256 digest;
    digest.add(writer.out().bytes());
    return digest.finish();
}

std::optional<std::vector<Seen>> KeptFindings::find_seen(std::string_view list) const
{
    stored::ByteReader in(list);
    std::vector<Seen> seen(in.count());
    Digest identity{};
    for (Seen& one : seen) {
        const std::uint8_t what = in.byte();
        in.raw(identity.data(), identity.size());
        one.port = static_cast<std::uint32_t>(in.number());
        const auto device = devices_.find(bytes_of(identity));
        if (what > static_cast<std::uint8_t>(Seen::What::judgements) || device == devices_.end())
            return std::nullopt;
        one.what = static_cast<Seen::What>(what);
        one.device = device->second;
    }
    return in.done() ? std::optional(std::move(seen)) : std::nullopt;
}

namespace {

// The files and devices that findings may point to: the device itself, what was seen, and the topology and policy.
stored::Frame frame_of(const Fabric& fabric,
    std::uint32_t device,
    const std::vector<Seen>& seen,
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& files)
{
    std::vector<std::pair<std::uint32_t, std::size_t>> devices{{device, 0}};
    for (std::size_t at = 0; at < seen.size(); ++at)
        devices.emplace_back(seen[at].device, at + 1);
    // Each where it comes first: the list is the same in every run, the numbers are not.
    std::ranges::sort(devices);
    const auto rest = std::ranges::unique(devices, {}, &std::pair<std::uint32_t, std::size_t>::first);
    devices.erase(rest.begin(), rest.end());
    std::ranges::sort(devices, {}, &std::pair<std::uint32_t, std::size_t>::second);
    stored::Frame frame;
    for (const auto& [index, place] : devices) {
        frame.add_device(index);
        for (const SourceId file : fabric.devices.unseen()[index].files) {
            if (const Source* source = fabric.sources.find(file))
                frame.add(*source);
        }
    }
    // Those of no device that have the lowest ids in every run.
    constexpr std::uint32_t ours = 2 + most_policy_files;
    for (std::uint32_t source = 0; source < ours && source < files.size(); ++source) {
        const Source* file = fabric.sources.find(source);
        if (file != nullptr && files[source].first == nowhere)
            frame.add(*file);
    }
    frame.seal();
    return frame;
}

}

bool KeptFindings::take(std::uint32_t device, RuleOutput& output) const
{
    stored::Store& store = *inputs_.store;
    std::string bytes;
    if (!store.load(EntryKind::findings, key_of(device), bytes))
        return false;
    stored::ByteReader in(bytes);
    Digest digest{};
    in.raw(digest.data(), digest.size());
    const std::string_view list = in.text();
    const std::string_view found = in.text();
    const auto seen = in.done() ? find_seen(list) : std::nullopt;
    if (!seen || digest_of(device, *seen) != digest) {
        store.outdate(EntryKind::findings);
        return false;
    }
    const stored::Frame frame = frame_of(*analysis_.fabric, device, *seen, files_);
    Arena arena;
    stored::Reader reader(found, frame, arena);
    RuleOutput kept;
    if (!read(reader, kept)) {
        store.refuse(EntryKind::findings, "its content cannot be read");
        return false;
    }
    output = std::move(kept);
    return true;
}

void KeptFindings::keep(std::uint32_t device, Sight& sight, const RuleOutput& output) const
{
    if (sight.saw_everything() || !may_keep(output))
        return;
    const std::vector<Seen> seen = sight.take();
    if (std::ranges::any_of(seen, [&](const Seen& one) { return one.device >= inputs_.devices.size(); }))
        return;
    stored::ByteWriter list;
    list.number(seen.size());
    for (const Seen& one : seen) {
        list.byte(static_cast<std::uint8_t>(one.what));
        list.raw(inputs_.devices[one.device].identity.data(), sizeof(Digest));
        list.number(one.port);
    }
    const stored::Frame frame = frame_of(*analysis_.fabric, device, seen, files_);
    stored::Writer found(frame);
    write(found, output);
    if (!found.complete())
        return;
    stored::ByteWriter entry;
    const Digest digest = digest_of(device, seen);
    entry.raw(digest.data(), digest.size());
    entry.text(list.bytes());
    entry.text(found.take());
    inputs_.store->save(EntryKind::findings, key_of(device), entry.take());
}

}
