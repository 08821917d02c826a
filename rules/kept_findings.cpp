// SPDX-License-Identifier: Apache-2.0
// Stored findings: the keys of their entries, and whether an entry is still valid.
#include "rules/kept_findings.h"

#include "rules/kept_output.h"
#include "rules/seen_writer.h"

#include <algorithm>

namespace rocelint {
namespace {

using stored::EntryKind;
using Seen = Sight::Seen;

}

KeptFindings::KeptFindings(
    const Analysis& analysis, const std::vector<const Rule*>& rules, const KeptInputs& inputs)
    : analysis_(analysis), inputs_(inputs)
{
    const Fabric& fabric = *analysis.fabric;
    files_.resize(fabric.sources.size());
    for (std::uint32_t source = 0; source < files_.size(); ++source)
        files_[source] = {of_no_device, source};
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
        seen.out().number(place_of_rule(rule));
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

// The files and devices that findings may refer to: the device itself, what the rules looked at, and the
// topology and policy.
stored::Frame frame_of(const Fabric& fabric,
    std::uint32_t device,
    const std::vector<Seen>& seen,
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& files)
{
    std::vector<std::pair<std::uint32_t, std::size_t>> devices{{device, 0}};
    for (std::size_t at = 0; at < seen.size(); ++at)
        devices.emplace_back(seen[at].device, at + 1);
    // Keep each device where it first occurs: this order is the same in every run, device numbers are not.
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
    // Files that belong to no device and have the lowest ids in every run.
    constexpr std::uint32_t ours = 2 + most_policy_files;
    for (std::uint32_t source = 0; source < ours && source < files.size(); ++source) {
        const Source* file = fabric.sources.find(source);
        if (file != nullptr && files[source].first == of_no_device)
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
    if (!read_output(reader, kept)) {
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
    write_output(found, output);
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
