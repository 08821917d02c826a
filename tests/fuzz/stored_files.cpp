// SPDX-License-Identifier: Apache-2.0
// Files that this program wrote earlier and that someone may have edited: baselines, and the list of collected files.
#include "tests/fuzz/parts.h"
#include "tests/fuzz/temporary_place.h"
#include "workspace/find/collected_folder.h"
#include "workspace/known/baseline.h"

#include <algorithm>
#include <optional>

namespace rocelint::fuzz {
namespace {

// The text of the baseline file of this text; nothing if it is no baseline.
std::optional<std::string> baseline_again(const TemporaryPlace& place, std::string_view text)
{
    place.write("baseline.json", text);
    const auto baseline = workspace::read_baseline(place.path("baseline.json"));
    must_say(baseline);
    if (!baseline)
        return std::nullopt;
    std::size_t left = 0;
    for (const workspace::KnownFinding& entry : baseline->entries()) {
        must(entry.count > 0 && entry.left == entry.count, "no known finding has been found again yet");
        left += entry.left;
    }
    must(baseline->count_left() == left, "all known findings are counted");
    // Merged entries may be more than one entry may state.
    constexpr std::size_t most = 1'000'000'000;
    if (left > most)
        return std::nullopt;
    return workspace::baseline_text(*baseline);
}

// The folder that lies beside the collected one must not be read.
constexpr std::string_view outside_text = "hostname outside\n";

}

void read_baseline_bytes(std::string_view bytes)
{
    static const TemporaryPlace place("baseline");
    const auto first = baseline_again(place, bytes);
    if (!first)
        return;
    // Writing replaces what is no UTF-8, so that only what was written once more is compared.
    const auto second = baseline_again(place, *first);
    must(second.has_value(), "a baseline that was written is read");
    const auto third = baseline_again(place, *second);
    must(third == second, "a baseline that was read is written as it was");
}

void read_collected_bytes(std::string_view bytes)
{
    static const TemporaryPlace place("collected");
    static const bool is_made = [] {
        place.write("outside/leaf1.cfg", outside_text);
        place.write("folder/leaf1.cfg", "hostname leaf1\n");
        place.write("folder/host1/ip-link.txt", "1: lo: mtu 65536\n");
        return true;
    }();
    must(is_made, "the folder is there");
    const std::string folder = place.path("folder");
    place.write("folder/" + std::string(workspace::collected_states), bytes);
    const auto devices = workspace::read_collected_folder(folder);
    must_say(devices);
    if (!devices)
        return;
    for (const auto& [name, device] : *devices) {
        for (const CollectedFile& file : device.files)
            must(file.text != outside_text, "no file outside of the folder is read");
    }
    const std::string list = "folder/" + std::string(workspace::collected_states);
    const auto write = [&] { must_say(workspace::write_collected(folder, {})); };
    // As above, the first writing may replace bytes.
    write();
    write();
    const std::string second = place.read(list);
    write();
    must(place.read(list) == second, "a list that was read is written as it was");
}

std::vector<std::string> baseline_seeds()
{
    return {R"({"baseline_version": 1, "findings": [
 {"fingerprint": "0a1b", "code": "PFC001", "device": "leaf1", "port": "Ethernet1", "severity": "error", "count": 2},
 {"fabric": "site", "fingerprint": "0a1b", "code": "MTU001", "device": null, "port": null, "also": ["QOS001", "ECN001"],
  "count": 1, "mistake": "77", "ports": ["Ethernet2", "Ethernet1"]}
]})",
        R"({"baseline_version": 2, "findings": []})"};
}

// The hashes of the files above, as write_collected() makes them.
std::vector<std::string> collected_seeds()
{
    return {R"({"devices": {"leaf1": {"state": "00", "serial": "A1", "mac": "02:00:00:00:00:01",
 "files_sha256": "bad68b9150b437401838b2973cc23f54455f37f54d1e196e076e054ba6c9d016", "files": ["leaf1.cfg"]},
 "host1": {"state": "01", "files_sha256": "114a11c89a54a8cd3889a16e9648bdd5304279c8b1938a9de635e1fc071d9667", "files": ["host1/ip-link.txt"]}}})",
        R"({"devices": {"leaf1": {"state": "00", "files_sha256": "9073167ab0c9da136b466faf2d3a333713d743c538ce121520484b003167bfb7", "files": ["../outside/leaf1.cfg"]}}})",
        R"({"devices": {"leaf1": {"files": ["./leaf1.cfg", "/etc/hostname", "a//b", ""]}}})"};
}

}
