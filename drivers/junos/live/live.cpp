// SPDX-License-Identifier: Apache-2.0
// NETCONF with a locked candidate and a confirmed commit (RFC 6241 sections 8.3 and 8.4), so that the switch
// itself rolls back. If either capability is missing, nothing is pushed.
#include "drivers/junos/live/live.h"

#include "drivers/junos/live/live_session.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

// A configuration in a candidate, committed until it is confirmed: RFC 6241 sections 8.3 and 8.4.
class JunosDevice final : public LiveDevice {
public:
    explicit JunosDevice(LiveTarget target) : session_(std::move(target)) { }

    Result<void> connect() { return session_.connect(); }

    Result<Snapshot> read() override
    {
        auto running = session_.read(Datastore::running);
        if (!running)
            return tl::unexpected(running.error());
        Snapshot snapshot;
        snapshot.hash = state_hash(session_.target().state_key, running->text);
        now_ = running->text;
        snapshot.files.push_back({session_.target().device + ".xml", std::move(running->redacted)});
        return snapshot;
    }

    Result<Hardware> hardware() override
    {
        if (auto connected = connect(); !connected)
            return tl::unexpected(connected.error());
        if (!session_.is_junos())
            return Hardware{};
        auto reply = session_.netconf().rpc("<get-chassis-inventory/>", "asking for the chassis");
        if (!reply)
            return tl::unexpected(reply.error());
        return Hardware{read_chassis_serial(reply->data), {}};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        if (auto connected = connect(); !connected)
            return tl::unexpected(connected.error());
        return read_health(session_.netconf(), ports);
    }

    Result<void> check_ready(const Transaction&) override
    {
        const bool was_locked = session_.is_locked();
        auto ready = session_.lock_when_ready();
        if (was_locked)
            return ready;
        // A changed candidate should have refused the lock; check the candidate itself too.
        if (ready)
            ready = session_.candidate_is_clean();
        auto unlocked = session_.let_go();
        return ready ? unlocked : ready;
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        staged_.clear();
        if (auto ready = session_.lock_when_ready(); !ready)
            return give_up(std::move(ready.error()));
        NetconfSession& netconf = session_.netconf();
        const auto begin = steady_clock::now();
        auto edited = netconf.edit_config(Datastore::candidate,
            edit_text(transaction.netconf, session_.is_junos()),
            {.rollback_on_error = session_.offers().rollback_on_error,
                .test_then_set = session_.offers().validate && !session_.is_junos()});
        if (!edited)
            return give_up(std::move(edited.error()));
        std::string diff;
        if (session_.is_junos()) {
            // The test-option checks only the syntax. No commit is pending, as checked under the lock.
            if (session_.offers().validate) {
                if (auto valid = netconf.validate(Datastore::candidate); !valid)
                    return give_up(std::move(valid.error()));
            }
            auto shown = session_.difference(0);
            if (!shown)
                return give_up(std::move(shown.error()));
            diff = *std::move(shown);
        }
        difference_ = diff;
        auto candidate = session_.read(Datastore::candidate);
        if (!candidate)
            return give_up(std::move(candidate.error()));
        candidate_ = *std::move(candidate);
        for (const RpcError& warning : edited->warnings)
            diff += fmt::format("warning: {}\n", redact(warning.message));
        work_ = steady_clock::now() - begin;
        staged_ = transaction.id;
        return diff;
    }

    Result<std::optional<Snapshot>> staged() override
    {
        if (staged_.empty())
            return std::nullopt;
        return Snapshot{{{session_.target().device + ".xml", candidate_.redacted}},
            state_hash(session_.target().state_key, candidate_.text)};
    }

    std::optional<std::string> unplanned() const override
    {
        return candidate_.text.empty() ? std::nullopt : statement_beside(candidate_.text, now_);
    }

    // The time for edit and check was measured; a commit does both again, and programs the hardware, which
    // takes a Junos switch some seconds.
    seconds least_window(const Transaction&) override
    {
        return seconds(session_.is_junos() ? 30 : 1) + std::chrono::ceil<seconds>(4 * work_);
    }

    Result<void> commit(const Transaction& transaction, seconds window) override
    {
        if (staged_ != transaction.id || !session_.netconf().alive()) {
            if (auto again = stage(transaction); !again)
                return tl::unexpected(again.error());
        }
        staged_.clear();
        ConfirmedCommit confirmed{
            .seconds = static_cast<std::uint32_t>(std::max(window, seconds(1)).count())};
        if (session_.offers().confirmed_commit_1_1)
            confirmed.persist = transaction.id;
        const auto begin = steady_clock::now();
        if (auto done = session_.netconf().commit(confirmed); !done)
            return tl::unexpected(done.error());
        deadline_ = {transaction.id, begin + window};
        auto newest = session_.newest_commit();
        if (!newest)
            return tl::unexpected(newest.error());
        if (newest->pending)
            return same_difference();
        auto there = session_.in_force(transaction);
        if (!there)
            return tl::unexpected(there.error());
        if (!*there)
            return session_.refuse("the device answered ok to the commit, but nothing is in force");
        return fail(ErrorKind::unreachable,
            fmt::format(
                "{}: the commit is in force, but the device does not say that it will roll it back by itself",
                session_.target().endpoint.name));
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto newest = session_.newest_commit();
        if (!newest)
            return tl::unexpected(newest.error());
        return session_.whose(*newest, transaction);
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto before = pending(transaction);
        if (!before)
            return tl::unexpected(before.error());
        if (*before == Pending::foreign)
            return session_.refuse("the pending commit is not ours, so we do not confirm it");
        if (*before == Pending::ours) {
            const bool by_id = session_.offers().confirmed_commit_1_1;
            if (auto clean = session_.hold_clean_candidate(by_id); !clean)
                return clean;
            auto confirmed = session_.netconf().confirm(by_id ? transaction.id : std::string());
            if (!confirmed)
                return tl::unexpected(confirmed.error());
            auto after = pending(transaction);
            if (!after)
                return tl::unexpected(after.error());
            if (*after != Pending::none)
                return session_.refuse(
                    "the device answered ok to the confirmation, but the commit is still pending");
        }
        auto there = session_.in_force(transaction);
        if (!there)
            return tl::unexpected(there.error());
        if (!*there)
            return session_.refuse("nothing is left to confirm: the change has been rolled back");
        deadline_ = {};
        return session_.let_go();
    }

    Result<void> persist(const Transaction& transaction) override
    {
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting != Pending::none)
            return session_.refuse(
                "a commit is awaiting confirmation: nothing is made persistent before that");
        auto there = session_.in_force(transaction);
        if (!there)
            return tl::unexpected(there.error());
        if (!*there)
            return session_.refuse("the change is not in force: there is nothing to make persistent");
        // Without a startup configuration, the device keeps the running one.
        if (!session_.offers().startup)
            return {};
        if (auto copied = session_.netconf().copy_config(Datastore::running, Datastore::startup); !copied)
            return tl::unexpected(copied.error());
        auto running = session_.read(Datastore::running);
        auto startup = session_.read(Datastore::startup);
        if (!running || !startup)
            return tl::unexpected(running ? startup.error() : running.error());
        if (running->text != startup->text)
            return session_.refuse("running was copied to startup, but startup reads differently");
        return {};
    }

    Result<seconds> abandon(const Transaction& transaction) override
    {
        staged_.clear();
        if (auto gone = session_.let_go(); !gone && gone.error().kind == ErrorKind::refused)
            return tl::unexpected(gone.error());
        auto newest = session_.newest_commit();
        if (!newest)
            return tl::unexpected(newest.error());
        auto waiting = session_.whose(*newest, transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting != Pending::ours)
            return seconds(0);
        if (session_.offers().confirmed_commit_1_1) {
            auto cancelled = session_.netconf().cancel_commit(transaction.id);
            if (!cancelled)
                return tl::unexpected(cancelled.error());
            return seconds(0);
        }
        // Any further commit would confirm this one, and if it then failed, nothing would roll it back. Only
        // the timer is sure not to stop between two configurations.
        if (deadline_.id == transaction.id)
            return std::max(std::chrono::ceil<seconds>(deadline_.at - steady_clock::now()), seconds(1));
        return session_.time_left(*newest);
    }

private:
    tl::unexpected<Error> give_up(Error error)
    {
        (void)session_.let_go();
        return tl::unexpected(std::move(error));
    }

    // What was committed must equal what was staged, even in the parts that we do not read.
    Result<void> same_difference()
    {
        if (!session_.is_junos())
            return {};
        auto made = session_.difference(1);
        if (!made)
            return tl::unexpected(made.error());
        if (*made != difference_)
            return session_.refuse(fmt::format("committed was something else than was staged: {}",
                statement_beside(difference_, *made).value_or("the same lines in another order")));
        return {};
    }

    struct Deadline {
        std::string id;
        steady_clock::time_point at;
    };

    LiveSession session_;
    std::string now_; ///< configuration as last read
    TidyConfiguration candidate_; ///< configuration as last staged
    std::string difference_; ///< difference to what was in force, in the device's words, without secrets
    std::string staged_; ///< the transaction that the candidate holds
    steady_clock::duration work_{0}; ///< how long staging took
    Deadline deadline_; ///< deadline of the commit that this process made
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    if (!target.netconf)
        return fail(ErrorKind::refused,
            fmt::format("{}: Junos is reached over NETCONF only: give it `transport: netconf`",
                target.endpoint.name));
    auto device = std::make_unique<JunosDevice>(target);
    if (auto connected = device->connect(); !connected)
        return tl::unexpected(connected.error());
    return device;
}

}
