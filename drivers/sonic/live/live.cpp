// SPDX-License-Identifier: Apache-2.0
// A SONiC switch has no commit timer, so we start one on it (systemd-run or `at`) before a patch is applied.
// A switch with neither is refused.
#include "drivers/sonic/live/live.h"

#include "drivers/sonic/live/live_answer.h"
#include "drivers/sonic/live/live_dry_run.h"
#include "drivers/sonic/live/live_health.h"
#include "drivers/sonic/live/live_outcomes.h"
#include "drivers/sonic/live/live_programs.h"
#include "drivers/sonic/live/live_refusals.h"
#include "drivers/sonic/live/live_scripts.h"
#include "drivers/sonic/tables/config_document.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// Applies a patch with generic_config_updater, with a dead-man on the device that rolls it back.
class SonicDevice final : public LiveDevice {
public:
    SonicDevice(LiveTarget target, SshSession session)
        : target_(std::move(target)), session_(std::move(session))
    {
    }

    Result<Snapshot> read() override
    {
        auto answer = run(read_script(), 1);
        if (!answer)
            return tl::unexpected(answer.error());
        if (answer->has("multi"))
            return refuse(several_asics);
        if (answer->status != 0)
            return refuse("sonic-cfggen does not print the configuration: " + answer->error);
        auto document = read_document(answer->data);
        if (!document)
            return refuse("what sonic-cfggen printed is not understood: " + document.error().message);
        printed_ = sha256(answer->data);
        document_ = *document;
        drop_volatile(*document);
        Snapshot snapshot;
        snapshot.hash = state_hash(target_.state_key, write_document(*document));
        drop_secrets(*document);
        snapshot.files.push_back({target_.device + ".json", write_document(*document)});
        return snapshot;
    }

    Result<Hardware> hardware() override
    {
        auto answer = run(hardware_script(), 1);
        if (!answer)
            return tl::unexpected(answer.error());
        return Hardware{answer->find("serial").value_or(""), answer->find("mac").value_or("")};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        auto answer = run(health_script(ports), 1);
        if (!answer)
            return tl::unexpected(answer.error());
        return health_of(*answer);
    }

    Result<std::string> show(const std::string& command) override
    {
        auto shown = session_.exec(command);
        if (!shown)
            return tl::unexpected(shown.error());
        if (shown->status != 0)
            return refuse(fmt::format("`{}` ended with status {}", command, shown->status));
        return std::move(shown->out);
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        if (auto known = know_configuration(); !known)
            return known;
        auto after = patched(*document_, transaction.commands);
        if (!after)
            return refuse(after.error().message);
        // The rows that the updater will find at a rollback: ours and those that the device adds.
        const auto automatic = new_automatic_profiles(*document_, *after);
        for (const std::string& profile : automatic)
            after->tables["BUFFER_PROFILE"].try_emplace(profile);
        const std::string extended = patch_between(*document_, *after);
        auto answer = run(ready_script(transaction.commands, extended.empty() ? "[]" : extended), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        if (const Objection reason = refusal_of(*answer, transaction, *document_, automatic))
            return refuse(reason.sentence());
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        staged_.clear();
        const auto most = std::max(std::chrono::seconds(1),
            std::chrono::duration_cast<std::chrono::seconds>(slow * target_.endpoint.command_timeout));
        // The device stops the dry run before our own timeout, so that nothing of ours keeps running there.
        auto answer = run(stage_script(transaction.id, transaction.commands, most), slow, 2 * ending_time);
        if (!answer)
            return tl::unexpected(answer.error());
        if (const auto why = answer->find("refused"))
            return refuse(*why);
        const auto status = answer->find("rc");
        if (!status)
            return refuse("the dry run did not end: " + answer->error);
        if (*status == "124" || *status == "137") // timeout(1)
            return refuse(fmt::format("the dry run did not end within {} s, and was ended", most.count()));
        DryRun dry = dry_run_of(*answer, *status);
        by_reload_ = !dry.taken && transaction.disruptive && dry.illegal;
        if (!dry.taken && !by_reload_)
            return refuse("config apply-patch --dry-run refuses the patch: " + dry.complaint);
        if (!transaction.disruptive && !dry.port_down.empty())
            return refuse(fmt::format(
                "the device's updater would take {} down for this, and the step is hitless: plan it again",
                dry.port_down));
        least_ = by_reload_ ? reload_time : dry.least;
        staged_ = transaction.id;
        if (auto known = know_configuration(); !known)
            return tl::unexpected(known.error());
        auto target = patched(*document_, transaction.commands);
        if (!target)
            return refuse(target.error().message);
        agreed_ = *std::move(target);
        if (by_reload_)
            return "the updater does not make this change; the whole configuration is loaded with config "
                   "reload:\n"
                + redact_lines(transaction.commands);
        return std::move(dry.shown);
    }

    Result<std::optional<Snapshot>> staged() override
    {
        if (!agreed_)
            return std::nullopt;
        Document document = *agreed_;
        drop_volatile(document);
        Snapshot snapshot;
        snapshot.hash = state_hash(target_.state_key, write_document(document));
        drop_secrets(document);
        snapshot.files.push_back({target_.device + ".json", write_document(document)});
        return snapshot;
    }

    std::optional<std::string> unplanned() const override
    {
        return agreed_ && document_ ? first_difference(*agreed_, *document_, tables_of_daemons)
                                    : std::nullopt;
    }

    std::chrono::seconds least_window(const Transaction& transaction) override
    {
        return staged_ == transaction.id ? least_ : unmeasured_time;
    }

    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override
    {
        if (staged_ != transaction.id) {
            if (auto staged = stage(transaction); !staged)
                return tl::unexpected(staged.error());
        }
        if (window < least_)
            return refuse(fmt::format("the window of {} s is too short: applying the patch takes up to {} s",
                window.count(),
                least_.count()));
        Apply apply{transaction.id, transaction.commands, {}, window, printed_};
        if (by_reload_) {
            if (auto known = know_configuration(); !known)
                return known;
            auto target = patched(*document_, transaction.commands);
            if (!target)
                return refuse(target.error().message);
            apply.patch.clear();
            apply.target = write_document(*target);
            apply.expected = printed_;
        }
        staged_.clear();
        auto answer = run(commit_script(apply), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        return outcome_of_commit(session_.name(), transaction.id, *answer);
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto answer = run(pending_script(), 1);
        if (!answer)
            return tl::unexpected(answer.error());
        if (answer->status != 0)
            return refuse("the device does not say what it is waiting for: " + answer->error);
        const auto current = answer->find("current");
        return !current ? Pending::none : *current == transaction.id ? Pending::ours : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto answer = run(confirm_script(transaction.id), 1);
        if (!answer)
            return tl::unexpected(answer.error());
        return outcome_of_confirmation(session_.name(), *answer);
    }

    Result<void> persist(const Transaction& transaction) override
    {
        auto answer = run(persist_script(transaction.id), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        return outcome_of_saving(session_.name(), transaction.id, *answer);
    }

    Result<void> save_again() override
    {
        auto answer = run(save_again_script(), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        return answer->has("saved") ? Result<void>{}
                                    : refuse("/etc/sonic/config_db.json is not what is in force, and config "
                                             "save does not make it so");
    }

    Result<std::chrono::seconds> abandon(const Transaction& transaction) override
    {
        staged_.clear();
        auto answer = run(abandon_script(transaction.id), 2 * slow);
        if (!answer)
            return tl::unexpected(answer.error());
        return outcome_of_return(session_.name(), transaction.id, *answer);
    }

private:
    // Slow scripts may take this many times the command timeout: the updater needs minutes for large patches.
    static constexpr int slow = 10;
    // Services restart for minutes after config reload; we have not measured this on a device.
    static constexpr std::chrono::seconds reload_time{180};
    static constexpr std::chrono::seconds unmeasured_time{60};
    // How long timeout(1) waits for a command to end before it kills it.
    static constexpr std::chrono::seconds ending_time{5};

    Result<Answer> run(const std::string& script, int times, std::chrono::seconds more = {})
    {
        return run_as_root(session_,
            target_.endpoint.user == "root",
            script,
            times * target_.endpoint.command_timeout + more);
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", session_.name(), why));
    }
    Result<void> know_configuration()
    {
        if (document_)
            return {};
        auto snapshot = read();
        if (!snapshot)
            return tl::unexpected(snapshot.error());
        return {};
    }

    LiveTarget target_;
    SshSession session_;
    std::optional<Document> document_; ///< from the last read()
    std::string printed_; ///< SHA-256 of the text of `document_`
    std::string staged_; ///< the transaction whose dry run succeeded last
    /// The expected configuration once the staged transaction is in force.
    std::optional<Document> agreed_;
    bool by_reload_ = false;
    std::chrono::seconds least_{0};
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    return std::make_unique<SonicDevice>(target, *std::move(session));
}

}
