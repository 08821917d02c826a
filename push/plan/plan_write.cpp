// SPDX-License-Identifier: Apache-2.0
// Writes a plan as JSON, by port names and with all commands spelled out, so that people can review exactly
// what will be sent.
#include "models/syntax/json/json_writer.h"
#include "models/text/digest.h"
#include "push/plan/plan.h"

namespace rocelint::push {
namespace {

using Layout = JsonWriter::Layout;

void write_texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& texts)
{
    out.key(key).begin_array();
    for (const std::string& text : texts)
        out.string(text);
    out.end();
}

void write_hardware(JsonWriter& out, const Hardware& hardware)
{
    out.text("serial", hardware.serial);
    out.text("mac", hardware.mac);
}

void write_transaction(JsonWriter& out, const Transaction& transaction)
{
    out.key("transaction").begin_object();
    out.text("id", transaction.id);
    write_texts(out, "ports", transaction.ports);
    out.text("commands", transaction.commands);
    out.text("netconf", transaction.netconf);
    out.text("persistent", transaction.persistent);
    out.text("undo", transaction.undo);
    out.text("undo_netconf", transaction.undo_netconf);
    out.text("undo_persistent", transaction.undo_persistent);
    out.end();
}

void write_step(JsonWriter& out, const PlanStep& step)
{
    out.begin_object();
    out.text("phase", name_of(step.phase));
    out.text("class", name_of(step.fix_class));
    out.text("reason", step.reason);
    out.key("radius").begin_object();
    write_texts(out, "ports", step.radius.ports);
    write_texts(out, "hosts", step.radius.hosts);
    write_texts(out, "rails", step.radius.rails);
    out.end();
    out.key("changes").begin_array(Layout::rows);
    for (const StepChange& change : step.changes) {
        out.begin_object();
        out.text("what", change.what);
        write_texts(out, "codes", change.codes);
        out.key("change");
        write_change(out, change.named);
        out.end();
    }
    out.end();
    write_transaction(out, step.transaction);
    out.key("needs").begin_array();
    for (const StepRef& other : step.needs) {
        out.begin_object();
        out.text("device", other.device);
        out.count("step", other.step);
        out.end();
    }
    out.end();
    out.text("ends_at", step.ends_at);
    out.end();
}

void write_device(JsonWriter& out, const PlanDevice& device)
{
    out.begin_object(Layout::rows);
    out.text("name", device.name);
    out.text("platform", device.platform);
    out.text("state", device.hash);
    write_hardware(out, device.hardware);
    out.key("steps").begin_array(Layout::rows);
    for (const PlanStep& step : device.steps)
        write_step(out, step);
    out.end();
    out.key("left_out").begin_array(Layout::rows);
    for (const LeftOut& left : device.left_out) {
        out.begin_object();
        out.text("port", left.port);
        out.text("what", left.what);
        out.text("reason", left.reason);
        out.end();
    }
    out.end();
    write_texts(out, "neighbours", device.neighbours);
    out.end();
}

void write_findings(JsonWriter& out, std::string_view key, const std::vector<PlanFinding>& findings)
{
    out.key(key).begin_array(Layout::rows);
    for (const PlanFinding& finding : findings) {
        out.begin_object();
        out.text("fingerprint", finding.fingerprint);
        out.text("code", finding.code);
        out.text("severity", finding.severity);
        out.text("device", finding.device);
        out.text("port", finding.port);
        out.text("message", finding.message);
        out.end();
    }
    out.end();
}

}

std::string write_plan(const Plan& plan)
{
    JsonWriter out;
    out.begin_object(Layout::rows);
    out.count("plan_version", Plan::version);
    out.text("made", plan.made);
    out.text("inventory", plan.inventory);
    out.text("files", plan.files);
    out.text("policy", plan.policy);
    out.text("topology", plan.topology);
    out.key("allow_disruptive").boolean(plan.allow_disruptive);
    out.key("devices").begin_array(Layout::rows);
    for (const PlanDevice& device : plan.devices)
        write_device(out, device);
    out.end();
    out.key("neighbours").begin_array(Layout::rows);
    for (const Neighbour& neighbour : plan.neighbours) {
        out.begin_object();
        out.text("name", neighbour.name);
        out.text("state", neighbour.hash);
        write_hardware(out, neighbour.hardware);
        out.end();
    }
    out.end();
    out.key("apart").begin_array(Layout::rows);
    for (const ApartPair& pair : plan.apart) {
        out.begin_object();
        out.text("a", pair.a);
        out.text("b", pair.b);
        out.text("reason", pair.reason);
        out.key("only_disruptive").boolean(pair.only_disruptive);
        out.end();
    }
    out.end();
    write_findings(out, "findings_before", plan.before);
    write_findings(out, "findings_after", plan.after);
    out.text("seal", plan.seal);
    out.end();
    return out.take();
}

namespace {

std::string seal_of(Plan& plan, std::string_view key)
{
    plan.seal.clear();
    return hmac_sha256(key, write_plan(plan));
}

}

void seal_plan(Plan& plan, std::string_view key) { plan.seal = seal_of(plan, key); }

bool bears_seal(const Plan& plan, std::string_view key)
{
    Plan unsealed = plan;
    return plan.seal == seal_of(unsealed, key);
}

}
