// SPDX-License-Identifier: Apache-2.0
// The pitfalls of a subnet manager's files, as the reader handles them. tests/opensm compares with what the real program makes of
// the same texts.
#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

struct Read {
    SourceSet sources;
    std::vector<Tree> trees;
    Reading reading;

    explicit Read(const Files& files)
    {
        const Driver& driver = *find_driver("opensm");
        for (const auto& [path, text] : files) {
            const SourceId id = sources.next_id();
            sources.put(std::make_unique<Source>(id, path, text));
            trees.push_back(driver.parse(*sources.find(id)));
        }
        reading = driver.read(trees, "sm1");
    }
    explicit Read(const std::string& options) : Read(Files{{"sm1/opensm.conf", options}}) { }
    [[nodiscard]] const SubnetManager& manager() const { return *reading.device.manager; }
    [[nodiscard]] const SmOption& option(std::string_view name) const
    {
        const SmOption* found = manager().option(name);
        REQUIRE(found != nullptr);
        return *found;
    }
    [[nodiscard]] bool has(SmFault::Kind kind, std::string_view text) const
    {
        return std::ranges::any_of(manager().faults, [&](const SmFault& fault) {
            return fault.kind == kind && fault.text.find(text) != std::string_view::npos;
        });
    }
    [[nodiscard]] const Driver* recognised(std::size_t at) const
    {
        return recognise(*trees[at].source).driver;
    }
};

Read with_partitions(const std::string& text)
{
    return Read(Files{{"sm1/opensm.conf", "lmc 0\nsm_priority 1\n"}, {"sm1/partitions.conf", text}});
}

Read with_policy(const std::string& text)
{
    return Read(Files{{"sm1/opensm.conf", "qos TRUE\nsm_priority 1\n"}, {"sm1/qos-policy.conf", text}});
}

TEST_CASE("opensm: the exact word TRUE is true, and everything else is not")
{
    for (const char* word : {"true", "1", "yes", "TRUE,", ""}) {
        const Read read(std::string("sm_priority 1\nqos ") + word + "\n");
        CAPTURE(word);
        CHECK(read.manager().qos.is(false));
        CHECK(read.option("qos").misread == SmMisread::not_boolean);
    }
    CHECK(Read("sm_priority 1\nqos TRUE\n").manager().qos.is(true));
}

TEST_CASE("opensm: a rejected value leaves the previous one")
{
    const Read read("lmc 3\nlmc nine\nsm_priority 010\nmax_op_vls 300\n");
    CHECK(read.manager().lmc.is(3));
    CHECK(read.manager().sm_priority.is(8));
    CHECK(read.manager().max_op_vls.is(5));
    CHECK(read.manager().options[1].misread == SmMisread::not_a_number);
    CHECK(read.manager().options[1].runs == "3");
    CHECK(read.option("sm_priority").misread == SmMisread::octal);
}

TEST_CASE("opensm: numbers out of range are replaced as the program does")
{
    const Read read(
        "lmc 9\nsm_priority 16\nm_key_protection_level 4\npacket_life_time 40\nqos TRUE\nqos_high_limit abc\n");
    CHECK(read.manager().lmc.is(0));
    CHECK(read.manager().sm_priority.is(0));
    CHECK(read.manager().m_key_protection_level.is(2));
    CHECK(read.manager().packet_life_time.is(40));
    CHECK(read.option("qos_high_limit").runs == "0");
}

TEST_CASE("opensm: an equals sign, a long line and a comment sign inside quotes are reported")
{
    const std::string comment = "#" + std::string(1021, 'x');
    const Read read("lmc=3\nsm_priority 1\n" + comment + "sweep_interval 7\nlog_prefix \"a#b\"\n");
    CHECK(read.manager().options.front().misread == SmMisread::equals_sign);
    CHECK(read.manager().lmc.is(0));
    CHECK(read.manager().sweep_interval.value.count() == 7);
    CHECK(read.has(SmFault::Kind::long_line, "sweep_interval 7"));
    CHECK(read.has(SmFault::Kind::quoted_comment, "log_prefix"));
}

TEST_CASE("opensm: CRLF ends lines too")
{
    const Read read("lmc 2\r\n# a comment\r\n\r\nqos TRUE\r\nsm_priority 3\r\n");
    CHECK(read.manager().lmc.is(2));
    CHECK(read.manager().qos.is(true));
    CHECK(read.manager().options.size() == 3);
}

TEST_CASE("opensm: the flavour follows from keys, engines, files of UFM or a comment")
{
    CHECK(Read("lmc 0\nsm_priority 1\n").manager().flavour == SmFlavour::upstream);
    CHECK(Read("lmc 0\nar_sl_mask 1\n").manager().flavour == SmFlavour::nvidia);
    CHECK(Read("lmc 0\nrouting_engine ar_updn\n").manager().flavour == SmFlavour::nvidia);
    CHECK(
        Read("lmc 0\nroot_guid_file /opt/ufm/files/root_guid.conf\n").manager().flavour == SmFlavour::nvidia);
    CHECK(Read("# opensm-flavour: nvidia\nlmc 0\nsm_priority 1\n").manager().flavour == SmFlavour::nvidia);
    // NVIDIA's defaults are known only for some options.
    const Read nvidia("lmc 0\nar_sl_mask 1\n");
    CHECK(nvidia.manager().m_key_lease_period.value.count() == 60);
    CHECK_FALSE(nvidia.manager().sm_priority.peek_known());
}

TEST_CASE("opensm: lists of lanes and weights are cut as the program cuts them")
{
    const Read read("qos TRUE\nqos_sl2vl 0,1,17\nqos_vlarb_high 1:300,16:4,2\n");
    const SmQosClass& all = read.manager().qos_classes.front();
    CHECK(all.sl2vl.value.vl[2] == 1);
    CHECK(all.sl2vl.value.vl[3] == 0);
    REQUIRE(all.high.size() == 3);
    CHECK(all.high[0].weight == 300 % 256);
    CHECK(all.high[1].vl == 1);
    CHECK(read.has(SmFault::Kind::sl2vl_list, "17"));
    CHECK(read.has(SmFault::Kind::arbitration_list, "1:300"));
    CHECK(read.has(SmFault::Kind::arbitration_list, "16:4"));
}

TEST_CASE("opensm: the model contains no key, but knows equal keys as equal")
{
    const Read a("sm_key 0xabcdef0123456789\nm_key 0x1122334455667788\n");
    const Read b("sm_key 0xABCDEF0123456789\nm_key 0x1122334455667789\n");
    CHECK(a.manager().sm_key_digest.value == b.manager().sm_key_digest.value);
    CHECK(a.manager().m_key_digest.value != b.manager().m_key_digest.value);
    const std::string shown = dump(a.reading.device, a.sources);
    CHECK(shown.find("abcdef0123456789") == std::string::npos);
    CHECK(shown.find("1122334455667788") == std::string::npos);
    for (const SmOption& option : a.manager().options) {
        CHECK(option.given.empty());
        CHECK(option.runs.empty());
    }
}

TEST_CASE("partitions.conf: words match by prefix, and case-sensitively")
{
    const Read read = with_partitions("Default=0x7fff: A=full, SELF=Full, 0x10=, N;\n");
    REQUIRE(read.manager().partitions.size() == 1);
    const std::vector<SmMember>& members = read.manager().partitions.front().members;
    REQUIRE(members.size() == 3);
    CHECK(members[0].kind == SmMember::Kind::all);
    CHECK(members[0].by_prefix);
    CHECK(members[1].membership == SmMembership::limited);
    CHECK(members[2].membership == SmMembership::full);
    CHECK(read.has(SmFault::Kind::membership, "SELF=Full"));
    CHECK(read.has(SmFault::Kind::membership, "N"));
}

TEST_CASE("partitions.conf: rules span lines, and several fit on one")
{
    const Read read = with_partitions(
        "Default=0x7fff, ipoib, defmember=full:\n  ALL_CAS,\n  SELF; ai=0x8001,sl=3,indx0: 0x10=both;# end\n");
    REQUIRE(read.manager().partitions.size() == 2);
    CHECK(read.manager().partitions[0].ipoib);
    CHECK(read.manager().partitions[0].members.size() == 2);
    CHECK(read.manager().partitions[0].members[0].membership == SmMembership::full);
    CHECK(read.manager().partitions[1].pkey == 1);
    CHECK(read.manager().partitions[1].sl == 3);
    CHECK(read.manager().partitions[1].indx0);
    CHECK(read.manager().faults.empty());
}

TEST_CASE("partitions.conf: one rejected line invalidates the file")
{
    for (const char* text : {"Default=0x7fff: ALL=full\nai=0x8001: ALL;\n",
             "Default=0x7fff ALL=full;\n",
             "Default=0x7fff: host1=full;\n",
             "Default=0x7ffg: ALL=full;\n"}) {
        CAPTURE(text);
        const Read read = with_partitions(text);
        CHECK(read.manager().partitions_dropped);
        CHECK(std::ranges::count(read.manager().faults, SmFault::Kind::partitions_dropped, &SmFault::kind)
            == 1);
    }
}

TEST_CASE("partitions.conf: rates and MTUs are codes")
{
    const Read read = with_partitions(
        "Default=0x7fff, ipoib, mtu=9, rate=16: ALL=full;\nai=0x1ffff, mtu=4096: ALL=full;\n");
    CHECK(read.manager().partitions[0].rate_code == 16);
    CHECK(read.has(SmFault::Kind::partition_value, "mtu=9"));
    CHECK(read.has(SmFault::Kind::partition_value, "mtu=4096"));
    CHECK(read.has(SmFault::Kind::partition_value, "0x1ffff"));
    CHECK(read.manager().partitions[1].pkey == 0x7fff);
}

constexpr const char* whole_policy = R"(port-groups
    port-group
        name: storage
        use: our targets # of two racks
        port-guid: 0x10,0x20-0x2f
        port-name: "vs1 HCA-1/P1"
        node-type: CA
    end-port-group
end-port-groups
qos-setup
    vlarb-tables
        vlarb-scope
            group: storage
            vlarb-high: 0:255,1:127
            vl-high-limit: 10
        end-vlarb-scope
    end-vlarb-tables
    sl2vl-tables
        sl2vl-scope
            group: storage
            from: *
            to: *
            sl2vl-table: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7
        end-sl2vl-scope
    end-sl2vl-tables
end-qos-setup
qos-levels
    qos-level
        name: DEFAULT
        sl: 0
        mtu-limit: 4
        rate-limit: 3
        packet-life: 16
        path-bits: 2,4,8-32
        pkey: 0x00ff-0x0fff
    end-qos-level
    qos-level
        name: fast
        sl: 0x3
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        use: by class
        qos-class: 7-9,11
        source: storage
        destination: storage
        service-id: 22,4719-5000
        pkey: 0x0f00-0x0fff
        qos-level-name: fast
    end-qos-match-rule
end-qos-match-rules
qos-ulps
    default : 0
    sdp, port-num 10000-20000 : 1
    SRP, target-port-guid 0x1234 : 2
    any, source-target-port-guid 0x5678 : 3
end-qos-ulps
)";

TEST_CASE("qos-policy.conf: the whole grammar is read")
{
    const Read read = with_policy(whole_policy);
    CHECK(read.manager().faults.empty());
    const SmQosPolicy& policy = read.manager().qos_policy;
    REQUIRE(policy.groups.size() == 1);
    CHECK(policy.groups[0].use == "our targets");
    REQUIRE(policy.levels.size() == 2);
    CHECK(policy.levels[1].sl.is(3));
    REQUIRE(policy.rules.size() == 5);
    CHECK(policy.rules[0].level == "fast");
    CHECK(policy.rules[0].service_ids == "22,4719-5000");
    CHECK(policy.rules[3].ulp == "SRP, target-port-guid 0x1234");
    CHECK(policy.qos_setup.somewhere());
    CHECK(measure_coverage(read.trees[1]).count(CoverageState::unrecognised) == 0);
}

TEST_CASE("qos-policy.conf: anything the program rejects invalidates the policy")
{
    for (const auto& [was, is] : {std::pair{"sl: 0x3", "sl: three"},
             {"mtu-limit: 4", "mtu-limit: 9"},
             {"name: fast", "nam: fast"},
             {"qos-level-name: fast", "qos-level-name: slow"},
             {"source: storage", "source: stores"},
             {"end-qos-levels", "end-qos-level"},
             {"default : 0", "default : 16"},
             {"sdp, port-num 10000-20000", "sdp, ports 10000-20000"},
             {"SRP, target-port-guid 0x1234", "SRP"},
             {"any, source-target-port-guid 0x5678", "any, source-target-port-guid"},
             {"any, source-target-port-guid 0x5678", "any, source-target-port-guid stor1"},
             {"        sl: 0\n", "        sl: 0\n        sl: 1\n"}}) {
        std::string text = whole_policy;
        text.replace(text.find(was), std::string_view(was).size(), is);
        const Read read = with_policy(text);
        CAPTURE(is);
        CHECK(std::ranges::count(read.manager().faults, SmFault::Kind::policy_dropped, &SmFault::kind) == 1);
    }
}

TEST_CASE("every file of a subnet manager is recognised with its kind")
{
    const Files files{{"sm1/opensm.conf", "sm_priority 1\nroot_guid_file /etc/opensm/roots\n"},
        {"sm1/roots", "# spines\n0x0000000000000106\n0x0000000000000108\n"},
        {"sm1/guid2lid", "0x0000000000000106 0x0001 0x0001\n"},
        {"sm1/guid2mkey", "0x0000000000000106 0x0000000000000001\n"},
        {"sm1/node-name-map", "0x0000000000000106 \"spine 1\"\n"},
        {"sm1/sharp_am.cfg", "ib_port_guid 0x0\nsmx_protocol 2\nib_qpc_sl 1\nib_sat_qpc_sl = 2\n"},
        {"sm1/cc.conf", "ca_algo_import_start\nalgo_start\nalgo_id: 1\nalgo_end\nca_algo_import_end\n"},
        {"sm1/gv.cfg", "[UFMAgent]\nenable_ufma = no\n[Sharp]\nsharp_enabled = true\n"},
        {"sm1/pgrp_policy.conf", "port-group\nport-regexp: spine.*\nname: root_switches\nend-port-group\n"}};
    const Read read(files);
    for (std::size_t at = 0; at < files.size(); ++at) {
        CAPTURE(files[at].first);
        CHECK(read.recognised(at) == find_driver("opensm"));
        CHECK(measure_coverage(read.trees[at]).count(CoverageState::unrecognised) == 0);
    }
    CHECK(std::ranges::count(read.manager().guids, SmGuid::List::root, &SmGuid::list) == 2);
    CHECK(std::ranges::count(read.manager().guids, SmGuid::List::guid2lid, &SmGuid::list) == 1);
    CHECK(read.manager().sharp_manager.is(true));
    CHECK(read.manager().sharp_level.is(1));
    CHECK(read.manager().sharp_stream_level.is(2));
    CHECK(read.manager().files.front().file == 1);
}

TEST_CASE("a service level of SHARP that is out of range or not stated stays unknown with its reason")
{
    const auto level = [](const char* lines) {
        return Read(Files{{"sm1/opensm.conf", "sm_priority 1\n"},
            {"sm1/sharp_am.cfg", std::string("smx_enabled_protocols 6\nsmx_protocol 2\n") + lines}});
    };
    CHECK(level("ib_qpc_sl 15\n").manager().sharp_level.is(15));
    CHECK_FALSE(level("").manager().sharp_level.known());
    const Read wrong = level("ib_qpc_sl 16\n");
    CHECK_FALSE(wrong.manager().sharp_level.known());
    CHECK(wrong.manager().sharp_level.origin != OriginId{});
    CHECK(measure_coverage(wrong.trees[1]).count(CoverageState::unrecognised) == 1);
}

TEST_CASE("an unread list of a class of ports is not replaced by that of all ports")
{
    Read read("qos TRUE\nqos_sl2vl 0,1,2,3\nqos_ca_sl2vl 0,0,1,1\n");
    SubnetManager& manager = *read.reading.device.manager;
    CHECK(manager.sl2vl_of(SmPortClass::channel_adapter).value.vl[3] == 1);
    CHECK(manager.sl2vl_of(SmPortClass::router).value.vl[3] == 3);
    const OriginId lost = read.reading.device.origins.unread("not captured");
    for (SmQosClass& each : manager.qos_classes) {
        if (each.of == SmPortClass::channel_adapter)
            each.sl2vl = Setting<SlToVl>::unread(lost);
    }
    CHECK_FALSE(manager.sl2vl_of(SmPortClass::channel_adapter).peek_known());
    CHECK(manager.sl2vl_of(SmPortClass::router).peek_known());
}

TEST_CASE("files of other programs are left to other drivers")
{
    for (const char* text : {"NCCL_IB_SL=1\n",
             "0x15b3\n",
             "hostname leaf1\ninterface Ethernet1\n",
             "console tty\n",
             "[Server]\nport = 1\n"}) {
        CAPTURE(text);
        const Source source(0, "file", text);
        CHECK(detect(*find_driver("opensm"), source).confidence == 0);
    }
}

}
}
