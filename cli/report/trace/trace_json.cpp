// SPDX-License-Identifier: Apache-2.0
// `trace` for programs: docs/schema/trace.schema.json. Within a version, fields are added but never renamed.
#include "cli/report/json/schema_versions.h"
#include "cli/report/trace/trace_data.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using JsonLayout = JsonWriter::Layout;

class TraceJson {
public:
    explicit TraceJson(const TraceData& data) : data_(data), fabric_(data.fabric()) { }

    std::string write()
    {
        out_.begin_object(JsonLayout::rows);
        out_.count("schema_version", SchemaVersions::trace);
        out_.key("tool").begin_object();
        out_.text("name", "rocelint");
        out_.text("version", version);
        out_.end();
        out_.text("verdict", name_of(data_.verdict()));
        out_.key("notes").begin_array(JsonLayout::rows);
        for (const std::string& note : data_.notes)
            out_.string(note);
        out_.end();
        if (data_.all)
            write_all(*data_.all);
        else
            write_pairs();
        if (!data_.lid_walks.empty() || !data_.subnets.empty())
            write_infiniband(out_.key("infiniband"), data_);
        out_.end();
        return out_.take();
    }

private:
    void port(std::string_view key, PortId id, std::string_view name = {})
    {
        out_.key(key).begin_object();
        const bool known = id.valid();
        out_.text_or_null("device", known ? std::string_view(fabric_.device(id).name) : name);
        out_.text_or_null("port",
            known && id.port < fabric_.device(id).ports.size() ? fabric_.port(id).name : std::string_view{});
        out_.end();
    }

    void endpoint(std::string_view key, std::uint32_t index)
    {
        const routing::Endpoint& one = data_.proof.destinations().endpoints[index];
        if (one.host.valid())
            port(key, one.host);
        else
            port(key, {}, one.name);
    }

    void place(Span at)
    {
        const Place found = data_.places.find(at);
        out_.text_or_null("file", found.source == nullptr ? std::string_view{} : found.source->path());
        for (const auto& [name, number] :
            {std::pair("line", found.begin.line), std::pair("column", found.begin.column)}) {
            out_.key(name);
            if (found.source == nullptr)
                out_.null();
            else
                out_.number(number);
        }
    }

    void step_members(const proof::Step& step)
    {
        out_.text("aspect", name_of(step.aspect));
        out_.text("outcome", name_of(step.outcome));
        out_.text("text", step.text);
        place(step.at);
        out_.text_or_null("default", step.by_default);
    }

    void steps(std::string_view key, const std::vector<proof::Step>& list)
    {
        out_.key(key).begin_array(JsonLayout::rows);
        for (const proof::Step& step : list) {
            out_.begin_object();
            port("at", step.port);
            step_members(step);
            out_.end();
        }
        out_.end();
    }

    void write_pairs()
    {
        out_.key("walks").begin_array(JsonLayout::rows);
        for (const TracedPair& pair : data_.pairs) {
            for (const proof::Walk& walk : pair.walks)
                write_walk(walk);
        }
        out_.end();
    }

    void write_walk(const proof::Walk& walk)
    {
        out_.begin_object(JsonLayout::rows);
        endpoint("from", walk.from);
        endpoint("to", walk.to);
        out_.text("packets", walk.packet.is_notification() ? "cnp" : "rdma");
        out_.text_or_null("class",
            walk.packet.is_notification() ? std::string_view{}
                                          : data_.proof.analysis().classes.classes[walk.kind].name);
        out_.count("dscp", walk.packet.dscp);
        out_.text("verdict", name_of(walk.outcome()));
        out_.count("paths", walk.paths);
        out_.count("proven", walk.proven());
        out_.count("unproven", walk.unproven);
        out_.count("broken", walk.broken);
        steps("source", walk.start);
        out_.key("hops").begin_array(JsonLayout::rows);
        for (const proof::WalkHop& hop : walk.hops)
            write_hop(hop);
        out_.end();
        write_first_fault(walk);
        out_.end();
    }

    void write_hop(const proof::WalkHop& hop)
    {
        out_.begin_object(JsonLayout::rows);
        out_.count("hop", hop.depth + 1U);
        const proof::Channel channel = hop.is_dead_end() ? proof::Channel{hop.hop.steps.front().port, {}, {}}
                                                         : data_.proof.channel(hop.channel);
        port("from", channel.from, channel.name);
        port("to", channel.to, channel.name);
        const bool configured = hop.route == routing::RouteSource::static_route;
        out_.text("route",
            configured                                         ? "configured"
                : hop.route == routing::RouteSource::learnt    ? "learnt"
                : hop.route == routing::RouteSource::connected ? "connected"
                                                               : "assumed");
        out_.count("paths", hop.paths);
        out_.text("outcome", name_of(hop.hop.outcome));
        steps("steps", hop.hop.steps);
        out_.end();
    }

    void write_first_fault(const proof::Walk& walk)
    {
        const FirstFault fault = first_fault(walk);
        out_.key("first_fault");
        if (fault.step == nullptr)
            return out_.null();
        out_.begin_object(JsonLayout::rows);
        port("at", fault.step->port);
        step_members(*fault.step);
        out_.key("hop");
        if (fault.hop == nullptr)
            out_.null();
        else
            out_.number(fault.hop->depth + 1U);
        out_.count("paths", fault.hop == nullptr ? walk.paths : fault.hop->paths);
        // More than anybody will look at; `paths` counts all.
        constexpr std::size_t most_paths = 1000;
        out_.key("crossing").begin_array(JsonLayout::rows);
        if (fault.hop != nullptr) {
            const auto index = static_cast<std::uint32_t>(fault.hop - walk.hops.data());
            for (const auto& path : proof::paths_through(walk, index, most_paths))
                write_path(walk, path);
        }
        out_.end();
        out_.end();
    }

    void write_path(const proof::Walk& walk, const std::vector<std::uint32_t>& path)
    {
        out_.begin_array();
        for (const std::string& label : path_labels(data_.proof, walk, path))
            out_.string(label);
        out_.end();
    }

    void write_all(const proof::AllPairs& all)
    {
        out_.count("endpoints", all.endpoints);
        out_.count("pairs", all.pairs);
        out_.count("proven", all.proven());
        out_.count("unproven", all.unproven);
        out_.count("broken", all.broken);
        out_.count("unreachable", all.unreachable);
        out_.count("assumed_hops", all.assumed_hops);
        if (data_.deadlock != nullptr)
            write_deadlock(out_.key("deadlock"), data_);
        out_.key("causes").begin_array(JsonLayout::rows);
        for (const proof::AffectedPairs& affected : all.causes)
            write_cause(affected);
        out_.end();
    }

    void write_cause(const proof::AffectedPairs& affected)
    {
        out_.begin_object(JsonLayout::rows);
        step_members(affected.cause.step);
        out_.key("ports").begin_array();
        for (const PortId id : affected.cause.ports)
            out_.string(port_label(fabric_, id));
        out_.end();
        out_.count("pairs", affected.pairs);
        out_.key("example");
        const auto example = counterexample(data_.proof, affected);
        if (!example) {
            out_.null();
        } else {
            out_.begin_object();
            endpoint("from", example->walk.from);
            endpoint("to", example->walk.to);
            out_.text("packets", example->walk.packet.is_notification() ? "cnp" : "rdma");
            out_.key("path");
            write_path(example->walk, example->path);
            out_.end();
        }
        out_.end();
    }

    const TraceData& data_;
    const Fabric& fabric_;
    JsonWriter out_;
};

}

std::string trace_json(const TraceData& data) { return TraceJson(data).write(); }

}
