// SPDX-License-Identifier: Apache-2.0
// What a rule can do: report, propose a change, or say why it could not check. "Not checked" rows are
// collected here, with the reason why a value is unread.
#include "rules/rule.h"

#include "analysis/proof/proofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace rocelint {

void RuleContext::report(Diagnosis diagnosis)
{
    const Basis basis = diagnosis.basis.value_or(assumed() ? Basis::explicit_lines : Basis::policy);
    Severity severity = diagnosis.severity.value_or(rule_->severity_by(basis));
    if (basis == Basis::assumed_default)
        severity = std::min(severity, Severity::warning);
    assert(rule_->states(severity) && "the rule's record does not state this severity");
    Finding& finding = output_->findings.emplace_back();
    finding.rule = rule_;
    finding.severity = setting_ != nullptr && setting_->severity ? *setting_->severity : severity;
    finding.message = std::move(diagnosis.message);
    finding.at = diagnosis.at;
    finding.subjects = std::move(diagnosis.subjects);
    finding.related = std::move(diagnosis.related);
    finding.fix = std::move(diagnosis.fix);
    finding.fix_class = diagnosis.fix_class.value_or(rule_->fix_class);
    finding.changes = std::move(diagnosis.changes);
    for (Change& change : finding.changes)
        change.fix_class = finding.fix_class;
    finding.covers = std::move(diagnosis.covers);
    finding.also_on = std::move(diagnosis.also_on);
}

Basis RuleContext::basis_of(const RdmaClass& rdma_class) const
{
    if (!assumed())
        return Basis::policy;
    return rdma_class.dscps_by_default ? Basis::assumed_default : Basis::explicit_lines;
}

Basis RuleContext::basis_of_marking(const RdmaClass& rdma_class) const
{
    return assumed() && !rdma_class.ecn ? Basis::assumed_default : basis_of(rdma_class);
}

// Ports of one device share a row: the rows of earlier ports are at the end.
template <class Same>
bool RuleContext::joins_row(PortId port, const Same& is_reason)
{
    output_->explained.push_back(port);
    auto& rows = output_->not_checked;
    constexpr std::size_t looked_back = 8;
    const std::size_t from = rows.size() > looked_back ? rows.size() - looked_back : 0;
    for (std::size_t index = rows.size(); index-- > from;) {
        if (rows[index].rule == rule_ && rows[index].port.device == port.device
            && is_reason(rows[index].reason)) {
            rows[index].count(port);
            return true;
        }
    }
    return false;
}

void RuleContext::not_checked(PortId port, std::string reason, std::string settle)
{
    if (joins_row(port, [&reason](const std::string& other) { return other == reason; }))
        return;
    output_->not_checked.push_back(
        {.rule = rule_, .port = port, .reason = std::move(reason), .ports = 0, .settle = std::move(settle)});
    output_->not_checked.back().count(port);
}

// Ports of one device usually lack the same values, so the text is made only once.
void RuleContext::explain_unread(PortId port, OriginId origin, std::string_view what)
{
    const Device& device = fabric.device(port);
    const std::string_view note = device.origins.look_up(origin).note;
    const auto is_reason = [what, note](std::string_view other) {
        constexpr std::string_view unknown = " is unknown";
        if (!other.starts_with(what) || !other.substr(what.size()).starts_with(unknown))
            return false;
        other.remove_prefix(what.size() + unknown.size());
        return note.empty() ? other.empty() : other.starts_with(": ") && other.substr(2) == note;
    };
    if (joins_row(port, is_reason))
        return;
    output_->not_checked.push_back({.rule = rule_,
        .port = port,
        .reason = reason_of_unread(what, device, origin),
        .ports = 0,
        .unread = std::string(note.empty() ? what : note)});
    output_->not_checked.back().count(port);
}

std::string reason_of_unread(std::string_view what, const Device& device, OriginId origin)
{
    const std::string_view note = device.origins.look_up(origin).note;
    return note.empty() ? fmt::format("{} is unknown", what) : fmt::format("{} is unknown: {}", what, note);
}

std::span<const double> RuleContext::parameter(std::string_view name) const
{
    return value_of(rule_->parameters, setting_, name);
}

double RuleContext::number(std::string_view name) const
{
    return first_value_of(rule_->parameters, setting_, name);
}

const proof::FabricProof& RuleContext::paths() const { return proofs_->paths(); }

const proof::DeadlockProof& RuleContext::deadlocks(const proof::DeadlockOptions& options) const
{
    return proofs_->deadlocks(options);
}

const proof::CreditProof& RuleContext::credits(std::uint32_t subnet) const
{
    return proofs_->credits(subnet);
}

std::string RuleContext::port_label(PortId id) const
{
    const Device& device = fabric.device(id);
    const std::string part = device.part_name(id.port);
    return part.empty() ? device.name : fmt::format("{} {}", device.name, part);
}

void PortContext::not_checked_idle()
{
    not_checked(id,
        port().admin_up.is(false)
            ? "the port is shut, and what is set up on it for RDMA is judged by no rule"
            : "the port has no carrier, and what is set up on it for RDMA is judged by no rule");
}

const Nic* PortContext::nic() const
{
    return port().nic < device().nics.size() ? &device().nics[port().nic] : nullptr;
}

std::vector<Subject> PortContext::subjects(Property property, PrioritySet priorities) const
{
    std::vector<Subject> all;
    for (const Priority priority : priorities)
        all.push_back(subject(property, priority));
    return all;
}

}
