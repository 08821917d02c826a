// SPDX-License-Identifier: Apache-2.0
// Writes the cables that devices show as a topology.yaml that people can correct. From then on that file has
// precedence over the devices, so a cable that is in doubt must not get into it.
#include "workspace/topology_export/inferred_topology.h"

#include "models/fabric/link/described_end.h"
#include "models/syntax/yaml/yaml_writer.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace rocelint::workspace {
namespace {

using Layout = YamlWriter::Layout;

// The cable of one port, as one line states it.
struct CableStatement {
    PortId here;
    std::optional<std::uint32_t> device; ///< the other device; empty: no file of it was read
    std::optional<PortId> there; ///< its port; empty: unknown
    std::string_view named; ///< the other device as the line names it
    LinkSource source = LinkSource::lldp;
    Span at;
};

// Names come from neighbors, and a line break in one would end the comment.
std::string in_comment(std::string_view text)
{
    constexpr char last = 0x7f;
    std::string out(text);
    std::ranges::replace_if(
        out, [](char c) { return c == last || static_cast<unsigned char>(c) < ' '; }, ' ');
    return out;
}

class CableCollector {
public:
    explicit CableCollector(const Fabric& fabric) : fabric_(fabric), ends_(fabric)
    {
        for (const Link& link : fabric.links) {
            linked_.emplace(link.a, link.b);
            linked_.emplace(link.b, link.a);
        }
        collect();
    }

    std::string text()
    {
        std::vector<Link> links = fabric_.links;
        for (Link& link : links) {
            if (link.b < link.a)
                std::swap(link.a, link.b);
        }
        std::ranges::sort(links, {}, [](const Link& link) { return std::pair(link.a, link.b); });
        std::vector<const Link*> sound;
        std::string doubtful;
        for (const Link& link : links) {
            if (std::string why = why_doubtful(link); why.empty())
                sound.push_back(&link);
            else
                doubtful += fmt::format("  {}\n", why);
        }
        return write(sound, doubtful, open_ends());
    }

private:
    void collect()
    {
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            const Device& device = fabric_.devices[index];
            for (const Neighbour& neighbour : device.neighbours) {
                if (neighbour.source != Neighbour::Source::description
                    && neighbour.port < device.ports.size())
                    add({index, neighbour.port}, neighbour);
            }
            for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
                if (const auto there = ends_.described_by({index, port}))
                    add({{index, port},
                        there->device,
                        there,
                        fabric_.device(*there).name,
                        LinkSource::description,
                        device.ports[port].at});
            }
        }
    }

    void add(PortId here, const Neighbour& neighbour)
    {
        CableStatement statement{here,
            ends_.find_device(neighbour.device),
            std::nullopt,
            neighbour.device,
            neighbour.source == Neighbour::Source::lldp ? LinkSource::lldp : LinkSource::neighbour_table,
            neighbour.at};
        if (statement.device == here.device)
            return;
        if (statement.device) {
            std::uint32_t port = ends_.find_port(*statement.device, neighbour.port_id);
            if (port == Port::no_index && !neighbour.port_description.empty())
                port = ends_.find_port(*statement.device, neighbour.port_description);
            if (port != Port::no_index)
                statement.there = PortId{*statement.device, port};
        }
        add(statement);
    }

    void add(const CableStatement& statement)
    {
        about_[statement.here].push_back(statements_.size());
        if (statement.there)
            about_[*statement.there].push_back(statements_.size());
        statements_.push_back(statement);
    }

    [[nodiscard]] static bool supports(const CableStatement& statement, const Link& link)
    {
        return (statement.here == link.a && statement.there == link.b)
            || (statement.here == link.b && statement.there == link.a);
    }

    // Whether a line about one end of the cable says something else of it. The second cable of a Y-cable is one of
    // the links, too.
    [[nodiscard]] bool contradicts(const CableStatement& statement, const Link& link) const
    {
        if (supports(statement, link))
            return false;
        if (statement.there)
            return !linked_.contains({statement.here, *statement.there});
        const PortId other = statement.here == link.a ? link.b : link.a;
        if (statement.device)
            return *statement.device != other.device;
        // A NIC may send LLDP under a name of its own, in addition to its host.
        return std::ranges::none_of(about(statement.here), [&](std::size_t one) {
            return statements_[one].here == statement.here && supports(statements_[one], link);
        });
    }

    [[nodiscard]] const std::vector<std::size_t>& about(PortId port) const
    {
        static const std::vector<std::size_t> none;
        const auto found = about_.find(port);
        return found == about_.end() ? none : found->second;
    }

    // All statements about either end, each once.
    [[nodiscard]] std::vector<std::size_t> about(const Link& link) const
    {
        std::set<std::size_t> all(about(link.a).begin(), about(link.a).end());
        all.insert(about(link.b).begin(), about(link.b).end());
        return {all.begin(), all.end()};
    }

    // Why the cable is not claimed; empty if it is.
    [[nodiscard]] std::string why_doubtful(const Link& link)
    {
        std::string said;
        bool disputed = false;
        for (const std::size_t one : about(link)) {
            const CableStatement& statement = statements_[one];
            disputed = disputed || contradicts(statement, link);
            add_item(said, in_words(statement), "; ");
        }
        if (disputed)
            return said;
        for (const PortId end : {link.a, link.b}) {
            const std::string& name = fabric_.device(end).name;
            if (name.empty() || name.find(':') != std::string::npos || ends_.find_device(name) != end.device
                || ends_.find_port(end.device, fabric_.port(end).name) != end.port)
                return fmt::format("{} - {}: the name {} does not stand for one port alone",
                    in_comment(end_name(link.a)),
                    in_comment(end_name(link.b)),
                    in_comment(end_name(end)));
        }
        return {};
    }

    // Cables to devices without files, or to unknown ports.
    [[nodiscard]] std::string open_ends()
    {
        std::string out;
        for (const CableStatement& statement : statements_) {
            if (!statement.there && fabric_.link(statement.here) == nullptr)
                out += fmt::format("  {}\n", in_words(statement));
        }
        return out;
    }

    [[nodiscard]] std::string end_name(PortId end) const
    {
        return fmt::format("{}:{}", fabric_.device(end).name, fabric_.port(end).name);
    }

    [[nodiscard]] std::string in_words(const CableStatement& statement)
    {
        return in_comment(fmt::format("{} leads to {} ({}, {})",
            end_name(statement.here),
            statement.there ? end_name(*statement.there) : std::string(statement.named),
            name_of(statement.source),
            line_of(statement.at)));
    }

    [[nodiscard]] std::string line_of(Span at)
    {
        const Source* source = fabric_.sources.find(at.source);
        if (source == nullptr)
            return "no line";
        const auto table = lines_.try_emplace(at.source, source->text()).first;
        return fmt::format("{}:{}", source->path(), table->second.position(at.offset).line);
    }

    // The lines that show a cable: "LLDP capture leaf1.txt:12, interface description spine1.cfg:30".
    [[nodiscard]] std::string seen_in(const Link& link)
    {
        std::vector<std::string> lines;
        for (const std::size_t one : about(link)) {
            const CableStatement& statement = statements_[one];
            if (!supports(statement, link))
                continue;
            std::string line = fmt::format("{} {}", name_of(statement.source), line_of(statement.at));
            if (std::ranges::find(lines, line) == lines.end())
                lines.push_back(std::move(line));
        }
        return in_comment(fmt::format("{}", listed(lines)));
    }

    [[nodiscard]] std::string write(
        const std::vector<const Link*>& sound, const std::string& doubtful, const std::string& open)
    {
        YamlWriter out;
        out.comment(
            "The cables that the devices show. Read it, correct it, and keep it next to the configuration as\n"
            "topology.yaml: from then on it has precedence over what the devices show.");
        out.begin_map(Layout::lines);
        out.key("version").number(1);
        std::string remarks;
        if (!doubtful.empty())
            remarks += "Left out, because sources disagree or names are ambiguous:\n" + doubtful;
        if (!open.empty())
            remarks += "Left out, because the other device or its port is not among the files:\n" + open;
        const auto is_subnet = [](const Device& device) { return device.kind == DeviceKind::subnet; };
        const auto is_infiniband = [&](const Device& device) {
            return is_subnet(device) || device.kind == DeviceKind::subnet_manager;
        };
        if (std::ranges::any_of(fabric_.devices, is_subnet))
            remarks += "The cables of InfiniBand subnets are left out: captures of the subnet state them.\n";
        if (sound.empty() && !std::ranges::all_of(fabric_.devices, is_infiniband))
            remarks += "No cable is certain: capture LLDP on the devices, or write the cables here.\n";
        if (!remarks.empty())
            out.comment(std::string_view(remarks).substr(0, remarks.size() - 1));
        out.key("links").begin_list(sound.empty() ? Layout::row : Layout::lines);
        for (const Link* link : sound) {
            out.comment(seen_in(*link));
            out.begin_map(Layout::row);
            out.key("a").text(end_name(link->a));
            out.key("b").text(end_name(link->b));
            out.end_map();
        }
        out.end_list();
        out.end_map();
        return out.take();
    }

    const Fabric& fabric_;
    EndFinder ends_;
    std::set<std::pair<PortId, PortId>> linked_;
    std::vector<CableStatement> statements_;
    std::map<PortId, std::vector<std::size_t>> about_;
    std::map<SourceId, LineTable> lines_;
};

}

std::string inferred_topology(const Fabric& fabric) { return CableCollector(fabric).text(); }

}
