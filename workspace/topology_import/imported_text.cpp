// SPDX-License-Identifier: Apache-2.0
// Writes imported cables as a topology.yaml that people can correct. Its links are those of the files, so
// reading it gives the same fabric as reading the files.
#include "workspace/topology_import/imported_text.h"

#include "models/fabric/value/port_name.h"
#include "models/fabric/words.h"
#include "models/syntax/yaml/yaml_writer.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace rocelint::workspace {
namespace {

// A path may hold any byte, and a line break would end a comment.
std::string on_one_line(std::string_view text)
{
    constexpr char last_control = 0x7f;
    std::string out(text);
    std::ranges::replace_if(
        out, [](char c) { return c == last_control || static_cast<unsigned char>(c) < ' '; }, ' ');
    return out;
}

class ImportJoiner {
public:
    ImportJoiner(std::span<const ImportedFile> files, const std::string& folder)
        : files_(files), folder_(absolute_path(folder))
    {
    }

    ImportedTopology run()
    {
        for (std::size_t file = 0; file < files_.size(); ++file) {
            lines_.emplace_back(files_[file].source->text());
            for (const TopologyRemark& remark : files_[file].topology.remarks)
                add_remark(file, remark.at, remark.sentence);
            for (const TopologyDevice& device : files_[file].topology.devices)
                add_device(file, device);
            for (const TopologyLink& link : files_[file].topology.links)
                add_link(file, link);
        }
        joined_.text = write();
        return std::move(joined_);
    }

private:
    struct JoinedLink {
        TopologyLink link;
        std::vector<std::string> places;
    };

    [[nodiscard]] std::string place(std::size_t file, Span at) const
    {
        return fmt::format("{}:{}", files_[file].source->path(), lines_[file].position(at.offset).line);
    }

    void add_remark(std::size_t file, Span at, std::string_view sentence)
    {
        const Position position = lines_[file].position(at.offset);
        joined_.remarks.push_back(fmt::format(
            "{}:{}:{}: {}", files_[file].source->path(), position.line, position.column, sentence));
    }

    // If there are several statements about a device, the first one counts.
    void add_device(std::size_t file, const TopologyDevice& stated)
    {
        TopologyDevice device = stated;
        if (!device.file.empty())
            device.file = file_for(file, device.file);
        const auto [found, added] = devices_.try_emplace(ascii::lowered(device.name), device_list_.size());
        if (added) {
            device_list_.push_back(std::move(device));
            return;
        }
        TopologyDevice& known = device_list_[found->second];
        if (known.role == Role::unknown)
            known.role = device.role;
        else if (device.role != Role::unknown && device.role != known.role)
            add_remark(file,
                stated.at,
                fmt::format("{} is a {} here but a {} in a file before, which counts",
                    device.name,
                    name_of(device.role),
                    name_of(known.role)));
        for (std::string TopologyDevice::*member :
            {&TopologyDevice::file, &TopologyDevice::asic, &TopologyDevice::plane}) {
            if ((known.*member).empty())
                known.*member = device.*member;
        }
        if (!known.rail)
            known.rail = device.rail;
    }

    // A file is relative to the topology that names it.
    [[nodiscard]] std::string file_for(std::size_t file, const std::string& written) const
    {
        const std::filesystem::path whole
            = absolute_path(fmt::format("{}/{}", folder_of(files_[file].source->path()), written));
        const std::string relative = whole.lexically_relative(folder_).string();
        return written.ends_with('/') && !relative.ends_with('/') ? relative + '/' : relative;
    }

    static std::string end_key(const std::string& device, const std::string& port)
    {
        return ascii::lowered(device) + ':' + comparable_port_name(port);
    }

    void add_link(std::size_t file, const TopologyLink& stated)
    {
        std::pair<std::string, std::string> key{
            end_key(stated.a_device, stated.a_port), end_key(stated.b_device, stated.b_port)};
        if (key.second < key.first)
            std::swap(key.first, key.second);
        const auto [found, added] = cables_.try_emplace(key, links_.size());
        if (!added) {
            repeat(links_[found->second], file, stated);
            return;
        }
        for (const std::string& end : {key.first, key.second})
            compare_end(end, file, stated);
        links_.push_back({stated, {place(file, stated.at)}});
        for (const std::string& end : {key.first, key.second})
            by_end_.try_emplace(end, links_.size() - 1);
    }

    void repeat(JoinedLink& known, std::size_t file, const TopologyLink& stated)
    {
        if (!known.link.cable)
            known.link.cable = stated.cable;
        if (!known.link.speed)
            known.link.speed = stated.speed;
        const bool other_length = stated.cable && stated.cable != known.link.cable;
        if (other_length || (stated.speed && stated.speed != known.link.speed))
            add_remark(file,
                stated.at,
                fmt::format("the {} of the cable {}:{} - {}:{} differs from {}, which counts",
                    other_length ? "length" : "speed",
                    stated.a_device,
                    stated.a_port,
                    stated.b_device,
                    stated.b_port,
                    known.places.front()));
        known.places.push_back(place(file, stated.at));
    }

    // Whether another cable already leads to this end.
    void compare_end(const std::string& end, std::size_t file, const TopologyLink& stated)
    {
        const auto found = by_end_.find(end);
        if (found == by_end_.end())
            return;
        const JoinedLink& known = links_[found->second];
        const auto far_end = [&end](const TopologyLink& link) {
            return end_key(link.a_device, link.a_port) == end
                ? fmt::format("{}:{}", link.b_device, link.b_port)
                : fmt::format("{}:{}", link.a_device, link.a_port);
        };
        const bool at_a = end_key(stated.a_device, stated.a_port) == end;
        add_remark(file,
            stated.at,
            fmt::format("TOP004: {}:{} leads to {} here, but to {} in {}; correct one of them",
                at_a ? stated.a_device : stated.b_device,
                at_a ? stated.a_port : stated.b_port,
                far_end(stated),
                far_end(known.link),
                known.places.front()));
    }

    [[nodiscard]] std::string write() const
    {
        YamlWriter out;
        std::vector<std::string> sources;
        for (const ImportedFile& file : files_)
            sources.push_back(fmt::format("{} ({})",
                file.source->path(),
                file.topology.form.empty() ? std::string_view("topology.yaml") : file.topology.form));
        out.comment(on_one_line(fmt::format("The cables of {}.", listed(sources))));
        out.begin_map(YamlWriter::Layout::lines);
        out.key("version").number(1);
        if (!device_list_.empty()) {
            out.key("devices").begin_map(YamlWriter::Layout::lines);
            for (const TopologyDevice& device : device_list_)
                write(out, device);
            out.end_map();
        }
        out.key("links").begin_list(links_.empty() ? YamlWriter::Layout::row : YamlWriter::Layout::lines);
        for (const JoinedLink& link : links_)
            write(out, link);
        out.end_list();
        out.end_map();
        return out.take();
    }

    static void write(YamlWriter& out, const TopologyDevice& device)
    {
        out.text_key(device.name).begin_map(YamlWriter::Layout::row);
        if (device.role != Role::unknown)
            out.key("role").word(name_of(device.role));
        if (!device.asic.empty())
            out.key("asic").text(device.asic);
        if (!device.file.empty())
            out.key("file").text(device.file);
        if (!device.plane.empty())
            out.key("plane").text(device.plane);
        if (device.rail)
            out.key("rail").number(*device.rail);
        out.end_map();
    }

    static void write(YamlWriter& out, const JoinedLink& joined)
    {
        constexpr std::uint64_t mega = 1'000'000;
        constexpr std::uint64_t giga = 1'000'000'000;
        const TopologyLink& link = joined.link;
        out.comment(on_one_line(fmt::format("{}", listed(joined.places))));
        out.begin_map(YamlWriter::Layout::row);
        out.key("a").text(fmt::format("{}:{}", link.a_device, link.a_port));
        out.key("b").text(fmt::format("{}:{}", link.b_device, link.b_port));
        if (link.cable)
            out.key("cable_m").decimal(link.cable->exact());
        if (link.speed && link.speed->count >= mega)
            out.key("speed").word(link.speed->count % giga == 0
                    ? fmt::format("{}G", link.speed->count / giga)
                    : fmt::format("{}M", link.speed->count / mega));
        out.end_map();
    }

    std::span<const ImportedFile> files_;
    std::string folder_;
    std::vector<LineTable> lines_;
    std::vector<TopologyDevice> device_list_;
    std::map<std::string, std::size_t> devices_; ///< by name in lower case
    std::vector<JoinedLink> links_;
    std::map<std::pair<std::string, std::string>, std::size_t> cables_;
    std::map<std::string, std::size_t> by_end_; ///< the first cable of each end
    ImportedTopology joined_;
};

}

ImportedTopology join_imported(std::span<const ImportedFile> files, const std::string& folder)
{
    return ImportJoiner(files, folder).run();
}

}
