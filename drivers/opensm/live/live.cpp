// SPDX-License-Identifier: Apache-2.0
// The host of a subnet manager. Its files are changed by a patch of the existing ones, since the stored texts
// lack the keys in them. They are put in place only if opensm itself (`opensm -c`) understands them exactly
// as intended.
#include "drivers/opensm/live/live.h"

#include "drivers/opensm/live/live_files.h"
#include "drivers/opensm/live/live_script_parts.h"
#include "drivers/opensm/live/live_scripts.h"
#include "drivers/opensm/read/file_kind.h"
#include "drivers/timed_host/timed_host.h"
#include "drivers/transport/script_answer.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::opensm {
namespace {

using std::chrono::seconds;

// Returns the part of the output of stage_script() after the line `\001NAME`.
std::string_view part_of(std::string_view printed, std::string_view name)
{
    const std::string title = fmt::format("\001{}\n", name);
    const std::size_t at = printed.find(title);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = printed.substr(at + title.size());
    return rest.substr(0, rest.find('\001'));
}

class ManagerHost final : public timed_host::TimedHost {
public:
    ManagerHost(LiveTarget target, SshSession session) : TimedHost(std::move(target), std::move(session)) { }

    Result<Snapshot> read() override
    {
        auto state = look();
        if (!state)
            return tl::unexpected(state.error());
        seen_ = *std::move(state);
        return snapshot_of(seen_);
    }

    // Reads the GUID of the host's adapter, which its vendor makes globally unique (InfiniBand Architecture
    // Specification volume 1, 4.1.1).
    Result<Hardware> hardware() override
    {
        auto printed = run(whole_script(
            "echo @data\ncat /sys/class/infiniband/*/node_guid 2> /dev/null | sort | head -n 1"));
        if (!printed)
            return tl::unexpected(printed.error());
        Hardware hardware;
        hardware.serial = trimmed(printed->data);
        return hardware;
    }

    // The counters of the fabric's ports are not this host's. commit() and confirm() check whether the
    // manager is alive.
    Result<Health> health(const std::vector<std::string>&) override { return Health{}; }

    Result<void> check_ready(const Transaction& transaction) override
    {
        const auto patch = patch_of(transaction);
        if (!patch)
            return tl::unexpected(patch.error());
        if (transaction.undo.empty())
            return refused("nothing says how the change could be undone");
        if (auto ready = run(ready_script(transaction)); !ready)
            return tl::unexpected(ready.error());
        auto state = look();
        if (!state)
            return tl::unexpected(state.error());
        return check_manager(*state, patch->restart);
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        const auto patch = patch_of(transaction);
        if (!patch)
            return tl::unexpected(patch.error());
        auto state = look();
        if (!state)
            return tl::unexpected(state.error());
        auto made = make_files(*state, *patch);
        if (!made)
            return tl::unexpected(made.error());
        auto printed = run(stage_script(transaction, *made));
        if (!printed)
            return tl::unexpected(printed.error());
        const OptionDump old = read_dump(part_of(printed->data, "old"));
        const OptionDump fresh = read_dump(part_of(printed->data, "new"));
        if (const Objection wrong = misunderstanding(old, fresh, patch->meant)) {
            if (auto gone = abandon(transaction); !gone)
                return refused(
                    fmt::format("{}; what was prepared could not be cleaned up", wrong.sentence()));
            return refused(wrong.sentence());
        }
        std::string text;
        for (const FilePatch& file : patch->files) {
            for (const Hunk& hunk : file.hunks) {
                for (const std::string& line : hunk.removed)
                    text += fmt::format("- {}: {}\n", file.name, redact(trimmed(line)));
                for (const std::string& line : hunk.added)
                    text += fmt::format("+ {}: {}\n", file.name, redact(trimmed(line)));
            }
        }
        return text;
    }

    Result<std::optional<Snapshot>> staged() override
    {
        if (!wanted_)
            return std::nullopt;
        return snapshot_of(*wanted_);
    }

    // A restart takes as long as the first sweep of a large subnet; SIGHUP takes effect with the next sweep.
    seconds least_window(const Transaction& transaction) override
    {
        const auto patch = read_patch(transaction.commands);
        return seconds(patch && patch->restart ? 90 : 30);
    }

    std::optional<std::string> unplanned() const override
    {
        if (!wanted_)
            return std::nullopt;
        for (const HostFile& file : wanted_->files) {
            const HostFile* now = seen_.find(file.name);
            if (now == nullptr)
                return fmt::format("{} is gone", file.path);
            if (now->text != file.text)
                return fmt::format("{} is not what was written", file.path);
        }
        if (seen_.files.size() != wanted_->files.size())
            return "there is another file of the subnet manager than before";
        return std::nullopt;
    }

    Result<void> persist(const Transaction& transaction) override
    {
        if (auto usable = check(transaction); !usable)
            return usable;
        auto kept = run(persist_script(transaction));
        return kept ? Result<void>{} : tl::unexpected(kept.error());
    }

protected:
    timed_host::HostSteps steps() const override { return manager_steps(); }

private:
    [[nodiscard]] Result<ManagerPatch> patch_of(const Transaction& transaction) const
    {
        if (auto usable = check(transaction); !usable)
            return tl::unexpected(usable.error());
        auto patch = read_patch(transaction.commands);
        if (!patch)
            return refused("what is to be done is not a patch of files");
        return *std::move(patch);
    }

    [[nodiscard]] Result<void> check_manager(const HostState& state, bool restart) const
    {
        if (state.processes.empty())
            return refused("opensm does not run");
        if (restart && state.units.empty())
            return refused(
                "the change needs a restart of opensm, and its process belongs to no service of systemd that is known");
        for (const HostFile& file : state.files) {
            if (file.path.starts_with("/opt/ufm/"))
                return refused(fmt::format("{} belongs to UFM, which writes it itself", file.path));
        }
        return {};
    }

    // Returns the files with the patch applied, and what is sent to the host.
    Result<Writing> make_files(const HostState& state, const ManagerPatch& patch)
    {
        Writing writing{.files = {}, .restart = patch.restart};
        HostState wanted = state;
        for (const FilePatch& change : patch.files) {
            const HostFile* old = state.find(change.name);
            if (change.created ? old != nullptr : old == nullptr)
                return refused(fmt::format("{} is {}",
                    change.name,
                    change.created ? "there already" : "none of the manager's files"));
            auto text = apply_patch(old == nullptr ? std::string_view{} : old->text, change);
            if (!text)
                return refused(
                    fmt::format("the lines of {} that change are not those that were planned", old->path));
            NewFile file{.path = old == nullptr ? path_of_new(state, change.name) : old->path,
                .old_sum = old == nullptr ? "-" : sha256(old->text),
                .new_sum = change.deleted ? "-" : sha256(*text),
                .text = *text,
                .is_options = old != nullptr && old == state.find("opensm.conf")};
            if (file.path.empty())
                return refused(fmt::format("where {} belongs is not known", change.name));
            if (file.text.find("ROCELINT_END") != std::string::npos
                || file.path.find('\n') != std::string::npos)
                return refused("a file contains our own end marker");
            std::erase_if(wanted.files, [&change](const HostFile& each) { return each.name == change.name; });
            if (!change.deleted)
                wanted.files.push_back({change.name, file.path, *text});
            writing.files.push_back(std::move(file));
        }
        std::ranges::sort(wanted.files, {}, [&state](const HostFile& file) {
            const HostFile* old = state.find(file.name);
            return old == nullptr ? state.files.size() : static_cast<std::size_t>(old - state.files.data());
        });
        wanted_ = std::move(wanted);
        return writing;
    }

    // New files go next to the option file.
    static std::string path_of_new(const HostState& state, std::string_view name)
    {
        const HostFile* options = state.find("opensm.conf");
        return options == nullptr
            ? std::string{}
            : fmt::format("{}/{}", options->path.substr(0, options->path.rfind('/')), name);
    }

    [[nodiscard]] Snapshot snapshot_of(const HostState& state) const
    {
        return {
            stored_files(state.files, target().state_key), state_hash(target().state_key, whole_text(state))};
    }

    Result<HostState> look()
    {
        auto printed = run(read_script());
        if (!printed)
            return tl::unexpected(printed.error());
        auto state = read_host_state(printed->data);
        if (!state)
            return fail(
                state.error().kind, fmt::format("{}: {}", target().endpoint.name, state.error().message));
        if (state->option_files.size() > 1)
            return refused(fmt::format(
                "opensm reads {} and then {}: which of the two files an option comes from cannot be determined",
                state->option_files[0],
                state->option_files[1]));
        if (state->files.empty())
            return refused("opensm has no files here");
        return state;
    }

    HostState seen_; ///< from the last read()
    std::optional<HostState> wanted_; ///< set once staged
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    return std::make_unique<ManagerHost>(target, *std::move(session));
}

}
