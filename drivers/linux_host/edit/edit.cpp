// SPDX-License-Identifier: Apache-2.0
// Neutral changes as edits of a host's configuration files.
#include "drivers/linux_host/edit/edit.h"

#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/knob_request.h"
#include "drivers/linux_host/knob/notation.h"

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

bool is_about(const Setter& setter, const KnobRequest& request)
{
    // Tools of one vendor's NICs name them by ids, or mean all of them.
    if (!setter.of_driver.empty())
        return setter.subject.empty() || setter.subject == request.rdma_device
            || setter.subject == request.port_id || setter.subject == request.interface;
    return setter.subject == (setter.by_rdma_device ? request.rdma_device : request.interface);
}

bool sets_the_same(const Setter& setter, const KnobRequest& request)
{
    if (!is_about(setter, request))
        return false;
    if (request.knob == Knob::dscp_priority && setter.knob == Knob::dscp_flush)
        return true;
    return setter.knob == request.knob && setter.number == request.number;
}

// Whether the setter gives the knob what is requested.
bool has_value(const Setter& setter, const KnobRequest& request)
{
    if (row_of(request.knob).shape != Shape::eight)
        return setter.amount == request.amount;
    return std::ranges::all_of(request.given, [&](Priority priority) {
        return setter.given.has(priority) && setter.list[priority] == request.list[priority];
    });
}

bool same_request(const KnobRequest& a, const KnobRequest& b)
{
    return a.knob == b.knob && a.number == b.number && a.list == b.list && a.amount == b.amount;
}

// Commands to insert at one place in one file.
struct Insertion {
    const ConfigFile* file = nullptr;
    std::vector<KnobRequest> requests;
};

class Editor {
public:
    Editor(std::span<const Tree> trees, const Device& device)
        : trees_(trees), device_(device), files_(read_configuration(trees, known_host(device), arena_))
    {
    }

    Editing run(std::span<const Change> changes)
    {
        KnobRequests requests(device_, files_);
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            if (Objection reason = requests.add(index, changes[index]))
                editing_.refused.push_back({index, std::move(reason).sentence()});
        }
        std::ranges::move(requests.idle(), std::back_inserter(editing_.refused));
        if (!editing_.refused.empty())
            return std::move(editing_);
        all_ = requests.all();
        // With boot files, `device` is the host after its next boot, where the change is made.
        for (std::uint32_t index = 0; index < changes.size() && !files_.empty(); ++index) {
            if (std::ranges::none_of(all_, [index](const KnobRequest& request) {
                    return std::ranges::find(request.changes, index) != request.changes.end();
                }))
                set_already_.insert(index);
        }
        for (const KnobRequest& request : all_)
            place(request);
        for (const auto& [at, insertion] : insertions_)
            insert(at.second, insertion, requests);
        if (!homeless_.empty())
            write_new_files(requests);
        refuse_what_is_set();
        return std::move(editing_);
    }

private:
    [[nodiscard]] FoundSetter last_setter(const KnobRequest& request) const
    {
        FoundSetter found;
        for (const ConfigFile& file : files_) {
            for (const Setter& setter : file.setters) {
                if (sets_the_same(setter, request))
                    found = {&file, &setter};
            }
        }
        return found;
    }

    // The file of a cluster whose object gives the setting its value, or null.
    [[nodiscard]] const ConfigFile* cluster_file_of(const KnobRequest& request) const
    {
        const Port& port = device_.ports[request.port];
        const Nic* nic = port.nic < device_.nics.size() ? &device_.nics[port.nic] : nullptr;
        const Member& member = *row_of(request.knob).member;
        if (member.get == nullptr)
            return nullptr;
        const HeldValue held = member.get({device_, port, nic}, request.number);
        const Span at = held.known ? device_.origins.span(held.origin) : Span{};
        const auto is_it = [at](const ConfigFile& file) {
            return file.kind == ConfigKind::cluster && at.somewhere() && file.tree->source->id() == at.source;
        };
        const auto found = std::ranges::find_if(files_, is_it);
        return found == files_.end() ? nullptr : &*found;
    }

    // Whether everything that the text at this place sets must get the same value.
    [[nodiscard]] bool all_want(
        const ConfigFile& file, const Setter& shared, const KnobRequest& request) const
    {
        return std::ranges::all_of(file.setters, [&](const Setter& setter) {
            if (setter.at.offset != shared.at.offset || &setter == &shared)
                return true;
            return std::ranges::any_of(all_, [&](const KnobRequest& other) {
                return same_request(other, request) && sets_the_same(setter, other);
            });
        });
    }

    void place(const KnobRequest& request)
    {
        const FoundSetter found = last_setter(request);
        if (const ConfigFile* cluster = cluster_file_of(request))
            return refuse(request,
                fmt::format("{} sets this, and the cluster would set it again: change it there",
                    cluster->tree->source->file_name()));
        if (found.setter == nullptr)
            return append(request);
        const Setter& setter = *found.setter;
        if (is_for_several_hosts(found.file->kind) && trees_.size() > 1) {
            refuse(request,
                fmt::format("{} sets this, and may set it on other hosts as well: change it there",
                    found.file->tree->source->file_name()));
            return;
        }
        if (!setter.editable && setter.knob == request.knob && has_value(setter, request)) {
            set_already_.insert(request.changes.begin(), request.changes.end());
            return;
        }
        const bool scripted = found.file->kind == ConfigKind::script || found.file->kind == ConfigKind::unit;
        const bool has_word = setter.spelling == nullptr || row_of(request.knob).shape == Shape::eight
            || can_write(*setter.spelling, request.amount);
        const bool in_place = setter.editable && setter.knob == request.knob && has_word;
        if (in_place && all_want(*found.file, setter, request)) {
            // Each iteration of a loop requests this once.
            KnobRequest kept = request;
            for (const Priority index : setter.given - request.given)
                kept.list[index] = setter.list[index];
            std::string text = value_text(kept, setter);
            const bool as_it_is = (!setter.given.empty() && kept.list == setter.list)
                || text == found.file->tree->source->text_at(setter.at);
            if (as_it_is) {
                set_already_.insert(request.changes.begin(), request.changes.end());
                return;
            }
            made_.insert(request.changes.begin(), request.changes.end());
            if (edited_.emplace(setter.at.source, setter.at.offset).second)
                editing_.edits.push_back({setter.at, std::move(text)});
            return;
        }
        if (scripted && found.file->insert_at != 0xffffffffU) {
            add_insertion(*found.file, setter.after, request);
            return;
        }
        refuse(request,
            fmt::format("{} sets this for other interfaces as well, which must not change",
                found.file->tree->source->file_name()));
    }

    // A setting that no line makes yet goes after the
    // interface's other settings, else at the end of a script.
    void append(const KnobRequest& request)
    {
        const ConfigFile* home = nullptr;
        std::uint32_t at = 0xffffffffU;
        for (const ConfigFile& file : files_) {
            if (file.insert_at == 0xffffffffU)
                continue;
            std::uint32_t behind = 0;
            for (const Setter& setter : file.setters)
                behind = is_about(setter, request) ? std::max(behind, setter.after) : behind;
            const bool better = home == nullptr || behind > 0
                || (home->kind == ConfigKind::unit && file.kind == ConfigKind::script
                    && at == home->insert_at);
            if (better) {
                home = &file;
                at = behind > 0 ? behind : file.insert_at;
            }
        }
        if (home == nullptr) {
            made_.insert(request.changes.begin(), request.changes.end());
            homeless_.push_back(request);
        } else {
            add_insertion(*home, at, request);
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

    void add_insertion(const ConfigFile& file, std::uint32_t at, const KnobRequest& request)
    {
        made_.insert(request.changes.begin(), request.changes.end());
        Insertion& insertion = insertions_[{&file, at}];
        insertion.file = &file;
        insertion.requests.push_back(request);
    }

    void insert(std::uint32_t at, const Insertion& insertion, const KnobRequests& requests)
    {
        const Source& source = *insertion.file->tree->source;
        const std::string_view text = source.text();
        const std::string_view line_end = text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
        const bool in_line = at > 0 && text[at - 1] != '\n';
        std::string added;
        for (const std::string& line : command_lines(insertion.requests, requests)) {
            const std::string whole = insertion.file->kind == ConfigKind::unit ? as_exec_start(line) : line;
            added += in_line ? std::string(line_end) + whole : whole + std::string(line_end);
        }
        editing_.edits.push_back({{source.id(), at, 0}, std::move(added)});
    }

    void write_new_files(const KnobRequests& requests)
    {
        // If no capture contains the host's name, a new file next
        // to the captures might be attributed to another host.
        if (!is_file_name(device_.name) || (!device_.name_is_configured && trees_.size() < 2)) {
            for (const KnobRequest& request : homeless_)
                refuse(request,
                    "these files only show what the host was doing, and none says which host it is: add the "
                    "output of hostname, or run what rocelint fix --commands prints");
            return;
        }
        std::vector<std::string_view> interfaces;
        for (const KnobRequest& request : homeless_) {
            if (std::ranges::find(interfaces, request.interface) == interfaces.end())
                interfaces.push_back(request.interface);
        }
        BootScript boot = boot_script(device_.name, command_lines(homeless_, requests), interfaces);
        editing_.created.push_back({std::move(boot.script_name), std::move(boot.script), true});
        editing_.created.push_back({std::move(boot.unit_name), std::move(boot.unit), false});
    }

    void refuse(const KnobRequest& request, const std::string& reason)
    {
        for (const std::uint32_t change : request.changes)
            editing_.refused.push_back({change, reason});
    }

    std::span<const Tree> trees_;
    const Device& device_;
    Arena arena_{512};
    std::vector<ConfigFile> files_;
    std::vector<KnobRequest> all_;
    std::map<std::pair<const ConfigFile*, std::uint32_t>, Insertion> insertions_;
    std::set<std::pair<SourceId, std::uint32_t>> edited_;
    std::vector<KnobRequest> homeless_;
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
