// SPDX-License-Identifier: Apache-2.0
// Schedulers and WRED profiles. A color that is marked does not
// count as dropped, and an unknown mode is unread rather than "off".
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::sonic {
namespace {

void take_scheduler(Reader& reader, Scheduler& scheduler, const Row& row)
{
    const Node* pir = nullptr;
    bool in_packets = false;
    for (const Node& field : *row.fields) {
        field.mark(CoverageState::read);
        // Files for swssconfig call the field algorithm.
        if (field.key == scheduler_type.name || field.key == "algorithm") {
            if (const auto kind = reader.word(row, field, scheduler_type))
                scheduler.kind = {*kind, reader.at(row, field)};
        } else if (field.key == scheduler_weight.name()) {
            if (const auto weight = reader.number(row, field, scheduler_weight))
                scheduler.weight = {static_cast<std::uint32_t>(*weight), reader.at(row, field)};
        } else if (field.key == scheduler_pir.name()) {
            pir = &field;
        } else if (field.key == "meter_type") {
            in_packets = reader.text(row, field) == "packets";
        } else if (field.key == "cir") {
            field.mark(CoverageState::unsupported);
        } else if (field.key == "cbs" || field.key == "pbs" || field.key == "priority"
            || field.key == "NULL") {
            // orchagent ignores the priority; burst sizes affect only the shaper.
            field.mark(CoverageState::irrelevant);
        } else if (field.key != "name") {
            field.mark(CoverageState::unrecognised);
        }
    }
    if (scheduler.kind.origin == OriginId{})
        scheduler.kind = {SchedulerKind::weighted,
            reader.absent(Table::scheduler, reader.platform_default("scheduler_type"))};
    if (scheduler.weight.origin == OriginId{} && scheduler.kind.is(SchedulerKind::weighted))
        scheduler.weight = {1, reader.absent(Table::scheduler, reader.platform_default("scheduler_weight"))};
    if (pir == nullptr)
        return;
    const auto rate = reader.number(row, *pir, scheduler_pir);
    if (rate && !in_packets)
        scheduler.limit = {BitsPerSecond{*rate * 8}, reader.at(row, *pir)};
    else if (in_packets)
        scheduler.limit = Setting<BitsPerSecond>::unread(reader.origins().unread("pir counts packets"));
}

// The fields of one color; separate ECN thresholds exist
// since 2026, and without them the WRED thresholds apply.
struct ColourFields {
    const Node* enable = nullptr;
    const Node* min = nullptr;
    const Node* max = nullptr;
    const Node* probability = nullptr;
    const Node* ecn_min = nullptr;
    const Node* ecn_max = nullptr;
    const Node* ecn_probability = nullptr;
};

// The slot for a key such as "green_min_threshold",
// "wred_red_enable" or "ecn_yellow_mark_probability", or null.
const Node** slot_of(std::array<ColourFields, 3>& colours, std::string_view key)
{
    const bool ecn = key.starts_with("ecn_");
    const bool wred = key.starts_with("wred_");
    key.remove_prefix(ecn ? 4 : wred ? 5 : 0);
    for (std::size_t colour = 0; colour < colours.size(); ++colour) {
        if (!key.starts_with(colour_words[colour]))
            continue;
        key.remove_prefix(colour_words[colour].size());
        ColourFields& fields = colours[colour];
        if (wred)
            return key == "_enable" ? &fields.enable : nullptr;
        if (!key.starts_with('_'))
            return nullptr;
        key.remove_prefix(1);
        if (key == wred_min.name())
            return ecn ? &fields.ecn_min : &fields.min;
        if (key == wred_max.name())
            return ecn ? &fields.ecn_max : &fields.max;
        if (key == (ecn ? "mark_probability" : wred_probability.name()))
            return ecn ? &fields.ecn_probability : &fields.probability;
        return nullptr;
    }
    return nullptr;
}

// Both views agree only that packets are marked where the curve is on.
constexpr std::string_view no_curve
    = "wred_green_enable is false unless it is set: sonic-buildimage issue 4545 reports that SAI then marks nothing, while "
      "saiwred.h lets the mark mode stand alone";

void take_curve(
    Reader& reader, const Row& row, const ColourFields& fields, const Setting<bool>& marks, EcnCurve& curve)
{
    curve.marks = marks;
    const bool marked = marks.is(true);
    const Node* min = marked && fields.ecn_min != nullptr ? fields.ecn_min : fields.min;
    const Node* max = marked && fields.ecn_max != nullptr ? fields.ecn_max : fields.max;
    if (min != nullptr)
        reader.size(row, *min, wred_min, curve.min_threshold);
    if (max != nullptr)
        reader.size(row, *max, wred_max, curve.max_threshold);
    const Node* probability
        = marked && fields.ecn_probability != nullptr ? fields.ecn_probability : fields.probability;
    if (probability == nullptr) {
        curve.max_probability = {Percent::whole(100),
            reader.absent(Table::wred_profile, reader.platform_default("wred_drop_probability"))};
    } else if (const auto percent = reader.number(row, *probability, wred_probability)) {
        curve.max_probability
            = {Percent::whole(static_cast<std::uint32_t>(*percent)), reader.at(row, *probability)};
    }
    const auto enabled = fields.enable == nullptr ? std::nullopt : reader.flag(row, *fields.enable);
    if (fields.enable == nullptr && marked && reader.whole()) {
        curve.drops = {false, reader.origins().derived(row.span(), {}, no_curve)};
    } else if (fields.enable == nullptr) {
        curve.drops = {false, reader.absent(Table::wred_profile, reader.platform_default("wred_enable"))};
    } else if (enabled.has_value() && !*enabled && marked) {
        curve.drops = {false, reader.origins().derived(row.span_of(*fields.enable), {}, no_curve)};
    } else if (const auto on = enabled) {
        // For a marked color, ECN-capable packets are marked where others would be dropped (saiwred.h).
        curve.drops = {*on && !marked, reader.at(row, *fields.enable)};
        if (!marks.known() && *on)
            curve.drops = Setting<bool>::unread(marks.origin);
    }
}

void take_wred(Reader& reader, EcnProfile& profile, const Row& row)
{
    std::array<ColourFields, 3> colours{};
    const Node* ecn = nullptr;
    for (const Node& field : *row.fields) {
        const Node** slot = slot_of(colours, field.key);
        if (field.key == wred_ecn.name)
            slot = &ecn;
        if (slot != nullptr) {
            *slot = &field;
            field.mark(CoverageState::read);
        } else if (field.key == "NULL") {
            field.mark(CoverageState::irrelevant);
        }
    }
    std::optional<unsigned> marked = 0;
    OriginId origin;
    if (ecn == nullptr) {
        origin = reader.absent(Table::wred_profile, reader.platform_default("ecn"));
    } else {
        marked = reader.word(row, *ecn, wred_ecn);
        origin = marked ? reader.at(row, *ecn) : reader.origins().unread("SONiC does not know this ecn mode");
    }
    profile.curves.clear();
    for (std::size_t colour = 0; colour < colours.size(); ++colour) {
        EcnCurve& curve = profile.curves.emplace_back();
        curve.colour = static_cast<Colour>(colour);
        take_curve(reader, row, colours[colour], {((marked.value_or(0) >> colour) & 1U) != 0, origin}, curve);
    }
}

}

void read_schedulers(Reader& reader)
{
    std::vector<Scheduler>& schedulers = reader.device().schedulers;
    for (const Row& row : reader.rows(Table::scheduler))
        take_scheduler(reader, schedulers[reader.index_of(reader.schedulers, schedulers, row)], row);
}

void read_wred_profiles(Reader& reader)
{
    std::vector<EcnProfile>& profiles = reader.device().ecn_profiles;
    for (const Row& row : reader.rows(Table::wred_profile))
        take_wred(reader, profiles[reader.index_of(reader.ecn_profiles, profiles, row)], row);
}

}
