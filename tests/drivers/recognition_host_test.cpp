// SPDX-License-Identifier: Apache-2.0
// Transcripts, scripts and manifests of hosts and jobs.
#include "tests/drivers/recognition_case.h"

namespace rocelint::recognition_test {
namespace {

TEST_CASE("a transcript pasted into a Markdown fence is still a capture of its host")
{
    check_all({{"one fence",
        "host1/mlnx_qos.md",
        "```\nroot@host1:~# mlnx_qos -i eth0\nDCBX mode: OS controlled\nPriority trust state: dscp\n```\n",
        "linux-host"}});
}

TEST_CASE("a script that starts a job is not mistaken for one that sets up a host, nor the other way round")
{
    check_all({
        {"a batch script that looks at an MTU",
            "train.sbatch",
            "#!/bin/bash\n#SBATCH -N 2\nip link show | grep ' mtu '\nexport NCCL_IB_TC=106\nsrun ./train\n",
            "app-env"},
        {"a script without directives that calls mpirun",
            "run.sh",
            "#!/bin/bash\nmpirun -np 16 -x NCCL_IB_TC=106 ./all_reduce_perf\n",
            "app-env"},
        {"a script that only exports variables",
            "env.sh",
            "#!/bin/sh\nset -e\nexport NCCL_IB_TC=106\n",
            "app-env"},
        {"the Dockerfile of an image",
            "Dockerfile",
            "FROM nvcr.io/nvidia/pytorch:24.05-py3\nENV NCCL_IB_TC=106\nRUN pip install x\n",
            "app-env"},
        {"a prolog that sets up NICs and exports a variable",
            "prolog.sh",
            "#!/bin/bash\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nexport NCCL_IB_TC=106\n",
            "linux-host"},
        {"a set-up script whose comment mentions a variable",
            "qos.sh",
            "#!/bin/bash\n# jobs run under srun with NCCL_IB_TC=106\nmlnx_qos -i eth0 --trust dscp\n",
            "linux-host"},
        {"a set-up script that installs programs which could start a job",
            "setup.sh",
            "#!/bin/bash\napt-get install -y \\\n  python3 docker mpirun\nsystemctl restart docker\n"
            "python3 check.py\nmlnx_qos -i eth0 --trust dscp\nexport NCCL_IB_TC=106\n",
            "linux-host"},
        {"a job that sets variables before its launcher",
            "run.sh",
            "#!/bin/bash\nip link show | grep ' mtu '\nNCCL_IB_TC=106 \\\n  sudo -E /opt/bin/mpirun ./train\n",
            "app-env"},
        {"a script that only mentions a variable",
            "notes.sh",
            "#!/bin/bash\n# NCCL_IB_TC=106 is set elsewhere\nls\n",
            "a script that sets nothing of a device"},
    });
}

TEST_CASE("a manifest that sets NICs is read, and so are jobs in a file that also sets NICs")
{
    check_all({
        {"a template of NIC settings alone",
            "nics.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\nspec:\n  template:\n"
            "    numVfs: 0\n",
            "kubernetes"},
        {"with the kind in quotes, and a comment",
            "quoted.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: 'NicConfigurationTemplate' # east\nspec:\n"
            "  template:\n    numVfs: 0\n",
            "kubernetes"},
        {"a chart's template of it",
            "chart.yaml",
            "{{- if .Values.nics }}\napiVersion: configuration.net.nvidia.com/v1alpha1\n"
            "kind: NicConfigurationTemplate\nspec:\n  template:\n    numVfs: {{ .Values.vfs }}\n{{- end }}\n",
            "kubernetes"},
        {"a policy of NVIDIA's network operator",
            "policy.yaml",
            "apiVersion: mellanox.com/v1alpha1\nkind: NicClusterPolicy\nspec:\n  ofedDriver: {}\n",
            "looks like network settings of Kubernetes (NicClusterPolicy): not read yet"},
        {"with a pod in another document",
            "all.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\nspec:\n  template:\n"
            "    numVfs: 0\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - env:\n    - name: NCCL_IB_TC\n"
            "      value: \"106\"\n",
            "app-env"},
    });
}

TEST_CASE("a file that only has words in common with one that sets up NICs is not read as a device")
{
    check_all({
        {"the definition of a kind",
            "crd.yaml",
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n"
            "    kind: SriovNetworkNodePolicy\n    plural: sriovnetworknodepolicies\n",
            "no platform recognises the content"},
        {"a patch that names an object",
            "kustomization.yaml",
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\npatches:\n- path: mtu.yaml\n"
            "  target:\n    kind: SriovNetworkNodePolicy\n    name: rdma\n",
            "no platform recognises the content"},
        {"an object of a list",
            "list.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: sriovnetwork.openshift.io/v1\n"
            "  kind: SriovNetworkNodePolicy\n  spec:\n    mtu: 9000\n",
            "kubernetes"},
        {"variables of a group of hosts",
            "group_vars/gpu.yaml",
            "network:\n  mtu: 9000\n  domain: example.net\n",
            "no platform recognises the content"},
        {"a file of netplan",
            "50-roce.yaml",
            "network:\n  ethernets:\n    ens1f0np0:\n      mtu: 9000\n",
            "linux-host"},
        {"a script that renames an adapter",
            "rename.ps1",
            "Get-NetAdapter | Where-Object Status -eq Up\nRename-NetAdapter -Name Ethernet -NewName mgmt\n",
            "no platform recognises the content"},
        {"a script that turns PFC on",
            "deploy.ps1",
            "Enable-NetQosFlowControl -Priority 3\n",
            "windows-host"},
        {"commands of the ESXi Shell, traced",
            "esx.txt",
            "+ esxcli network nic list\n+ esxcli rdma device list\n",
            "esxi-host"},
    });
}

}
}
