// SPDX-License-Identifier: Apache-2.0
// Counters in the JSON of `show queuing interface`, `show queuing pfc-queue` and `show interface priority-flow-control` (Cisco
// Nexus 9000 Series NX-OS Command Reference (Show Commands), Release 9.3(x), show queuing, show queuing pfc-queue).
#include "drivers/line_cli/read/shown_counters.h"
#include "drivers/nxos/answers/table_rows.h"
#include "drivers/nxos/queue_counters.h"
#include "drivers/nxos/shown_counters.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::nxos {
namespace {

using line_cli::ShownCounters;

// Members that are no counters of a lossless class: the envelope of NX-API; what the configuration or the table of the same
// command states about queues, PFC and the watchdog; bytes and multicast, which are counted along with the packets; sums of
// all queues or priorities; and what became of a queue that the watchdog shut down, which is counted.
constexpr std::string_view passed_over[]{"jsonrpc",
    "id",
    "type",
    "version",
    "sid",
    "input",
    "msg",
    "code",
    "module_id",
    "dir",
    "admin",
    "oper",
    "TABLE_interface_mtu",
    "TABLE_qosgrp_cfg",
    "mc-drop-pkt",
    "eq-mc-stat-value",
    "eq-oobfc-uc-stat-value",
    "TABLE_egress_stats_entry",
    "TABLE_ingress_stats_entry",
    "tx-ppp",
    "rx-ppp",
    "pfc-qosgrp",
    "pfc-pg",
    "tx-pause-state",
    "rx-pause-state",
    "glb-wd-status",
    "glb-wd-force-status",
    "glb-wd-timer",
    "glb-wd-timer-thresh",
    "glb-auto-restore",
    "glb-fixed-restore",
    "glb-int-intf-multi",
    "wd-status",
    "disable-action",
    "intf-multi",
    "vl-bmp",
    "qosgrp_7_state",
    "qosgrp_6_state",
    "qosgrp_5_state",
    "qosgrp_4_state",
    "qosgrp_3_state",
    "qosgrp_2_state",
    "qosgrp_1_state",
    "qosgrp_0_state",
    "eq-qosgrp-state",
    "pfc-configured",
    "pfc-cos",
    "q-restored",
    "q-pkt-drained",
    "q-pkt-dropped",
    "q-pkt-drained-n-dropped",
    "q-aggr-pkt-dropped",
    "q-ing-pkt-dropped",
    "q-ing-aggr-pkt-dropped"};

class QueuingDocument {
public:
    QueuingDocument(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : root_(*tree.root), counters_(device, tree, problems)
    {
    }

    void read()
    {
        root_.mark(State::read);
        for_each_row(root_, "queuing_interface", [&](const Node& port) { read_port(port); });
        for_each_row(root_, "pfc_interface", [&](const Node& port) { read_pause_of_port(port); });
        line_cli::pass_over(root_, passed_over);
    }

private:
    void read_port(const Node& port)
    {
        // `show queuing pfc-queue` writes "Ethernet1/23 Interface PFC watchdog: [Enabled]".
        const std::string_view name = Words(text_of(port, "if_name_str")).peek();
        for_each_row(port, "qosgrp_egress_stats", [&](const Node& group) { read_queue(name, group); });
        for_each_row(port, "pfc_stats", [&](const Node& row) {
            if (const auto priority = line_cli::number_behind(text_of(row, "cos"), {}))
                read_pause(name, row, *priority, "tx-pause-count", "rx-pause-count");
        });
        for_each_row(port, "qosgrp_stats", [&](const Node& group) {
            const std::string_view queue = text_of(group, "eq-qosgrp");
            for_each_row(group, "qosgrp_stats_entry", [&](const Node& entry) {
                const std::string_view type = text_of(entry, "q-stat-type");
                const std::string label = fmt::format("QOS GROUP {} {} q-shutdown", queue, type);
                counters_.add(
                    {name, label, CounterKind::queue_stuck, Counter::whole, {}}, entry.child("q-shutdown"));
            });
        });
    }

    void read_queue(std::string_view port, const Node& group)
    {
        const std::string_view number = text_of(group, "eq-qosgrp");
        const auto queue = line_cli::number_behind(number, {});
        for_each_row(group, "qosgrp_egress_stats_entry", [&](const Node& entry) {
            const std::string_view units = text_of(entry, "eq-stat-units");
            const std::string label = fmt::format("{} {}", text_of(entry, "eq-stat-type"), units);
            const QueueCounter* counter = find_queue_counter(label);
            // Groups without a number of their own are those of control packets and of mirrored ones.
            if (units == "Byts" || !queue)
                entry.mark_subtree(State::irrelevant);
            else if (counter != nullptr)
                counters_.add({port, label, counter->kind, *queue, {}}, entry.child("eq-uc-stat-value"));
        });
    }

    // The frames of all priorities of a port together.
    void read_pause_of_port(const Node& port)
    {
        read_pause(text_of(port, "if_name_str"), port, Counter::whole, "tx-stats", "rx-stats");
    }

    void read_pause(std::string_view port,
        const Node& row,
        std::uint8_t part,
        std::string_view sent,
        std::string_view received)
    {
        counters_.add({port, sent, CounterKind::pause_sent, part, {}}, row.child(sent));
        counters_.add({port, received, CounterKind::pause_received, part, {}}, row.child(received));
    }

    // The member of a row that says what the row is about.
    static std::string_view text_of(const Node& row, std::string_view key)
    {
        const Node* member = line_cli::look_into(row, key);
        return member == nullptr ? std::string_view{} : member->value;
    }

    const Node& root_;
    ShownCounters counters_;
};

}

Detection detect(const Source& source)
{
    const line_cli::CaptureHead head(source.text());
    if (head.is_object()
        && (head.holds("\"TABLE_queuing_interface\"") || head.holds("\"TABLE_pfc_interface\"")))
        return {100, "counters as the commands of NX-OS print them in JSON"};
    return {};
}

void read_shown_document(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
{
    QueuingDocument(device, tree, problems).read();
}

}
