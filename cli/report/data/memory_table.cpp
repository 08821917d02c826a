// SPDX-License-Identifier: Apache-2.0
// A table of how full each switch's packet memory is. A sum with an unknown part is shown as "at least".
#include "cli/report/data/memory_table.h"

#include "analysis/facts/memory/memory_sum.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"

namespace rocelint::cli {
namespace {

void count_or_null(JsonWriter& out, std::string_view name, bool known, std::uint64_t count)
{
    out.key(name);
    if (known)
        out.number(count);
    else
        out.null();
}

void write_view(JsonWriter& out, std::string_view fabric, const Device& device, const MemoryView& view)
{
    const bool known = view.asic != nullptr && view.sum.memory;
    out.begin_object();
    if (!fabric.empty())
        out.text("fabric", fabric);
    out.text("device", device.name);
    out.text("view", name_of(view.direction));
    out.text_or_null("asic", view.asic == nullptr ? std::string_view{} : view.asic->name);
    out.count("reserved", view.sum.reserved.count);
    out.count("headroom", view.sum.headroom.count);
    out.count("pools", view.sum.pools.count);
    out.key("adds_up").boolean(view.adds_up);
    out.count("total", view.total().count);
    count_or_null(out, "memory", known, view.sum.memory.value_or(Bytes{}).count);
    out.text_or_null("source", known ? view.memory_source : std::string_view{});
    out.key("shared_headroom").boolean(view.shared_headroom);
    out.count("lossless_groups", view.lossless_groups);
    out.count("wanted_headroom", view.wanted_headroom.count);
    out.key("oversubscription");
    if (const auto ratio = view.oversubscription())
        out.decimal(*ratio);
    else
        out.null();
    count_or_null(
        out, "ports_until_loss", view.ports_until_loss.has_value(), view.ports_until_loss.value_or(0));
    out.text_or_null("missing", view.missing);
    out.end();
}

void put_view(std::string& text, const Device& device, const MemoryView& view)
{
    append(text,
        "  {} {}: pools {}, headroom {}{}, reserved {}; {} {} of {}",
        visible(device.name),
        name_of(view.direction),
        view.sum.pools.count,
        view.sum.headroom.count,
        view.shared_headroom ? " (shared)" : "",
        view.sum.reserved.count,
        view.missing.empty() ? "total" : "at least",
        view.total().count,
        view.sum.memory ? std::to_string(view.sum.memory->count) : std::string("unknown memory"));
    if (view.ports_until_loss && *view.ports_until_loss >= view.lossless_groups)
        text += "; all lossless groups may fill their headroom at once";
    else if (view.ports_until_loss)
        append(text,
            "; {} of {} lossless groups may fill their headroom at once",
            *view.ports_until_loss,
            view.lossless_groups);
    if (!view.missing.empty())
        append(text, "; {}", visible(view.missing));
    text += '\n';
}

}

void write_memory(JsonWriter& out, const Fabric& fabric, std::string_view name)
{
    for (const Device& device : fabric.devices) {
        for (const MemoryView& view : memory_views(device))
            write_view(out, name, device, view);
    }
}

std::string describe_memory(const Fabric& fabric)
{
    constexpr std::size_t most_rows = 20;
    std::string text;
    std::size_t rows = 0;
    for (const Device& device : fabric.devices) {
        for (const MemoryView& view : memory_views(device)) {
            // Without the size of the chip's memory there is nothing to compare.
            if (view.sum.memory && ++rows <= most_rows)
                put_view(text, device, view);
        }
    }
    if (rows > most_rows)
        append(text, "  and {} more; --format json lists all\n", rows - most_rows);
    return text.empty() ? text : "packet memory in bytes:\n" + text;
}

}
