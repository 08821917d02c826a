// SPDX-License-Identifier: Apache-2.0
// Scripts in plain sh that query the switch: they change no configuration and can be interrupted anywhere.
#include "drivers/sonic/live/live_scripts.h"

#include "drivers/sonic/live/live_programs.h"
#include "drivers/sonic/live/live_script_parts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {
namespace {

// /etc/sonic/config_db0.json and so on are the namespaces of a switch with several ASICs.
constexpr std::string_view tell_namespaces
    = "for f in \"$R\"/etc/sonic/config_db[0-9]*.json; do [ -e \"$f\" ] && echo @multi && break; done\n";

// A warm reboot starts with CONFIG_DB as it was left (SONiC doc/warm-reboot/system-warmboot.md) and then
// saves it (sonic-buildimage files/image_config/warmboot-finalizer/finalize-warmboot.sh), which would save a
// change that waits for confirmation. The end of a fast reboot saves changes in the same way.
constexpr std::string_view tell_warm_restart = R"sh(
[ "$(sonic-db-cli STATE_DB hget 'FAST_RESTART_ENABLE_TABLE|system' enable 2>/dev/null)" = true ] && echo @fast
[ "$(sonic-db-cli STATE_DB hget 'WARM_RESTART_ENABLE_TABLE|system' enable 2>/dev/null)" = true ] && echo @warm
)sh";

}

std::string read_script()
{
    return switch_script("none", fmt::format("{}echo @data\nsonic-cfggen -d --print-data", tell_namespaces));
}

// Reading the EEPROM can take seconds, and a platform may have none.
std::string hardware_script()
{
    return switch_script("none", R"sh(
serial=$(timeout 20 decode-syseeprom -s 2>/dev/null | head -n 1)
[ -n "$serial" ] && echo "@serial $serial"
mac=$(sonic-db-cli CONFIG_DB hget 'DEVICE_METADATA|localhost' mac 2>/dev/null)
[ -n "$mac" ] && echo "@mac $mac")sh");
}

std::string ready_script(std::string_view patch, std::string_view extended)
{
    std::string body(tell_namespaces);
    body += dead_man::can_run_by_systemd;
    body += can_run_by_at;
    body += "by_systemd && echo @timer systemd\nby_at && echo @timer at\n";
    body += tell_updaters;
    body += tell_warm_restart;
    body += R"sh(
[ -e "$T/current" ] && echo "@current $(cat "$T/current")"
[ -n "${SSH_CONNECTION-}" ] && ip -o route get "${SSH_CONNECTION%% *}" 2>/dev/null | sed 's/^/@route /'
)sh";
    body += fmt::format("/usr/bin/python3 -c {} \"$R/etc/sonic/config_db.json\" {} {}",
        shell_word(updater_program()),
        fmt::join(tables_of_daemons, " "),
        here_document(fmt::format("{}\n--\n{}", patch, extended)));
    return switch_script("none", body);
}

std::string stage_script(std::string_view id, std::string_view patch, std::chrono::seconds most)
{
    std::string body = R"sh(
[ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && { echo "@refused it is in force already"; exit 0; }
mkdir -p "$T" && chmod 700 "$T" || { echo "@refused $T cannot be written"; exit 0; }
)sh";
    body += dead_man::prepare_folder;
    body += fmt::format(
        R"sh(cat > "$D/patch.json" {}
began=$(date +%s%N)
timeout -k 5 {} config apply-patch --dry-run "$D/patch.json" > "$D/dry.log" 2>&1 6<&-
echo "@rc $?"
echo "@ms $(( ($(date +%s%N) - began) / 1000000 ))"
echo @data
cat "$D/dry.log"
rm -rf "$D")sh",
        here_document(patch, "|| { rm -rf \"$D\"; echo \"@refused $D cannot be written\"; exit 0; }"),
        most.count());
    return switch_script(id, body);
}

std::string health_script(const std::vector<std::string>& ports)
{
    std::string words;
    for (const std::string& port : ports)
        words += ' ' + shell_word(port);
    return switch_script(
        "none", fmt::format("/usr/bin/python3 -c {}{}", shell_word(health_program()), words));
}

}
