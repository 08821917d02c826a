// SPDX-License-Identifier: Apache-2.0
// SPDK's configuration, as `save_config` writes it: calls of its JSON-RPC, by subsystem (SPDK, doc/jsonrpc.md;
// module/bdev/nvme/bdev_nvme_rpc.c, rpc_bdev_nvme_options_decoders; lib/json/json_util.c: json_number_split refuses what is
// no number, and spdk_json_decode_object then the whole call).
#include "drivers/app_env/spdk.h"

#include "drivers/app_env/job/line_states.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <vector>

namespace rocelint::app_env {
namespace {

constexpr std::string_view tos_option = "transport_tos";

// One call: `{"method": "bdev_nvme_set_options", "params": {…}}`.
struct SpdkCall {
    std::string_view method;
    const Node* params = nullptr;
};

std::vector<SpdkCall> spdk_calls(const Tree& json)
{
    std::vector<SpdkCall> calls;
    const Node* subsystems = json.root == nullptr || json.root->kind != Node::Kind::object
        ? nullptr
        : json.root->child("subsystems");
    if (subsystems == nullptr || subsystems->kind != Node::Kind::array)
        return calls;
    for (const Node& subsystem : *subsystems) {
        const Node* config = subsystem.kind == Node::Kind::object ? subsystem.child("config") : nullptr;
        if (config == nullptr || config->kind != Node::Kind::array)
            continue;
        for (const Node& call : *config) {
            const Node* method = call.kind == Node::Kind::object ? call.child("method") : nullptr;
            const Node* params = method == nullptr ? nullptr : call.child("params");
            if (params != nullptr && params->kind == Node::Kind::object)
                calls.push_back({method->value, params});
        }
    }
    return calls;
}

// SPDK compares the name of a transport without regard to case (lib/nvme/nvme.c, spdk_nvme_transport_id_parse_trtype).
const Node* rdma_transport_of(const Node& params)
{
    const Node* transport = params.child("trtype");
    return transport != nullptr && equal_ignoring_case(transport->value, "rdma") ? transport : nullptr;
}

// The type of service is that of the connections that SPDK makes as a host; as a target it answers with that of
// the request. A discovery attaches the controllers that it finds.
bool connects(const SpdkCall& call)
{
    return call.method == "bdev_nvme_attach_controller" || call.method == "bdev_nvme_start_discovery";
}
bool sets_options(const SpdkCall& call) { return call.method == "bdev_nvme_set_options"; }
bool connects_by_rdma(const SpdkCall& call) { return connects(call) && rdma_transport_of(*call.params); }

// Whether the options of RDMA take effect: controllers that the file does not name may be attached later.
bool may_connect_by_rdma(const std::vector<SpdkCall>& calls)
{
    return std::ranges::any_of(calls, connects_by_rdma) || std::ranges::none_of(calls, connects);
}

bool is_zero(const Node& value) { return value.is_scalar() && value.value == "0"; }

// Whether the call gives connections a type of service other than none.
bool sets_type_of_service(const SpdkCall& call)
{
    const Node* tos = sets_options(call) ? call.params->child(tos_option) : nullptr;
    return tos != nullptr && !is_zero(*tos);
}

}

bool is_spdk_with_rdma(const Source& source, std::string_view beginning)
{
    if (!ascii::trimmed_front(beginning, ascii::is_white).starts_with('{')
        || beginning.find("\"subsystems\"") == std::string_view::npos)
        return false;
    const Tree json = parse_json(source);
    const std::vector<SpdkCall> calls = spdk_calls(json);
    return std::ranges::any_of(calls, connects_by_rdma)
        || (std::ranges::any_of(calls, sets_type_of_service) && may_connect_by_rdma(calls));
}

void read_spdk(const Tree& tree, Reading& reading, JobReader& job)
{
    const Tree json = parse_json(*tree.source);
    for (const SyntaxProblem& problem : json.problems)
        reading.problems.push_back(problem);
    LineStates lines(tree);
    const auto mark = [&](const Node& node, CoverageState state) {
        const Span at = node.is_scalar() ? json.value_span(node) : json.span(node);
        lines.mark(at.offset, at.offset + std::max(at.length, 1U), state);
    };
    for (const SpdkCall& call : spdk_calls(json)) {
        if (const Node* transport = rdma_transport_of(*call.params); transport != nullptr && connects(call))
            mark(*transport, CoverageState::read);
        if (!sets_options(call))
            continue;
        if (const Node* tos = call.params->child(tos_option)) {
            const bool is_text = tos->kind == Node::Kind::string;
            const Span at = tos->is_scalar() ? json.value_span(*tos) : json.span(*tos);
            if (is_text)
                reading.problems.push_back({SyntaxProblem::Severity::error,
                    at,
                    "SPDK takes transport_tos only as a number without quotes, and refuses the whole call"});
            mark(*tos,
                job.take_as("NVME_TRANSPORT_TOS",
                    {.name = tos_option,
                        .value = job.arena().keep(tos->value),
                        .at = at,
                        .known = tos->is_scalar() && !is_text}));
        }
        // When a packet is sent again; 0 leaves it to SPDK.
        if (const Node* timeout = call.params->child("transport_ack_timeout");
            timeout != nullptr && !is_zero(*timeout))
            mark(*timeout, CoverageState::unsupported);
    }
    job.uses_spdk();
    lines.finish(json.unread_from);
}

}
