// SPDX-License-Identifier: Apache-2.0
#include "cli/report/json/schema_versions.h"
#include "cli/report/simulate/simulate_report.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

void time_or_null(JsonWriter& out, std::string_view name, const std::optional<simulate::Nanoseconds>& time)
{
    out.key(name);
    if (time)
        out.decimal(time->count());
    else
        out.null();
}

void bytes_or_null(JsonWriter& out, std::string_view name, const std::optional<Bytes>& size)
{
    out.key(name);
    if (size)
        out.number(size->count);
    else
        out.null();
}

class SimulateJson {
public:
    explicit SimulateJson(const SimulateData& data) : data_(data) { }

    std::string write()
    {
        out_.begin_object(Layout::rows);
        out_.count("schema_version", SchemaVersions::simulate);
        out_.key("tool").begin_object();
        out_.text("name", "rocelint");
        out_.text("version", version);
        out_.end();
        rows("incasts", [&](const SimulatedFabric& fabric) {
            for (const SimulatedIncast& one : fabric.incasts)
                write(fabric, one);
        });
        rows("loads", [&](const SimulatedFabric& fabric) {
            for (const SimulatedLoad& load : fabric.loads)
                write(fabric, load);
        });
        rows("lost_traffic", [&](const SimulatedFabric& fabric) {
            for (const std::string& sentence : fabric.lost_traffic)
                out_.string(sentence);
        });
        rows("not_simulated", [&](const SimulatedFabric& fabric) {
            for (const simulate::NotSimulated& one : fabric.refused) {
                begin(fabric, one.device, one.rdma_class);
                ports("ports", fabric, one.device, one.ports);
                out_.text("reason", one.reason);
                out_.end();
            }
        });
        rows("assumptions", [&](const SimulatedFabric& fabric) {
            if (fabric.incasts.empty() && fabric.loads.empty())
                return;
            for (const std::string& sentence : simulate_assumptions(data_, fabric)) {
                out_.begin_object();
                if (!fabric.folder.empty())
                    out_.text("fabric", fabric.folder);
                out_.text("text", sentence);
                out_.end();
            }
        });
        out_.end();
        return out_.take();
    }

private:
    template <class Write>
    void rows(std::string_view name, Write write_rows)
    {
        out_.key(name).begin_array(Layout::rows);
        for (const auto& fabric : data_.fabrics)
            write_rows(*fabric);
        out_.end();
    }

    void begin(const SimulatedFabric& fabric, std::uint32_t device, std::size_t rdma_class)
    {
        out_.begin_object();
        if (!fabric.folder.empty())
            out_.text("fabric", fabric.folder);
        out_.text("device", fabric.fabric.devices[device].name);
        out_.text("class", fabric.analysis.classes.classes[rdma_class].label());
    }

    void ports(std::string_view name,
        const SimulatedFabric& fabric,
        std::uint32_t device,
        const std::vector<std::uint32_t>& numbers)
    {
        out_.key(name).begin_array();
        for (const std::uint32_t number : numbers)
            out_.string(fabric.fabric.devices[device].ports[number].name);
        out_.end();
    }

    void write(const SimulatedFabric& fabric, const SimulatedIncast& one)
    {
        const simulate::ConfiguredIncast& incast = one.incast;
        begin(fabric, incast.device, incast.rdma_class);
        ports("egress_ports", fabric, incast.device, incast.egress);
        out_.count("egress_speed", incast.values.egress_rate.count);
        ports("sender_ports", fabric, incast.device, incast.senders);
        out_.count("sender_speed", incast.values.sender_rate.count);
        out_.count("most_senders", incast.most);
        out_.count("packet_bytes", incast.values.packet.count);
        out_.key("feedback_ns").decimal(incast.values.feedback.count());
        threshold(incast.fill);
        marking(incast);
        headroom(incast, fabric.fabric.devices[incast.device]);
        out_.key("senders").begin_array();
        for (const SimulatedRow& row : one.rows)
            write(row);
        out_.end();
        ranges("pause_first", one.verdicts.pause_first, incast.values.marking.has_value());
        ranges("loses", one.verdicts.loses, incast.values.headroom.has_value());
        out_.end();
    }

    void write(const SimulatedFabric& fabric, const SimulatedLoad& load)
    {
        const Device& device = fabric.fabric.device(load.port.egress);
        begin(fabric, load.port.egress.device, load.port.rdma_class);
        out_.text("port", fabric.fabric.port(load.port.egress).name);
        out_.key("speed");
        if (load.port.values.egress_rate.count == 0)
            out_.null();
        else
            out_.number(load.port.values.egress_rate.count);
        out_.key("offered").decimal(load.port.bits_per_second);
        out_.key("overfilled").boolean(load.port.overfilled());
        out_.key("senders").begin_array();
        for (std::size_t index = 0; index < load.port.senders.size(); ++index)
            write(device, load, index);
        out_.end();
        if (load.forms)
            write(*load.forms);
        if (!load.port.refused.empty())
            out_.text("not_simulated", load.port.refused);
        out_.key("packets");
        if (load.packets)
            write(*load.packets);
        else
            out_.null();
        out_.end();
    }

    void write(const Device& device, const SimulatedLoad& load, std::size_t index)
    {
        const simulate::LoadedSender& sender = load.port.senders[index];
        out_.begin_object();
        out_.text("port", device.ports[sender.port].name);
        out_.key("offered").decimal(sender.values.highest_rate());
        out_.key("start_ns").decimal(sender.values.steps.front().from.count());
        out_.key("rates").begin_array();
        for (const simulate::RateStep& step : sender.values.steps) {
            out_.begin_object();
            out_.key("from_ns").decimal(step.from.count());
            out_.key("bits_per_second").decimal(step.bits_per_second);
            out_.end();
        }
        out_.end();
        if (load.forms) {
            const simulate::MixedSenderForms& forms = load.forms->senders[index];
            time_or_null(out_, "pause_ns", forms.with_the_first ? forms.to_pause : std::nullopt);
            bytes_or_null(out_,
                "headroom_bytes",
                sender.headroom ? std::optional(sender.headroom->size) : std::nullopt);
            bytes_or_null(out_, "headroom_used_bytes", forms.headroom_used);
            bytes_or_null(out_, "lost_bytes", forms.lost);
        }
        out_.end();
    }

    void write(const simulate::MixedForms& forms)
    {
        time_or_null(out_, "grows_from_ns", forms.grows_from);
        time_or_null(out_, "first_mark_ns", forms.to_mark);
        time_or_null(out_, "first_pause_ns", forms.to_pause);
        out_.key("marks_in_time");
        if (forms.marks_in_time)
            out_.boolean(*forms.marks_in_time);
        else
            out_.null();
        out_.count("queue_bytes", forms.queue_at_pause.count);
        bytes_or_null(out_, "lost_bytes", forms.lost());
    }

    void threshold(const PauseFill& fill)
    {
        out_.key("threshold").begin_object();
        out_.key("fixed_bytes");
        if (fill.fixed)
            out_.number(fill.pause_at.count);
        else
            out_.null();
        out_.key("alpha");
        if (fill.fixed || fill.alpha.infinite)
            out_.null();
        else
            out_.decimal(fill.alpha.value);
        out_.key("unlimited").boolean(!fill.fixed && fill.alpha.infinite);
        out_.count("pool_bytes", fill.shared.count);
        out_.end();
    }

    void marking(const simulate::ConfiguredIncast& incast)
    {
        out_.key("marking").begin_object();
        if (incast.values.marking) {
            out_.text_or_null("profile", incast.marking_name);
            out_.count("min_bytes", incast.values.marking->low.count);
            out_.count("max_bytes", incast.values.marking->high.count);
            out_.key("max_probability").decimal(incast.values.marking->most);
        } else {
            out_.text("not_computed", incast.no_marking);
        }
        out_.end();
    }

    void headroom(const simulate::ConfiguredIncast& incast, const Device& device)
    {
        out_.key("headroom").begin_object();
        if (incast.headroom) {
            out_.text("port", device.ports[incast.headroom->port].name);
            out_.count("bytes", incast.headroom->size.count);
            bytes_or_null(out_, "pool_bytes", incast.values.headroom->pool);
            out_.key("cable_metres").decimal(incast.headroom->cable.length.exact());
            out_.count("response_quanta", incast.headroom->response_quanta);
        } else {
            out_.text("not_simulated", incast.no_headroom);
        }
        out_.end();
    }

    void write(const SimulatedRow& row)
    {
        const simulate::IncastForms& forms = row.forms;
        out_.begin_object();
        out_.count("senders", row.senders);
        time_or_null(out_, "first_mark_ns", forms.to_mark);
        time_or_null(out_, "first_pause_ns", forms.to_pause);
        out_.count("group_bytes", forms.group_at_pause.count);
        out_.count("queue_bytes", forms.queue_at_pause.count);
        bytes_or_null(out_, "headroom_used_bytes", forms.headroom_used);
        bytes_or_null(out_, "headroom_need_bytes", forms.headroom_need);
        bytes_or_null(out_, "headroom_pool_used_bytes", forms.pool_used);
        bytes_or_null(out_, "lost_bytes_per_sender", forms.lost);
        out_.key("packets");
        if (row.packets)
            write(*row.packets);
        else
            out_.null();
        out_.end();
    }

    void write(const simulate::PacketOutcome& packets)
    {
        out_.begin_object();
        out_.text("congestion_control", word_of_control(data_.control));
        out_.key("duration_ns").decimal(data_.duration.count());
        out_.count("seed", data_.seed);
        time_or_null(out_, "first_mark_ns", packets.first_mark);
        time_or_null(out_, "first_pause_ns", packets.first_pause);
        out_.count("marked_packets", packets.marked);
        out_.count("pause_frames", packets.pauses);
        out_.count("queue_bytes", packets.most_queue.count);
        out_.count("headroom_used_bytes", packets.most_headroom.count);
        out_.count("headroom_pool_used_bytes", packets.most_pool.count);
        out_.count("delivered_bytes", packets.delivered.count);
        out_.count("lost_bytes", packets.lost.count);
        out_.key("queue").begin_array();
        for (const Bytes fill : packets.queue)
            out_.number(fill.count);
        out_.end();
        out_.end();
    }

    // Null where it is unknown.
    void ranges(std::string_view name, const std::vector<simulate::SenderRange>& found, bool known)
    {
        out_.key(name);
        if (!known)
            return out_.null();
        out_.begin_array();
        for (const simulate::SenderRange& range : found) {
            out_.begin_object();
            out_.count("from", range.from);
            out_.count("to", range.to);
            out_.end();
        }
        out_.end();
    }

    const SimulateData& data_;
    JsonWriter out_;
};

}

std::string simulate_json(const SimulateData& data) { return SimulateJson(data).write(); }

}
