// SPDX-License-Identifier: Apache-2.0
// What a subnet manager's host does in the scripts of a transaction.
#include "drivers/opensm/live/live_scripts.h"

#include "drivers/opensm/live/live_script_parts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>

namespace rocelint::opensm {

std::string read_script()
{
    return timed_host::host_script("none", manager_steps(), R"sh(# Changes nothing.
echo @data
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
[ -s "$t/dump" ] || refuse "opensm does not show how it reads its files: $(tail -n 1 "$t/dump.said")"
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
)sh");
}

std::string ready_script(const Transaction& transaction)
{
    return timed_host::host_script(transaction.id,
        manager_steps(),
        fmt::format(R"sh([ "$(id -u)" = 0 ] || refuse 'root is needed'
for tool in {} sha256sum xargs timeout; do
    command -v $tool > /dev/null 2>&1 || refuse "$tool is missing"
done
)sh",
            dead_man::tools)
            + std::string(timed_host::refuse_others()));
}

std::string stage_script(const Transaction& transaction, const Writing& writing)
{
    std::string text;
    std::string rows;
    std::string options;
    std::string real;
    for (std::size_t at = 0; at < writing.files.size(); ++at) {
        const NewFile& file = writing.files[at];
        text += timed_host::file_script(fmt::format("new.{}", at), file.text);
        rows += fmt::format("{} {} {} {}\n", at, file.old_sum, file.new_sum, file.path);
        if (file.is_options) {
            options = fmt::format("$D/new.{}", at);
            real = file.path;
        }
    }
    text += timed_host::file_script("files", rows);
    text += timed_host::file_script("how", writing.restart ? "restart\n" : "signal\n");
    text += "find_opensm\n[ -n \"$pid\" ] || refuse 'opensm does not run'\n";
    text += "set -- $pids\necho $# > $D/count\nunits_of_opensm > $D/units\n";
    text += "understood $D/dump.old\n";
    if (options.empty())
        text += "cp $D/dump.old $D/dump.new\n";
    else
        text += fmt::format("understood_instead $D/dump.new {} {}\n", options, shell_word(real));
    text += R"sh(sed -n 's/^log_file //p' $D/dump.old > $D/logged
echo @data
printf '\001old\n'
cat $D/dump.old
printf '\001new\n'
cat $D/dump.new
rm -f $D/dump.*
)sh";
    return timed_host::stage_script(transaction.id, manager_steps(), text);
}

std::string persist_script(const Transaction& transaction)
{
    return timed_host::host_script(
        transaction.id, manager_steps(), R"sh([ -e $D/confirmed ] || refuse 'it is not confirmed'
while read -r n old new path; do
    [ "$(sum "$path")" = "$new" ] || refuse "$path was changed since the confirmation"
done < $D/files
sync
)sh");
}

}
