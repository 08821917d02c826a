// SPDX-License-Identifier: Apache-2.0
// Paths through InfiniBand, and where its forwarding tables lead, for programs.
#include "cli/report/trace/trace_data.h"
#include "models/syntax/json/json_writer.h"

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

class InfinibandJson {
public:
    InfinibandJson(JsonWriter& out, const TraceData& data) : out_(out), data_(data) { }

    void write()
    {
        out_.begin_object(Layout::rows);
        out_.key("walks").begin_array(Layout::rows);
        for (const proof::LidWalk& walk : data_.lid_walks)
            write_walk(walk);
        out_.end();
        out_.key("subnets").begin_array(Layout::rows);
        for (const TracedSubnet& subnet : data_.subnets)
            write_subnet(subnet);
        out_.end();
        out_.end();
    }

private:
    [[nodiscard]] const Subnet& subnet_of(std::uint32_t device) const
    {
        return *data_.fabric().devices[device].subnet;
    }

    void lane(std::uint8_t vl, std::uint8_t unknown)
    {
        out_.key("vl");
        if (vl == unknown)
            out_.null();
        else
            out_.number(vl);
    }

    void write_walk(const proof::LidWalk& walk)
    {
        const Subnet& subnet = subnet_of(walk.device);
        out_.begin_object(Layout::rows);
        out_.text("from", subnet.port_name(walk.from));
        out_.text("to", subnet.port_name(walk.to));
        out_.count("lid", walk.lid);
        out_.count("sl", walk.sl);
        out_.key("sl_assumed").boolean(!walk.sl_of_path);
        out_.text("verdict", name_of(walk.grade()));
        out_.text("outcome", outcome_text(walk, subnet));
        out_.key("hops").begin_array(Layout::rows);
        for (const proof::LidHop& hop : walk.hops) {
            out_.begin_object();
            out_.text("from", subnet.port_name(hop.from));
            out_.text_or_null("to", hop.to == Subnet::none ? std::string() : subnet.port_name(hop.to));
            lane(hop.vl, proof::LidHop::unknown_lane);
            out_.end();
        }
        out_.end();
        out_.end();
    }

    void texts(std::string_view key, const std::vector<std::string>& lines)
    {
        out_.key(key).begin_array(Layout::rows);
        for (const std::string& line : lines)
            out_.string(line);
        out_.end();
    }

    void write_subnet(const TracedSubnet& traced)
    {
        const Subnet& subnet = subnet_of(traced.device);
        const proof::CreditProof& proof = traced.credits;
        out_.begin_object(Layout::rows);
        out_.text("subnet", data_.fabric().devices[traced.device].name);
        out_.key("proven").boolean(proof.proven());
        out_.text_or_null("routes", proof.routes);
        out_.count("switches", proof.switches);
        out_.count("channels", proof.channels);
        out_.count("dependencies", proof.dependencies);
        out_.key("loops").begin_array(Layout::rows);
        for (const proof::CreditLoop& loop : proof.loops)
            write_loop(loop, subnet);
        out_.end();
        std::vector<std::string> faults;
        for (const lid_routing::RouteFault& fault : proof.faults)
            faults.push_back(proof::to_text(fault, subnet));
        if (proof.cut_off_pairs != 0)
            faults.push_back(proof::cut_off_text(proof, subnet));
        texts("faults", faults);
        texts("unproven", proof.unproven);
        out_.end();
    }

    void write_loop(const proof::CreditLoop& loop, const Subnet& subnet)
    {
        out_.begin_object(Layout::rows);
        out_.key("management").boolean(loop.management);
        out_.key("sure").boolean(loop.sure);
        out_.key("hops").begin_array(Layout::rows);
        for (const proof::CreditHop& hop : loop.hops) {
            out_.begin_object();
            out_.text("from", subnet.port_name(hop.from));
            out_.text("to", subnet.port_name(hop.to));
            lane(hop.vl, proof::CreditHop::any_lane);
            out_.key("lids").begin_array();
            for (const Lid lid : hop.lids)
                out_.number(lid);
            out_.end();
            out_.end();
        }
        out_.end();
        out_.end();
    }

    JsonWriter& out_;
    const TraceData& data_;
};

}

void write_infiniband(JsonWriter& out, const TraceData& data) { InfinibandJson(out, data).write(); }

}
