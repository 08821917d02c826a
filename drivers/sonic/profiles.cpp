// SPDX-License-Identifier: Apache-2.0
// Schedulers and WRED profiles. A colour that is marked is not counted as dropped, and an unknown mode is unread
// rather than "off".
#include "drivers/sonic/reader.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::sonic {
namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

template <class Named>
Named& find_or_add(Reader& reader, NameIndex& names, std::vector<Named>& list, const Row& row)
{
    const std::uint32_t known = names.find(row.key, reader.space(row));
    if (known != NameIndex::none)
        return list[known];
    Named& fresh = list.emplace_back();
    fresh.name = reader.keep(*row.tree, row.key);
    fresh.at = row.span();
    names.put(fresh.name, static_cast<std::uint32_t>(list.size() - 1), reader.space(row));
    return fresh;
}

void take_scheduler_type(Reader& reader, Scheduler& scheduler, const Row& row, const Node& field)
{
    const std::string_view type = reader.text(row, field);
    // Files for swssconfig say algorithm and PRIORITY.
    if (type == "STRICT" || type == "PRIORITY")
        scheduler.kind = {SchedulerKind::strict, reader.at(row, field)};
    else if (type == "DWRR" || type == "WRR")
        scheduler.kind = {SchedulerKind::weighted, reader.at(row, field)};
    else
        reader.problem(row.span_of(field),
            fmt::format("\"{}\" is not a scheduler type: write DWRR, WRR or STRICT", type.substr(0, 40)));
}

void take_scheduler(Reader& reader, Scheduler& scheduler, const Row& row)
{
    const Node* pir = nullptr;
    bool in_packets = false;
    for (const Node& field : *row.fields) {
        field.mark(CoverageState::read);
        if (field.key == "type" || field.key == "algorithm") {
            take_scheduler_type(reader, scheduler, row, field);
        } else if (field.key == "weight") {
            if (const auto weight = reader.number(row, field, 0xffffffffU))
                scheduler.weight = {static_cast<std::uint32_t>(*weight), reader.at(row, field)};
        } else if (field.key == "pir") {
            pir = &field;
        } else if (field.key == "meter_type") {
            in_packets = reader.text(row, field) == "packets";
        } else if (field.key == "cir") {
            field.mark(CoverageState::unsupported);
        } else if (field.key == "cbs" || field.key == "pbs" || field.key == "priority"
            || field.key == "NULL") {
            // orchagent ignores the priority; bursts are a matter of the shaper alone.
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
    // sonic-scheduler.yang: bytes a second, unless the meter counts packets.
    const auto rate = reader.number(row, *pir, no_limit / 8);
    if (rate && !in_packets)
        scheduler.limit = {BitsPerSecond{*rate * 8}, reader.at(row, *pir)};
    else if (in_packets)
        scheduler.limit = Setting<BitsPerSecond>::unread(reader.origins().unread("pir counts packets"));
}

// The fields of one colour; the ECN thresholds of their own exist since 2026 and otherwise follow those of WRED.
struct ColourFields {
    const Node* enable = nullptr;
    const Node* min = nullptr;
    const Node* max = nullptr;
    const Node* probability = nullptr;
    const Node* ecn_min = nullptr;
    const Node* ecn_max = nullptr;
    const Node* ecn_probability = nullptr;
};

constexpr std::array<std::string_view, 3> colour_names{"green", "yellow", "red"};

// "green_min_threshold", "wred_red_enable" or "ecn_yellow_mark_probability": the slot for it, or null.
const Node** slot_of(std::array<ColourFields, 3>& colours, std::string_view key)
{
    const bool ecn = key.starts_with("ecn_");
    const bool wred = key.starts_with("wred_");
    key.remove_prefix(ecn ? 4 : wred ? 5 : 0);
    for (std::size_t colour = 0; colour < colours.size(); ++colour) {
        if (!key.starts_with(colour_names[colour]))
            continue;
        key.remove_prefix(colour_names[colour].size());
        ColourFields& fields = colours[colour];
        if (wred)
            return key == "_enable" ? &fields.enable : nullptr;
        if (key == "_min_threshold")
            return ecn ? &fields.ecn_min : &fields.min;
        if (key == "_max_threshold")
            return ecn ? &fields.ecn_max : &fields.max;
        if (key == (ecn ? "_mark_probability" : "_drop_probability"))
            return ecn ? &fields.ecn_probability : &fields.probability;
        return nullptr;
    }
    return nullptr;
}

// Bit per colour, or nothing for a word that SONiC does not know.
std::optional<unsigned> marked_colours(std::string_view ecn)
{
    struct Mode {
        std::string_view word;
        unsigned colours;
    };
    static constexpr auto modes = std::to_array<Mode>({
        {"ecn_none", 0},
        {"ecn_green", 1},
        {"ecn_yellow", 2},
        {"ecn_green_yellow", 3},
        {"ecn_red", 4},
        {"ecn_green_red", 5},
        {"ecn_yellow_red", 6},
        {"ecn_all", 7},
    });
    for (const Mode& mode : modes) {
        if (mode.word == ecn)
            return mode.colours;
    }
    return std::nullopt;
}

void take_threshold(Reader& reader, const Row& row, const Node* field, Setting<Bytes>& setting)
{
    if (field == nullptr)
        return;
    const auto bytes = reader.number(row, *field, no_limit);
    setting = {Bytes{bytes.value_or(0)},
        bytes ? reader.at(row, *field) : reader.origins().unread("the threshold is not a number")};
}

void take_curve(
    Reader& reader, const Row& row, const ColourFields& fields, const Setting<bool>& marks, EcnCurve& curve)
{
    curve.marks = marks;
    const bool marked = marks.is(true);
    take_threshold(
        reader, row, marked && fields.ecn_min != nullptr ? fields.ecn_min : fields.min, curve.min_threshold);
    take_threshold(
        reader, row, marked && fields.ecn_max != nullptr ? fields.ecn_max : fields.max, curve.max_threshold);
    const Node* probability
        = marked && fields.ecn_probability != nullptr ? fields.ecn_probability : fields.probability;
    if (probability == nullptr) {
        curve.max_probability = {Percent::whole(100),
            reader.absent(Table::wred_profile, reader.platform_default("wred_drop_probability"))};
    } else if (const auto percent = reader.number(row, *probability, 100)) {
        curve.max_probability
            = {Percent::whole(static_cast<std::uint32_t>(*percent)), reader.at(row, *probability)};
    }
    if (fields.enable == nullptr) {
        curve.drops = {false, reader.absent(Table::wred_profile, reader.platform_default("wred_enable"))};
    } else if (const auto on = reader.flag(row, *fields.enable)) {
        // Of a marked colour, ECN-capable packets are marked where others would be dropped (saiwred.h).
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
        if (field.key == "ecn")
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
        marked = marked_colours(reader.text(row, *ecn));
        origin = marked ? reader.at(row, *ecn) : reader.origins().unread("SONiC does not know this ecn mode");
        if (!marked)
            reader.problem(
                row.span_of(*ecn), fmt::format("ecn \"{}\" is not known", ecn->value.substr(0, 40)));
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
    for (const Row& row : reader.rows(Table::scheduler))
        take_scheduler(reader, find_or_add(reader, reader.schedulers, reader.device().schedulers, row), row);
}

void read_wred_profiles(Reader& reader)
{
    for (const Row& row : reader.rows(Table::wred_profile))
        take_wred(reader, find_or_add(reader, reader.ecn_profiles, reader.device().ecn_profiles, row), row);
}

}
