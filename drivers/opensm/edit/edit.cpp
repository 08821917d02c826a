// SPDX-License-Identifier: Apache-2.0
// Edits options in their lines, and adds new ones in the order in which opensm writes them. In
// partitions.conf and qos-policy.conf, edits only texts that are wrong. All surrounding text stays as it is.
#include "drivers/opensm/edit/edit.h"

#include "drivers/opensm/read/file_kind.h"
#include "drivers/opensm/read/option_value.h"
#include "models/catalog/opensm_options.h"
#include "models/fabric/subnet/subnet_manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;

// Returns the position of an option in the order in which opensm writes them.
std::size_t order_of(std::string_view name)
{
    const OpensmOption* option = catalog::find_opensm_option(name);
    return option == nullptr ? catalog::opensm_options().size()
                             : static_cast<std::size_t>(option - catalog::opensm_options().data());
}

class Editor {
public:
    Editor(std::span<const Tree> trees, const SubnetManager& manager) : trees_(trees), manager_(manager) { }

    Editing edit(std::span<const Change> changes)
    {
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            const auto* wanted = std::get_if<ManagerText>(&changes[index].value);
            std::string reason = "it is nothing that the files of a subnet manager say";
            if (wanted != nullptr && changes[index].property == Property::manager)
                reason = edit_option(*wanted);
            else if (wanted != nullptr)
                reason = edit_text(*wanted);
            if (!reason.empty())
                editing_.refused.push_back({index, std::move(reason)});
        }
        add_lines();
        return std::move(editing_);
    }

private:
    // The following functions return why they cannot make the edit, or an empty text.
    std::string edit_option(const ManagerText& wanted)
    {
        const OpensmOption* known = catalog::find_opensm_option(wanted.what);
        if (known == nullptr || (known->nvidia_only && manager_.flavour != SmFlavour::nvidia))
            return fmt::format("this subnet manager has no option {}", wanted.what);
        if (known->secret)
            return fmt::format("{} is a key, which people choose", wanted.what);
        const bool in_words = wanted.text.find_first_of("\n\r#") == std::string::npos && !wanted.text.empty();
        if (!in_words || evaluate(*known, wanted.text, {}, true).misread != SmMisread::none)
            return fmt::format("{} does not take \"{}\"", wanted.what, wanted.text);
        if (const SmOption* line = manager_.option(wanted.what); line != nullptr && line->known)
            return edit_line(*line, wanted.text);
        for (const SmOption& line : manager_.options) {
            if (line.meant == wanted.what) {
                editing_.edits.push_back({line.at, fmt::format("{} {}", wanted.what, wanted.text)});
                return {};
            }
        }
        if (!manager_.conf.somewhere())
            return "no opensm.conf was read that could state it";
        added_[order_of(wanted.what)] = fmt::format("{} {}", wanted.what, wanted.text);
        return {};
    }

    std::string edit_line(const SmOption& line, const std::string& text)
    {
        if (line.given.empty())
            editing_.edits.push_back({line.at, fmt::format("{} {}", line.name, text)});
        else
            editing_.edits.push_back({line.value_at, in_style_of(line.given, text)});
        return {};
    }

    // Keeps hexadecimal numbers hexadecimal.
    static std::string in_style_of(std::string_view given, const std::string& text)
    {
        const auto number = base_zero_number(text);
        const bool was_hexadecimal = given.starts_with("0x") && base_zero_number(given).has_value();
        return number && was_hexadecimal && !text.starts_with("0x") ? fmt::format("0x{:02x}", *number) : text;
    }

    std::string edit_text(const ManagerText& wanted)
    {
        bool found = false;
        for (const SmFault& fault : manager_.faults) {
            if (fault.right.empty() || fault.wrong != wanted.what || fault.right != wanted.text)
                continue;
            found = true;
            // One text may be wrong in two ways.
            if (std::ranges::count(editing_.edits, fault.mend_at, &Edit::at) == 0)
                editing_.edits.push_back({fault.mend_at, wanted.text});
        }
        for (const SmPartition& partition : manager_.partitions) {
            if (partition.text.empty() || partition.text != wanted.what)
                continue;
            editing_.edits.push_back({partition.whole, wanted.text});
            found = true;
        }
        return found ? std::string() : "its files do not have this text, or not as it was read";
    }

    // Each new line goes after the one that opensm would write before it. Files that opensm wrote have
    // sections; in other files the order does no harm.
    void add_lines()
    {
        if (added_.empty())
            return;
        std::map<std::uint32_t, std::vector<std::string>> by_place;
        for (const auto& [order, line] : added_)
            by_place[place_for(order)].push_back(line);
        const Source& source = *conf().source;
        for (const auto& [offset, lines] : by_place) {
            std::string text = offset > 0 && source.text()[offset - 1] != '\n' ? "\n" : "";
            for (const std::string& line : lines)
                text += line + '\n';
            editing_.edits.push_back({{source.id(), offset, 0}, std::move(text)});
        }
    }

    [[nodiscard]] const Tree& conf() const
    {
        return *std::ranges::find_if(
            trees_, [this](const Tree& tree) { return tree.source->id() == manager_.conf.source; });
    }

    [[nodiscard]] std::uint32_t place_for(std::size_t order) const
    {
        const SmOption* before = nullptr;
        for (const SmOption& line : manager_.options) {
            const std::size_t its = line.known ? order_of(line.name) : order;
            if (its < order && (before == nullptr || its >= order_of(before->name)))
                before = &line;
        }
        const std::string_view text = conf().source->text();
        const std::size_t feed
            = before == nullptr ? std::string_view::npos : text.find('\n', before->at.offset);
        return static_cast<std::uint32_t>(feed == std::string_view::npos ? text.size() : feed + 1);
    }

    std::span<const Tree> trees_;
    const SubnetManager& manager_;
    Editing editing_;
    std::map<std::size_t, std::string> added_; ///< lines by their order
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    if (device.manager)
        return Editor(trees, *device.manager).edit(changes);
    Editing editing;
    for (std::uint32_t index = 0; index < changes.size(); ++index)
        editing.refused.push_back({index, "no file of a subnet manager was read"});
    return editing;
}

}
