// SPDX-License-Identifier: Apache-2.0
// How far a script is followed: loops, functions, branches and here-documents.
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {

TEST_CASE("a literal loop is followed, with its variables, and so are nested ones")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nNICS=\"eth0 eth1\"\nPFC=0,0,0,0,1,0,0,0\n"
            "for i in $NICS; do\n"
            "  mlnx_qos -i \"$i\" --pfc \"$PFC\"\n"
            "  for p in 3 4\n  do echo 1 > /sys/class/net/${i}/ecn/roce_np/enable/$p; done\n"
            "  echo 106 | tee /sys/class/net/$i/device/infiniband/*/tc/1/traffic_class\n"
            "  cma_roce_tos -d $(ls /sys/class/net/$i/device/infiniband) -t 98\n"
            "done\n"}});
    CHECK(host.gaps() == "");
    REQUIRE(host.device().ports.size() == 2);
    for (const Port& port : host.device().ports) {
        CHECK(port.pfc_tx.is(PrioritySet::of(4)));
        REQUIRE(port.nic < host.device().nics.size());
        const Nic& nic = host.device().nics[port.nic];
        CHECK(nic.ecn_notification.is(PrioritySet::of(3) | PrioritySet::of(4)));
        CHECK(nic.traffic_class.is(106));
        CHECK(nic.cm_tos.is(98));
    }
}

TEST_CASE("what only a running shell can know is counted as unsupported, never guessed")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "for i in $(ls /sys/class/net); do\n"
            "  mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0\n"
            "done\n"
            "mlnx_qos -i $1 --trust dscp\n"
            "if [ -e /etc/special ]; then\n"
            "  mlnx_qos -i eth0 --pfc 1,1,1,1,1,1,1,1\n"
            "fi\n"
            "[ -e /etc/special ] && mlnx_qos -i eth0 --trust pcp\n"
            "setup() {\n  mlnx_qos -i eth0 --trust pcp\n}\n"
            "mlnx_qos -i eth0 --cable_len $LENGTH\n"
            "mlnx_qos -i eth{0,1} --trust pcp\n"}});
    CHECK(host.device().ports.empty());
    CHECK(host.gaps()
        == "3 unsupported   mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0\n"
           "5 unsupported mlnx_qos -i $1 --trust dscp\n"
           "7 unsupported   mlnx_qos -i eth0 --pfc 1,1,1,1,1,1,1,1\n"
           "9 unsupported [ -e /etc/special ] && mlnx_qos -i eth0 --trust pcp\n"
           "11 unsupported   mlnx_qos -i eth0 --trust pcp\n"
           "13 unsupported mlnx_qos -i eth0 --cable_len $LENGTH\n"
           "14 unsupported mlnx_qos -i eth{0,1} --trust pcp\n");
}

TEST_CASE("nothing after exit runs, and a here-document is not a command")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "cat > /etc/x <<EOF\nmlnx_qos -i eth0 --trust pcp\nit's\nEOF\n"
            "command -v mlnx_qos || exit 0\n"
            "mlnx_qos -i eth0 --trust dscp # mlnx_qos -i eth0 --trust pcp\n"
            "exit 0\n"
            "mlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.problems().empty());
}

TEST_CASE("a function is followed with the arguments of each call")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "TRUST=pcp\n"
            "log() { echo \"$@\" >> /var/log/rdma.log; }\n"
            "trust() { mlnx_qos -i \"$1\" --trust $TRUST; }\n"
            "setup()\n{\n"
            "  local nic=$1 TRUST=${3:-dscp}\n"
            "  log setting up \"$nic\"\n"
            "  trust $nic\n"
            "  [ -e /sys/class/net/$nic ] || return 1\n"
            "  mlnx_qos -i $nic --pfc $2\n"
            "  return\n"
            "  mlnx_qos -i $nic --pfc 1,1,1,1,1,1,1,1\n"
            "}\n"
            "main() {\n"
            "  for i in \"$@\"; do setup $i 0,0,0,1,0,0,0,0; done\n"
            "  shift\n"
            "  ip link set dev $1 mtu 9000\n"
            "}\n"
            "main eth0 eth1 || exit 1\n"
            "trust eth2\n"}});
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
    for (const std::string_view name : {"eth0", "eth1"}) {
        CHECK(port_of(host, name).pfc_tx.is(PrioritySet::of(3)));
        CHECK(port_of(host, name).trust.is(Trust::dscp));
    }
    CHECK(port_of(host, "eth2").trust.is(Trust::pcp));
    CHECK(port_of(host, "eth1").ip_mtu.is(Bytes{9000}));
    CHECK_FALSE(port_of(host, "eth0").ip_mtu.known());
}

TEST_CASE("a here-document that is written to a file is read as that file")
{
    const ReadFiles host("linux-host",
        {{"host1/install.sh",
            "#!/bin/bash\n"
            "cat > /etc/systemd/system/roce.service <<'EOF'\n"
            "[Service]\nType=oneshot\n"
            "ExecStart=/usr/bin/mlnx_qos -i eth0 --trust dscp\n"
            "ExecStart=/usr/local/sbin/roce.sh\n"
            "EOF\n"
            "tee /usr/local/sbin/roce.sh > /dev/null <<-EOF\n"
            "\t#!/bin/sh\n\tmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
            "\tEOF\n"
            "cat <<EOF > /etc/udev/rules.d/70-mtu.rules\n"
            "KERNEL==\"eth0\", ATTR{mtu}=\"9000\"\n"
            "EOF\n"
            "cat > /etc/motd <<EOF\nmlnx_qos -i eth0 --trust pcp\nEOF\n"
            "cat > /usr/local/sbin/other.sh <<EOF\nmlnx_qos -i $NIC --trust pcp\nEOF\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth0").ip_mtu.is(Bytes{9000}));
    CHECK(host.gaps() == "19 unsupported mlnx_qos -i $NIC --trust pcp\n");
}

TEST_CASE(
    "quotes in any part of the word that names a here-document are removed, and nothing in it is expanded")
{
    for (const std::string_view word : {"E\"O\"F", "EO'F'", "E\\OF", "\"EO\"F", "'E''OF'", "\\E\\O\\F"}) {
        CAPTURE(word);
        const ReadFiles host("linux-host",
            {{"host1/install.sh",
                std::string("#!/bin/bash\ncat > /usr/local/sbin/roce.sh <<")
                    .append(word)
                    .append("\n#!/bin/sh\nNIC=eth0\nmlnx_qos -i $NIC --trust dscp\nEOF\n"
                            "mlnx_qos -i eth1 --trust pcp\n")}});
        CHECK(host.problems().empty());
        CHECK(host.gaps() == "");
        CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
        CHECK(port_of(host, "eth1").trust.is(Trust::pcp));
    }
}

TEST_CASE("the quoted word that names a here-document may hold blanks")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\ncat > /etc/x <<'THE END'\nmlnx_qos -i eth0 --trust pcp\nTHE\nTHE END\n"
            "mlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(host.gaps() == "");
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
}

TEST_CASE("a shift in bash's arithmetic begins no here-document")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh", "#!/bin/bash\n(( tos = 26 << 2 ))\nmlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.gaps() == "");
}

TEST_CASE("quotes within a command substitution hide its brackets")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "note=\"$(echo \"it's (almost) done :)\")\"\n"
            "name=$(sed -e \"s/)$//\" /etc/hostname)\n"
            "mlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(host.problems().empty());
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
}

TEST_CASE("a function that calls itself, or that only a branch calls, sets nothing for certain")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "again() { mlnx_qos -i eth0 --trust dscp; again; }\n"
            "again\n"
            "one() { mlnx_qos -i eth1 --trust dscp; }\n"
            "if [ -e /etc/special ]; then one; fi\n"
            "two() {\n  mlnx_qos -i eth2 --trust dscp\n}\n"
            "[ -e /etc/special ] && two\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(host.device().find_port("eth1") == Port::no_index);
    CHECK(host.device().find_port("eth2") == Port::no_index);
    CHECK(host.gaps()
        == "4 unsupported one() { mlnx_qos -i eth1 --trust dscp; }\n"
           "7 unsupported   mlnx_qos -i eth2 --trust dscp\n");
}

TEST_CASE("the condition of a branch runs, and a check for a tool is assumed to pass")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\n"
            "if ! mlnx_qos -i eth0 --trust dscp; then echo failed; exit 1; fi\n"
            "if command -v mlnx_qos > /dev/null; then\n"
            "  mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
            "else\n"
            "  mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n"
            "fi\n"
            "which ethtool && ethtool -A eth0 rx off tx off\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(port_of(host, "eth0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(port_of(host, "eth0").pause_rx.is(false));
    CHECK(host.device().find_port("eth1") == Port::no_index);
}

TEST_CASE("loops over the host's RDMA devices are followed where captures show these")
{
    for (const std::string_view loop :
        {"for d in $(ls /sys/class/infiniband | grep mlx5); do\n"
         "  n=$(ls /sys/class/infiniband/$d/device/net | head -1)\n",
            "for p in /sys/class/infiniband/mlx5_*; do\n  d=$(basename $p)\n  n=`ls $p/device/net`\n",
            "for p in /sys/class/infiniband/*/device/net/*; do\n  n=${p##*/}\n  d=${p#/sys/class/infiniband/}\n"
            "  d=${d%%/*}\n",
            "for n in $(ibdev2netdev | awk '{print $5}'); do\n"
            "  d=$(ibdev2netdev | grep -w $n | awk '{ print $1 }')\n"}) {
        CAPTURE(loop);
        const std::string text = "#!/bin/bash\nDSCP=26\n" + std::string(loop)
            + "  [ \"$(cat /sys/class/infiniband/$d/ports/1/link_layer)\" = Ethernet ] || continue\n"
              "  mlnx_qos -i $n --trust dscp\n"
              "  cma_roce_tos -d $d -t $((DSCP << 2 | 2))\n"
              "  echo $(( DSCP*4 + 2 )) > /sys/class/infiniband/$d/tc/1/traffic_class\n"
              "done\n";
        const ReadFiles host("linux-host",
            {{"host1/rdma-link.txt",
                 "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
                 "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"},
                {"host1/rdma.sh", text}});
        CHECK(host.problems().empty());
        CHECK(host.gaps(1) == "");
        for (const std::string_view name : {"eth0", "eth1"})
            CHECK(port_of(host, name).trust.is(Trust::dscp));
        for (const std::string_view name : {"mlx5_0", "mlx5_1"}) {
            REQUIRE(host.nic(name) != nullptr);
            CHECK(host.nic(name)->cm_tos.is(106));
            CHECK(host.nic(name)->traffic_class.is(106));
        }
    }
    // Without such captures nothing is guessed.
    const ReadFiles alone("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/bash\nfor d in /sys/class/infiniband/mlx5_*; do\n  cma_roce_tos -d $(basename $d) -t 106\n"
            "done\n"}});
    CHECK(alone.device().nics.empty());
    CHECK(alone.gaps() == "3 unsupported   cma_roce_tos -d $(basename $d) -t 106\n");
}

TEST_CASE("a script with a syntax error is read up to it, and says so")
{
    const ReadFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\necho \"open\nmlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    CHECK(warns(host, "its rest is not read"));
    const ReadFiles stray(
        "linux-host", {{"host1/rdma.sh", "#!/bin/sh\ndone\nmlnx_qos -i eth0 --trust pcp\n"}});
    CHECK(stray.device().ports.empty());
    CHECK(warns(stray, "its rest is not read"));
}

TEST_CASE("a bash condition hides no line after it, whatever its regular expression contains")
{
    for (const std::string_view condition : {"[[ $line =~ ^([A-Z]+)=([0-9]+)[[:space:]]*(#.*)?$ ]]",
             "[[ ! \"$line\" =~ ^(a|b)$ ]]",
             "[[ ( -e /a && -e /b ) || $n < 3 ]]",
             "[[ $line =~ \\( ]]",
             "[[ -n $line ]]"}) {
        CAPTURE(condition);
        const std::string text = "#!/bin/bash\nread_config() {\n  while read -r line || "
            + std::string(condition) + "; do\n    if " + std::string(condition)
            + "; then\n      return 1\n    fi\n  done < \"$1\"\n}\n" + std::string(condition)
            + "&& echo found\nmlnx_qos -i eth0 --trust dscp\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n";
        const ReadFiles host("linux-host", {{"host1/rdma.sh", text}});
        CHECK(host.problems().empty());
        CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
        CHECK(port_of(host, "eth0").pfc_rx.is(PrioritySet::of(3)));
    }
    // As an argument, [[ is an ordinary word.
    const ReadFiles word(
        "linux-host", {{"host1/rdma.sh", "#!/bin/bash\necho [[\nmlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(port_of(word, "eth0").trust.is(Trust::dscp));
}

TEST_CASE("loops that multiply are given up instead of followed forever")
{
    std::string text = "#!/bin/sh\n";
    for (int depth = 0; depth < 12; ++depth)
        text += "for a" + std::to_string(depth) + " in 0 1 2 3 4 5 6 7; do\n";
    text += "mlnx_qos -i eth0 --trust dscp\n";
    for (int depth = 0; depth < 12; ++depth)
        text += "done\n";
    const ReadFiles host("linux-host", {{"host1/rdma.sh", text}});
    CHECK(warns(host, "run too often"));
}

TEST_CASE("a loop over the RDMA devices of the host is followed where a capture lists them")
{
    for (const std::string_view loop :
        {"for dev in $(ls /sys/class/infiniband | grep mlx5); do\n"
         "  nic=$(ls /sys/class/infiniband/$dev/device/net | head -1)\n",
            "for dev in `ls /sys/class/infiniband/`; do\n"
            "  nic=$(ibdev2netdev | grep -w $dev | awk '{print $5}')\n",
            "for path in /sys/class/infiniband/mlx5_*; do\n  dev=$(basename $path)\n"
            "  nic=$(ls \"$path/device/net\" 2>/dev/null)\n",
            "DEVICES=($(ls /sys/class/infiniband/ 2>/dev/null | sort | tr '\\n' ' '))\n"
            "for dev in \"${DEVICES[@]}\"; do\n  nic=$(basename $(ls /sys/class/infiniband/$dev/device/net))\n",
            "DEVICES=/sys/class/infiniband/mlx5_*\nfor path in $DEVICES; do\n  dev=${path##*/}\n"
            "  nic=`ls $path/device/net`\n",
            "for nic in $(rdma link show | awk '{ print $NF }' | sort -u); do\n"
            "  dev=$(ls /sys/class/net/$nic/device/infiniband | head -n 1)\n"}) {
        CAPTURE(loop);
        const std::string script = "#!/bin/bash\n" + std::string(loop)
            + "  [ \"$(cat /sys/class/infiniband/$dev/ports/1/link_layer)\" = \"Ethernet\" ] || continue\n"
              "  mlnx_qos -i $nic --pfc 0,0,0,1,0,0,0,0 >/dev/null\n"
              "  cma_roce_tos -d $dev -t 106\ndone\n";
        const ReadFiles host("linux-host", {{"n/rdma-link.txt", two_devices}, {"n/prolog.sh", script}});
        CHECK(host.gaps(1) == "");
        for (const std::string_view name : {"ens1f0np0", "ens2f0np0"}) {
            CHECK(port_of(host, name).pfc_tx.is(PrioritySet::of(3)));
            REQUIRE(port_of(host, name).nic < host.device().nics.size());
            CHECK(host.device().nics[port_of(host, name).nic].cm_tos.is(106));
        }
    }
}

TEST_CASE("a loop over RDMA devices is not followed where nothing lists them, or where their state decides")
{
    const std::string_view all = "#!/bin/bash\nfor dev in $(ls /sys/class/infiniband); do\n"
                                 "  cma_roce_tos -d $dev -t 106\ndone\n";
    const ReadFiles alone("linux-host", {{"n/prolog.sh", all}});
    CHECK(alone.gaps() == "3 unsupported   cma_roce_tos -d $dev -t 106\n");
    const std::string_view up = "#!/bin/bash\nfor nic in $(ibdev2netdev | grep Up | awk '{print $5}'); do\n"
                                "  mlnx_qos -i $nic --trust dscp\ndone\n";
    const ReadFiles some("linux-host", {{"n/rdma-link.txt", two_devices}, {"n/prolog.sh", up}});
    CHECK(some.gaps(1) == "3 unsupported   mlnx_qos -i $nic --trust dscp\n");
}

TEST_CASE("a capture that ends within a line is reported at that line")
{
    const auto problems = [](std::string_view end) {
        const std::string text = std::string("root@host1:~# mlnx_qos -i ens1f0np0\nDCBX mode: OS controlled\n"
                                             "Priority trust state: dscp\nPFC configuration:\n"
                                             "\tpriority    0   1   2   3   4   5   6   7\n")
                                     .append(end);
        const ReadFiles host("linux-host", {{"host1.txt", text}});
        return host.problems();
    };
    CHECK(problems("\tenabled     0   0   0   1   0   0   0   0\n").empty());
    CHECK(problems("\tenabled     0   0   0   1   0   0   0   0").empty());
    const auto cut = problems("\tenab");
    REQUIRE(cut.size() == 1);
    CHECK(cut[0].message.starts_with("the file ends within this line"));
}

}
