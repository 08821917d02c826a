// SPDX-License-Identifier: Apache-2.0
// A SONiC switch has no commit timer, so one of its own (systemd-run or `at`) is started before a patch is applied.
// A switch that offers neither is refused.
#include "drivers/sonic/live.h"

#include "drivers/sonic/config_document.h"
#include "drivers/sonic/live_answer.h"
#include "drivers/sonic/live_health.h"
#include "drivers/sonic/live_programs.h"
#include "drivers/sonic/live_refusals.h"
#include "drivers/sonic/live_scripts.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// What a dry run says it would apply, one change a line.
std::string dry_changes(std::string_view output, std::size_t& count)
{
    std::string out;
    LineRedactor redactor;
    for (std::size_t at = 0; (at = output.find("Would apply ", at)) != std::string_view::npos; ++at) {
        const std::size_t end = std::min(output.find('\n', at), output.size());
        out += redactor.line(output.substr(at + 12, end - at - 12)) + '\n';
        ++count;
    }
    return out;
}

// The port that a dry run says it would take down, or empty.
std::string port_taken_down(std::string_view output)
{
    constexpr std::string_view way = "/admin_status\", \"value\": \"down\"";
    constexpr std::string_view table = "\"/PORT/";
    const std::size_t at = output.find(way);
    if (at == std::string_view::npos)
        return {};
    const std::size_t begin = output.rfind(table, at);
    return begin == std::string_view::npos
        ? "a port"
        : std::string(output.substr(begin + table.size(), at - begin - table.size()));
}

// A patch by generic_config_updater, with a dead-man on the device that takes it back.
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

    Result<void> check_ready(const Transaction& transaction) override
    {
        if (auto known = know_configuration(); !known)
            return known;
        auto after = patched(*document_, transaction.commands);
        if (!after)
            return refuse(after.error().message);
        // What the updater will find when it is to go back: our rows and those that the device adds.
        const auto automatic = new_automatic_profiles(*document_, *after);
        for (const std::string& profile : automatic)
            after->tables["BUFFER_PROFILE"].try_emplace(profile);
        const std::string extended = patch_between(*document_, *after);
        auto answer = run(ready_script(transaction.commands, extended.empty() ? "[]" : extended), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        const std::string reason = refusal_of(*answer, transaction, *document_, automatic);
        if (!reason.empty())
            return refuse(reason);
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        staged_.clear();
        auto answer = run(stage_script(transaction.id, transaction.commands), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        if (const auto why = answer->find("refused"))
            return refuse(*why);
        const auto status = answer->find("rc");
        if (!status)
            return refuse("the dry run did not end: " + answer->error);
        std::size_t changes = 0;
        std::string shown = dry_changes(answer->data, changes);
        by_reload_ = *status != "0" && transaction.disruptive
            && answer->data.find(" is illegal") != std::string::npos;
        if (*status != "0" && !by_reload_)
            return refuse("config apply-patch --dry-run refuses the patch: " + complaint_of(answer->data));
        const std::string down = port_taken_down(answer->data);
        if (!transaction.disruptive && !down.empty())
            return refuse(fmt::format(
                "the device's updater would take {} down for this, and the step is hitless: plan it again",
                down));
        // The updater sorts as in the dry run, and sleeps for a second after each change (change_applier.py, apply).
        const auto measured = std::chrono::milliseconds(
            std::atoll(answer->find("ms").value_or("0").c_str())); // digits of our own script
        least_ = by_reload_ ? reload_time
                            : std::chrono::seconds(1 + static_cast<std::int64_t>(changes))
                + std::chrono::ceil<std::chrono::seconds>(2 * measured);
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
        return shown;
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
        if (answer->has("applied"))
            return {};
        if (const auto why = answer->find("refused"))
            return refuse(redact(*why));
        if (const auto other = answer->find("other"); other && *other != transaction.id)
            return refuse(others_change(*other));
        if (answer->has("late"))
            return refuse("applying took longer than the window; the device has rolled everything back");
        if (answer->has("taken-back"))
            return refuse("config apply-patch failed and was rolled back: " + complaint_of(answer->data));
        return fail(ErrorKind::invalid,
            fmt::format("{}: {}",
                session_.name(),
                answer->has("other") ? "the transaction is in force already"
                    : answer->has("broken")
                    ? "the change failed halfway and could not be rolled back; /run/rocelint/"
                        + transaction.id + "/before.json on the device is what it was before"
                    : "the outcome of the change is not known: " + answer->error));
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
        if (answer->has("confirmed"))
            return {};
        if (answer->has("gone"))
            return refuse("the change is no longer in force: the device has rolled it back");
        if (answer->has("still"))
            return refuse("the timer that rolls the change back cannot be stopped; it will be rolled back");
        return unknown("confirmed", *answer);
    }

    Result<void> persist(const Transaction& transaction) override
    {
        auto answer = run(persist_script(transaction.id), slow);
        if (!answer)
            return tl::unexpected(answer.error());
        if (answer->has("saved"))
            return {};
        if (const auto current = answer->find("current"))
            return refuse(
                *current == transaction.id ? "the change is not confirmed yet" : others_change(*current));
        if (const auto why = answer->find("failed"))
            return refuse(fmt::format(
                "config save failed; the change is in force, but a reboot would undo it: {}", redact(*why)));
        if (answer->has("differs"))
            return refuse("config save has run, but /etc/sonic/config_db.json is not what is in force");
        return unknown("saved", *answer);
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
        if (answer->has("restored"))
            return std::chrono::seconds(0);
        if (answer->has("confirmed"))
            return refuse("the change has been confirmed; only its undo reverses it");
        if (answer->has("failed"))
            return refuse(fmt::format("neither config replace nor config reload brought the old "
                                      "configuration back; it is /run/rocelint/{}/before.json on the device",
                transaction.id));
        return unknown("rolled back", *answer);
    }

private:
    // How many times the time of a command the slow ones may take: the updater needs minutes for large patches.
    static constexpr int slow = 10;
    // Services restart for minutes after config reload; measured on no device of ours.
    static constexpr std::chrono::seconds reload_time{180};
    static constexpr std::chrono::seconds unmeasured_time{60};

    Result<Answer> run(const std::string& script, int times)
    {
        return run_as_root(
            session_, target_.endpoint.user == "root", script, times * target_.endpoint.command_timeout);
    }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", session_.name(), why));
    }
    [[nodiscard]] tl::unexpected<Error> unknown(std::string_view done, const Answer& answer) const
    {
        return fail(ErrorKind::unreachable,
            fmt::format(
                "{}: whether the change was {} is not known: {}", session_.name(), done, answer.error));
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
    std::optional<Document> document_; ///< as it was read last
    std::string printed_; ///< SHA-256 of the text that it was
    std::string staged_; ///< the transaction whose dry run went well last
    std::optional<Document> agreed_; ///< as it ought to be once the staged transaction is in force
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
