// SPDX-License-Identifier: Apache-2.0
// The rollback: systemd-run(1) --on-active makes a timer that systemd keeps, even after our session ends. Its
// accuracy is a minute unless AccuracySec says otherwise (systemd.timer(5)); --collect removes the unit even
// if it failed. flock(1) keeps the timer's undo, ours and the change itself from running at the same time.
#include "drivers/linux_host/live/live_scripts.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

std::string head(const Transaction& transaction)
{
    return fmt::format(R"sh(umask 077
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export PATH
base=/run/rocelint
d=$base/{}
unit={}
refuse() {{ echo "$1"; exit {}; }}
stuck() {{ echo "$1"; exit {}; }}
is_active() {{ [ "$(systemctl is-active "$1")" = active ]; }}
stop_timer() {{ systemctl stop $unit.timer > /dev/null 2>&1; ! is_active $unit.timer; }}
foreign() {{
    for state in $base/*/armed $base/*/taken; do
        [ ! -e "$state" ] || [ "${{state%/*}}" = "$d" ] || return 0
    done
    [ ! -e $d/armed ] && [ ! -e $d/taken ] && is_active $unit.timer
}}
)sh",
        transaction.id,
        dead_man,
        script_refused,
        script_stuck);
}

// Run by the timer, and by us. Waits for a change that is
// being made, and does nothing if the change was confirmed.
std::string rollback(const Transaction& transaction)
{
    return fmt::format(R"sh(#!/bin/sh
d=/run/rocelint/{}
exec 9>> /run/rocelint/lock
flock -w 120 9
[ ! -e $d/armed ] || mv $d/armed $d/taken
[ -e $d/taken ] || exit 0
for turn in 1 2 3; do
    if sh $d/undo.sh 9>&- < /dev/null >> $d/log 2>&1; then
        mv $d/taken $d/back
        exit 0
    fi
    sleep 0.3
done
sed 's/^set -eu$/set -u/' $d/undo.sh > $d/rest.sh
sh $d/rest.sh 9>&- < /dev/null >> $d/log 2>&1
exit 1
)sh",
        transaction.id);
}

}

std::string here_document(std::string_view path, std::string_view text)
{
    return fmt::format("cat > {} <<'ROCELINT-END' || exit {}\n{}{}ROCELINT-END\n",
        path,
        script_refused,
        text,
        text.ends_with('\n') || text.empty() ? "" : "\n");
}

std::string as_function(std::string_view script)
{
    return fmt::format("main() {{\n{}}}\nmain \"$@\" < /dev/null\n", script);
}

bool is_interface_name(std::string_view name)
{
    return !name.empty() && name.size() <= 15 && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(
            name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
}

std::string stage_script(const Transaction& transaction)
{
    return head(transaction)
        + "[ ! -e $d/armed ] && [ ! -e $d/taken ] || refuse 'a transaction of this name is in force'\n"
          // A confirmed transaction that was undone later may be made again.
          "rm -rf $d\n"
          "mkdir -p $d || refuse 'no folder can be made in /run'\n"
        + here_document("$d/do.sh", transaction.commands) + here_document("$d/undo.sh", transaction.undo)
        + here_document("$d/back.sh", rollback(transaction)) + R"sh(for file in do undo back; do
    said=$(sh -n $d/$file.sh 2>&1) || { rm -rf $d; refuse "the shell rejects $file.sh: $said"; }
done
: > $d/staged
)sh";
}

std::string commit_script(const Transaction& transaction, std::chrono::seconds window)
{
    return head(transaction)
        + fmt::format(R"sh([ -e $d/staged ] || refuse 'nothing is staged'
exec 9>> $base/lock
flock -n 9 || refuse 'another change is being made'
! foreign || refuse 'the change of somebody else is awaiting confirmation'
said=$(systemd-run --unit=$unit --collect --on-active={}s --timer-property=AccuracySec=100ms sh $d/back.sh 2>&1) \
    || refuse "systemd-run: $said"
is_active $unit.timer || refuse 'the timer that would roll the change back does not run'
mv $d/staged $d/armed || {{ stop_timer; refuse 'no file can be written in /run'; }}
timeout {} sh $d/do.sh 9>&- > $d/log 2>&1
status=$?
[ $status -ne 0 ] || exit 0
said=$(tail -n 1 $d/log)
exec 9>&-
sh $d/back.sh || stuck "a command failed ($said), and what was made before it could not be rolled back"
stop_timer || stuck "a command failed ($said), and the timer cannot be stopped"
rm -rf $d
refuse "a command failed, and everything was rolled back: $said"
)sh",
            window.count(),
            std::max<long>(window.count() - 5, 1));
}

std::string pending_script(const Transaction& transaction)
{
    // Take the lock first: while a change moves from one state
    // to another, it briefly looks confirmed although it is not.
    return head(transaction) + R"sh(if [ -d $base ]; then
    exec 9>> $base/lock
    flock -w 20 9
fi
if [ -e $d/armed ] || [ -e $d/taken ]; then
    echo ours
elif foreign; then
    echo foreign
else
    echo none
fi
)sh";
}

std::string confirm_script(const Transaction& transaction)
{
    return head(transaction) + R"sh([ -d $base ] || refuse 'it has already been rolled back'
exec 9>> $base/lock
flock -w 20 9 || stuck 'another change is being made'
[ ! -e $d/confirmed ] || exit 0
[ -e $d/armed ] || refuse 'it has already been rolled back'
mv $d/armed $d/confirmed
if ! stop_timer; then
    mv $d/confirmed $d/armed
    stuck 'the timer that rolls the change back cannot be stopped'
fi
rm -f $d/do.sh $d/back.sh
)sh";
}

std::string abandon_script(const Transaction& transaction)
{
    return head(transaction) + R"sh(if [ ! -d $d ] || [ -e $d/confirmed ]; then
    echo 0
    exit 0
fi
exec 9>> $base/lock
flock -w 20 9 || { echo 60; exit 0; }
if [ -e $d/armed ] || [ -e $d/taken ]; then
    exec 9>&-
    sh $d/back.sh || stuck "it cannot be rolled back: $(tail -n 1 $d/log)"
    stop_timer || stuck 'it was rolled back, but the timer that would have done so cannot be stopped'
fi
rm -rf $d
echo 0
)sh";
}
}
