// SPDX-License-Identifier: Apache-2.0
// Generates docs/schema/model.schema.json, and the tables of docs/model.md after its mark, from the rows of fields.h. Writes them
// with ROCELINT_WRITE_PAGES set, otherwise compares them.
#include "analysis/document/document.h"
#include "analysis/document/keys.h"
#include "tests/cli/schema_rows.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace rocelint::model_schema_test {
namespace {

constexpr std::string_view mark
    = "<!-- What follows is made of models/fabric/fields/fields.h by tests/cli/model_schema_test.cpp. -->\n";

Row name_row() { return row("name", {{"type", "string"}}, "its name; empty where it has none"); }
Row at_row() { return row("at", refer("At"), "where it stands"); }
Row origins_row()
{
    return row("origins",
        {{"type", "object"},
            {"additionalProperties", {{"anyOf", {refer("Origin"), list_of(refer("Origin"))}}}}},
        "where each of its settings comes from, by their keys");
}

struct Part {
    std::string name;
    std::string what;
    std::vector<Row> rows;
};

template <class Record>
Part named(std::string name, std::string what)
{
    Part part{std::move(name), std::move(what), {name_row()}};
    std::ranges::move(rows_of<Record>(), std::back_inserter(part.rows));
    part.rows.push_back(at_row());
    part.rows.push_back(origins_row());
    return part;
}

const Json text{{"type", "string"}};
const Json number{{"type", "integer"}};
const Json flag{{"type", "boolean"}};

std::vector<Part> parts()
{
    std::vector<Part> all;
    all.push_back({"Fabric",
        "What `for: fabric` sees.",
        {row("schema_version", {{"const", document::schema_version}}, "the version of this form"),
            row("devices", list_of(refer("Device")), "all devices"),
            row("links", list_of(refer("Link")), "all cables between known ports")}});
    Part summary{"Summary",
        "The facts about a device where its port, job or neighbour is the subject.",
        {row("name", text, "the device's name"),
            row("kind", {{"enum", words<DeviceKind>()}}, "what it is"),
            row("platform", text, "the platform, as `--platform` names it"),
            row("role", value<Role>(), "the role of the device"),
            row("model", text, "its hardware; empty if no file shows it"),
            row("asic", text, "its chip; empty if no file shows it"),
            row("version", text, "of its operating system; empty if no file shows it")}};
    Part device{"Device", "What `for: device` and `for: host` see.", summary.rows};
    std::vector<Row> settings = rows_of<Device>();
    std::erase_if(settings, [](const Row& one) { return one.key == "role"; });
    add_rows<LoadBalancing>(settings, fields_of<LoadBalancing>);
    add_rows<Forwarding>(settings, fields_of<Forwarding>);
    add_rows<HeadroomParameters>(settings, fields_of<HeadroomParameters>);
    add_rows<Trimming>(settings, fields_of<Trimming>);
    std::ranges::move(settings, std::back_inserter(device.rows));
    for (Row more : {row("files", list_of(text), "the files that it was read from"),
             at_row(),
             row("ports", list_of(refer("Port")), "its interfaces, of all kinds"),
             row("maps", list_of(refer("ClassMap")), "its maps of code points, classes and queues"),
             row("ecn_profiles", list_of(refer("EcnProfile")), "its ECN profiles"),
             row("schedulers", list_of(refer("Scheduler")), "its schedulers"),
             row("pools", list_of(refer("BufferPool")), "its buffer pools"),
             row("buffer_profiles", list_of(refer("BufferProfile")), "its buffer profiles"),
             row("policies", list_of(refer("ClassPolicy")), "its policies that classify what comes in"),
             row("nics", list_of(refer("Nic")), "of a host: its RDMA NICs"),
             row("jobs", list_of(refer("Job")), "the environments of jobs"),
             row("addresses", list_of(refer("Address")), "its IP addresses"),
             row("routes", list_of(refer("Route")), "its static routes"),
             row("neighbours", list_of(refer("Neighbour")), "what it reports about its neighbours"),
             row("manager", refer_or_null("SubnetManager"), "of a subnet manager: what its files say"),
             origins_row()})
        device.rows.push_back(std::move(more));
    all.push_back(std::move(device));
    all.push_back(std::move(summary));
    Part port{"Port",
        "What `for: port` sees.",
        {name_row(),
            row("alias", text, "a second name; empty where there is none"),
            row("description", one_of_null("string"), "its description; empty where there is none"),
            row("kind", {{"enum", words<PortKind>()}}, "what it is"),
            row("lag", one_of_null("string"), "the name of the LAG that it is a member of"),
            row("parent", one_of_null("string"), "the name of the port under it"),
            row("rdma", one_of_null("boolean"), "whether it carries RDMA"),
            row("lossless", list_of(number), "the priorities that PFC must protect from loss here")}};
    std::ranges::move(rows_of<Port>(), std::back_inserter(port.rows));
    std::ranges::move(rows_of<PfcWatchdog>(), std::back_inserter(port.rows));
    for (Row more :
        {row("queues", list_of(refer("Queue")), "its egress queues"),
            row("priority_groups", list_of(refer("PriorityGroup")), "its ingress priority groups"),
            row("device", refer("Summary"), "its device"),
            row("peer",
                refer_or_null("Port"),
                "the port at the other end of its cable, which has no `peer` itself; null where none is known"),
            at_row(),
            origins_row()})
        port.rows.push_back(std::move(more));
    all.push_back(std::move(port));
    const auto numbered = [&all](std::string name, std::string what, std::vector<Row> rows) {
        rows.insert(rows.begin(), row("number", number, "its number"));
        rows.push_back(origins_row());
        all.push_back({std::move(name), std::move(what), std::move(rows)});
    };
    numbered("Queue", "An egress queue of a port.", rows_of<Queue>());
    numbered("PriorityGroup", "An ingress priority group of a port.", rows_of<PriorityGroup>());
    all.push_back({"Link",
        "What `for: link` sees.",
        {row("a", refer("Port"), "one end"),
            row("b", refer("Port"), "the other end"),
            row("source", text, "what shows it"),
            row("cable", one_of_null("number"), "its length as planned or measured, in m"),
            row("speed", one_of_null("number"), "its speed as planned, in bit/s"),
            at_row()}});
    all.push_back({"ClassMap",
        "A map of code points, classes or priorities.",
        {name_row(),
            row("kind", {{"enum", words<MapKind>()}}, "what it maps"),
            row("to", list_of(one_of_null("integer")), "by code point, what it becomes"),
            at_row(),
            origins_row()}});
    all.push_back({"EcnProfile",
        "The ECN marking of a queue.",
        {name_row(), row("curves", list_of(refer("EcnCurve")), "one for each colour"), at_row()}});
    Part curve{
        "EcnCurve", "The marking of one colour.", {row("colour", {{"enum", words<Colour>()}}, "of packets")}};
    std::ranges::move(rows_of<EcnCurve>(), std::back_inserter(curve.rows));
    curve.rows.push_back(origins_row());
    all.push_back(std::move(curve));
    all.push_back(named<Scheduler>("Scheduler", "How a queue is served."));
    all.push_back(named<BufferPool>("BufferPool", "A pool of packet memory."));
    all.push_back(named<BufferProfile>("BufferProfile", "Limits of a queue or priority group."));
    all.push_back({"ClassPolicy",
        "A policy that classifies what comes in.",
        {name_row(),
            row("classes", list_of(refer("PolicyClass")), "its classes; the first that matches counts"),
            at_row()}});
    Part entry = named<PolicyClass>("PolicyClass", "One class of such a policy.");
    for (Row more : {row("dscps", list_of(number), "the DSCPs that it matches"),
             row("pcps", list_of(number), "the priorities that it matches"),
             row("matches_everything", flag, "it is the catch-all"),
             row("matches_nothing", flag, "its class-map has no line"),
             row("matches_other", flag, "it matches by more than code points")})
        entry.rows.push_back(std::move(more));
    all.push_back(std::move(entry));
    Part nic{"Nic",
        "The RDMA side of a host's port.",
        {row("rdma_device", text, "the name of the RDMA device"),
            row("port", refer_or_null("Port"), "its port")}};
    std::ranges::move(rows_of<Nic>(), std::back_inserter(nic.rows));
    nic.rows.push_back(row("dcqcn",
        {{"type", "object"}, {"additionalProperties", number}},
        "numbers of congestion control, by the names of the firmware"));
    nic.rows.push_back(origins_row());
    all.push_back(std::move(nic));
    Part job = named<Job>("Job", "What `for: job` sees: the environment of one job.");
    job.rows.push_back(row("device", refer("Summary"), "the device that it belongs to"));
    all.push_back(std::move(job));
    const Row port_name = row("port", one_of_null("string"), "the name of the port");
    all.push_back({"Address",
        "An IP address.",
        {row("prefix", text, "with the length of its subnet"), port_name, at_row()}});
    all.push_back({"Route",
        "A static route.",
        {row("to", text, "where to"),
            row("via", one_of_null("string"), "the next hop"),
            port_name,
            row("discards", flag, "its packets are dropped"),
            row("distance", number, "the less, the better"),
            at_row()}});
    all.push_back({"Neighbour",
        "What a device reports about a neighbour.",
        {port_name,
            row("device", text, "the neighbour's name"),
            row("port_id", text, "the neighbour's port"),
            row("port_description", text, "and its description"),
            at_row()}});
    Part manager{"SubnetManager", "What the files of a subnet manager say.", rows_of<SubnetManager>()};
    manager.rows.push_back(origins_row());
    all.push_back(std::move(manager));
    const std::vector<Row> where{
        row("file", text, "as given on the command line"), row("line", number, "from 1")};
    all.push_back({"At", "A place; empty where there is none.", where});
    Part origin{"Origin",
        "Where a value comes from.",
        {row("state",
            {{"enum", {"unread", "explicit", "inherited", "derived", "default"}}},
            "how it is known")}};
    origin.rows.insert(origin.rows.end(), where.begin(), where.end());
    origin.rows.push_back(row("note", text, "the source of a default, or why it is unread"));
    all.push_back(std::move(origin));
    return all;
}

bool may_lack(const std::string& part, const std::string& key)
{
    return part == "At" || (part == "Port" && key == "peer") || (part == "Origin" && key != "state");
}

std::string schema_text()
{
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "rocelint: the model, as `debug model --format json` prints it and own rules see it"},
        {"$ref", "#/definitions/Fabric"}};
    for (const Part& part : parts()) {
        Json of{{"type", "object"}, {"description", part.what}, {"additionalProperties", false}};
        Json required = Json::array();
        for (const Row& row : part.rows) {
            of["properties"][row.key] = row.schema;
            if (!may_lack(part.name, row.key))
                required.push_back(row.key);
        }
        if (!required.empty())
            of["required"] = required;
        schema["definitions"][part.name] = of;
    }
    return schema.dump(1) + '\n';
}

// "number", "list of Queue", "leaf, spine, …"
std::string words_for(const Json& schema)
{
    if (schema.contains("$ref")) {
        const std::string name = schema["$ref"].get<std::string>();
        return fmt::format("[{0}](#{1})", name.substr(name.rfind('/') + 1), [&] {
            std::string anchor = name.substr(name.rfind('/') + 1);
            std::ranges::transform(
                anchor, anchor.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            return anchor;
        }());
    }
    if (schema.contains("anyOf"))
        return words_for(schema["anyOf"][0]);
    if (schema.contains("const"))
        return schema["const"].dump();
    if (schema.contains("enum")) {
        std::string all;
        for (const Json& word : schema["enum"]) {
            if (word.is_string())
                all += fmt::format("{}`{}`", all.empty() ? "" : ", ", word.get<std::string>());
        }
        return all;
    }
    if (!schema.contains("type"))
        return words_for(refer("Port"));
    const Json type = schema["type"].is_array() ? schema["type"][0] : schema["type"];
    if (type == "array")
        return "list of " + words_for(schema["items"]);
    return type.get<std::string>();
}

std::string tables()
{
    std::string out;
    for (const Part& part : parts()) {
        out += fmt::format(
            "\n### {}\n\n{}\n\n| key | value | meaning |\n|---|---|---|\n", part.name, part.what);
        for (const Row& row : part.rows)
            out += fmt::format("| `{}` | {} | {} |\n", row.key, words_for(row.schema), row.what);
    }
    return out;
}

std::string read(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void hold(const std::string& path, const std::string& wanted)
{
    if (std::getenv("ROCELINT_WRITE_PAGES") != nullptr)
        std::ofstream(path) << wanted;
    CHECK_MESSAGE(read(path) == wanted,
        path << " is not what fields.h says: run this test with ROCELINT_WRITE_PAGES=1");
}

TEST_CASE("the schema of the model says what the rows of fields.h say")
{
    hold(ROCELINT_SOURCE_DIR "/docs/schema/model.schema.json", schema_text());
}

TEST_CASE("own rules may read exactly the keys of the schema")
{
    std::set<std::string> keys;
    for (const Part& part : parts()) {
        for (const Row& row : part.rows)
            keys.insert(row.key);
    }
    const auto known = document::keys();
    CHECK(std::set<std::string>(known.begin(), known.end()) == keys);
}

TEST_CASE("the page of the model lists the rows of fields.h")
{
    const std::string path = ROCELINT_SOURCE_DIR "/docs/model.md";
    const std::string page = read(path);
    const std::size_t at = page.find(mark);
    REQUIRE(at != std::string::npos);
    hold(path, page.substr(0, at) + std::string(mark) + tables());
}

}
}
