// SPDX-License-Identifier: Apache-2.0
// The driver's record, and the reading of all captures of one folder as one subnet.
#include "drivers/ib_fabric/ib_fabric.h"

#include "drivers/ib_fabric/assemble.h"
#include "drivers/ib_fabric/base_example.h"
#include "drivers/ib_fabric/forwarding.h"
#include "drivers/ib_fabric/section.h"
#include "models/syntax/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

constexpr std::array forms{&topology_form,
    &link_list_form,
    &forwarding_form,
    &sl2vl_dump_form,
    &attribute_form,
    &record_form,
    &database_form,
    &error_report_form,
    &manager_form,
    &port_report_form,
    &node_list_form,
    &link_info_form,
    &switch_info_form,
    &pkeys_form};

const Form* form_of(std::string_view line)
{
    const auto found = std::ranges::find_if(forms, [line](const Form* form) { return form->begins(line); });
    return found == forms.end() ? nullptr : *found;
}

constexpr Sign signs[]{
    {"# Topology file: generated on", 60, "the header of ibnetdiscover"},
    {"switchguid=0x", 40, "the GUID of a switch, as ibnetdiscover writes it"},
    {"caguid=0x", 40, "the GUID of an adapter, as ibnetdiscover writes it"},
    {"Switch", 40, "a switch of ibnetdiscover", "\"S-"},
    {"Ca\t", 40, "an adapter of ibnetdiscover", "\"H-"},
    {"Switch\t", 20, "a switch of an ibsim net", "\""},
    {"Switch ", 20, "a switch of an ibsim net", "\""},
    {"Hca\t", 20, "an adapter of an ibsim net", "\""},
    {"Hca ", 20, "an adapter of an ibsim net", "\""},
    {"[1]", 15, "a port that names its neighbour", "\""},
    {"CA ", 40, "a port of ibnetdiscover -p", " - SW ", ")"},
    {"SW ", 40, "a port of ibnetdiscover -p", "x "},
    {"Ca\t:", 40, "an adapter of ibhosts", " ports "},
    {"Ca\t :", 40, "an adapter of ibnetdiscover -l", " ports "},
    {"Switch\t:", 40, "a switch of ibswitches", " ports "},
    {"Switch\t :", 40, "a switch of ibnetdiscover -l", " ports "},
    {"Switch: 0x", 40, "a switch of iblinkinfo", {}, ":"},
    {"CA: ", 40, "an adapter of iblinkinfo", {}, ":"},
    {"dump_ucast_routes: Switch 0x", 90, "forwarding tables of opensm"},
    {"osm_ucast_mgr_dump_ucast_routes: Switch 0x", 90, "forwarding tables of opensm"},
    {"Unicast lids [", 90, "a forwarding table of ibroute", "of switch"},
    {"Multicast mlids [", 90, "a multicast table of ibroute", "of switch"},
    {"Switch 0x", 60, "SL to VL tables of opensm", ", base LID "},
    {"Channel Adapter 0x", 60, "SL to VL tables of opensm", ", base LID "},
    {"# Port info:", 90, "smpquery portinfo"},
    {"# Node info:", 90, "smpquery nodeinfo"},
    {"# Switch info:", 90, "smpquery switchinfo"},
    {"# Port counters:", 90, "perfquery"},
    {"# Port extended counters:", 90, "perfquery -x"},
    {"# PortRcvErrorDetails counters:", 90, "perfquery --rcverr"},
    {"# PortXmitDiscardDetails counters:", 90, "perfquery --xmtdisc"},
    {"# SL2VL table:", 90, "smpquery sl2vl"},
    {"# VLArbitration tables:", 90, "smpquery vlarb"},
    {"Node Description:......", 60, "smpquery nodedesc"},
    {"NodeRecord dump:", 90, "saquery"},
    {"PortInfoRecord dump:", 90, "saquery"},
    {"PathRecord dump:", 90, "saquery"},
    {"SL2VLTableRecord dump:", 90, "saquery"},
    {"VLArbTableRecord dump:", 90, "saquery"},
    {"LFT Record dump:", 90, "saquery"},
    {"SMInfoRecord dump:", 90, "saquery"},
    {"LinkRecord dump:", 90, "saquery"},
    {"MCMemberRecord ", 90, "saquery", "dump:"},
    {"PKeyTableRecord dump:", 90, "saquery"},
    {"SwitchInfoRecord dump:", 90, "saquery"},
    {"START_NODES", 60, "a section of ibdiagnet's db_csv"},
    {"START_PORTS", 60, "a section of ibdiagnet's db_csv"},
    {"START_LINKS", 60, "a section of ibdiagnet's db_csv"},
    {"START_INDEX_TABLE", 60, "a section of ibdiagnet's db_csv"},
    {"START_PM_INFO", 60, "a section of ibdiagnet's db_csv"},
    {"Errors for ", 60, "ibqueryerrors", "\""},
    {"Data Counters for 0x", 60, "ibqueryerrors --counters"},
    {"## Summary:", 60, "ibqueryerrors", "nodes checked"},
    {"sminfo: sm lid ", 90, "sminfo"},
    {"part number ", 20, "ibswinfo", " | "},
    {"PSID ", 20, "ibswinfo", " | "},
    {"product name ", 20, "ibswinfo", " | "},
};

// ibdm's description of a fabric by its systems: "   P1 -> Cougar H-1 P1", "  M/P1 -> …". What a system is made of stands in
// other files (IBNL), so that its nodes and ports are not known.
bool is_system_link(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t arrow = line.find(" -> ");
    if (arrow == std::string_view::npos || arrow > 40)
        return false;
    const std::string_view from = line.substr(0, arrow);
    const std::size_t board = from.rfind('/');
    const std::string_view port = from.substr(board == std::string_view::npos ? 0 : board + 1);
    const std::string_view to = line.substr(arrow + 4);
    const std::size_t last = to.rfind(' ');
    return port.size() > 1 && port.front() == 'P'
        && port.find_first_not_of("P0123456789") == std::string_view::npos && last != std::string_view::npos
        && to.find(' ') != last && to.substr(last + 1).find('P') != std::string_view::npos;
}

std::string_view take_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

bool has_system_links(const Source& source)
{
    constexpr std::size_t looked_at = 16384;
    std::string_view text = source.text().substr(0, looked_at);
    while (!text.empty()) {
        if (is_system_link(take_line(text)))
            return true;
    }
    return false;
}

// What begins no line of its own: the lists that start with a brace or a number.
Detection detect(const Source& source)
{
    constexpr std::size_t looked_at = 16384;
    std::string_view text = source.text().substr(0, looked_at);
    while (!text.empty()) {
        std::string_view line = take_line(text);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty())
            continue;
        if (line.starts_with("{ ") && link_list_form.begins(line))
            return {90, "links of ibdiagnet or opensm"};
        if (line.front() >= '0' && line.front() <= '9') {
            if (pkeys_form.begins(line))
                return {80, "smpquery pkeys"};
            if (link_info_form.begins(line))
                return {80, "links of iblinkinfo"};
        }
        if (is_system_link(line))
            return {60, "systems of an ibdm topology"};
    }
    return {};
}

// A run of rows of a forwarding table is one node: as nodes of their own they would take five times the memory of the text.
Tree parse(const Source& source)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    const std::string_view text = source.text();
    bool in_table = false;
    for (std::size_t at = 0; at < text.size();) {
        const auto end_of_line
            = [&text](std::size_t from) { return std::min(text.find('\n', from), text.size()); };
        std::size_t end = end_of_line(at);
        std::size_t from = at;
        std::size_t to = end;
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
        while (from < to && is_blank(text[from]))
            ++from;
        while (to > from && is_blank(text[to - 1]))
            --to;
        const std::string_view line = text.substr(from, to - from);
        if (line.empty()) {
            at = end + 1;
            continue;
        }
        if (in_table && from == at && table_row(line)) {
            std::uint32_t count = 1;
            std::size_t next = end + 1;
            while (next < text.size()) {
                const std::size_t next_end = end_of_line(next);
                std::string_view row = text.substr(next, next_end - next);
                if (row.ends_with('\r'))
                    row.remove_suffix(1);
                if (!table_row(row))
                    break;
                end = next_end;
                next = end + 1;
                ++count;
            }
            Node* rows = builder.make_node(
                Node::Kind::lines, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end - at));
            rows->value_length = count;
            builder.add(rows);
        } else {
            in_table = begins_table(line) || (in_table && !line.starts_with("Multicast"));
            Node* node = builder.make_node(
                Node::Kind::line, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(line.size()));
            node->key = line;
            builder.add(node);
        }
        at = end + 1;
    }
    return builder.finish();
}

std::string_view identity(const Tree&) { return {}; }

// What a terminal adds: the banner of its log, and a prompt with what was typed. "$ sminfo", "[root@host1 ~]# iblinkinfo"
std::optional<std::string_view> typed(std::string_view line)
{
    if (line.starts_with("=~=~=~"))
        return std::string_view{};
    const std::size_t end = line.substr(0, 100).find_first_of("$#>");
    if (end == std::string_view::npos || end + 1 >= line.size() || line[end + 1] != ' ')
        return std::nullopt;
    const std::string_view prompt = line.substr(0, end);
    const std::string_view command = line.substr(end + 2);
    const bool is_prompt = prompt.empty()
        ? line[end] == '$'
        : prompt.find('@') != std::string_view::npos || prompt.find(' ') == std::string_view::npos;
    constexpr std::array<std::string_view, 12> tools{"ib",
        "smp",
        "sa",
        "perfquery",
        "sminfo",
        "dump_",
        "sudo ",
        "cat ",
        "opensm",
        "mlx",
        "/usr/sbin/",
        "script"};
    return is_prompt
            && std::ranges::any_of(
                tools, [command](std::string_view tool) { return command.starts_with(tool); })
        ? std::optional(command)
        : std::nullopt;
}

class CaptureReader {
public:
    CaptureReader(const Tree& tree, Origins& origins, Arena& arena) : draft_(tree, origins, arena) { }

    Draft read()
    {
        const Tree& tree = draft_.tree();
        if (tree.root == nullptr)
            return std::move(draft_);
        if (has_system_links(*tree.source) && form_in(*tree.root) == nullptr)
            return read_systems(*tree.root);
        for (const Node& line : *tree.root)
            line.mark(take(line));
        const std::string_view text = tree.source->text();
        if (section_ != nullptr)
            section_->end(!text.empty() && text.back() != '\n');
        return std::move(draft_);
    }

private:
    static const Form* form_in(const Node& root)
    {
        for (const Node& line : root) {
            if (const Form* form = line.kind == Node::Kind::line ? form_of(line.key) : nullptr)
                return form;
        }
        return nullptr;
    }

    Draft read_systems(const Node& root)
    {
        draft_.warn(draft_.span(*root.first),
            "this topology names systems, whose nodes and ports stand in other files (IBNL): it is not read; what "
            "ibnetdiscover shows of the fabric is");
        for (const Node& line : root)
            line.mark(line.key.starts_with('#') ? State::irrelevant : State::unsupported);
        return std::move(draft_);
    }

    State take(const Node& line)
    {
        State state = State::unrecognised;
        if (section_ != nullptr)
            state = section_->take(line);
        if (state != State::unrecognised || line.kind == Node::Kind::lines)
            return state;
        if (const Form* form = form_of(line.key); form != nullptr && (form != form_ || section_ == nullptr)) {
            if (section_ != nullptr)
                section_->end(false);
            form_ = form;
            draft_.capture.kind = draft_.capture.kind.empty() ? form->tool : draft_.capture.kind;
            section_ = form->make(draft_);
            return section_->take(line);
        }
        if (const auto command = typed(line.key)) {
            draft_.command = *command;
            return State::irrelevant;
        }
        return line.key.front() == '#' ? State::irrelevant : State::unrecognised;
    }

    Draft draft_;
    const Form* form_ = nullptr;
    std::unique_ptr<Section> section_;
};

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = "ib-fabric";
    device.kind = DeviceKind::subnet;
    device.has_watchdog = false;
    device.name = fallback_name;
    std::vector<Draft> drafts;
    drafts.reserve(trees.size());
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        drafts.push_back(CaptureReader(tree, device.origins, *device.arena).read());
    }
    std::vector<SyntaxProblem> strangers;
    device.subnet = Held<Subnet>(assemble(drafts, strangers, *device.arena));
    for (const Draft& draft : drafts)
        std::ranges::copy(draft.problems, std::back_inserter(reading.problems));
    std::ranges::move(strangers, std::back_inserter(reading.problems));
    if (!trees.empty() && trees.front().root != nullptr && trees.front().root->first != nullptr)
        device.identity = trees.front().span(*trees.front().root->first);
    device.origins.shrink_to_fit();
    return reading;
}

}

const Driver driver{
    .name = "ib-fabric",
    .title = "InfiniBand fabric, as its tools show it",
    .comment = "#",
    .signs = signs,
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = true,
    .base_example = base_example,
    .base_file_name = "ibnetdiscover.txt",
};

}
