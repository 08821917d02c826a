// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::fuzz {

// Files of one device, separated by `border`. The first line of each is its path, the rest its text.

/// Files that set up a Linux host: scripts, units, rules of udev, network files, Ansible, cloud-init, MachineConfig.
void read_boot_files(std::string_view bytes);
/// Transcripts, scripts and exported objects of PowerShell.
void read_windows_files(std::string_view bytes);
/// Transcripts and scripts of the ESXi Shell.
void read_esxi_files(std::string_view bytes);
/// Objects of Kubernetes.
void read_cluster_files(std::string_view bytes);
/// Environments, scripts, manifests and images of jobs.
void read_job_files(std::string_view bytes);

/// What the platform reads of such files, as text.
[[nodiscard]] std::string shown_set(std::string_view platform, std::string_view bytes);

[[nodiscard]] std::vector<std::string> boot_file_seeds();
[[nodiscard]] std::vector<std::string> windows_file_seeds();
[[nodiscard]] std::vector<std::string> esxi_file_seeds();
[[nodiscard]] std::vector<std::string> cluster_file_seeds();
[[nodiscard]] std::vector<std::string> job_file_seeds();

}
