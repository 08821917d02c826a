// SPDX-License-Identifier: Apache-2.0
// Settings as commands: mlnx-tools' python/mlnx_qos, sbin/cma_roce_tos and cma_roce_mode; dcb-pfc(8),
// dcb-ets(8), dcb-app(8), dcb-apptrust(8), dcb-buffer(8) of iproute2 6.1; ethtool(8); ip-link(8).
#include "drivers/linux_host/edit/wish.h"
#include "drivers/linux_host/setter/limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

std::string service_word(std::uint32_t service)
{
    return service == static_cast<std::uint32_t>(Service::ets)   ? "ets"
        : service == static_cast<std::uint32_t>(Service::strict) ? "strict"
                                                                 : "vendor";
}

std::string list_word(Knob sets, std::uint32_t value, bool pairs)
{
    if (sets == Knob::service)
        return service_word(value);
    if (sets == Knob::pfc && pairs)
        return value != 0 ? "on" : "off";
    return fmt::format("{}", value);
}

// "0,0,0,1,0,0,0,0"
std::string with_commas(const Wish& wish)
{
    std::string text;
    for (std::size_t index = 0; index < wish.list.size(); ++index)
        text += (index == 0 ? "" : ",") + list_word(wish.sets, wish.list[index], false);
    return text;
}

// "all:off 3:on": the most common value first, then the entries with another value.
std::string as_pairs(const Wish& wish)
{
    std::uint32_t common = wish.list[0];
    for (const std::uint32_t value : wish.list) {
        if (std::ranges::count(wish.list, value) > std::ranges::count(wish.list, common))
            common = value;
    }
    std::string text = "all:" + list_word(wish.sets, common, true);
    for (std::size_t index = 0; index < wish.list.size(); ++index) {
        if (wish.list[index] != common)
            text += fmt::format(" {}:{}", index, list_word(wish.sets, wish.list[index], true));
    }
    return text;
}

std::string trust_word(std::uint32_t trust, std::string_view both)
{
    const auto trusted = static_cast<Trusted>(trust);
    return std::string(trusted == Trusted::dscp ? "dscp" : trusted == Trusted::pcp ? "pcp" : both);
}

std::string with_mlnx_qos(const Wish& wish, std::string_view pfc)
{
    const std::string begin = fmt::format("mlnx_qos -i {} ", wish.interface);
    switch (wish.sets) {
    case Knob::pfc:
        return begin + "--pfc " + with_commas(wish);
    case Knob::cable_length:
        // Some versions of mlnx_qos turn PFC off if only the length is set.
        return begin + (pfc.empty() ? "" : fmt::format("--pfc {} ", pfc))
            + fmt::format("--cable_len {}", wish.amount);
    case Knob::trust:
        return begin + "--trust " + trust_word(wish.amount, "dscp");
    case Knob::dscp_priority:
        return begin + fmt::format("--dscp2prio set,{},{}", wish.number, wish.amount);
    case Knob::default_priority:
        return begin + fmt::format("--defltprio set,{}", wish.amount);
    case Knob::class_map:
        return begin + "--prio_tc " + with_commas(wish);
    case Knob::service:
        return begin + "--tsa " + with_commas(wish);
    case Knob::share:
        return begin + "--tcbw " + with_commas(wish);
    case Knob::buffer_size:
        return begin + "--buffer_size " + with_commas(wish);
    case Knob::priority_buffer:
        return begin + "--prio2buffer " + with_commas(wish);
    default:
        return {};
    }
}

std::string with_dcb(const Wish& wish)
{
    const std::string_view device = wish.interface;
    switch (wish.sets) {
    case Knob::pfc:
        return fmt::format("dcb pfc set dev {} prio-pfc {}", device, as_pairs(wish));
    case Knob::trust:
        return fmt::format("dcb apptrust set dev {} order {}", device, trust_word(wish.amount, "dscp pcp"));
    case Knob::dscp_priority:
        return fmt::format("dcb app replace dev {} dscp-prio {}:{}", device, wish.number, wish.amount);
    case Knob::default_priority:
        return fmt::format("dcb app replace dev {} default-prio {}", device, wish.amount);
    case Knob::class_map:
        return fmt::format("dcb ets set dev {} prio-tc {}", device, as_pairs(wish));
    case Knob::service:
        return fmt::format("dcb ets set dev {} tc-tsa {}", device, as_pairs(wish));
    case Knob::share:
        return fmt::format("dcb ets set dev {} tc-bw {}", device, as_pairs(wish));
    case Knob::buffer_size:
        return fmt::format("dcb buffer set dev {} buffer-size {}", device, as_pairs(wish));
    case Knob::priority_buffer:
        return fmt::format("dcb buffer set dev {} prio-buffer {}", device, as_pairs(wish));
    default:
        return {};
    }
}

std::string device_word(const Wish& wish)
{
    return wish.rdma_device.empty()
        ? fmt::format("\"$(ls /sys/class/net/{}/device/infiniband)\"", wish.interface)
        : std::string(wish.rdma_device);
}

}

std::string command_text(const Wish& wish, std::string_view pfc)
{
    const std::string ecn = fmt::format("/sys/class/net/{}/ecn", wish.interface);
    switch (wish.sets) {
    case Knob::mtu:
        return fmt::format("ip link set dev {} mtu {}", wish.interface, wish.amount);
    case Knob::pause:
        return fmt::format("ethtool -A {} {} {}",
            wish.interface,
            wish.number == 0 ? "rx" : "tx",
            wish.amount != 0 ? "on" : "off");
    case Knob::fec:
        return fmt::format("ethtool --set-fec {} encoding {}",
            wish.interface,
            word_of<Fec>(fec_words, static_cast<Fec>(wish.amount)));
    case Knob::eee:
        return fmt::format("ethtool --set-eee {} eee {}", wish.interface, wish.amount != 0 ? "on" : "off");
    case Knob::traffic_class:
        return wish.rdma_device.empty() ? fmt::format(
                   "echo {} | tee /sys/class/net/{}/device/infiniband/*/tc/1/traffic_class > /dev/null",
                   static_cast<std::int32_t>(wish.amount),
                   wish.interface)
                                        : fmt::format("echo {} > /sys/class/infiniband/{}/tc/1/traffic_class",
                                            static_cast<std::int32_t>(wish.amount),
                                            wish.rdma_device);
    case Knob::cm_tos:
        return fmt::format("cma_roce_tos -d {} -t {}", device_word(wish), wish.amount);
    case Knob::cm_mode:
        return fmt::format("cma_roce_mode -d {} -p 1 -m {}", device_word(wish), wish.amount);
    case Knob::notification:
        return fmt::format("echo {} > {}/roce_np/enable/{}", wish.amount, ecn, wish.number);
    case Knob::reaction:
        return fmt::format("echo {} > {}/roce_rp/enable/{}", wish.amount, ecn, wish.number);
    case Knob::cnp_dscp:
        return fmt::format("echo {} > {}/roce_np/cnp_dscp", wish.amount, ecn);
    case Knob::cnp_priority:
        return fmt::format("echo {} > {}/roce_np/cnp_802p_prio", wish.amount, ecn);
    default:
        return wish.tool == Tool::mlnx_qos ? with_mlnx_qos(wish, pfc) : with_dcb(wish);
    }
}

std::string guarded(std::string command)
{
    if (command.starts_with("ethtool -A "))
        command += " || [ $? -eq 78 ]";
    return command;
}

std::vector<std::string> command_lines(std::span<const Wish> wishes, const Wishes& all)
{
    std::vector<std::string> lines;
    const Wish* before = nullptr;
    for (const Wish& wish : wishes) {
        const bool same_port = before != nullptr && before->port == wish.port;
        const std::string text = command_text(wish, all.pfc_list(wish.port));
        const std::string_view line = text;
        const bool both_sides = same_port && wish.sets == Knob::pause && before->sets == Knob::pause;
        // The tool checks the shares against the service, so both must be set in one command.
        const bool service_and_share = same_port
            && ((wish.sets == Knob::share && before->sets == Knob::service)
                || (wish.sets == Knob::service && before->sets == Knob::share));
        const std::string_view cut = wish.sets == Knob::pause    ? wish.number == 0 ? " rx " : " tx "
            : wish.tool == Tool::dcb && wish.sets == Knob::share ? " tc-bw "
            : wish.tool == Tool::dcb                             ? " tc-tsa "
            : wish.sets == Knob::share                           ? " --tcbw "
                                                                 : " --tsa ";
        if (both_sides || service_and_share)
            lines.back() += line.substr(line.find(cut));
        else if (same_port && wish.sets == Knob::pfc && before->sets == Knob::cable_length)
            ; // it was set together with the cable length
        else
            lines.push_back(text);
        before = &wish;
    }
    std::ranges::transform(lines, lines.begin(), guarded);
    return lines;
}

std::string value_text(const Wish& wish, const Setter& like)
{
    if (like.notation == Notation::dscp_set)
        return fmt::format("set,{},{}", wish.number, wish.amount);
    switch (wish.sets) {
    case Knob::pfc:
    case Knob::class_map:
    case Knob::service:
    case Knob::share:
    case Knob::buffer_size:
    case Knob::priority_buffer:
        return like.notation == Notation::pairs ? as_pairs(wish) : with_commas(wish);
    case Knob::trust:
        return trust_word(wish.amount, "dscp pcp");
    case Knob::fec:
        return std::string(word_of<Fec>(fec_words, static_cast<Fec>(wish.amount)));
    case Knob::pause:
    case Knob::eee:
        return wish.amount != 0 ? "on" : "off";
    default:
        return fmt::format("{}", wish.amount);
    }
}

}
