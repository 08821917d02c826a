// SPDX-License-Identifier: Apache-2.0
// Neutral changes as edits of a host's configuration files.
#include "drivers/linux_host/edit/edit.h"

#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/wish.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace rocelint::linux_host {
namespace {

struct FoundSetter {
    const ConfigFile* file = nullptr;
    const Setter* setter = nullptr;
};

bool is_about(const Setter& setter, const Wish& wish)
{
    return setter.subject == (setter.by_rdma_device ? wish.rdma_device : wish.interface);
}

bool sets_the_same(const Setter& setter, const Wish& wish)
{
    if (!is_about(setter, wish))
        return false;
    if (wish.sets == Knob::dscp_priority && setter.sets == Knob::dscp_flush)
        return true;
    return setter.sets == wish.sets && setter.number == wish.number;
}

bool same_wish(const Wish& a, const Wish& b)
{
    return a.sets == b.sets && a.number == b.number && a.list == b.list && a.amount == b.amount;
}

// Commands to insert at one place in one file.
struct Insertion {
    const ConfigFile* file = nullptr;
    std::vector<Wish> wishes;
};

class Editor {
public:
    Editor(std::span<const Tree> trees, const Device& device)
        : trees_(trees), device_(device), files_(read_configuration(trees, arena_))
    {
    }

    Editing run(std::span<const Change> changes)
    {
        Wishes wishes(device_, files_);
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            if (Objection reason = wishes.add(index, changes[index]))
                editing_.refused.push_back({index, std::move(reason).sentence()});
        }
        std::ranges::move(wishes.idle(), std::back_inserter(editing_.refused));
        if (!editing_.refused.empty())
            return std::move(editing_);
        all_ = wishes.all();
        for (const Wish& wish : all_)
            place(wish);
        for (const auto& [at, insertion] : insertions_)
            insert(at.second, insertion, wishes);
        if (!homeless_.empty())
            write_new_files(wishes);
        refuse_what_is_set();
        return std::move(editing_);
    }

private:
    [[nodiscard]] FoundSetter last_setter(const Wish& wish) const
    {
        FoundSetter found;
        for (const ConfigFile& file : files_) {
            for (const Setter& setter : file.setters) {
                if (sets_the_same(setter, wish))
                    found = {&file, &setter};
            }
        }
        return found;
    }

    // Whether everything that the text at this place sets must get the same value.
    [[nodiscard]] bool all_want(const ConfigFile& file, const Setter& shared, const Wish& wish) const
    {
        return std::ranges::all_of(file.setters, [&](const Setter& setter) {
            if (setter.at.offset != shared.at.offset || &setter == &shared)
                return true;
            return std::ranges::any_of(all_,
                [&](const Wish& other) { return same_wish(other, wish) && sets_the_same(setter, other); });
        });
    }

    void place(const Wish& wish)
    {
        const FoundSetter found = last_setter(wish);
        if (found.setter == nullptr)
            return append(wish);
        const Setter& setter = *found.setter;
        const bool scripted = found.file->kind == ConfigKind::script || found.file->kind == ConfigKind::unit;
        const bool in_place = setter.editable && setter.sets == wish.sets;
        if (in_place && all_want(*found.file, setter, wish)) {
            // Each iteration of a loop requests this once.
            Wish kept = wish;
            for (const Priority index : setter.given - wish.given)
                kept.list[index] = setter.list[index];
            std::string text = value_text(kept, setter);
            const bool as_it_is = (!setter.given.empty() && kept.list == setter.list)
                || text == found.file->tree->source->text_at(setter.at);
            if (as_it_is) {
                set_already_.insert(wish.changes.begin(), wish.changes.end());
                return;
            }
            made_.insert(wish.changes.begin(), wish.changes.end());
            if (edited_.emplace(setter.at.source, setter.at.offset).second)
                editing_.edits.push_back({setter.at, std::move(text)});
            return;
        }
        if (scripted && found.file->insert_at != 0xffffffffU) {
            add_insertion(*found.file, setter.after, wish);
            return;
        }
        refuse(wish,
            fmt::format("{} sets this for other interfaces as well, which must not change",
                found.file->tree->source->file_name()));
    }

    // A setting that no line makes yet goes after the
    // interface's other settings, else at the end of a script.
    void append(const Wish& wish)
    {
        const ConfigFile* home = nullptr;
        std::uint32_t at = 0xffffffffU;
        for (const ConfigFile& file : files_) {
            if (file.insert_at == 0xffffffffU)
                continue;
            std::uint32_t behind = 0;
            for (const Setter& setter : file.setters)
                behind = is_about(setter, wish) ? std::max(behind, setter.after) : behind;
            const bool better = home == nullptr || behind > 0
                || (home->kind == ConfigKind::unit && file.kind == ConfigKind::script
                    && at == home->insert_at);
            if (better) {
                home = &file;
                at = behind > 0 ? behind : file.insert_at;
            }
        }
        if (home == nullptr) {
            made_.insert(wish.changes.begin(), wish.changes.end());
            homeless_.push_back(wish);
        } else {
            add_insertion(*home, at, wish);
        }
    }

    // Refuses changes that the boot files make already: no edit can fix the current state.
    void refuse_what_is_set()
    {
        if (!editing_.edits.empty() || !editing_.created.empty())
            return;
        for (const std::uint32_t change : set_already_) {
            if (!made_.contains(change))
                editing_.refused.push_back({change,
                    "the boot files of the host set this already: run them, then capture the host again"});
        }
    }

    void add_insertion(const ConfigFile& file, std::uint32_t at, const Wish& wish)
    {
        made_.insert(wish.changes.begin(), wish.changes.end());
        Insertion& insertion = insertions_[{&file, at}];
        insertion.file = &file;
        insertion.wishes.push_back(wish);
    }

    void insert(std::uint32_t at, const Insertion& insertion, const Wishes& wishes)
    {
        const Source& source = *insertion.file->tree->source;
        const std::string_view text = source.text();
        const std::string_view line_end = text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
        const bool in_line = at > 0 && text[at - 1] != '\n';
        std::string added;
        for (const std::string& line : command_lines(insertion.wishes, wishes)) {
            const std::string whole = insertion.file->kind == ConfigKind::unit ? as_exec_start(line) : line;
            added += in_line ? std::string(line_end) + whole : whole + std::string(line_end);
        }
        editing_.edits.push_back({{source.id(), at, 0}, std::move(added)});
    }

    void write_new_files(const Wishes& wishes)
    {
        // If no capture contains the host's name, a new file next
        // to the captures might be attributed to another host.
        if (!is_file_name(device_.name) || (!device_.name_is_configured && trees_.size() < 2)) {
            for (const Wish& wish : homeless_)
                refuse(wish,
                    "these files only show what the host was doing, and none says which host it is: add the "
                    "output of hostname, or run what rocelint fix --commands prints");
            return;
        }
        std::vector<std::string_view> interfaces;
        for (const Wish& wish : homeless_) {
            if (std::ranges::find(interfaces, wish.interface) == interfaces.end())
                interfaces.push_back(wish.interface);
        }
        BootScript boot = boot_script(device_.name, command_lines(homeless_, wishes), interfaces);
        editing_.created.push_back({std::move(boot.script_name), std::move(boot.script), true});
        editing_.created.push_back({std::move(boot.unit_name), std::move(boot.unit), false});
    }

    void refuse(const Wish& wish, const std::string& reason)
    {
        for (const std::uint32_t change : wish.changes)
            editing_.refused.push_back({change, reason});
    }

    std::span<const Tree> trees_;
    const Device& device_;
    Arena arena_{512};
    std::vector<ConfigFile> files_;
    std::vector<Wish> all_;
    std::map<std::pair<const ConfigFile*, std::uint32_t>, Insertion> insertions_;
    std::set<std::pair<SourceId, std::uint32_t>> edited_;
    std::vector<Wish> homeless_;
    std::set<std::uint32_t> made_; ///< changes that an edit makes completely or in part
    std::set<std::uint32_t> set_already_; ///< changes that are already made in part
    Editing editing_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    return Editor(trees, device).run(changes);
}

}
