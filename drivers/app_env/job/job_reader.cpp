// SPDX-License-Identifier: Apache-2.0
// What each variable means, in whatever form it is set. A value that the job would ignore does not count as a
// setting.
#include "drivers/app_env/job/job_reader.h"

#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>
#include <variant>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

// A variable that holds a number, and what it is for. `unset` is a value that means the same as leaving it out.
struct NumberVariable {
    std::string_view name;
    std::variant<Setting<std::uint8_t> Job::*,
        Setting<std::uint16_t> Job::*,
        Setting<std::uint32_t> Job::*,
        Setting<std::int64_t> Job::*,
        Setting<bool> Job::*>
        setting;
    std::int64_t smallest = 0;
    std::int64_t largest = 0;
    std::string_view unset{};
};

// The limits are those of the header fields and attributes of verbs: 8 bits of traffic class (DSCP in the upper
// six, ECN in the lower two, in every library below), 4 of service level, 5 of the timeout, 3 of the retries.
constexpr auto number_variables = std::to_array<NumberVariable>({
    // NVIDIA/nccl src/transport/net_ib; RCCL has the same names
    {"NCCL_IB_TC", &Job::traffic_class, 0, 255},
    {"NCCL_IB_FIFO_TC", &Job::cts_class, 0, 255, "-1"}, // the same as NCCL_IB_TC
    {"NCCL_IB_SL", &Job::service_level, 0, 15},
    {"NCCL_IB_PKEY", &Job::pkey_index, 0, 65535},
    {"NCCL_IB_GID_INDEX", &Job::gid_index, -1, 255},
    {"NCCL_IB_ROCE_VERSION_NUM", &Job::roce_version, 1, 2},
    {"NCCL_IB_ADAPTIVE_ROUTING", &Job::adaptive_routing, 0, 1, "-2"}, // NCCL's own default
    {"NCCL_IB_QPS_PER_CONNECTION", &Job::queue_pairs, 1, 128},
    {"NCCL_IB_TIMEOUT", &Job::timeout, 0, 31},
    {"NCCL_IB_RETRY_CNT", &Job::retries, 0, 7},
    {"NCCL_IB_DISABLE", &Job::verbs_off, 0, 1},
    {"NCCL_GIN_IB_TC", &Job::gin_class, 0, 255},
    {"NCCL_GIN_TYPE", &Job::gin_type, 0, 255, "-1"}, // NCCL chooses
    // openucx/ucx src/uct/ib/base/ib_iface.c
    {"UCX_IB_TRAFFIC_CLASS", &Job::ucx_class, 0, 255, "auto"},
    {"UCX_IB_SL", &Job::ucx_service_level, 0, 15, "auto"},
    {"UCX_IB_PKEY", &Job::ucx_pkey, 0, 65535, "auto"},
    // NVSHMEM src/modules/transport/common/env_defs.h (IB_TRAFFIC_CLASS and IB_SL, both 0 by default)
    {"NVSHMEM_IB_TRAFFIC_CLASS", &Job::nvshmem_class, 0, 255},
    {"NVSHMEM_IB_SL", &Job::nvshmem_service_level, 0, 15},
    // ROCm/mori pull request 362: four times the DSCP
    {"MORI_RDMA_TC", &Job::mori_class, 0, 255},
    // kvcache-ai/Mooncake, docs of the transfer engine: -1 leaves it out
    {"MC_IB_TC", &Job::mooncake_class, 0, 255, "-1"},
    // openebs/mayastor pull request 1953; SPDK takes 0 for "not set" (nvme_internal.h,
    // SPDK_NVME_TRANSPORT_TOS_DISABLED)
    {"NVME_TRANSPORT_TOS", &Job::nvme_class, 0, 255, "0"},
    // ceph/ceph src/msg/async/rdma (traffic_class of the address handle), an option of ceph.conf
    {"ms_async_rdma_dscp", &Job::ceph_class, 0, 255},
});

struct TextVariable {
    std::string_view name;
    Setting<std::string_view> Job::*setting;
};
constexpr auto text_variables = std::to_array<TextVariable>({
    {"NCCL_IB_HCA", &Job::devices},
    {"NCCL_NET", &Job::network},
    {"NCCL_NET_GDR_LEVEL", &Job::gpu_direct},
    {"NCCL_IB_GDR_LEVEL", &Job::gpu_direct},
});

// Variables that choose how RDMA packets are sent, or the address they are sent from (and so the RoCE version),
// but that the model does not represent. MC_: Mooncake, docs of its transfer engine; MORI_: ROCm/mori docs;
// NCCL_: NVIDIA/nccl src/transport/net_ib.
constexpr auto not_modelled = std::to_array<std::string_view>({"UCX_IB_GID_INDEX",
    "NVSHMEM_IB_GID_INDEX",
    "NCCL_IB_ADDR_FAMILY",
    "NCCL_IB_ADDR_RANGE",
    "NCCL_IB_SPLIT_DATA_ON_QPS",
    "NCCL_IB_MERGE_NICS",
    "NCCL_IB_PCI_RELAXED_ORDERING",
    "MORI_RDMA_SL",
    "MC_IB_SL",
    "MC_IB_PCI_RELAXED_ORDERING",
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

namespace {

// Whether a list of UCX's transports holds one of RDMA (openucx/ucx, documentation, UCX_TLS). "^tcp" excludes.
bool names_rdma(std::string_view transports)
{
    if (transports.starts_with('^'))
        return true;
    while (!transports.empty()) {
        const std::string_view name = ascii::take_until(transports, ',');
        constexpr auto beginnings = std::to_array<std::string_view>({"all", "ib", "rc", "dc", "ud"});
        const auto begins = [name](std::string_view beginning) { return name.starts_with(beginning); };
        if (std::ranges::any_of(beginnings, begins))
            return true;
    }
    return false;
}

}

bool is_judged_variable(std::string_view name)
{
    return std::ranges::find(number_variables, name, &NumberVariable::name) != number_variables.end()
        || std::ranges::find(text_variables, name, &TextVariable::name) != text_variables.end()
        || std::ranges::find(not_modelled, name) != not_modelled.end();
}

JobReader::JobReader(Reading& reading, const Source& source, NodeLists& node_lists)
    : reading_(reading)
    , source_(source)
    , node_lists_(node_lists)
    , first_wins_(source.file_name().ends_with("nccl.conf"))
{
    job_.at = source.whole();
    job_.at.length = 0;
    job_.name = source.file_name();
    job_.without_nccl = true;
}

CoverageState JobReader::take(const Stated& stated) { return take_as(stated.name, stated); }

CoverageState JobReader::take_as(std::string_view name, const Stated& stated)
{
    has_variable_ = has_variable_ || is_communication_variable(name);
    job_.without_nccl = job_.without_nccl && !name.starts_with("NCCL_");
    job_.with_ucx = job_.with_ucx || name.starts_with("UCX_");
    job_.with_nvshmem = job_.with_nvshmem || name.starts_with("NVSHMEM_");
    if (name == "UCX_TLS")
        is_ucx_without_rdma_ = stated.known && stated.certain && !stated.removed && !names_rdma(stated.value);
    if (const auto row = std::ranges::find(number_variables, name, &NumberVariable::name);
        row != number_variables.end())
        return std::visit(
            [&](auto setting) {
                return take_number(job_.*setting, stated, row->smallest, row->largest, row->unset);
            },
            row->setting);
    if (const auto row = std::ranges::find(text_variables, name, &TextVariable::name);
        row != text_variables.end())
        return take_text(job_.*(row->setting), stated);
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
        const std::string_view before = source_.text().substr(0, stated.at.offset);
        setting = Setting<T>::unread(reading_.device.origins.unread(
            arena().keep(fmt::format("line {} sets it in a branch or a function, or only after a test",
                1 + std::ranges::count(before, '\n')))));
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
    const bool decides = stated.name.ends_with("_TC") || stated.name.ends_with("_TOS")
        || stated.name.ends_with("_tos") || stated.name.ends_with("_TRAFFIC_CLASS")
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
    job_.with_ucx = job_.with_ucx && !is_ucx_without_rdma_;
    if (elsewhere_.empty())
        return job_;
    const OriginId reason = reading_.device.origins.unread(elsewhere_);
    for (Setting<std::uint8_t>* setting : {&job_.traffic_class,
             &job_.cts_class,
             &job_.gin_class,
             &job_.nvshmem_class,
             &job_.ucx_class,
             &job_.mori_class,
             &job_.mooncake_class,
             &job_.nvme_class,
             &job_.ceph_class}) {
        if (setting->origin == OriginId{})
            *setting = Setting<std::uint8_t>::unread(reason);
    }
    return job_;
}

}
