// SPDX-License-Identifier: Apache-2.0
// What a site calls its classes stands in the names of class-maps, ECN profiles and schedulers. Jobs and NICs that
// mark packets with a class's DSCP show its use where no device names it.
#include "analysis/class_names.h"

#include "analysis/host_marks.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace rocelint {
namespace {

// A longer line is not one statement, such as a whole document of JSON without line breaks: a word in it does not name
// the class.
constexpr std::size_t longest_line = 200;

// The line around the offset; empty if it is longer than that.
std::string_view line_at(std::string_view text, std::size_t offset)
{
    const std::size_t from = offset - std::min(offset, longest_line);
    const std::string_view around = text.substr(from, 2 * longest_line + 1);
    const std::size_t here = offset - from;
    const std::size_t feed = here == 0 ? std::string_view::npos : around.rfind('\n', here - 1);
    if (feed == std::string_view::npos && from > 0)
        return {};
    const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
    const std::string_view line = around.substr(begin, around.find('\n', here) - begin);
    return line.size() > longest_line ? std::string_view{} : line;
}

std::size_t indent_of(std::string_view line)
{
    return line.size() - ascii::trimmed_front(line, ascii::is_white).size();
}

// Returns the nearest line above that is indented less, or `line` itself if a block of the usual length has no such line.
std::string_view block_header(std::string_view text, std::string_view line)
{
    constexpr int longest_block = 100;
    std::string_view above = line;
    for (int seen = 0; seen < longest_block && above.data() != text.data(); ++seen) {
        const std::size_t end = static_cast<std::size_t>(above.data() - text.data()) - 1;
        above = line_at(text, end);
        if (above.data() == nullptr)
            return line;
        const bool is_blank = ascii::trimmed(above, ascii::is_white).empty();
        if (!is_blank && indent_of(above) < indent_of(line))
            return above;
    }
    return line;
}

enum class Use : std::uint8_t { storage, training, cnp, roce };
constexpr std::size_t use_count = 4;
constexpr std::array<std::string_view, use_count> use_names{"storage", "training", "CNP", "RoCE"};

// How configurations spell a use, the more specific use first: STORAGE-RDMA is storage.
struct UseWord {
    std::string_view word;
    Use use;
};
constexpr UseWord use_words[] = {
    {"storage", Use::storage},
    {"nvme", Use::storage},
    {"nvmf", Use::storage},
    {"ceph", Use::storage},
    {"smb", Use::storage},
    {"training", Use::training},
    {"nccl", Use::training},
    {"cnp", Use::cnp},
    {"roce", Use::roce},
    {"rocev1", Use::roce},
    {"rocev2", Use::roce},
    {"rdma", Use::roce},
};

std::optional<Use> use_in(std::string_view name)
{
    const std::string text = ascii::lowered(name);
    for (const UseWord& row : use_words) {
        for (std::size_t at = text.find(row.word); at != std::string::npos;
             at = text.find(row.word, at + 1)) {
            const std::size_t end = at + row.word.size();
            if ((at == 0 || !ascii::is_letter_or_digit(text[at - 1]))
                && (end == text.size() || !ascii::is_letter_or_digit(text[end])))
                return row.use;
        }
    }
    return std::nullopt;
}

// Names come from files: a comment must not carry their control characters to a terminal.
std::string printable(std::string_view text)
{
    std::string out = redact(text);
    std::ranges::replace_if(
        out, [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
}

// The same, short enough for a comment.
std::string printable_start(std::string_view text)
{
    constexpr std::size_t longest = 80;
    std::string out = printable(text);
    if (out.size() > longest)
        out.replace(longest - 3, std::string::npos, "...");
    return out;
}

constexpr std::size_t index_of(Use use) { return static_cast<std::size_t>(use); }

// How many devices show each use of one class, and the first sign of each.
class UseVotes {
public:
    template <class Sign>
    void add(Use use, const Sign& sign)
    {
        if (devices_[index_of(use)]++ == 0)
            first_[index_of(use)] = sign();
    }

    [[nodiscard]] std::optional<Use> most() const
    {
        const auto best = std::ranges::max_element(devices_);
        return *best == 0 ? std::nullopt : std::optional(static_cast<Use>(best - devices_.begin()));
    }

    [[nodiscard]] ClassName proposal(Use use, std::string_view noun) const
    {
        const std::string_view name = use_names[index_of(use)];
        const std::uint32_t more = devices_[index_of(use)] - 1;
        return {std::string(name),
            fmt::format("\"{}\" because of {}{}",
                name,
                first_[index_of(use)],
                more == 0 ? std::string()
                          : fmt::format(" and {} more {}{}", more, noun, more == 1 ? "" : "s"))};
    }

private:
    std::array<std::uint32_t, use_count> devices_{};
    std::array<std::string, use_count> first_{};
};

class ClassUse {
public:
    ClassUse(const Fabric& fabric, const ClassModel& model, const RdmaClass& one)
        : fabric_(fabric), model_(model), class_(one)
    {
    }

    ClassName propose()
    {
        for (const Device& device : fabric_.devices) {
            if (device.kind == DeviceKind::network_switch)
                note_names(device);
        }
        if (const auto use = named_.most())
            return named_.proposal(*use, "device");
        for (const Device& device : fabric_.devices)
            note_jobs(device);
        if (const auto use = of_jobs_.most())
            return of_jobs_.proposal(*use, "job");
        return by_hosts();
    }

private:
    void note_names(const Device& device)
    {
        std::array<bool, use_count> shown{};
        const auto take = [&](std::string_view what, std::string_view name, Span at) {
            const auto use = use_in(name);
            if (!use || shown[index_of(*use)] || (*use == Use::cnp && !carries_cnps()))
                return;
            shown[index_of(*use)] = true;
            named_.add(*use, [&] {
                return fmt::format(
                    "the {} `{}` on {}{}", what, printable_start(name), printable(device.name), place(at));
            });
        };
        std::set<std::pair<SourceId, std::uint32_t>> judged;
        for (const Port& port : device.ports)
            note_lines(device, port, judged, take);
        for (const Port& port : device.ports) {
            const Queue* const queue = queue_of(device, port);
            if (queue == nullptr)
                continue;
            if (const EcnProfile* ecn = target_of(device.ecn_profiles, queue->ecn))
                take("ECN profile", ecn->name, ecn->at);
            if (const Scheduler* scheduler = target_of(device.schedulers, queue->scheduler))
                take("scheduler", scheduler->name, scheduler->at);
        }
    }

    // The line that puts the packets into their class and the line above whose block holds it, such as
    // `set qos-group 3` below `class STORAGE-RDMA`. Ports share most of these places, which are judged once each.
    template <class Take>
    void note_lines(const Device& device,
        const Port& port,
        std::set<std::pair<SourceId, std::uint32_t>>& judged,
        const Take& take) const
    {
        if (port.kind != PortKind::physical || class_.dscps.empty())
            return;
        const Span at = device.origins.span(forward_dscp(device, port, class_.dscps.first()).tc.origin);
        const Source* const source = at.somewhere() ? fabric_.sources.find(at.source) : nullptr;
        if (source == nullptr || at.offset >= source->text().size()
            || !judged.emplace(at.source, at.offset).second)
            return;
        const std::string_view own = line_at(source->text(), at.offset);
        if (own.data() == nullptr)
            return;
        const std::string_view header = block_header(source->text(), own);
        for (const std::string_view line : {own, header}) {
            const auto offset = static_cast<std::uint32_t>(line.data() - source->text().data());
            take("line",
                ascii::trimmed(line, ascii::is_white),
                {.source = at.source, .offset = offset, .length = 0});
        }
    }

    [[nodiscard]] const Queue* queue_of(const Device& device, const Port& port) const
    {
        if (port.kind != PortKind::physical)
            return nullptr;
        const Setting<std::uint8_t> number = class_.dscps.empty()
            ? queue_of_priority(device, port, class_.priority)
            : forward_dscp(device, port, class_.dscps.first()).queue;
        return number.peek_known() ? device.queue(port, number.value) : nullptr;
    }

    void note_jobs(const Device& device)
    {
        const auto take = [&](const Setting<std::uint8_t>& marks, Use use, std::string_view what) {
            const auto dscp = static_cast<Dscp>(marks.value >> 2);
            if (!marks.peek_known() || marks.value == 0 || !class_.dscps.has(dscp))
                return;
            of_jobs_.add(use, [&] {
                return fmt::format("DSCP {} for {} in job {}{}",
                    dscp,
                    what,
                    printable(device.name),
                    place(device.origins.span(marks.origin)));
            });
        };
        for (const Job& job : device.jobs) {
            take(job.ceph_class, Use::storage, "Ceph");
            take(job.nvme_class, Use::storage, "NVMe over RDMA");
            take(job.traffic_class, Use::training, "NCCL");
        }
    }

    // A mark on a NIC shows no more than that packets are RDMA.
    [[nodiscard]] ClassName by_hosts() const
    {
        std::uint32_t hosts = 0;
        DscpSet marked;
        for (const Device& device : fabric_.devices) {
            DscpSet mine;
            for (const Nic& nic : device.nics)
                mine = mine | (marked_dscps(nic) & class_.dscps);
            hosts += mine.empty() ? 0 : 1;
            marked = marked | mine;
        }
        if (hosts == 0)
            return {class_.name, {}};
        const std::string_view name = use_names[index_of(Use::roce)];
        return {std::string(name),
            fmt::format("\"{}\" because the NICs of {} mark RDMA packets with DSCP {}",
                name,
                counted(hosts, "host"),
                to_string(marked))};
    }

    [[nodiscard]] bool carries_cnps() const { return model_.cnp.dscp && class_.dscps.has(*model_.cnp.dscp); }

    [[nodiscard]] std::string place(Span at) const
    {
        const Source* const source = at.somewhere() ? fabric_.sources.find(at.source) : nullptr;
        if (source == nullptr)
            return {};
        const std::uint32_t line = LineTable(source->text()).position(at.offset).line;
        return fmt::format(" ({}:{})", printable(source->path()), line);
    }

    const Fabric& fabric_;
    const ClassModel& model_;
    const RdmaClass& class_;
    UseVotes named_;
    UseVotes of_jobs_;
};

}

std::vector<ClassName> propose_class_names(const Fabric& fabric, const ClassModel& model)
{
    std::vector<ClassName> names;
    for (const RdmaClass& one : model.classes)
        names.push_back(ClassUse(fabric, model, one).propose());
    std::map<std::string, int, std::less<>> classes_of;
    for (const ClassName& one : names)
        ++classes_of[one.name];
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (!names[index].why.empty() && classes_of[names[index].name] > 1)
            names[index].name += ' ' + model.classes[index].label();
    }
    return names;
}

}
