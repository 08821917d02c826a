// SPDX-License-Identifier: Apache-2.0
// The updater sorts a patch into its own changes and prints
// them: only there do we see whether it takes ports down.
#include "drivers/sonic/live/live_dry_run.h"

#include "models/text/redact.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace rocelint::sonic {
namespace {

// The changes that a dry run would apply, one per line.
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

// The port that a dry run would take down, or empty.
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

// How long the dry run took: digits that our own script prints. A device whose clock was set in the meantime
// may print any number, so more than an hour counts as an hour: no window that a push takes is as long.
std::chrono::milliseconds time_of(const Answer& answer)
{
    constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
    const std::string digits = answer.find("ms").value_or("0");
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (error == std::errc::result_out_of_range || count > longest.count())
        return longest;
    return std::chrono::milliseconds(std::max<std::int64_t>(count, 0));
}

}

DryRun dry_run_of(const Answer& answer, std::string_view status)
{
    DryRun run;
    std::size_t changes = 0;
    run.shown = dry_changes(answer.data, changes);
    run.taken = status == "0";
    run.illegal = answer.data.find(" is illegal") != std::string::npos;
    run.port_down = port_taken_down(answer.data);
    if (!run.taken)
        run.complaint = complaint_of(answer.data);
    // The updater sorts again as in the dry run, and sleeps for
    // a second after each change (change_applier.py, apply).
    const std::chrono::milliseconds measured = time_of(answer);
    run.least = std::chrono::seconds(1 + static_cast<std::int64_t>(changes))
        + std::chrono::ceil<std::chrono::seconds>(2 * measured);
    return run;
}

}
