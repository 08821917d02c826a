// SPDX-License-Identifier: Apache-2.0
// Seeds of file_sets.h.
#include "tests/fuzz/file_sets.h"

namespace rocelint::fuzz {

std::vector<std::string> boot_file_seeds()
{
    return {R"(etc/rc.local
#!/bin/bash
set -eu
for nic in eth2 eth3; do
  mlnx_qos -i $nic --trust dscp --pfc 0,0,0,1,0,0,0,0
  echo 106 > /sys/class/net/$nic/device/infiniband/*/tc/1/traffic_class
done
[ -e /sys/class/net/eth4 ] && ethtool -A eth4 rx off tx off
cma_roce_tos -d mlx5_0 -t 106 || exit 1
%%%%
etc/systemd/system/roce.service
[Unit]
After=network-online.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c "mlnx_qos -i eth2 --trust=dscp; \
  ip link set dev eth2 mtu 9000"
ExecStart=-/usr/sbin/ethtool -A eth3 rx on tx on
)",
        R"(etc/udev/rules.d/70-roce.rules
ACTION=="add", SUBSYSTEM=="net", KERNEL=="eth[23]", ATTR{mtu}="9000", RUN+="/usr/bin/mlnx_qos -i $name --pfc 0,0,0,1,0,0,0,0"
%%%%
etc/systemd/network/20-rdma.link
[Match]
OriginalName=eth2
[Link]
MTUBytes=9000
RxFlowControl=no
%%%%
etc/NetworkManager/system-connections/rdma.nmconnection
[connection]
interface-name=eth3
[ethernet]
mtu=9000
[ethtool]
pause-rx=false
%%%%
etc/sysconfig/network-scripts/ifcfg-eth4
DEVICE="eth4"
MTU=9000
ETHTOOL_OPTS="-A eth4 rx off tx off"
%%%%
etc/network/interfaces
auto eth5
iface eth5 inet static
    address 192.0.2.5/24
    mtu 9000
    post-up mlnx_qos -i $IFACE --trust dscp
%%%%
etc/netplan/50-rdma.yaml
network:
  version: 2
  ethernets:
    eth6: {mtu: 9000, addresses: [192.0.2.6/24]}
)",
        R"(roles/nics/tasks/main.yml
- name: Pause the class of RDMA
  ansible.builtin.command: mlnx_qos -i {{ item }} --pfc {{ pause }}
  loop: [eth2, eth3]
  vars:
    pause: "0,0,0,1,0,0,0,0"
- name: Mark
  ansible.builtin.shell: |
    cma_roce_tos -d mlx5_0 -t 106
  when: inventory_hostname in groups['storage']
%%%%
site.yml
- hosts: [storage, "!old"]
  tasks:
    - ansible.builtin.copy:
        dest: /usr/local/sbin/roce.sh
        content: |
          #!/bin/sh
          mlnx_qos -i eth2 --trust dscp
)",
        R"(user-data
#cloud-config
hostname: io1
write_files:
  - path: /usr/local/sbin/roce.sh
    encoding: b64
    content: IyEvYmluL3NoCm1sbnhfcW9zIC1pIGV0aDIgLS10cnVzdCBkc2NwCg==
  - {path: /etc/modprobe.d/mlx5.conf, content: "options mlx5_core prof_sel=2"}
runcmd:
  - [ethtool, -A, eth2, rx, "off", tx, "off"]
  - mlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0
%%%%
99-worker.yaml
apiVersion: machineconfiguration.openshift.io/v1
kind: MachineConfig
metadata:
  labels: {machineconfiguration.openshift.io/role: worker}
spec:
  config:
    storage:
      files:
        - path: /usr/local/sbin/roce.sh
          contents:
            source: data:,%23!%2Fbin%2Fsh%0Amlnx_qos%20-i%20eth3%20--trust%20dscp%0A
    systemd:
      units:
        - name: roce.service
          contents: |
            [Service]
            ExecStart=/usr/local/sbin/roce.sh
)"};
}

std::vector<std::string> esxi_file_seeds()
{
    return {R"(capture.txt
[root@esx1:~] esxcli network nic list
Name    PCI Device    Driver      Admin Status  Link Status   Speed  Duplex  MAC Address         MTU  Description
------  ------------  ----------  ------------  -----------  ------  ------  -----------------  ----  -----------
vmnic4  0000:3b:00.0  nmlx5_core  Up            Up           100000  Full    02:00:00:00:01:10  9000  ConnectX-6
[root@esx1:~] esxcli network nic dcb status get -n vmnic4
   Mode: 3 - IEEE Mode
   PFC Configuration: 0 0 0 1 0 0 0 0
[root@esx1:~] esxcli network vswitch standard list
vSwitch1
   MTU: 9000
   Uplinks: vmnic4, vmnic5
)",
        R"(rocelint-esx1.sh
# rocelint ESXi host: esx1
set -e
esxcli system module parameters set -m nmlx5_core -p "pfctx=0x08 pfcrx=0x08"
esxcli network vswitch standard set -v vSwitch1 -m 4200
)"};
}

std::vector<std::string> windows_file_seeds()
{
    return {R"(capture.txt
PS C:\> hostname
store1
PS C:\> Get-NetQosFlowControl

Priority   Enabled    PolicySet        IfIndex IfAlias
--------   -------    ---------        ------- -------
0          False      Global
3          True       Global

PS C:\> Get-NetAdapterQos -Name "SMB 1"

Name                       : SMB 1
Enabled                    : True
OperationalFlowControl     : Priority 3 Enabled
OperationalClassifications : Protocol  Port/Type Priority
                             --------  --------- --------
                             Default             0
                             NetDirect 445       3

[store1]: PS C:\> Get-NetQosTrafficClass

Name                      Algorithm Bandwidth(%) Priority                  PolicySet
----                      --------- ------------ --------                  ---------
[Default]                 ETS       50           0-2,4-7                   Global
SMB                       ETS       50           3                         Global
)",
        R"(deploy.ps1
$ports = "SMB 1", 'SMB 2'
New-NetQosPolicy "SMB" -NetDirectPortMatchCondition 445 `
    -PriorityValue8021Action 3
Enable-NetQosFlowControl -Priority 3
Disable-NetQosFlowControl 0,1,2,4,5,6,7
foreach ($port in $ports) {
    Set-NetAdapterAdvancedProperty -Name $port -RegistryKeyword "*FlowControl" -RegistryValue 0
    if ($env:COMPUTERNAME -eq "store1") { Enable-NetAdapterQos -Name $port } # others later
}
<# New-NetQosTrafficClass "no" -Priority 4 #>
$text = @"
Enable-NetAdapterRdma
"@
Get-NetAdapter | Where-Object { $_.Name -like "SMB*" } | ForEach-Object { Set-NetQosDcbxSetting -InterfaceAlias $_.Name -Willing $false }
%%%%
flow.json
[{"Priority": 3, "Enabled": true, "PolicySet": "Global"}, {"Priority": 4, "Enabled": false, "PolicySet": 0}]
)",
        R"(qos.xml
<Objs Version="1.1.0.1" xmlns="http://schemas.microsoft.com/powershell/2004/04">
  <Obj RefId="0">
    <Props>
      <S N="Name">SMB 1</S>
      <B N="Enabled">true</B>
      <S N="OperationalFlowControl">Priority 3 Enabled</S>
    </Props>
  </Obj>
</Objs>
)"};
}

std::vector<std::string> cluster_file_seeds()
{
    return {R"(nics.yaml
apiVersion: configuration.net.nvidia.com/v1alpha1
kind: NicConfigurationTemplate
metadata: {name: rdma}
spec:
  nicSelector: {nicType: "1021"}
  template:
    numVfs: 4
    linkType: Ethernet
    roceOptimized:
      enabled: true
      qos: {trust: dscp, pfc: "0,0,0,1,0,0,0,0", tos: 106}
    rawNvConfig:
      - {name: ROCE_CC_PRIO_MASK_P1, value: "8"}
---
kind: NicConfigurationTemplate
metadata: {name: the other}
spec: {nicSelector: {nicType: "1021"}}
)",
        R"(policies.yaml
apiVersion: v1
kind: List
items:
  - apiVersion: sriovnetwork.openshift.io/v1
    kind: SriovNetworkNodePolicy
    metadata: {name: vfs}
    spec: {mtu: 9000, numVfs: 8, nicSelector: {pfNames: ["eth2#0-3"]}}
  - apiVersion: nmstate.io/v1
    kind: NodeNetworkConfigurationPolicy
    metadata: {name: mtu}
    spec:
      desiredState:
        interfaces:
          - {name: eth2, type: ethernet, state: up, mtu: 9000}
          - {name: eth2.7, type: vlan, vlan: {base-iface: eth2, id: 7}}
%%%%
pod.yaml
kind: MacvlanNetwork
metadata: {name: "{{ .Values.net }}"}
spec: {master: eth2, mtu: 9000}
)",
        R"(network.yaml
apiVersion: k8s.cni.cncf.io/v1
kind: NetworkAttachmentDefinition
metadata: {name: rail0}
spec:
  config: '{"name": "rail0", "plugins": [{"type": "sriov", "vlan": 7}, {"type": "tuning", "mtu": 9000},
    {"type": "rdma"}]}'
)"};
}

std::vector<std::string> job_file_seeds()
{
    return {"train.env\nNCCL_IB_TC=106\nexport UCX_IB_TRAFFIC_CLASS=106 NCCL_IB_HCA='=mlx5_0,mlx5_1:1'\n",
        R"(train.sbatch
#!/bin/bash
#SBATCH --nodes=2 --export=ALL,NCCL_IB_TC=106
#SBATCH --nodelist=gpu[01-04,07]
export NCCL_IB_GID_INDEX=3
if [ -n "$SLURM_JOB_ID" ]; then unset NCCL_IB_SL; fi
cat > run.sh <<'END'
export NCCL_IB_TC=0
END
srun --export=ALL,NCCL_IB_SL=3 bash run.sh
mpirun -np 8 -H a,b -x NCCL_IB_TC=106 -x NCCL_DEBUG ./train
)",
        R"(train.pbs
#!/bin/sh
#PBS -l select=2:ncpus=64
#PBS -v NCCL_DEBUG=WARN,NCCL_IB_TC=106
docker run --rm -e NCCL_IB_TC=106 --env=UCX_TLS=rc image ./train
)",
        R"(job.yaml
apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata: {name: train}
spec:
  mpiReplicaSpecs:
    Launcher:
      template:
        spec:
          containers:
            - name: main
              env: [{name: NCCL_IB_TC, value: "106"}, {name: NCCL_IB_HCA, valueFrom: {configMapKeyRef: {name: c, key: hca}}}]
              command: ["/bin/bash", "-c"]
              args: ["mpirun -x NCCL_IB_GID_INDEX=3 ./train"]
---
kind: ConfigMap
metadata: {name: c}
data: {hca: "=mlx5_0"}
%%%%
compose.yaml
services:
  train:
    image: train:1
    environment: {NCCL_IB_TC: 106}
    command: bash -c "NCCL_IB_SL=3 ./train"
)",
        R"(Dockerfile
FROM train:1
ENV NCCL_IB_TC=106 \
    NCCL_DEBUG="WARN"
RUN echo 'export NCCL_IB_SL=3' >> /etc/profile
%%%%
ceph.conf
[global]
ms_type = async+rdma
ms_async_rdma_device_name = mlx5_0
ms_async_rdma_dscp = 26 ; the class of storage
)"};
}

}
