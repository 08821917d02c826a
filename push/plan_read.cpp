// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/document_reader.h"
#include "models/syntax/json_tree.h"
#include "push/json_words.h"
#include "push/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace {

class PlanReader {
public:
    PlanReader(DocumentReader& reader, Plan& plan) : reader_(reader), plan_(plan) { }

    void read(const Node& root)
    {
        if (!reader_.object_of(root,
                "a plan",
                {"plan_version",
                    "made",
                    "inventory",
                    "files",
                    "policy",
                    "topology",
                    "devices",
                    "apart",
                    "findings_before",
                    "findings_after"}))
            return;
        if (const Node* version = root.child("plan_version");
            version == nullptr || text_of(root, "plan_version") != std::to_string(Plan::version)) {
            reader_.wrong(version == nullptr ? root : *version,
                fmt::format(
                    "this version reads plans of version {} only: make the plan again", Plan::version));
            return;
        }
        plan_.made = text_of(root, "made");
        plan_.inventory = text_of(root, "inventory");
        plan_.files = text_of(root, "files");
        plan_.policy = text_of(root, "policy");
        plan_.topology = text_of(root, "topology");
        each(root, "devices", [this](const Node& node) { device(node); });
        each(root, "apart", [this](const Node& node) {
            plan_.apart.push_back({text_of(node, "a"),
                text_of(node, "b"),
                text_of(node, "reason"),
                text_of(node, "only_disruptive") == "true"});
        });
        each(root, "findings_before", [this](const Node& node) { plan_.before.push_back(finding(node)); });
        each(root, "findings_after", [this](const Node& node) { plan_.after.push_back(finding(node)); });
    }

private:
    template <class Reader>
    void each(const Node& object, std::string_view key, Reader reader)
    {
        const Node* list = object.child(key);
        if (list == nullptr || list->kind != Node::Kind::array) {
            reader_.wrong(list == nullptr ? object : *list, fmt::format("'{}' has to be a list", key));
            return;
        }
        for (const Node& element : *list) {
            if (!reader_.good())
                return;
            if (reader_.is_object(element, "an entry"))
                reader(element);
        }
    }

    static std::vector<std::string> texts(const Node& object, std::string_view key)
    {
        std::vector<std::string> result;
        if (const Node* list = object.child(key)) {
            for (const Node& element : *list)
                result.emplace_back(element.value);
        }
        return result;
    }

    static PlanFinding finding(const Node& node)
    {
        return {text_of(node, "fingerprint"),
            text_of(node, "code"),
            text_of(node, "severity"),
            text_of(node, "device"),
            text_of(node, "port"),
            text_of(node, "message")};
    }

    void device(const Node& node)
    {
        PlanDevice device{
            text_of(node, "name"), text_of(node, "platform"), text_of(node, "state_sha256"), {}, {}};
        constexpr std::size_t digest_length = 64;
        if (device.name.empty() || device.hash.size() != digest_length)
            reader_.wrong(node, "a device of a plan needs name and state_sha256");
        each(node, "steps", [&](const Node& inner) { device.steps.push_back(step(inner)); });
        each(node, "left_out", [&](const Node& inner) {
            device.left_out.push_back(
                {text_of(inner, "port"), text_of(inner, "what"), text_of(inner, "reason")});
        });
        plan_.devices.push_back(std::move(device));
    }

    PlanStep step(const Node& node)
    {
        PlanStep step;
        const std::string phase = text_of(node, "phase");
        for (auto at = static_cast<unsigned>(Phase::map_out); at <= static_cast<unsigned>(Phase::any); ++at) {
            if (name_of(static_cast<Phase>(at)) == phase)
                step.phase = static_cast<Phase>(at);
        }
        step.fix_class
            = text_of(node, "class") == name_of(FixClass::hitless) ? FixClass::hitless : FixClass::disruptive;
        step.reason = text_of(node, "reason");
        if (const Node* radius = node.child("radius"))
            step.radius = {texts(*radius, "ports"), texts(*radius, "hosts"), texts(*radius, "rails")};
        each(node, "changes", [&](const Node& inner) {
            const Node* change = inner.child("change");
            if (change == nullptr) {
                reader_.wrong(inner, "'change' is missing");
                return;
            }
            step.changes.push_back(
                {read_change(reader_, *change), text_of(inner, "what"), texts(inner, "codes")});
        });
        const Node* transaction = node.child("transaction");
        if (transaction == nullptr || text_of(*transaction, "id").empty()) {
            reader_.wrong(node, "a step needs a transaction with an id");
            return step;
        }
        step.transaction = {text_of(*transaction, "id"),
            texts(*transaction, "ports"),
            step.fix_class == FixClass::disruptive,
            text_of(*transaction, "commands"),
            text_of(*transaction, "netconf"),
            text_of(*transaction, "persistent"),
            text_of(*transaction, "undo"),
            text_of(*transaction, "undo_netconf"),
            text_of(*transaction, "undo_persistent")};
        each(node, "needs", [&](const Node& inner) {
            step.needs.push_back({text_of(inner, "device"), number_of(inner, "step")});
        });
        step.ends_at = text_of(node, "ends_at");
        return step;
    }

    DocumentReader& reader_;
    Plan& plan_;
};

}

const PlanDevice* Plan::find(std::string_view name) const
{
    const auto place = std::ranges::find(devices, name, &PlanDevice::name);
    return place == devices.end() ? nullptr : &*place;
}

Result<Plan> read_plan(const Source& source)
{
    const Tree tree = parse_json(source);
    if (tree.root == nullptr || !tree.complete())
        return fail(ErrorKind::invalid,
            fmt::format("{}: this is no plan: {}",
                source.path(),
                tree.problems.empty() ? "it is empty" : tree.problems.front().message));
    DocumentReader reader(tree);
    Plan plan;
    PlanReader(reader, plan).read(*tree.root);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return plan;
}

}
