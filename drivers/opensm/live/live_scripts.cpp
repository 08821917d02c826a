// SPDX-License-Identifier: Apache-2.0
// Rollback: `systemd-run(1) --on-active` makes a timer that systemd runs even if the caller is gone. Files
// survive a reboot, but the timer does not, so a unit that runs before opensm rolls an unconfirmed change
// back at boot. flock(1) prevents the timer's undo, our undo and the change itself from running at the same
// time.
#include "drivers/opensm/live/live_scripts.h"

#include "drivers/opensm/live/live_script_parts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>

namespace rocelint::opensm {
namespace {

std::string head(const Transaction& transaction)
{
    return fmt::format("{}d=$base/{}\n", script_parts(), transaction.id);
}

std::string here_document(std::string_view path, std::string_view text)
{
    return fmt::format("cat > {} <<'ROCELINT-END' || refuse \"$d cannot be written\"\n{}{}ROCELINT-END\n",
        path,
        text,
        text.ends_with('\n') || text.empty() ? "" : "\n");
}

// Writes a file whose last line may have no line feed: a here-document would add one.
std::string whole_file(std::string_view path, std::string_view text)
{
    if (text.empty() || text.ends_with('\n'))
        return here_document(path, text);
    const std::size_t last = text.rfind('\n') == std::string_view::npos ? 0 : text.rfind('\n') + 1;
    return here_document(path, text.substr(0, last))
        + fmt::format(
            "printf %s {} >> {} || refuse \"$d cannot be written\"\n", shell_word(text.substr(last)), path);
}

// Run by the timer, at boot, and by us. Waits for a change in progress, and does nothing if the change was
// confirmed.
std::string rollback(const Transaction& transaction)
{
    return fmt::format(R"sh(#!/bin/sh
{}d=$base/{}
exec 9>> $base/lock
flock -w 120 9
[ ! -e $d/armed ] || mv $d/armed $d/taken
[ -e $d/taken ] || exit 0
put_old 2>> $d/log || exit 1
if [ "${{1-}}" != boot ]; then
    read_again 9>&- >> $d/log 2>&1
    wait_until_well || echo "$said" >> $d/log
fi
mv $d/taken $d/back
forget_boot
forget_files
)sh",
        script_parts(),
        transaction.id);
}

}

std::string as_function(std::string_view script)
{
    return fmt::format("main() {{\n{}}}\nmain \"$@\" < /dev/null\n", script);
}

std::string read_script()
{
    return script_parts() + R"sh(# Changes nothing.
t=$(mktemp -d) || refuse 'no temporary folder can be made'
trap 'rm -rf "$t"' EXIT
find_opensm
[ -n "$exe" ] || refuse 'opensm is not installed here'
part() {
    printf '\001%s %s\n%s\n%s\n' "$(wc -c < "$t/part")" "$1" "$2" "$3"
    cat "$t/part"
}
echo "$pids" > "$t/part"
part processes
units_of_opensm > "$t/part"
part units
[ -z "$pid" ] || tr '\0' '\n' < "/proc/$pid/cmdline" > "$t/part"
[ -z "$pid" ] || part arguments
understood "$t/dump"
[ -s "$t/dump" ] || refuse "opensm does not tell what it makes of its files: $(tail -n 1 "$t/dump.said")"
cp "$t/dump.said" "$t/part"
part said
cd "$where" || refuse "$where cannot be entered"
conf=$(sed -n 's/^ Reading Cached Option File: //p' "$t/dump.said" | tail -n 1)
[ -z "$conf" ] || [ ! -f "$conf" ] || { cp "$conf" "$t/part" && part options "$conf" "$(readlink -f "$conf")"; }
seen="|$conf|"
for option in partition_config_file qos_policy_file root_guid_file cn_guid_file io_guid_file pgrp_policy_file \
    guid_routing_order_file ids_guid_file node_name_map_name torus_config; do
    file=$(sed -n "s/^$option //p" "$t/dump")
    case $seen in *"|$file|"*) continue ;; esac
    seen="$seen$file|"
    [ -n "$file" ] && [ -f "$file" ] && cp "$file" "$t/part" && part file "$file" "$(readlink -f "$file")"
done
: > "$t/part"
part end
)sh";
}

std::string ready_script(const Transaction& transaction)
{
    return head(transaction) + R"sh([ "$(id -u)" = 0 ] || refuse 'root is needed'
for tool in systemctl systemd-run flock sha256sum xargs timeout; do
    command -v $tool > /dev/null 2>&1 || refuse "$tool is missing"
done
! foreign || refuse 'the change of somebody else is awaiting confirmation'
)sh";
}

std::string stage_script(const Transaction& transaction, const Writing& writing)
{
    std::string text = head(transaction)
        + "[ ! -e $d/armed ] && [ ! -e $d/taken ] || refuse 'a transaction of this name is in force'\n"
          // A confirmed transaction with this name has been undone since, and is now made again.
          "rm -rf $d\n"
          "mkdir -p $d || refuse 'no folder can be made in /var/lib'\n";
    std::string rows;
    std::string options;
    std::string real;
    for (std::size_t at = 0; at < writing.files.size(); ++at) {
        const NewFile& file = writing.files[at];
        text += whole_file(fmt::format("$d/new.{}", at), file.text);
        rows += fmt::format("{} {} {} {}\n", at, file.old_sum, file.new_sum, file.path);
        if (file.is_options) {
            options = fmt::format("$d/new.{}", at);
            real = file.path;
        }
    }
    text += here_document("$d/files", rows);
    text += here_document("$d/how", writing.restart ? "restart\n" : "signal\n");
    text += here_document("$d/back.sh", rollback(transaction));
    text += "find_opensm\n[ -n \"$pid\" ] || refuse 'opensm does not run'\n";
    text += "set -- $pids\necho $# > $d/count\nunits_of_opensm > $d/units\n";
    text += "understood $d/dump.old\n";
    if (options.empty())
        text += "cp $d/dump.old $d/dump.new\n";
    else
        text += fmt::format("understood_instead $d/dump.new {} {}\n", options, shell_word(real));
    return text + R"sh(sed -n 's/^log_file //p' $d/dump.old > $d/logged
printf '\001old\n'
cat $d/dump.old
printf '\001new\n'
cat $d/dump.new
rm -f $d/dump.*
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
find_opensm
[ -n "$pids" ] || refuse 'opensm does not run'
keep_old || refuse "$said"
mastership > $d/was
where_log_ends > $d/log.from
remember_boot || {{ forget_boot; refuse 'the unit that would roll the change back at boot cannot be made'; }}
said=$(systemd-run --unit=$unit --collect --on-active={}s --timer-property=AccuracySec=100ms /bin/sh $d/back.sh 2>&1) \
    || {{ stop_timer; forget_boot; refuse "systemd-run: $said"; }}
is_active $unit.timer || {{ stop_timer; forget_boot; refuse 'the timer that would roll the change back does not run'; }}
mv $d/staged $d/armed || {{ stop_timer; forget_boot; refuse 'no file can be written in /var/lib'; }}
deadline={}
if put_new && read_again 9>&- && wait_until_well; then
    exit 0
fi
why=$said
exec 9>&-
/bin/sh $d/back.sh || stuck "$why, and what was made before it could not be rolled back"
stop_timer || stuck "$why, and the timer cannot be stopped"
rm -rf $d
refuse "everything was rolled back: $why"
)sh",
            window.count(),
            std::max<long>(window.count() - 5, 1));
}

std::string pending_script(const Transaction& transaction)
{
    // Between two states of a change in progress, there is a moment when it looks confirmed but is not.
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
is_well || refuse "$said"
mv $d/armed $d/confirmed
if ! stop_timer; then
    mv $d/confirmed $d/armed
    stuck 'the timer that rolls the change back cannot be stopped'
fi
forget_boot
forget_files
)sh";
}

std::string persist_script(const Transaction& transaction)
{
    return head(transaction) + R"sh([ -e $d/confirmed ] || refuse 'it is not confirmed'
while read -r n old new path; do
    [ "$(sum "$path")" = "$new" ] || refuse "somebody has changed $path since the confirmation"
done < $d/files
sync
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
    /bin/sh $d/back.sh || stuck "it cannot be rolled back: $(tail -n 1 $d/log)"
    stop_timer || stuck 'it was rolled back, but the timer that would have done so cannot be stopped'
fi
rm -rf $d
echo 0
)sh";
}

}
