// SPDX-License-Identifier: Apache-2.0
// The conditions of SONiC's YANG models, one by one, without the models.
#include "drivers/sonic/model/model_conditions.h"
#include "drivers/sonic/model/model_table.h"
#include "tests/drivers/sonic/sonic_broken_rows.h"
#include "tests/drivers/sonic/sonic_edit_case.h"
#include "tests/example_fabric.h"

#include <algorithm>

namespace rocelint::sonic {
namespace {

// The models' objections to the base example with a patch (RFC 7396), as messages; empty if none.
class Judged {
public:
    explicit Judged(std::string_view patch) : Judged(patch, std::string(driver.base_example)) { }
    Judged(std::string_view patch, std::string base) : source_(0, "config_db.json", merge_json(base, patch))
    {
        trees_.push_back(driver.parse(source_));
        REQUIRE(trees_.front().complete());
        const Config config = normalise(trees_, arena_, problems_);
        for (const ModelFault& fault : model_faults(ModelRows(config, {})))
            sentences_.push_back(fault.sentence());
    }
    [[nodiscard]] bool sound() const { return sentences_.empty(); }
    [[nodiscard]] std::string first() const
    {
        return sentences_.empty() ? std::string() : sentences_.front();
    }
    [[nodiscard]] std::size_t count() const { return sentences_.size(); }

private:
    Source source_;
    std::vector<Tree> trees_;
    Arena arena_{4096};
    std::vector<SyntaxProblem> problems_;
    std::vector<std::string> sentences_;
};

// "TABLE|key what (module.yang, …)"
bool says(const Judged& judged, std::string_view sentence, std::string_view module)
{
    const std::string wanted = fmt::format("{} ({}, sonic-buildimage", sentence, module);
    CHECK_MESSAGE(judged.first().starts_with(sentence), judged.first());
    CHECK_MESSAGE(
        judged.first().find(std::string(module) + ", sonic-buildimage") != std::string::npos, judged.first());
    return judged.count() == 1;
}

}

TEST_CASE("the models accept the base example and everything that they leave open")
{
    CHECK(Judged("{}").first() == "");
    for (const std::string_view patch : taken_rows)
        CHECK_MESSAGE(Judged(patch).first() == "", std::string(patch));
    // The reference syntax before version 3.0.3, when these tables had no models.
    CHECK(Judged(R"({"QUEUE": {"Ethernet0|3": {"scheduler": "[SCHEDULER|scheduler.1]"}}})").first() == "");
}

TEST_CASE("each violated condition of the models is reported with the row, what is wrong and the module")
{
    for (const Broken& broken : fields_of_one_row) {
        CAPTURE(std::string(broken.patch));
        CHECK(says(Judged(broken.patch), broken.sentence, broken.module));
    }
}

TEST_CASE("each row that names a missing row is reported")
{
    // Two rows of port QoS, five of BUFFER_PG and so on: all that name Ethernet4.
    const Judged no_port(R"({"PORT": {"Ethernet4": null}})");
    CHECK(no_port.first()
        == "PORT_QOS_MAP|Ethernet4 is of Ethernet4, which PORT does not have (sonic-port-qos-map.yang, sonic-buildimage 086b03bd)");
    CHECK(no_port.count() > 15);
    CHECK(Judged(R"({"SCHEDULER": {"scheduler.2": null}})").count() == 2);
    CHECK(Judged(R"({"BUFFER_POOL": {"egress_lossless_pool": null}})").count() == 1);
    CHECK(Judged(R"({"DSCP_TO_TC_MAP": {"AZURE": null}})").count() == 2);
}

TEST_CASE("a partial configuration has no missing rows, but a number out of range is still reported")
{
    const std::string part = R"({"QUEUE": {"Ethernet0|3": {"scheduler": "s"}}})";
    CHECK(Judged("{}", part).first() == "");
    CHECK(Judged(R"({"BUFFER_PROFILE": {"p": {"dynamic_th": "9"}}})", part)
              .first()
              .starts_with("BUFFER_PROFILE|p has dynamic_th 9: out of range"));
}

TEST_CASE("nothing is reported about a document in YANG format, which no switch patches")
{
    CHECK(
        Judged("{}",
            R"({"sonic-port:sonic-port": {"sonic-port:PORT": {"PORT_LIST": [{"name": "Ethernet0", "mtu": 99999}]}}})")
            .first()
        == "");
}

TEST_CASE("cards of a chassis have queues of system ports, and other switches have none")
{
    const std::string_view chassis
        = R"({"DEVICE_METADATA": {"localhost": {"switch_type": "voq", "hostname": "lc1", "asic_name": "asic0"}}, "QUEUE": null, "BUFFER_QUEUE": null})";
    const auto with
        = [&](std::string_view patch) { return Judged(patch, merge_json(driver.base_example, chassis)); };
    CHECK(with("{}").first() == "");
    CHECK(with(R"({"QUEUE": {"lc2|asic1|Ethernet900|3": {"scheduler": "scheduler.0"}}})").first() == "");
    CHECK(with(R"({"QUEUE": {"lc1|asic0|Ethernet0|3": {"scheduler": "scheduler.0"}}})").first() == "");
    CHECK(with(R"({"QUEUE": {"lc1|asic0|Ethernet8|3": {"scheduler": "scheduler.0"}}})")
              .first()
              .starts_with("QUEUE|lc1|asic0|Ethernet8|3 is of Ethernet8, which PORT does not have"));
    CHECK(with(R"({"QUEUE": {"Ethernet0|3": {"scheduler": "scheduler.0"}}})")
              .first()
              .starts_with("QUEUE|Ethernet0|3 is of a port without the names of its card and ASIC"));
}

TEST_CASE("every table that an edit may write has a model, and every reference leads to such a table")
{
    for (const Table table : {Table::port,
             Table::portchannel,
             Table::port_qos_map,
             Table::queue,
             Table::wred_profile,
             Table::buffer_pg,
             Table::buffer_profile,
             Table::cable_length,
             Table::lossless_traffic_pattern,
             Table::pfc_wd,
             Table::flex_counter_table,
             Table::switch_hash}) {
        CAPTURE(name_of(table));
        const ModelTable* model = model_of(table);
        REQUIRE(model != nullptr);
        CHECK(model->source.find(".yang, sonic-buildimage ") != std::string_view::npos);
        for (const ModelLeaf& leaf : model->leaves)
            CHECK((leaf.takes != Takes::reference || leaf.target == Table::port
                || model_of(leaf.target) != nullptr));
    }
}

TEST_CASE("a change is refused if the models would reject its result, in the file and on the switch")
{
    // LOSSLESS_TRAFFIC_PATTERN has two mandatory leaves, but a change sets only one.
    const Case from(std::string(driver.base_example));
    Change change{.port = {0, Port::no_index}, .property = Property::lossless_packet, .value = Bytes{4096}};
    CHECK(from.corrected({change}).starts_with(
        "refused: the switch's own models would not take the configuration that it makes: "
        "LOSSLESS_TRAFFIC_PATTERN|AZURE has no small_packet_percentage"));
    const Commands made = from.commands_for({change});
    REQUIRE(made.refused.size() == 1);
    CHECK(made.refused[0].reason.find("has no small_packet_percentage") != std::string::npos);
}

TEST_CASE("an existing fault refuses only the patch, not an edit of the file")
{
    const Case from(merge_json(driver.base_example, R"({"SCHEDULER": {"scheduler.0": {"weight": "0"}}})"));
    const Change longer = from.change("Ethernet0", Property::mtu, Bytes{9014});
    CHECK(from.corrected({longer}).find(R"("mtu": "9000")") != std::string::npos);
    const Commands made = from.commands_for({longer});
    REQUIRE(made.refused.size() == 1);
    CHECK(
        made.refused[0].reason.find("SCHEDULER|scheduler.0 has weight 0: out of range") != std::string::npos);
}

TEST_CASE("a row of several ports can be split, although each of its parts keeps the row's faults")
{
    const Case from(merge_json(driver.base_example,
        R"({"QUEUE": {"Ethernet0|3": null, "Ethernet0,Ethernet8|3": {"scheduler": "none"}}})"));
    Change change = from.change(
        "Ethernet0", Property::ecn, EcnTarget{Bytes{1000000}, Bytes{2000000}, Percent::whole(5)});
    change.number = 3;
    CHECK(from.corrected({change}).find(R"("Ethernet8|3": {)") != std::string::npos);
}

}
