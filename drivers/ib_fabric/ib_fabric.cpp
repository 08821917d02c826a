// SPDX-License-Identifier: Apache-2.0
// The driver record, and the code that reads all captures of one folder as one subnet.
#include "drivers/ib_fabric/ib_fabric.h"

#include "drivers/ib_fabric/assemble.h"
#include "drivers/ib_fabric/base_example.h"
#include "drivers/ib_fabric/recognise.h"
#include "drivers/ib_fabric/section.h"
#include "drivers/ib_fabric/show_commands.h"
#include "drivers/ib_fabric/signs.h"
#include "models/text/ascii.h"

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
    &local_adapter_form,
    &pkeys_form};

const Form* form_of(std::string_view line)
{
    const auto found = std::ranges::find_if(forms, [line](const Form* form) { return form->begins(line); });
    return found == forms.end() ? nullptr : *found;
}

std::string_view identity(const Tree&) { return {}; }

// Recognizes what a terminal adds: the banner of its log, and a prompt with a typed command. "$ sminfo",
// "[root@host1 ~]# iblinkinfo"
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

// Whether a line is a prompt without a command: "root@sm1:~#", "[root@sm1 ~]#", "$".
bool is_bare_prompt(std::string_view line)
{
    constexpr std::size_t longest_prompt = 100;
    if (line.empty() || line.size() > longest_prompt
        || std::string_view("$#>").find(line.back()) == std::string_view::npos)
        return false;
    return line == "$" || line.find('@') != std::string_view::npos
        || (line.size() > 1 && line.find(' ') == std::string_view::npos);
}

// Whether a text ends within a line. A prompt at the end has no line feed either, and does not count.
bool breaks_off(std::string_view text)
{
    if (text.empty() || text.back() == '\n')
        return false;
    const std::string_view last = text.substr(text.rfind('\n') + 1);
    return !is_bare_prompt(ascii::trimmed_back(last, ascii::is_blank_or_cr));
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
        if (section_ != nullptr)
            section_->end(breaks_off(tree.source->text()));
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
        if (line.kind == Node::Kind::lines)
            return section_ != nullptr ? section_->take_rows(line) : State::unrecognised;
        const State state = section_ != nullptr ? section_->take(line) : State::unrecognised;
        if (state != State::unrecognised)
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
        return line.key.front() == '#' || is_bare_prompt(line.key) ? State::irrelevant : State::unrecognised;
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
    .show_commands = show_commands,
};

}
