// SPDX-License-Identifier: Apache-2.0
// The same answers as in the text, with every term, for spreadsheets and scripts.
#include "cli/command/reference/headroom_answer.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

void write_terms(JsonWriter& out, const physics::Terms& terms)
{
    out.key("terms").begin_array();
    for (const physics::Term& term : terms) {
        out.begin_object();
        out.text("name", term.name);
        out.key("bytes").decimal(term.bytes);
        out.text("source", term.source);
        out.end();
    }
    out.end();
}

void write_input(JsonWriter& out, const HeadroomOptions& options)
{
    const physics::HeadroomInput& input = options.input;
    out.key("input").begin_object();
    out.count("speed", input.speed.count);
    out.count("lanes", input.lanes);
    out.count("mtu", input.mtu.count);
    out.count("lossless_mtu", input.lossless_mtu.count);
    out.key("small_packets").decimal(input.small_packets.value());
    out.count("gearbox_ns", static_cast<std::uint64_t>(input.gearbox.count()));
    out.count("macsec_ns", static_cast<std::uint64_t>(input.macsec.count()));
    out.count("response_quanta", input.response_quanta.value_or(0));
    out.count("interfaces", input.interfaces);
    out.count("shared_headroom_ratio", options.oversubscription);
    out.text_or_null("asic", options.asic == nullptr ? std::string_view{} : options.asic->name);
    out.text_or_null("nic", options.nic == nullptr ? std::string_view{} : options.nic->name);
    out.key("assumed").begin_array();
    for (const std::string& assumed : options.assumed)
        out.string(assumed);
    out.end();
    out.end();
}

void write_answer(JsonWriter& out, const HeadroomOptions& options, const HeadroomAnswer& answer)
{
    out.begin_object();
    out.text("model", answer.model);
    out.text("title", answer.title);
    out.key("largest").boolean(answer.largest);
    out.count("xon", answer.headroom.xon.count);
    out.count("xoff", answer.headroom.xoff.count);
    out.count("size", answer.headroom.size.count);
    if (answer.cell.count != 0) {
        out.count("cells", answer.headroom.cells);
        out.count("cell", answer.cell.count);
    }
    if (answer.table != nullptr) {
        out.text("sku", answer.table->sku);
        out.count("row_cable", answer.cable.count);
        out.key("shared_headroom").boolean(answer.table->shared_headroom);
    }
    if (options.oversubscription != 0 && answer.model == "lua")
        out.count("pool_share", pool_share(options, answer.headroom.xoff).count);
    out.text_or_null("note", answer.note);
    write_terms(out, answer.headroom.terms);
    out.end();
}

void write_nic(JsonWriter& out, const HeadroomOptions& options, Metres cable)
{
    out.key("nic_buffer");
    if (options.nic == nullptr) {
        out.null();
        return;
    }
    const physics::NicBuffer buffer = nic_buffer(options, cable);
    out.begin_object();
    out.count("xoff_delta", buffer.xoff_delta.count);
    out.count("size", buffer.size.count);
    write_terms(out, buffer.terms);
    out.end();
}

}

std::string headroom_json(const HeadroomOptions& options)
{
    JsonWriter out;
    out.begin_object(Layout::rows);
    out.count("schema_version", SchemaVersions::headroom);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    write_input(out, options);
    out.key("answers").begin_array(Layout::rows);
    for (const Metres cable : cables_of(options)) {
        const HeadroomAnswers answers = answer_headroom(options, cable);
        out.begin_object(Layout::rows);
        out.count("cable", cable.count);
        out.count("floor", answers.floor.count);
        out.key("models").begin_array(Layout::rows);
        for (const HeadroomAnswer& answer : answers.models)
            write_answer(out, options, answer);
        out.end();
        write_nic(out, options, cable);
        out.key("notes").begin_array();
        for (const std::string& note : answers.notes)
            out.string(note);
        out.end();
        out.end();
    }
    out.end();
    out.end();
    return out.take();
}

}
