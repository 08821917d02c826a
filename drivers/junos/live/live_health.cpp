// SPDX-License-Identifier: Apache-2.0
// Links, drops and pending commits, from Junos' own RPCs. The words in a commit's comment outlive its timer,
// so they prove nothing.
#include "drivers/junos/live/live_health.h"

#include "drivers/junos/live/live_elements.h"
#include "drivers/junos/live/live_text.h"
#include "drivers/junos/write/element_text.h"
#include "drivers/transport/netconf/netconf_session.h"
#include "models/syntax/xml_tree.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

namespace rocelint::junos {
namespace {

// Junos XML API Explorer, get-interface-information (extensive): elements of physical-interface.
constexpr std::array drop_counters{std::string_view("input-drops"),
    std::string_view("input-discards"),
    std::string_view("input-fifo-errors"),
    std::string_view("input-resource-errors"),
    std::string_view("output-drops"),
    std::string_view("output-fifo-errors"),
    std::string_view("output-resource-errors")};
constexpr std::array pause_counters{
    std::string_view("input-mac-pause-frames"), std::string_view("output-mac-pause-frames")};
// "Number of times the interface has gone from down to up" (Junos CLI reference, show interfaces extensive).
constexpr std::array flap_counters{std::string_view("carrier-transitions")};
constexpr std::array pfc_counters{
    std::string_view("input-mac-pfc-frames"), std::string_view("output-mac-pfc-frames")};

std::optional<std::uint64_t> number_in(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc() || end == text.data() ? std::nullopt : std::optional(value);
}

class PortReader {
public:
    PortReader(const Node& port, Health& health)
        : port_(port), health_(health), name_(inner_text(port, "name"))
    {
    }

    void read()
    {
        if (name_.empty())
            return;
        health_.links.push_back({name_, inner_text(port_, "oper-status") == "up"});
        for (const char* list : {"input-error-list", "output-error-list"}) {
            const Node* errors = inner(port_, list);
            if (errors == nullptr)
                continue;
            add_all(*errors, drop_counters, PortCounter::Kind::drop, {});
            add_all(*errors, flap_counters, PortCounter::Kind::flap, {});
        }
        if (const Node* queues = inner(port_, "queue-counters"); queues != nullptr) {
            for (const Node& queue : *queues) {
                if (plain_name(queue.key) == "queue")
                    add(fmt::format("queue-{}-drop-packets", inner_text(queue, "queue-number")),
                        PortCounter::Kind::drop,
                        inner_text(queue, "queue-counters-total-drop-packets"));
            }
        }
        if (const Node* mac = inner(port_, "ethernet-mac-statistics"); mac != nullptr)
            add_all(*mac, pause_counters, PortCounter::Kind::pause, {});
        for (const Node& part : port_) {
            if (plain_name(part.key) == "ethernet-mac-pfc-statistics")
                add_all(part,
                    pfc_counters,
                    PortCounter::Kind::pause,
                    fmt::format("-{}", inner_text(part, "mac-pfc-dot1p")));
        }
    }

private:
    template <class Names>
    void add_all(const Node& block, const Names& names, PortCounter::Kind kind, const std::string& suffix)
    {
        for (const std::string_view name : names)
            add(std::string(name) + suffix, kind, inner_text(block, name));
    }

    void add(std::string name, PortCounter::Kind kind, std::string_view text)
    {
        if (const auto value = number_in(text); value)
            health_.counters.push_back({name_, std::move(name), kind, *value});
    }

    const Node& port_;
    Health& health_;
    std::string name_;
};

std::string question(std::string_view port)
{
    return port.empty()
        ? "<get-interface-information><extensive/></get-interface-information>"
        : fmt::format(
            "<get-interface-information><interface-name>{}</interface-name><extensive/></get-interface-information>",
            escaped(port));
}

}

std::optional<std::chrono::seconds> read_window(std::string_view comment)
{
    constexpr std::string_view mark = "rollback in ";
    const std::size_t at = comment.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    comment.remove_prefix(at + mark.size());
    std::uint64_t seconds = 0;
    while (const auto number = number_in(comment)) {
        comment.remove_prefix(std::min(comment.find_first_not_of("0123456789"), comment.size()));
        comment = ascii::trimmed_front(comment, ' ');
        const char unit = comment.empty() ? 'm' : comment.front();
        if (*number > 0xffffffff)
            return std::nullopt;
        seconds += *number * (unit == 's' ? 1 : unit == 'h' ? 3600 : 60);
        comment.remove_prefix(std::min(comment.find_first_of("0123456789"), comment.size()));
    }
    return seconds == 0 ? std::nullopt : std::optional(std::chrono::seconds(seconds));
}

std::optional<CommitInformation> read_commit_information(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete() || all_of_name(*tree.root, "commit-information").empty())
        return std::nullopt;
    CommitInformation information;
    const std::vector<const Node*> commits = all_of_name(*tree.root, "commit-history");
    if (commits.empty())
        return information;
    const Node& newest = *commits.front();
    information.pending = inner(newest, "commit-confirmed") != nullptr;
    information.user = inner_text(newest, "user");
    information.client = inner_text(newest, "client");
    information.window = read_window(inner_text(newest, "comment")).value_or(information.window);
    if (const Node* time = inner(newest, "date-time"); time != nullptr) {
        for (const Node& attribute : *time) {
            if (attribute.key.ends_with("seconds"))
                information.committed_at = number_in(attribute.value).value_or(0);
        }
    }
    return information;
}

std::uint64_t read_clock(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete())
        return 0;
    for (const Node* block : all_of_name(*tree.root, "current-time")) {
        for (const Node* time : all_of_name(*block, "date-time")) {
            for (const Node& attribute : *time) {
                if (attribute.key.starts_with('@') && attribute.key.ends_with("seconds"))
                    return number_in(attribute.value).value_or(0);
            }
        }
    }
    return 0;
}

std::string read_chassis_serial(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete())
        return {};
    // First level only: modules and power supplies below it have serial numbers too.
    for (const Node* chassis : all_of_name(*tree.root, "chassis"))
        return std::string(inner_text(*chassis, "serial-number"));
    return {};
}

bool has_standby_engine(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete())
        return false;
    return std::ranges::any_of(all_of_name(*tree.root, "route-engine"),
        [](const Node* engine) { return inner_text(*engine, "mastership-state") == "backup"; });
}

bool commits_to_both(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete())
        return false;
    const auto is_active = [](const Node* statement) {
        return std::ranges::none_of(*statement, [](const Node& child) { return child.key == "@inactive"; });
    };
    return std::ranges::any_of(all_of_name(*tree.root, "commit"), [&](const Node* commit) {
        return is_active(commit) && std::ranges::any_of(all_of_name(*commit, "synchronize"), is_active);
    });
}

std::string read_difference(const std::string& answer)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    std::string text;
    if (tree.root == nullptr || !tree.complete())
        return text;
    LineRedactor redactor;
    for (const Node* output : all_of_name(*tree.root, "configuration-output")) {
        std::string_view rest = output->value;
        while (!rest.empty()) {
            const std::string_view line = ascii::take_until(rest, '\n');
            if (line.find_first_not_of(" \t\r") != std::string_view::npos)
                text += redactor.line(line) + '\n';
        }
    }
    return text;
}

void read_interfaces(const std::string& answer, Health& health)
{
    const Source source(0, "", answer);
    const Tree tree = parse_xml(source);
    if (tree.root == nullptr || !tree.complete()) {
        health.unknown.emplace_back("the answer to get-interface-information is not well-formed XML");
        return;
    }
    for (const Node* port : all_of_name(*tree.root, "physical-interface"))
        PortReader(*port, health).read();
}

Result<Health> read_health(NetconfSession& session, const std::vector<std::string>& ports)
{
    // An answer for all ports of a switch is a megabyte; separate answers for a few ports are smaller.
    constexpr std::size_t few = 8;
    std::vector<std::string> questions = ports;
    if (ports.empty() || ports.size() > few)
        questions = {std::string()};
    Health all;
    for (const std::string& port : questions) {
        auto answer = session.rpc(question(port), "reading ports");
        if (answer)
            read_interfaces(answer->data, all);
        else if (answer.error().kind != ErrorKind::refused)
            return tl::unexpected(answer.error());
        else if (port.empty())
            all.unknown.push_back(answer.error().message);
        // The device refuses a port that does not exist; the code below reports it as missing.
    }
    if (ports.empty())
        return all;
    const std::unordered_set<std::string_view> wanted(ports.begin(), ports.end());
    std::erase_if(all.links, [&](const PortLink& link) { return !wanted.contains(link.port); });
    std::erase_if(all.counters, [&](const PortCounter& counter) { return !wanted.contains(counter.port); });
    for (const std::string& port : ports) {
        if (std::ranges::find(all.links, port, &PortLink::port) == all.links.end())
            all.unknown.push_back(fmt::format("the device does not report the state of port {}", port));
    }
    return all;
}

}
