// SPDX-License-Identifier: Apache-2.0
// The driver record of the subnet manager opensm, upstream's and NVIDIA's. One folder of files is one
// manager.
#include "drivers/opensm/opensm.h"

#include "drivers/opensm/base_example.h"
#include "drivers/opensm/commands.h"
#include "drivers/opensm/edit/edit.h"
#include "drivers/opensm/edit/render.h"
#include "drivers/opensm/live/live.h"
#include "drivers/opensm/read/option_lines.h"
#include "drivers/opensm/read/reader.h"
#include "drivers/opensm/show_commands.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::opensm {
namespace {

Detection detect(const Source& source)
{
    const KindGuess guess = kind_of(source);
    return {guess.confidence, guess.reason};
}

Tree parse(const Source& source)
{
    if (kind_of(source).kind == FileKind::options)
        return parse_options(source);
    return parse_indented(source, {.comment = '#', .flat = true});
}

// Option files of several managers in one folder are distinguished by their names.
std::string_view identity(const Tree& tree)
{
    if (tree.source == nullptr || kind_of(*tree.source).kind != FileKind::options)
        return {};
    const std::string_view name = tree.source->file_name();
    return name == "opensm.conf" ? std::string_view{} : name.substr(0, name.rfind('.'));
}

struct Part {
    const Tree* tree = nullptr;
    FileKind kind = FileKind::none;
};

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

class FolderReader {
public:
    FolderReader(std::span<const Tree> trees, Reading& reading)
        : manager_(reading.device.manager.emplace()), reader_(reading, manager_)
    {
        for (const Tree& tree : trees) {
            if (tree.source != nullptr)
                parts_.push_back({&tree, kind_of(*tree.source).kind});
        }
    }

    void read()
    {
        const Part* options = only_one(FileKind::options, "opensm.conf");
        read_options(reader_, options == nullptr ? nullptr : options->tree);
        for (SmFileName& file : manager_.files)
            join(file);
        if (const Part* part = only_one(FileKind::partitions, used_for("partition_config_file")))
            read_partitions(reader_, *part->tree);
        if (const Part* part = only_one(FileKind::policy, used_for("qos_policy_file")))
            read_policy(reader_, *part->tree);
        for (const Part& part : parts_)
            read_other(part);
        std::ranges::stable_sort(manager_.faults, {}, [](const SmFault& fault) {
            return std::pair(fault.at.source, fault.at.offset);
        });
    }

private:
    // Returns the name of the file that an option names, or empty.
    [[nodiscard]] std::string_view used_for(std::string_view option) const
    {
        for (const SmFileName& file : manager_.files) {
            if (file.option == option)
                return last_name(file.path);
        }
        return {};
    }

    // Returns the file of a kind that counts: of several, the one with this name, else the first.
    const Part* only_one(FileKind kind, std::string_view name)
    {
        const Part* best = nullptr;
        for (const Part& part : parts_) {
            const bool named = part.tree->source->file_name() == name;
            if (part.kind == kind && (best == nullptr || named))
                best = &part;
        }
        for (const Part& part : parts_) {
            if (part.kind == kind && &part != best) {
                Span at = part.tree->source->whole();
                at.length = 0;
                reader_.problem(SyntaxProblem::Severity::warning,
                    at,
                    fmt::format("is not read: {} of the same folder is the one that counts",
                        best->tree->source->file_name()));
            }
        }
        return best;
    }

    void join(SmFileName& file)
    {
        for (const Part& part : parts_) {
            if (part.tree->source->file_name() == last_name(file.path))
                file.file = part.tree->source->id();
        }
    }

    [[nodiscard]] SmGuid::List list_of(const Source& source) const
    {
        const auto is = [&](std::string_view option, std::string_view part) {
            return used_for(option) == source.file_name()
                || source.file_name().find(part) != std::string_view::npos;
        };
        if (is("cn_guid_file", "cn_guid"))
            return SmGuid::List::compute;
        if (is("io_guid_file", "io_guid"))
            return SmGuid::List::io;
        return SmGuid::List::root;
    }

    void read_other(const Part& part)
    {
        switch (part.kind) {
        case FileKind::port_groups:
            read_port_groups(reader_, *part.tree);
            break;
        case FileKind::guids:
            read_guids(reader_, *part.tree, list_of(*part.tree->source));
            break;
        case FileKind::guid2lid:
            read_guid2lid(reader_, *part.tree);
            break;
        case FileKind::guid2mkey:
        case FileKind::node_names:
            read_nothing(*part.tree);
            break;
        case FileKind::congestion:
            read_congestion_policy(*part.tree);
            break;
        case FileKind::sharp:
            read_sharp(reader_, *part.tree);
            break;
        case FileKind::ufm:
            read_ufm(reader_, *part.tree);
            break;
        case FileKind::service:
            read_service(reader_, *part.tree);
            break;
        default:
            break;
        }
    }

    SubnetManager& manager_;
    ManagerReader reader_;
    std::vector<Part> parts_;
};

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    reading.device.platform = "opensm";
    reading.device.kind = DeviceKind::subnet_manager;
    reading.device.name = fallback_name;
    reading.device.has_watchdog = false;
    for (const Tree& tree : trees) {
        if (tree.source != nullptr)
            reading.device.files.push_back(tree.source->id());
    }
    FolderReader(trees, reading).read();
    if (reading.device.manager->conf.somewhere())
        reading.device.identity = reading.device.manager->conf;
    reading.device.origins.shrink_to_fit();
    return reading;
}

constexpr std::string_view ansible_names[]{"opensm"};

}

const Driver driver{
    .name = "opensm",
    .title = "opensm, the InfiniBand subnet manager",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = true,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::shell,
    .open = open,
    .render = render,
    .renders_managers = true,
    .base_example = base_example,
    .base_file_name = "opensm.conf",
    .show_commands = show_commands,
};

}
