// SPDX-License-Identifier: Apache-2.0
// A push depends on one promise of a device: what is not confirmed is rolled back by the device itself. This
// shows it on a change that affects nothing.
#include "push/run/self_test.h"

#include "drivers/amend/amend.h"
#include "push/reach/reach.h"
#include "push/reach/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

namespace rocelint::push {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

// Schedulers that count whole minutes begin up to a minute late.
constexpr seconds longest_delay = std::chrono::minutes(1) + longest_rollback;
constexpr seconds pause(2);
// The MTU during the test: the first of these that the port does not have and takes. A switched port may take only
// the last two.
constexpr std::array<std::uint64_t, 3> test_mtus{9000, 1500, 9216};
// Ethernet header, two VLAN tags and FCS: what platforms count as part of a frame at most.
constexpr std::uint64_t longest_header = 26;

class SelfTestRun {
public:
    explicit SelfTestRun(const SelfTest& test) : test_(test) { }

    Result<void> run()
    {
        if (auto prepared = prepare(); !prepared)
            return prepared;
        if (auto committed = live_->commit(transaction_, window_); !committed) {
            if (committed.error().kind == ErrorKind::refused)
                return clean(committed.error());
            return take_back(committed.error().message);
        }
        deadline_ = Clock::now() + window_ + longest_delay;
        if (auto shown = see_in_force(); !shown)
            return take_back(shown.error().message);
        if (auto gone = wait_for_rollback(); !gone)
            return take_back(gone.error().message);
        if (auto same = compare(); !same)
            return take_back(same.error().message);
        return remove_rest();
    }

private:
    void report(std::string what)
    {
        const auto now = Clock::now();
        if (test_.report)
            test_.report(
                {std::move(what), std::chrono::duration_cast<std::chrono::milliseconds>(now - since_)});
        since_ = now;
    }

    [[nodiscard]] Error refusal(std::string_view reason) const
    {
        return {ErrorKind::refused, fmt::format("{}: {}", test_.device, reason), {}};
    }

    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const
    {
        return tl::unexpected(refusal(reason));
    }

    Result<void> connect()
    {
        auto live = test_.open();
        if (!live)
            return tl::unexpected(live.error());
        live_ = *std::move(live);
        return {};
    }

    Result<void> prepare()
    {
        if (test_.driver.commands == nullptr || test_.driver.undo == nullptr)
            return refuse(
                fmt::format("nothing is pushed to {}, so there is nothing to test", test_.driver.title));
        if (auto connected = connect(); !connected)
            return connected;
        report("connected");
        auto before = live_->read();
        if (!before)
            return tl::unexpected(before.error());
        before_ = *std::move(before);
        report("the configuration is read");
        if (auto made = make_transaction(); !made)
            return made;
        if (auto idle = check_port(); !idle)
            return idle;
        report(fmt::format("{} has no link, and nothing uses it", test_.port));
        if (auto ready = live_->check_ready(transaction_); !ready)
            return ready;
        report("the device can be pushed to now");
        auto shown = live_->stage(transaction_);
        if (!shown)
            return clean(shown.error());
        report("the change is staged");
        window_ = std::max(test_.window, live_->least_window(transaction_));
        auto again = live_->read();
        if (!again)
            return clean(again.error());
        if (again->hash != before_.hash)
            return clean(refusal("it was changed while the test was being prepared"));
        return {};
    }

    // A port without a link carries nothing, unless its MTU is that of a whole LAG.
    Result<void> check_port()
    {
        const Port& port = read_.device.ports[read_.device.find_port(test_.port)];
        if (port.kind != PortKind::physical)
            return refuse(fmt::format("{} is not a physical port", test_.port));
        if (port.lag != Port::no_index)
            return refuse(fmt::format("{} is a member of a port channel or bond", test_.port));
        auto health = live_->health({test_.port});
        if (!health)
            return tl::unexpected(health.error());
        const auto link = std::ranges::find(health->links, test_.port, &PortLink::port);
        if (link == health->links.end())
            return refuse(fmt::format("it does not report whether {} has a link", test_.port));
        if (link->up)
            return refuse(
                fmt::format("{} has a link: name a spare port, with nothing plugged in", test_.port));
        return {};
    }

    Result<void> make_transaction()
    {
        read_ = read_collected(test_.driver, test_.device, before_.files);
        const std::uint32_t index = read_.device.find_port(test_.port);
        if (index == Port::no_index)
            return refuse(fmt::format("it has no port {}", test_.port));
        const Port& port = read_.device.ports[index];
        // A change states the largest frame of a switch port, and the largest packet of a host's.
        const bool is_host = read_.device.kind == DeviceKind::host;
        const Setting<Bytes>& now = is_host ? port.ip_mtu : port.max_frame;
        std::uint64_t header = 0;
        if (port.ip_mtu.known() && now.known() && now.value >= port.ip_mtu.value
            && now.value.count - port.ip_mtu.value.count <= longest_header)
            header = now.value.count - port.ip_mtu.value.count;
        std::string reason;
        for (const std::uint64_t mtu : test_mtus) {
            const Bytes wanted{mtu + header};
            if (now.is(wanted))
                continue;
            reason = try_mtu(index, wanted);
            if (reason.empty() && !now.known())
                reason = "what it is now is not known";
            mtu_ = Bytes{mtu};
            if (reason.empty())
                return {};
        }
        return refuse(fmt::format("the MTU of {} cannot be changed for a test: {}", test_.port, reason));
    }

    // Why the MTU cannot be changed and changed back; empty: `transaction_` does it.
    std::string try_mtu(std::uint32_t index, Bytes wanted)
    {
        Change change;
        change.port.port = index;
        change.property = Property::mtu;
        change.value = wanted;
        const std::array changes{change};
        const DeviceFiles files{test_.driver, read_.trees, read_.device, {}};
        const Amended amended = amend(files, changes);
        if (!amended.refused.empty())
            return amended.refused.front().reason;
        if (!amended.side_effects.empty())
            return fmt::format("it would also change {}", amended.side_effects.front());
        const Commands forward = commands_for(files, changes);
        const Commands back = without_control_characters(
            test_.driver.undo(read_.trees, amended.after.trees, read_.device, changes), changes.size());
        for (const Commands* made : {&forward, &back}) {
            if (!made->refused.empty())
                return made->refused.front().reason;
        }
        transaction_.id = fmt::format("rl-{:08x}-0", std::random_device{}());
        transaction_.before = before_.hash;
        transaction_.ports = {test_.port};
        // Never by a way that could interrupt another port, such as a reload of the whole configuration.
        transaction_.disruptive = false;
        transaction_.commands = forward.text;
        transaction_.netconf = forward.netconf;
        transaction_.undo = back.text;
        transaction_.undo_netconf = back.netconf;
        return {};
    }

    Result<void> see_in_force()
    {
        auto now = live_->read();
        if (!now)
            return tl::unexpected(now.error());
        if (now->hash == before_.hash)
            return refuse("it answered ok but changed nothing");
        auto waiting = live_->pending(transaction_);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting != Pending::ours)
            return refuse("it does not say that the change awaits a confirmation");
        report(
            fmt::format("MTU {} of {} is in force and awaits a confirmation, which is not given; the device "
                        "rolls it back within {} s",
                mtu_.count,
                test_.port,
                window_.count()));
        return {};
    }

    // The connection may be lost, and is made again.
    Result<void> wait_for_rollback()
    {
        for (;;) {
            if (live_ == nullptr && !connect())
                live_ = nullptr;
            if (live_ != nullptr) {
                auto waiting = live_->pending(transaction_);
                if (waiting && *waiting == Pending::none)
                    return {};
                if (waiting && *waiting == Pending::foreign)
                    return refuse(
                        "it says that a change of another user awaits a confirmation, not this one");
                if (!waiting)
                    live_ = nullptr;
            }
            if (Clock::now() > deadline_)
                return refuse(fmt::format("it has not rolled the change back {} s after the window of {} s",
                    longest_delay.count(),
                    window_.count()));
            if (!sleep_for(pause, test_.cancel))
                return refuse("interrupted");
        }
    }

    Result<void> compare()
    {
        auto after = live_->read();
        if (!after)
            return tl::unexpected(after.error());
        const bool same_files = std::ranges::equal(
            after->files, before_.files, [](const CollectedFile& now, const CollectedFile& then) {
                return now.name == then.name && now.text == then.text;
            });
        if (after->hash != before_.hash || !same_files)
            return fail(ErrorKind::invalid,
                fmt::format(
                    "{}: after its rollback the configuration is not the one before; what was changed is the "
                    "MTU of {}",
                    test_.device,
                    test_.port));
        report("the device has rolled the change back by itself");
        report("the configuration is the one before, byte for byte");
        return {};
    }

    Result<void> remove_rest()
    {
        if (auto gone = live_->abandon(transaction_); !gone)
            return tl::unexpected(gone.error());
        report("what the test left on the device is removed");
        return {};
    }

    // Rolls back from here and removes what was prepared. The connection may be the reason, and Ctrl-C ends it.
    bool abandon()
    {
        if (live_ != nullptr && live_->abandon(transaction_).has_value())
            return true;
        auto again = test_.open_again();
        return again && (*again)->abandon(transaction_).has_value();
    }

    Result<Snapshot> read_again()
    {
        auto again = test_.open_again();
        return again ? (*again)->read() : tl::unexpected(again.error());
    }

    // `why` is what the test ends with.
    Result<void> clean(Error why)
    {
        if (!abandon())
            why.message += "; what was prepared on it could not be cleaned up";
        return tl::unexpected(std::move(why));
    }

    // A device that no longer has a record of the change has nothing to roll back: what counts is what it holds.
    Result<void> take_back(const std::string& why)
    {
        const bool abandoned = abandon();
        const auto now = read_again();
        return fail(ErrorKind::invalid,
            fmt::format("{}; {}",
                why,
                !abandoned || !now ? "whether the change is still in force is not known: look at the port"
                    : now->hash == before_.hash ? "the change was rolled back from here"
                                                : "it could not be rolled back from here: look at the port"));
    }

    const SelfTest& test_;
    std::unique_ptr<LiveDevice> live_;
    Snapshot before_;
    ReadDevice read_;
    Transaction transaction_;
    Bytes mtu_{};
    seconds window_{0};
    Clock::time_point since_ = Clock::now();
    Clock::time_point deadline_;
};

}

Result<void> run_self_test(const SelfTest& test) { return SelfTestRun(test).run(); }

}
