// SPDX-License-Identifier: Apache-2.0
// Reads and writes the files that `collect` stores for later commands, with the hash of each device's state.
// A path that leads out of the folder is rejected.
#include "workspace/find/collected_folder.h"

#include "drivers/driver.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/digest.h"
#include "push/plan/json_members.h"
#include "push/reach/reading.h"
#include "workspace/files/beneath_folder.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace rocelint::workspace {
namespace {

struct State {
    std::string hash;
    std::string text; ///< SHA-256 of all stored files
    Hardware hardware;
    std::vector<std::string> files; ///< relative to the folder
};
using States = std::map<std::string, State>;

Result<States> read_states(const std::string& path)
{
    auto source = Source::read(0, path);
    if (!source)
        return tl::unexpected(source.error());
    const Tree tree = parse_json(**source);
    const Node* devices = tree.root == nullptr || !tree.complete() ? nullptr : tree.root->child("devices");
    if (devices == nullptr)
        return fail(ErrorKind::invalid, fmt::format("{}: not written by `rocelint collect`", path));
    States states;
    for (const Node& device : *devices) {
        State& state = states[std::string(device.key)];
        state.hash = push::text_of(device, "state");
        state.text = push::text_of(device, "files_sha256");
        state.hardware = {push::text_of(device, "serial"), push::text_of(device, "mac")};
        if (const Node* files = device.child("files")) {
            for (const Node& file : *files)
                state.files.emplace_back(file.value);
        }
    }
    return states;
}

std::string states_text(const States& states)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.key("devices").begin_object(JsonWriter::Layout::rows);
    for (const auto& [name, state] : states) {
        out.key(name).begin_object();
        out.text("state", state.hash);
        out.text("serial", state.hardware.serial);
        out.text("mac", state.hardware.mac);
        out.text("files_sha256", state.text);
        out.key("files").begin_array();
        for (const std::string& file : state.files)
            out.string(file);
        out.end();
        out.end();
    }
    out.end();
    out.end();
    return out.take();
}

std::string digest_of(const std::vector<CollectedFile>& files)
{
    std::string all;
    for (const CollectedFile& file : files)
        all += fmt::format("{}\n{}\n", file.name, file.text);
    return sha256(all);
}

}

Result<void> write_collected(const std::string& folder, const std::vector<CollectedDevice>& devices)
{
    const std::string states_path = fmt::format("{}/{}", folder, collected_states);
    States states;
    if (std::filesystem::exists(states_path)) {
        auto known = read_states(states_path);
        if (!known)
            return tl::unexpected(known.error());
        states = *std::move(known);
    }
    auto beneath = BeneathFolder::open(folder);
    if (!beneath)
        return tl::unexpected(beneath.error());
    for (const CollectedDevice& entry : devices) {
        const Driver& driver = *find_driver(entry.device->platform);
        State state{entry.snapshot->hash, digest_of(entry.snapshot->files), entry.hardware, {}};
        for (const CollectedFile& file : entry.snapshot->files) {
            const std::string name = push::collected_path(driver, entry.device->name, file);
            if (!stays_inside(name))
                return fail(ErrorKind::invalid,
                    fmt::format("{}: '{}' is not a valid file name", entry.device->name, name));
            if (auto written = beneath->replace(name, file.text); !written)
                return written;
            state.files.push_back(name);
        }
        states[entry.device->name] = std::move(state);
    }
    return write_private_file(states_path, states_text(states));
}

Result<std::map<std::string, StoredDevice>> read_collected_folder(const std::string& folder)
{
    auto states = read_states(fmt::format("{}/{}", folder, collected_states));
    if (!states)
        return tl::unexpected(states.error());
    std::map<std::string, StoredDevice> devices;
    for (const auto& [name, state] : *states) {
        StoredDevice& device = devices[name];
        device.hash = state.hash;
        device.hardware = state.hardware;
        for (const std::string& file : state.files) {
            if (!stays_inside(file))
                return fail(ErrorKind::invalid, fmt::format("{}: '{}' lies outside of it", folder, file));
            auto source = Source::read(0, fmt::format("{}/{}", folder, file));
            if (!source)
                return tl::unexpected(source.error());
            const std::string own = file.starts_with(name + '/') ? file.substr(name.size() + 1) : file;
            device.files.push_back({own, std::string((*source)->text())});
        }
        if (digest_of(device.files) != state.text)
            return fail(ErrorKind::invalid,
                fmt::format(
                    "{}: the files of {} were changed after they were collected, so they no longer show the "
                    "device's state; collect again",
                    folder,
                    name));
    }
    return devices;
}

}
