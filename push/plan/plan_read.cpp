// SPDX-License-Identifier: Apache-2.0
// A plan must not be edited by hand, and push trusts it. So it is read strictly: version, names, ids and
// order must be valid, and anything else is refused before any device is reached.
#include "drivers/driver.h"
#include "models/fabric/value/port_name.h"
#include "models/syntax/document_reader.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/ascii.h"
#include "models/text/digest.h"
#include "push/plan/json_members.h"
#include "push/plan/member_reader.h"
#include "push/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::push {
namespace {

class PlanReader : MemberReader {
public:
    PlanReader(DocumentReader& reader, Plan& plan) : MemberReader(reader), plan_(plan) { }

    void read(const Node& root)
    {
        if (!reader_.is_object(root, "a plan"))
            return;
        if (const Node* version = root.child("plan_version");
            version == nullptr || text_of(root, "plan_version") != std::to_string(Plan::version)) {
            reader_.wrong(version == nullptr ? root : *version,
                fmt::format(
                    "this version reads plans of version {} only: make the plan again", Plan::version));
            return;
        }
        if (!reader_.object_of(root,
                "a plan",
                {"plan_version",
                    "made",
                    "inventory",
                    "files",
                    "policy",
                    "topology",
                    "allow_disruptive",
                    "devices",
                    "neighbours",
                    "apart",
                    "findings_before",
                    "findings_after",
                    "seal"}))
            return;
        plan_.made = text(root, "made");
        plan_.inventory = text(root, "inventory");
        plan_.files = text(root, "files");
        plan_.policy = text(root, "policy");
        plan_.topology = text(root, "topology");
        plan_.allow_disruptive = flag(root, "allow_disruptive");
        each(root, "devices", [this](const Node& node) { device(node); });
        each(root, "neighbours", [this](const Node& node) { neighbour(node); });
        each(root, "apart", [this](const Node& node) {
            if (!reader_.object_of(node, "a pair", {"a", "b", "reason", "only_disruptive"}))
                return;
            plan_.apart.push_back(
                {text(node, "a"), text(node, "b"), text(node, "reason"), flag(node, "only_disruptive")});
        });
        each(root, "findings_before", [this](const Node& node) { plan_.before.push_back(finding(node)); });
        each(root, "findings_after", [this](const Node& node) { plan_.after.push_back(finding(node)); });
        plan_.seal = text(root, "seal");
        check_needs();
        check_neighbours(root);
    }

private:
    PlanFinding finding(const Node& node)
    {
        return {text(node, "fingerprint"),
            text(node, "code"),
            text(node, "severity"),
            text(node, "device"),
            text(node, "port"),
            text(node, "message")};
    }

    // Empty if the plan was made from files and no device was read.
    static bool is_state(const Node& node, const std::string& hash)
    {
        return hash.empty() ? node.child("state") != nullptr : hash.size() == state_hash_length;
    }

    Hardware hardware(const Node& node) { return {text(node, "serial"), text(node, "mac")}; }

    void neighbour(const Node& node)
    {
        if (!reader_.object_of(node, "a neighbour", {"name", "state", "serial", "mac"}))
            return;
        Neighbour neighbour{text(node, "name"), text(node, "state"), hardware(node)};
        if (neighbour.name.empty() || !is_state(node, neighbour.hash))
            reader_.wrong(node, "a neighbour needs name and state");
        plan_.neighbours.push_back(std::move(neighbour));
    }

    void check_neighbours(const Node& root)
    {
        for (const PlanDevice& device : plan_.devices) {
            for (const std::string& name : device.neighbours) {
                if (plan_.find_neighbour(name) == nullptr)
                    reader_.wrong(
                        root, fmt::format("the plan contains nothing about the neighbour {}", name));
            }
        }
    }

    void device(const Node& node)
    {
        if (!reader_.object_of(node,
                "a device",
                {"name", "platform", "state", "serial", "mac", "steps", "left_out", "neighbours"}))
            return;
        PlanDevice device{text(node, "name"),
            text(node, "platform"),
            text(node, "state"),
            {},
            {},
            texts(node, "neighbours"),
            hardware(node)};
        if (device.name.empty() || !is_state(node, device.hash))
            reader_.wrong(node, "a device of a plan needs name and state");
        if (plan_.find(device.name) != nullptr)
            reader_.wrong(node, fmt::format("{} is in the plan twice", device.name));
        if (const Driver* driver = find_driver(device.platform); driver == nullptr || driver->open == nullptr)
            reader_.wrong(
                node, fmt::format("nothing can be pushed to devices of the platform '{}'", device.platform));
        each(node, "steps", [&](const Node& inner) { device.steps.push_back(step(inner)); });
        each(node, "left_out", [&](const Node& inner) {
            if (reader_.object_of(inner, "what is left out", {"port", "what", "reason"}))
                device.left_out.push_back({text(inner, "port"), text(inner, "what"), text(inner, "reason")});
        });
        plan_.devices.push_back(std::move(device));
    }

    Phase phase(const Node& node)
    {
        const std::string word = text(node, "phase");
        std::vector<std::string_view> known;
        for (auto at = static_cast<unsigned>(Phase::map_out); at <= static_cast<unsigned>(Phase::any); ++at) {
            known.emplace_back(name_of(static_cast<Phase>(at)));
            if (known.back() == word)
                return static_cast<Phase>(at);
        }
        if (reader_.good())
            reader_.unknown_word(*node.child("phase"), "phase", word, known);
        return Phase::any;
    }

    FixClass fix_class(const Node& node)
    {
        const std::string word = text(node, "class");
        if (word == name_of(FixClass::hitless))
            return FixClass::hitless;
        if (word != name_of(FixClass::disruptive) && reader_.good())
            reader_.unknown_word(*node.child("class"),
                "class",
                word,
                {name_of(FixClass::hitless), name_of(FixClass::disruptive)});
        return FixClass::disruptive;
    }

    PlanStep step(const Node& node)
    {
        PlanStep step;
        if (!reader_.object_of(node,
                "a step",
                {"phase", "class", "reason", "radius", "changes", "transaction", "needs", "ends_at"}))
            return step;
        step.phase = phase(node);
        step.fix_class = fix_class(node);
        step.reason = text(node, "reason");
        if (const Node* radius = member(node, "radius");
            radius != nullptr && reader_.object_of(*radius, "a radius", {"ports", "hosts", "rails"}))
            step.radius = {texts(*radius, "ports"), texts(*radius, "hosts"), texts(*radius, "rails")};
        each(node, "changes", [&](const Node& inner) {
            const Node* change = member(inner, "change");
            if (change != nullptr && reader_.object_of(inner, "a change", {"what", "codes", "change"}))
                step.changes.push_back(
                    {read_change(reader_, *change), text(inner, "what"), texts(inner, "codes")});
        });
        if (const Node* transaction = member(node, "transaction"))
            step.transaction = this->transaction(*transaction, step.fix_class == FixClass::disruptive);
        each(node, "needs", [&](const Node& inner) {
            if (!reader_.object_of(inner, "a need", {"device", "step"}))
                return;
            const Node* number = member(inner, "step");
            constexpr double most_steps = 1'000'000;
            step.needs.push_back({text(inner, "device"),
                number == nullptr ? 0 : static_cast<std::uint32_t>(reader_.number(*number, 0, most_steps))});
            needs_.emplace_back(&inner, step.needs.back());
        });
        step.ends_at = text(node, "ends_at");
        return step;
    }

    Transaction transaction(const Node& node, bool disruptive)
    {
        if (!reader_.object_of(node,
                "a transaction",
                {"id",
                    "ports",
                    "commands",
                    "netconf",
                    "persistent",
                    "undo",
                    "undo_netconf",
                    "undo_persistent"}))
            return {};
        Transaction transaction{text(node, "id"),
            texts(node, "ports"),
            disruptive,
            text(node, "commands"),
            text(node, "netconf"),
            text(node, "persistent"),
            text(node, "undo"),
            text(node, "undo_netconf"),
            text(node, "undo_persistent")};
        for (const std::string& port : transaction.ports) {
            if (!is_typable(port))
                reader_.wrong(node, "a port of a plan is named by letters, digits and . _ : / @ -");
        }
        // The id is part of file, unit, session and checkpoint names on the device. Up to twelve characters are
        // appended for a push, a rollback or another try.
        constexpr std::size_t longest = Transaction::longest_id - 12;
        const bool is_word = std::ranges::all_of(transaction.id,
            [](char letter) { return ascii::is_lower(letter) || ascii::is_digit(letter) || letter == '-'; });
        if (transaction.id.empty() || transaction.id.size() > longest || !is_word)
            reader_.wrong(node, fmt::format("an id is up to {} of a-z, 0-9 and '-'", longest));
        if (!ids_.insert(transaction.id).second)
            reader_.wrong(node, fmt::format("two steps have the id '{}'", transaction.id));
        return transaction;
    }

    void check_needs()
    {
        for (const auto& [node, need] : needs_) {
            const PlanDevice* device = plan_.find(need.device);
            if (device == nullptr || need.step >= device->steps.size())
                reader_.wrong(
                    *node, fmt::format("step {} of {} is not in the plan", need.step + 1, need.device));
        }
    }

    Plan& plan_;
    std::set<std::string, std::less<>> ids_;
    std::vector<std::pair<const Node*, StepRef>> needs_;
};

}

const PlanDevice* Plan::find(std::string_view name) const
{
    const auto place = std::ranges::find(devices, name, &PlanDevice::name);
    return place == devices.end() ? nullptr : &*place;
}

const Neighbour* Plan::find_neighbour(std::string_view name) const
{
    const auto place = std::ranges::find(neighbours, name, &Neighbour::name);
    return place == neighbours.end() ? nullptr : &*place;
}

Result<Plan> read_plan(const Source& source)
{
    const Tree tree = parse_json(source);
    if (tree.root == nullptr || !tree.complete())
        return fail(ErrorKind::invalid,
            fmt::format("{}: not a plan: {}",
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
