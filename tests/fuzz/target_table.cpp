// SPDX-License-Identifier: Apache-2.0
// The targets and their seeds, all of which are our own: written here, or fixtures.
#include "drivers/driver.h"
#include "models/text/nearest.h"
#include "push/plan/plan.h"
#include "tests/fuzz/file_sets.h"
#include "tests/fuzz/target.h"
#include "tests/push/random_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace rocelint::fuzz {
namespace {

template <std::size_t At>
void read_as_driver(std::string_view bytes)
{
    read_as(all_drivers()[At]->name, bytes);
}

template <std::size_t At>
void check_spelled_by(std::string_view bytes)
{
    check_spelled(all_drivers()[At]->name, bytes);
}

// An upper limit on the number of drivers.
constexpr std::size_t most_drivers = 24;
constexpr std::array<void (*)(std::string_view), most_drivers> driver_runs =
    []<std::size_t... at>(std::index_sequence<at...>)
{
    return std::array<void (*)(std::string_view), most_drivers>{read_as_driver<at>...};
}
(std::make_index_sequence<most_drivers>{});

constexpr std::array<void (*)(std::string_view), most_drivers> spelled_runs =
    []<std::size_t... at>(std::index_sequence<at...>)
{
    return std::array<void (*)(std::string_view), most_drivers>{check_spelled_by<at>...};
}
(std::make_index_sequence<most_drivers>{});

// Bytes that decide a few hundred statements.
std::vector<std::string> decisions()
{
    constexpr std::size_t size = 1024;
    std::mt19937 random(1);
    std::vector<std::string> seeds(4);
    for (std::string& seed : seeds) {
        while (seed.size() < size)
            seed += static_cast<char>(random());
    }
    return seeds;
}

struct DriverFixtures {
    std::string_view platform;
    std::vector<std::string_view> patterns;
};

const std::vector<DriverFixtures>& driver_fixtures()
{
    static const std::vector<DriverFixtures> table{
        {"sonic", {"leaf*.json", "tor*.json", "pg_profile_lookup.ini"}},
        {"eos", {"*.cfg"}},
        {"junos", {"*.conf"}},
        {"linux-host",
            {"mlnx_qos*.txt", "ip-link.txt", "lldpcli.json", "ethtool*.txt", "rdma-link.txt", "host1.txt"}},
        {"ib-fabric",
            {"ibnetdiscover.txt",
                "*.fdbs",
                "sminfo.txt",
                "iblinkinfo.txt",
                "smpquery*.txt",
                "saquery*.txt",
                "perfquery*.txt"}},
        {"app-env", {"*.env"}}};
    return table;
}

// Two cabled switches of a platform with a policy: enough for most rules to have something to judge.
std::string small_fabric(const Driver& driver)
{
    std::string text = "version: 1\nprofile: lossless\n";
    text += border;
    text += "devices:\n  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n";
    for (const std::string_view name : {"leaf1", "leaf2"}) {
        text += border;
        std::string device(driver.base_example);
        for (std::size_t at = device.find("@NAME@"); at != std::string::npos; at = device.find("@NAME@"))
            device.replace(at, 6, name);
        text += device;
    }
    return text;
}

std::vector<std::string> small_fabrics()
{
    std::vector<std::string> fabrics;
    for (const Driver* driver : all_drivers()) {
        if (!driver->base_example.empty())
            fabrics.push_back(small_fabric(*driver));
    }
    return fabrics;
}

std::vector<std::string> plans()
{
    std::mt19937 random(1);
    return {push::write_plan(push::random_plan(random, 1)), push::write_plan(push::random_plan(random, 3))};
}

constexpr const char* intent_seed = R"(version: 1
policy:
  version: 1
  rdma: {priority: 3, dscp: [26]}
mtu: 9000
templates:
  eos: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE}
devices:
  "leaf[1-2]": {template: eos, role: leaf}
  spine1: {platform: sonic, asic: spectrum-4, model: ACS-SN5600, role: spine,
    ports: {"Ethernet[0-8/8]": {speed: 800G, lanes: 8, first_lane: 1, index: 1, alias: "etp[1-2]"}}}
links:
  - {a: "leaf[1-2]:Ethernet9/1", b: "spine1:Ethernet[0-8/8]", cable_m: 30, speed: 800G}
)";

constexpr const char* ini_inventory_seed = R"(# by hand
host1:2201 ansible_user=admin rail=1
[leafs]
leaf[01:03] ansible_password="{{ lookup('env', 'LEAF') }}" # all of them
[leafs:vars]
ansible_network_os = arista.eos.eos
[switches:children]
leafs
[all:vars]
maintenance='yes'
)";
constexpr const char* inventory_seed = R"(all:
  vars: {ansible_user: admin}
  children:
    leaves:
      vars: {ansible_network_os: arista.eos.eos, rocelint_role: leaf}
      hosts:
        "leaf[01:03]": {ansible_host: 192.0.2.1, ansible_port: 22}
        leaf9: {ansible_password: "{{ lookup('env', 'LEAF_PASSWORD') }}", rocelint_rail: 1}
)";

constexpr const char* journal_seed
    = R"({"journal": 2, "plan": "/p/plan.json", "plan_sha256": "00", "inventory": "inventory.yaml", "window_seconds": "300", "run": "00ff"}
{"time": "2026-01-02T03:04:05.006Z", "device": "leaf1", "step": "0", "event": "committing", "before": "00", "after": ""}
{"time": "2026-01-02T03:04:06.006Z", "device": "leaf1", "step": "0", "event": "done", "before": "00", "after": "11", "note": "it is so"}
)";

constexpr std::string_view editor_messages[] = {
    R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})",
    R"({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"contentChanges": [{"text": "mtu 1\r\n\ud83d\ude00", "range": {"start": {"line": 0, "character": 2}, "end": {"line": 2, "character": 4}}}, {"text": "x"}]}})",
    R"({"jsonrpc": "2.0", "id": "a", "result": null})"};

std::string editor_seed()
{
    std::string seed;
    for (const std::string_view message : editor_messages)
        seed += fmt::format("Content-Length: {}\r\n\r\n{}", message.size(), message);
    return seed;
}

constexpr const char* ssh_config_seed = R"(Include config extra-*
Host leaf* !leaf9
  HostName 192.0.2.1
  Port 2222
  User "an admin"
  ProxyJump me@jump:2200,other
Match originalhost leaf1 user me,you
  IdentityFile ~/.ssh/%h
  UserKnownHostsFile=/dev/null
Match exec "true"
  ProxyCommand none
)";

constexpr const char* netconf_seed
    = "9welcome\n<?xml version=\"1.0\"?><hello xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\"><capabilities>"
      "<capability>urn:ietf:params:netconf:base:1.1</capability><capability>http://a/b?c&amp;d</capability>"
      "</capabilities><session-id>7</session-id></hello>]]>]]>\n#4\n<rpc\n#7\n-reply>\n##\n";

constexpr const char* reply_seeds[]{
    "<rpc-reply xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\" message-id=\"4\"><ok/></rpc-reply>",
    "<nc:rpc-reply xmlns:nc=\"urn:x\" nc:message-id='5'>\n<!-- a --><data><a b=\"1>2\">c</a></data>\n</nc:rpc-reply>",
    "<rpc-reply message-id=\"6\"><rpc-error><error-type>protocol</error-type><error-tag>lock-denied</error-tag>"
    "<error-severity>error</error-severity><error-info><session-id>3</session-id></error-info>"
    "<error-message xml:lang=\"en\">no</error-message></rpc-error></rpc-reply>"};

constexpr const char* terminal_seeds[]{
    "show version\r\nArista DCS\r\n--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\bmore\r\nleaf1(config)#",
    "\x1b[32mme@leaf1:~$\x1b[0m \x1b]0;title\a show version\r\n! Command: x\r\nline\x1b[K\x1b[2K\r\n[edit]\r\nme@leaf1> "};

constexpr const char* tidy_seeds[]{
    "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\" junos:changed-seconds=\"1\" xmlns:junos=\"urn:j\"><version>23"
    "</version><interfaces><interface><name>et-0/0/1</name><mtu>9000</mtu></interface></interfaces>"
    "<class-of-service><forwarding-classes><class><name>a</name><queue-num>3</queue-num></class></forwarding-classes>"
    "</class-of-service></configuration>",
    "$ ip address\n2: eth0: <UP> mtu 9000 qdisc mq state UP\n    inet 192.0.2.1/24 scope global eth0\n"
    "       valid_lft 300sec preferred_lft 300sec\n$ mlnx_qos -i eth0\nDCBX mode: OS controlled\n"};

constexpr const char* secret_seeds[]{"username a secret sha512 $6$salt$hash\nsnmp-server community word ro\n",
    "{\"SNMP_COMMUNITY\": {\n \"word\": {\"TYPE\": \"RO\"}\n}, \"passkey\": \"word\"}\n",
    "copy https://me:word@192.0.2.1/a\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\nkey = 'a'\n"};

// Parts are separated by `border`; the target's comment lists them.
constexpr const char* sonic_seeds[]{
    "@rc 0\n@ms 1200\n@timer systemd\n@forward ok\n@route 192.0.2.1 dev eth0 src 192.0.2.2\nL Ethernet0 up\n"
    "C Ethernet0 SAI_PORT_STAT_PFC_3_RX_PKTS 7\nC Ethernet0 flap_count x\nU Ethernet9\n@data\n"
    "Would apply [{\"op\": \"replace\", \"path\": \"/PORT/Ethernet0/admin_status\", \"value\": \"down\"}]\nError: no\n"
    "%%%%\n{\"PORT\": {\"Ethernet0\": {\"mtu\": \"9100\", \"lanes\": \"1,2\"}}, \"PFC_WD\": {\"GLOBAL\": "
    "{\"POLL_INTERVAL\": \"200\"}}, \"SNMP_COMMUNITY\": {\"word\": {\"TYPE\": \"RO\"}}}\n"
    "%%%%\n{\"PORT|Ethernet0\": {\"mtu\": \"1500\", \"index\": [\"a/b\", \"c~d\"]}, \"QUEUE|Ethernet0|3\": {\"NULL\": "
    "\"NULL\"}}\n%%%%\n[{\"op\": \"add\", \"path\": \"/PORT/Ethernet0/a~1b\", \"value\": \"1\"}, {\"op\": \"remove\", "
    "\"path\": \"/PFC_WD\"}]\n",
    "@applied\n@restored\n@confirmed\n@taken-back\n@left 30\n@current other\n%%%%\n{}\n%%%%\n{\"A\": {\"b\": {\"c\": "
    "\"d\"}}}\n"};

constexpr const char* junos_seeds[]{
    "<commit-information><commit-history><sequence-number>0</sequence-number><user>me</user><client>netconf</client>"
    "<date-time junos:seconds=\"1700000000\" xmlns:junos=\"urn:j\">now</date-time><comment>commit confirmed, rollback in "
    "5mins</comment><commit-confirmed>rollback pending</commit-confirmed></commit-history></commit-information>",
    "<interface-information><physical-interface><name>\net-0/0/1\n</name><oper-status>up</oper-status>"
    "<interface-transitions>3</interface-transitions><input-error-list><input-drops>4</input-drops></input-error-list>"
    "</physical-interface></interface-information>",
    "<class-of-service><forwarding-classes><class><name>a</name><queue-num operation=\"delete\"/></class>"
    "</forwarding-classes></class-of-service>%%%%\n<configuration><class-of-service><forwarding-classes><class>"
    "<name>a</name></class></forwarding-classes></class-of-service></configuration>"};

constexpr const char* host_seeds[]{
    "= local\n192.0.2.1\n= user\n0\n= missing\n= waiting\n= addresses\n[{\"ifname\": \"eth1\", \"link\": \"eth0\", "
    "\"addr_info\": [{\"local\": \"192.0.2.1\"}]}]\n= route\n[{\"dev\": \"eth1\"}]\n= dcbx eth0\nDCBX mode: OS "
    "controlled\n= end\n",
    "= links\n2: eth0: <BROADCAST,UP,LOWER_UP> mtu 9000 state UP\n= rdma\nlink mlx5_0/1 state ACTIVE netdev eth0\n"
    "= counters eth0\n     rx_prio3_pause: 5\n     link_down_events_phy: x\n= carrier eth0\n4\nuuid 0a-0b\nguid 12\n"};

constexpr const char* nvue_seeds[]{
    R"({"applied": {"state": "applied"}, "2": {"state": "confirm"}, "3": {"state": "pending"}})"
    "\n%%%%\n"
    "created [rev_id: 3]\nnv set system hostname leaf1\nnv set qos roce\n"
    "%%%%\n"
    R"({"swp1": {"link": {"oper-status": "up", "stats": {"in-drops": 7, "carrier-transitions": 2}}}})"};
constexpr const char* nxos_seeds[]{
    "12:34:56.789 UTC Tue Nov 24 2026\nTime source is NTP\n%%%%\nconfig terminal\n  feature scheduler\nend\n"
    "scheduler job name rocelint\n  rollback running-config checkpoint rl-0123-0 best-effort\n\nend-job\n\n"
    "scheduler schedule name rocelint\n  job name rocelint\n  time start 2026:11:24:12:40\n\n"
    "scheduler job name nightly\ncheckpoint\n\nend-job\n1) rl-0123-0:\n"};

constexpr const char* commit_seeds[]{
    "site/leaf1.cfg\nsite/way -> sub/deep\nsite/sub/deep/leaf2.cfg\nsite/up -> ../site\nlink -> site/way/../../..\n"
    "site/way/through.cfg\n",
    "../planted\n/planted\na/../../b\n.git/config\n.GIT \ngit~1\n.g\xe2\x80\x8cit\na//b\n./c\nd/.\n..\nx -> /\ny -> "
    "a/..\nz -> ..\n"};

constexpr const char* diff_seeds[]{
    "hostname a\ninterface Ethernet1\n   mtu 1500\n!\n%%%%\nhostname a\ninterface Ethernet1\n"
    "   mtu 9214\n%%%%\n--- a\n+++ b\n@@ -2,2 +2,2 @@\n interface Ethernet1\n-   mtu 1500\n"
    "+   mtu 9214\n"};

constexpr const char* import_seeds[]{
    "graph G {\n\"leaf1\":\"swp1\" -- \"spine1\":\"swp1\" [left_mac=\"00:03:00:11:11:01\"];\n}\n",
    "topology:\n  kinds: {arista_ceos: {startup-config: c/__clabNodeName__.cfg}}\n  nodes:\n    a: {kind: arista_ceos}\n"
    "  links:\n    - endpoints: [\"a:eth1\", \"b:eth1\"]\n    - {type: veth, endpoints: [{node: a, interface: eth2}]}\n",
    "a_device,a_port,b_device,b_port,length,speed\n\"l\"\"1\",1,s1,1,3 ft,400G\n",
    "<DeviceMiniGraph><PngDec><DeviceInterfaceLinks><DeviceLinkBase><EndDevice>a</EndDevice><EndPort>1</EndPort>"
    "<StartDevice>b</StartDevice><StartPort>2</StartPort></DeviceLinkBase></DeviceInterfaceLinks></PngDec></DeviceMiniGraph>",
    "[{\"a_terminations\":[{\"object\":{\"name\":\"1\",\"device\":{\"name\":\"a\"}}}],\"b_terminations\":[{\"object\":"
    "{\"name\":\"2\",\"device\":{\"name\":\"b\"}}}],\"length\":3,\"length_unit\":{\"value\":\"m\"}}]",
    "MTS400 S1\n P1 -4x-10G-> HCA H1 P1\n",
    "apiVersion: wiring.githedgehog.com/v1\nkind: Connection\nspec: {fabric: {links: [{leaf: {port: l/E1/1}, spine: "
    "{port: s/E1/1}}]}}\n",
    "l3leaf:\n  node_groups: [{nodes: [{name: a, uplink_switches: [s], uplink_interfaces: [e1], "
    "uplink_switch_interfaces: [e2]}]}]\n",
    "{\"nodes\":{\"a\":{}},\"links\":[[{\"node\":\"a\",\"interface\":\"1\"},{\"node\":\"b\",\"interface\":\"2\"}]]}"};

template <std::size_t Count>
std::vector<std::string> texts(const char* const (&seeds)[Count])
{
    return {std::begin(seeds), std::end(seeds)};
}

std::vector<Target> make_targets()
{
    std::vector<Target> targets{{"policy", read_policy_bytes, {"rocelint.yaml"}, {}},
        {"topology", read_topology_bytes, {"topology.yaml"}, {}},
        {"topology-import", import_topology_bytes, {}, texts(import_seeds)},
        {"intent", read_intent_bytes, {}, {intent_seed}},
        {"inventory", read_inventory_bytes, {}, {inventory_seed, ini_inventory_seed}},
        {"plan", read_plan_bytes, {}, plans()},
        {"journal", read_journal_bytes, {}, {journal_seed}},
        {"ssh-config", read_ssh_config_bytes, {}, {ssh_config_seed}},
        {"baseline", read_baseline_bytes, {}, baseline_seeds()},
        {"collected-files", read_collected_bytes, {}, collected_seeds()},
        {"own-rule", read_own_rule, {}, own_rule_seeds()},
        {"commit-names", write_commit_names, {}, texts(commit_seeds)},
        {"git-tree", copy_git_tree, {}, git_tree_seeds()},
        {"editor", read_editor_stream, {}, {editor_seed(), "a\r\n\nb\r\rc\n\n", "\r\n\r\n"}},
        {"netconf-stream", read_netconf_stream, {}, {netconf_seed}},
        {"netconf-reply", read_netconf_reply, {}, texts(reply_seeds)},
        {"terminal", read_terminal, {}, texts(terminal_seeds)},
        {"stored-answers", tidy_answers, {"host1.txt", "ip-link.txt"}, texts(tidy_seeds)},
        {"redact", redact_bytes, {}, texts(secret_seeds)},
        {"sonic-answers", read_sonic_answers, {}, texts(sonic_seeds)},
        {"junos-answers", read_junos_answers, {}, texts(junos_seeds)},
        {"host-answers", read_host_answers, {}, texts(host_seeds)},
        {"nxos-answers", read_nxos_answers, {}, texts(nxos_seeds)},
        {"nvue-answers", read_nvue_answers, {}, texts(nvue_seeds)},
        {"switch-answers", read_switch_answers, {}, switch_answer_seeds()},
        {"manager-answers", read_manager_answers, {}, manager_answer_seeds()},
        {"running-diff", read_running_diff, {}, texts(diff_seeds)},
        {"boot-files", read_boot_files, {}, boot_file_seeds()},
        {"windows-files", read_windows_files, {}, windows_file_seeds()},
        {"esxi-files", read_esxi_files, {}, esxi_file_seeds()},
        {"cluster-files", read_cluster_files, {}, cluster_file_seeds()},
        {"job-files", read_job_files, {}, job_file_seeds()},
        {"fabric", check_fabric_bytes, {}, small_fabrics()}};
    const auto drivers = all_drivers();
    must(drivers.size() <= std::size(driver_runs), "driver_runs has a row for each driver");
    // Names of the targets that check what a platform's tables spell.
    static const std::vector<std::string> names = [&drivers] {
        std::vector<std::string> made;
        for (const Driver* driver : drivers)
            made.push_back(fmt::format("{}{}", spelled_prefix, driver->name));
        return made;
    }();
    for (std::size_t at = 0; at < drivers.size(); ++at) {
        Target target{drivers[at]->name, driver_runs[at], {}, {}};
        if (!drivers[at]->base_example.empty())
            target.seeds.emplace_back(drivers[at]->base_example);
        for (const DriverFixtures& row : driver_fixtures()) {
            if (row.platform == target.name)
                target.fixtures = row.patterns;
        }
        targets.push_back(std::move(target));
        if (!drivers[at]->base_example.empty())
            targets.push_back({names[at], spelled_runs[at], {}, decisions()});
    }
    return targets;
}

}

std::span<const Target> all_targets()
{
    static const std::vector<Target> targets = make_targets();
    return targets;
}

std::vector<std::string> seeds_of(const Target& target)
{
    std::vector<std::string> seeds = target.seeds;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(ROCELINT_SOURCE_DIR "/fixtures/fabrics")) {
        const std::string name = entry.path().filename().string();
        const auto fits = [&](std::string_view pattern) { return glob_match(pattern, name); };
        if (!entry.is_regular_file() || std::ranges::none_of(target.fixtures, fits))
            continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        seeds.push_back(text.str());
    }
    std::ranges::sort(
        seeds, {}, [](const std::string& seed) { return std::pair(seed.size(), std::string_view(seed)); });
    const auto same = std::ranges::unique(seeds);
    seeds.erase(same.begin(), same.end());
    return seeds;
}

}
