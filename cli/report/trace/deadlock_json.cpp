// SPDX-License-Identifier: Apache-2.0
// Rings and their witnesses for programs, with the bound up to which no other rings exist.
#include "cli/report/trace/trace_data.h"
#include "models/syntax/json/json_writer.h"

namespace rocelint::cli {
namespace {

class DeadlockJson {
public:
    DeadlockJson(JsonWriter& out, const TraceData& data)
        : out_(out), data_(data), fabric_(data.fabric()), proof_(*data.deadlock)
    {
    }

    void write()
    {
        out_.begin_object(JsonWriter::Layout::rows);
        out_.key("proven").boolean(proof_.proven());
        out_.count("buffers", proof_.buffers);
        out_.count("dependencies", proof_.dependencies);
        out_.count("include_failures", proof_.include_failures);
        out_.count("elements", proof_.elements);
        out_.count("examined", proof_.examined);
        out_.key("bound_reached").boolean(proof_.bound_reached);
        out_.key("rings").begin_array(JsonWriter::Layout::rows);
        for (const proof::Ring& ring : proof_.rings)
            write_ring(ring);
        out_.end();
        out_.key("unknown").begin_array();
        for (const PortId id : proof_.unknown)
            out_.string(port_label(fabric_, id));
        out_.end();
        out_.end();
    }

private:
    void place(Span at)
    {
        const Place found = data_.places.find(at);
        out_.text_or_null("file", found.source == nullptr ? std::string_view{} : found.source->path());
        out_.key("line");
        if (found.source == nullptr)
            out_.null();
        else
            out_.number(found.begin.line);
    }

    void write_ring(const proof::Ring& ring)
    {
        out_.begin_object(JsonWriter::Layout::rows);
        out_.text("cause", fabric_.devices[ring.cause.device].name);
        out_.text("by", proof::name_of(ring.cause.source));
        place(ring.cause_at);
        out_.text_or_null("failure", proof::describe(ring.failures, fabric_));
        out_.key("assumed").boolean(ring.assumed);
        out_.key("hops").begin_array(JsonWriter::Layout::rows);
        for (const proof::RingHop& hop : ring.hops)
            write_hop(hop);
        out_.end();
        out_.key("proposals").begin_array();
        for (const proof::Proposal& proposal : ring.proposals)
            out_.string(proposal.text);
        out_.end();
        out_.end();
    }

    void write_hop(const proof::RingHop& hop)
    {
        const routing::Channel& channel = data_.proof.graph().channel(hop.buffer.channel);
        out_.begin_object();
        out_.text("from", port_label(fabric_, channel.from));
        out_.text("to", port_label(fabric_, channel.to));
        out_.count("priority", hop.buffer.priority);
        out_.key("bounced").boolean(hop.buffer.moved);
        out_.text_or_null(
            "for", hop.endpoint < proof_.endpoints.size() ? proof_.endpoints[hop.endpoint] : "");
        out_.text("brought_by", proof::name_of(hop.came_by));
        out_.text("by", proof::name_of(hop.source));
        place(hop.evidence.somewhere() ? hop.evidence : hop.came_evidence);
        out_.end();
    }

    JsonWriter& out_;
    const TraceData& data_;
    const Fabric& fabric_;
    const proof::DeadlockProof& proof_;
};

}

void write_deadlock(JsonWriter& out, const TraceData& data) { DeadlockJson(out, data).write(); }

}
