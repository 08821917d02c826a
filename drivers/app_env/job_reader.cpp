// SPDX-License-Identifier: Apache-2.0
// What each variable means, in whatever form it is set. A value that the job would ignore does not count as a
// setting.
#include "drivers/app_env/job_reader.h"

#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

// Variables that choose how RDMA packets are marked, or the address they are sent from (and so the RoCE
// version), but that the model does not represent. MC_: Mooncake, docs of its transfer engine; MORI_: ROCm/mori
// docs; NCCL_IB_ADDR_*: NVIDIA/nccl src/transport/net_ib.
constexpr auto not_modelled = std::to_array<std::string_view>({"UCX_IB_GID_INDEX",
    "NVSHMEM_IB_GID_INDEX",
    "NCCL_IB_ADDR_FAMILY",
    "NCCL_IB_ADDR_RANGE",
    "MORI_RDMA_TC",
    "MORI_RDMA_SL",
    "MC_IB_TC",
    "MC_IB_SL",
    "MC_GID_INDEX"});

// Parses like strtoll(…, 0), which NCCL uses for its numbers: 0x is hexadecimal, a leading 0 octal. An
// unfilled template variable or a word is not a number, although NCCL would silently read 0.
std::optional<std::int64_t> whole_number(std::string_view text)
{
    const bool minus = text.starts_with('-');
    if (minus)
        text.remove_prefix(1);
    int base_of_number = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base_of_number = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
        base_of_number = 8;
        text.remove_prefix(1);
    }
    std::int64_t number = 0;
    for (const char c : text) {
        const int digit = ascii::hex_value(c);
        if (digit < 0 || digit >= base_of_number || number > 0xffffffff)
            return std::nullopt;
        number = number * base_of_number + digit;
    }
    return text.empty() ? std::nullopt : std::optional(minus ? -number : number);
}

}

JobReader::JobReader(Reading& reading, const Source& source)
    : reading_(reading), source_(source), first_wins_(source.file_name().ends_with("nccl.conf"))
{
    job_.at = source.whole();
    job_.at.length = 0;
    job_.name = source.file_name();
}

CoverageState JobReader::take(const Stated& stated)
{
    const std::string_view name = stated.name;
    has_variable_ = has_variable_ || is_communication_variable(name);
    if (name == "NCCL_IB_TC")
        return take_number(job_.traffic_class, stated, 0, 255);
    if (name == "NCCL_IB_SL")
        return take_number(job_.service_level, stated, 0, 15);
    if (name == "UCX_IB_SL")
        return take_number(job_.ucx_service_level, stated, 0, 15, "auto");
    if (name == "NVSHMEM_IB_SL")
        return take_number(job_.nvshmem_service_level, stated, 0, 15);
    if (name == "NCCL_IB_PKEY")
        return take_number(job_.pkey_index, stated, 0, 65535);
    if (name == "UCX_IB_PKEY")
        return take_number(job_.ucx_pkey, stated, 0, 65535, "auto");
    if (name == "NCCL_IB_GID_INDEX")
        return take_number(job_.gid_index, stated, -1, 255);
    if (name == "NCCL_IB_ROCE_VERSION_NUM")
        return take_number(job_.roce_version, stated, 1, 2);
    if (name == "NCCL_IB_ADAPTIVE_ROUTING")
        return take_number(job_.adaptive_routing, stated, 0, 1, "-2"); // NCCL's own default
    if (name == "NCCL_IB_FIFO_TC")
        return take_number(job_.cts_class, stated, 0, 255, "-1"); // the same as NCCL_IB_TC
    if (name == "NCCL_IB_QPS_PER_CONNECTION")
        return take_number(job_.queue_pairs, stated, 1, 128);
    if (name == "NCCL_IB_TIMEOUT")
        return take_number(job_.timeout, stated, 0, 31);
    if (name == "NCCL_IB_RETRY_CNT")
        return take_number(job_.retries, stated, 0, 7);
    if (name == "NCCL_GIN_IB_TC")
        return take_number(job_.gin_class, stated, 0, 255);
    if (name == "NVSHMEM_IB_TRAFFIC_CLASS")
        return take_number(job_.nvshmem_class, stated, 0, 255);
    if (name == "UCX_IB_TRAFFIC_CLASS")
        return take_number(job_.ucx_class, stated, 0, 255, "auto");
    if (name == "NCCL_IB_DISABLE")
        return take_number(job_.verbs_off, stated, 0, 1);
    if (name == "NCCL_GIN_TYPE")
        return take_number(job_.gin_type, stated, 0, 255, "-1"); // NCCL chooses
    if (name == "NCCL_IB_HCA")
        return take_text(job_.devices, stated);
    if (name == "NCCL_NET")
        return take_text(job_.network, stated);
    if (name == "NCCL_NET_GDR_LEVEL" || name == "NCCL_IB_GDR_LEVEL")
        return take_text(job_.gpu_direct, stated);
    const bool known = std::ranges::find(not_modelled, name) != not_modelled.end();
    return known ? State::unsupported : State::irrelevant;
}

OriginId JobReader::origin(const Stated& stated)
{
    Origins& origins = reading_.device.origins;
    return stated.assumed
        ? origins.derived(stated.at, {}, "a default, used unless the variable is set before")
        : origins.explicit_at(stated.at);
}

template <class T>
bool JobReader::take_absence(Setting<T>& setting, const Stated& stated, State& state)
{
    Origins& origins = reading_.device.origins;
    state = State::read;
    if (first_wins_ && setting.peek_known())
        return true;
    if (stated.removed) {
        if (stated.certain)
            setting = {};
        else if (setting.peek_known())
            setting = Setting<T>::unread(
                origins.unread("a part of the file that may not take effect removes it"));
        return true;
    }
    if (stated.known)
        return false;
    setting = Setting<T>::unread(origins.unread("its value is known only when the job starts"));
    state = State::unsupported;
    return true;
}

template <class T>
CoverageState JobReader::set(Setting<T>& setting, const Stated& stated, T value)
{
    if (!stated.certain && setting.peek_known() && setting.value == value)
        return State::read;
    if (!stated.certain) {
        setting = Setting<T>::unread(
            reading_.device.origins.unread("it is set in a part of the file that may not take effect"));
        return State::unsupported;
    }
    setting = {value, origin(stated)};
    return State::read;
}

CoverageState JobReader::take_text(Setting<std::string_view>& setting, const Stated& stated)
{
    State state = State::read;
    return take_absence(setting, stated, state) ? state : set(setting, stated, stated.value);
}

template <class T>
CoverageState JobReader::take_number(Setting<T>& setting,
    const Stated& stated,
    std::int64_t smallest,
    std::int64_t largest,
    std::string_view automatic)
{
    State state = State::read;
    if (take_absence(setting, stated, state))
        return state;
    if (!automatic.empty() && stated.value == automatic) {
        Stated unset = stated;
        unset.removed = true;
        take_absence(setting, unset, state);
        return state;
    }
    const auto number = whole_number(stated.value);
    if (number && *number >= smallest && *number <= largest)
        return set(setting, stated, static_cast<T>(*number));
    setting
        = Setting<T>::unread(reading_.device.origins.unread("its value is not a number that can be used"));
    return refuse(stated, smallest, largest);
}

CoverageState JobReader::refuse(const Stated& stated, std::int64_t smallest, std::int64_t largest)
{
    // The class of the packets and the address they leave from affect all traffic of the job.
    const bool decides = stated.name.ends_with("_TC") || stated.name.ends_with("_TRAFFIC_CLASS")
        || stated.name.ends_with("_GID_INDEX");
    reading_.problems.push_back({decides ? SyntaxProblem::Severity::error : SyntaxProblem::Severity::warning,
        stated.at,
        fmt::format("{} is a number from {} to {}, not \"{}\"",
            stated.name,
            smallest,
            largest,
            redact(stated.value.substr(0, stated.value.find_first_of(" \t\r\n"))).substr(0, 40))});
    return State::unrecognised;
}

void JobReader::is_one_of_several(std::uint32_t begin, std::string_view name)
{
    job_.at.offset = begin;
    if (!name.empty())
        job_.name = arena().keep(fmt::format("{} ({})", source_.file_name(), name));
}

void JobReader::warn(Span at, std::string message)
{
    reading_.problems.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
}

Job JobReader::finish()
{
    if (elsewhere_.empty())
        return job_;
    const OriginId reason = reading_.device.origins.unread(elsewhere_);
    for (Setting<std::uint8_t>* setting :
        {&job_.traffic_class, &job_.cts_class, &job_.gin_class, &job_.nvshmem_class, &job_.ucx_class}) {
        if (setting->origin == OriginId{})
            *setting = Setting<std::uint8_t>::unread(reason);
    }
    return job_;
}

}
