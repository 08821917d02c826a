// SPDX-License-Identifier: Apache-2.0
// saquery: records of the subnet administrator (infiniband-diags, saquery.c).
#include "drivers/ib_fabric/record_tables.h"
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

#include <algorithm>
#include <array>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

enum class Record : std::uint8_t {
    node,
    port,
    path,
    sl2vl,
    arbitration,
    forwarding,
    manager,
    link,
    group,
    pkeys,
    other
};

struct RecordTitle {
    std::string_view text;
    Record record;
};

constexpr std::array record_titles{RecordTitle{"NodeRecord dump:", Record::node},
    RecordTitle{"PortInfoRecord dump:", Record::port},
    RecordTitle{"PathRecord dump:", Record::path},
    RecordTitle{"SL2VLTableRecord dump:", Record::sl2vl},
    RecordTitle{"VLArbTableRecord dump:", Record::arbitration},
    RecordTitle{"LFT Record dump:", Record::forwarding},
    RecordTitle{"SMInfoRecord dump:", Record::manager},
    RecordTitle{"LinkRecord dump:", Record::link},
    RecordTitle{"MCMemberRecord group dump:", Record::group},
    RecordTitle{"MCMemberRecord member dump:", Record::other},
    RecordTitle{"PKeyTableRecord dump:", Record::pkeys},
    RecordTitle{"SwitchInfoRecord dump:", Record::other},
    RecordTitle{"ServiceRecord dump:", Record::other},
    RecordTitle{"InformInfoRecord dump:", Record::other},
    RecordTitle{"GUIDInfoRecord dump:", Record::other},
    RecordTitle{"MFT Record dump:", Record::other}};

const RecordTitle* record_title_of(std::string_view line)
{
    const auto* found = std::ranges::find(record_titles, line, &RecordTitle::text);
    return found == record_titles.end() ? nullptr : found;
}

bool begins_record(std::string_view line)
{
    return line.ends_with(" dump:") && record_title_of(line) != nullptr;
}

class Records final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (const RecordTitle* title = record_title_of(line.key)) {
            finish();
            record_ = title->record;
            begin_ = &line;
            number_.fill(0);
            return record_ == Record::other ? State::irrelevant : State::read;
        }
        if (begin_ == nullptr)
            return State::unrecognised;
        if (record_ == Record::other)
            return State::irrelevant;
        if (line.key == "RID" || line.key.ends_with(" dump:") || line.key == "LFT:"
            || line.key == "PKey Table:" || line.key.starts_with("LID\t"))
            return State::irrelevant;
        const Attribute attribute = attribute_of(line.key);
        if (attribute.key.empty() || line.key.starts_with("SL:") || line.key.starts_with("VL:"))
            return take_table(line);
        switch (record_) {
        case Record::node:
            return take_node(attribute, line);
        case Record::port:
            return take_port(attribute, line);
        default:
            return take_field(attribute);
        }
    }

    void end(bool broken) override
    {
        if (broken && begin_ != nullptr) {
            draft_.capture.broken = draft_.span(*begin_);
            draft_.warn(draft_.capture.broken, "the capture breaks off within this record");
            return;
        }
        finish();
    }

private:
    // Numbers that identify records; their meaning depends on the record.
    enum Field : std::uint8_t {
        lid,
        port,
        other_lid,
        other_port,
        in,
        block,
        sl,
        mtu,
        rate,
        pkey,
        priority,
        state,
        guid
    };
    static constexpr std::array<std::pair<std::string_view, Field>, 25> fields{{{"LID", lid},
        {"lid", lid},
        {"EndPortLid", lid},
        {"PortNum", port},
        {"Port", port},
        {"OutPort", port},
        {"InPort", in},
        {"Block", block},
        {"BlockNum", block},
        {"FromLID", lid},
        {"FromPort", port},
        {"ToLID", other_lid},
        {"ToPort", other_port},
        {"slid", lid},
        {"dlid", other_lid},
        {"sl", sl},
        {"SL", sl},
        {"mtu", mtu},
        {"Mtu", mtu},
        {"rate", rate},
        {"Rate", rate},
        {"pkey", pkey},
        {"Mlid", lid},
        {"Priority", priority},
        {"SMState", state}}};

    State take_field(const Attribute& attribute)
    {
        if (attribute.key == "MGID") {
            gid_ = attribute.value;
            return State::read;
        }
        if (attribute.key == "GUID") {
            guid_ = Scan(attribute.value).hexadecimal().value_or(0);
            return guid_ != 0 ? State::read : State::unrecognised;
        }
        const auto found
            = std::ranges::find(fields, attribute.key, &std::pair<std::string_view, Field>::first);
        if (found == fields.end())
            return State::irrelevant;
        const auto value = Scan(attribute.value).either(0xffffffff);
        if (!value)
            return State::unrecognised;
        number_[found->second] = *value;
        return State::read;
    }

    // The node is known once its GUID is read; the LID comes before it.
    State take_node(const Attribute& attribute, const Node& line)
    {
        if (attribute.key == "lid") {
            node_ = draft_.another_node(line);
            draft_.nodes[node_].has_record = true;
            return take_field(attribute);
        }
        if (node_ == Subnet::none)
            return State::unrecognised;
        if (attribute.key == "NodeDescription") {
            draft_.nodes[node_].node.description = attribute.value;
            return State::read;
        }
        if (attribute.key == "port_guid") {
            const auto value = Scan(attribute.value).hexadecimal();
            guid_ = value.value_or(0);
            return value ? State::read : State::unrecognised;
        }
        if (attribute.key == "port_num") {
            const auto value = Scan(attribute.value).either(254);
            if (!value)
                return State::unrecognised;
            const bool is_switch = draft_.nodes[node_].node.kind == IbNodeKind::network_switch;
            const PortKey key{node_, is_switch ? std::uint8_t{0} : static_cast<std::uint8_t>(*value)};
            DraftPort& own = draft_.port(key, line);
            own.port.guid = guid_;
            own.port.lid = {static_cast<Lid>(number_[lid]), draft_.origin(line)};
            return State::read;
        }
        return take_node_info(draft_, node_, attribute, line);
    }

    State take_port(const Attribute& attribute, const Node& line)
    {
        if (attribute.key == "EndPortLid" || attribute.key == "PortNum") {
            const State taken = take_field(attribute);
            if (attribute.key == "PortNum" && number_[lid] != 0)
                key_ = {draft_.node_of_lid(static_cast<Lid>(number_[lid]), line),
                    static_cast<std::uint8_t>(std::min<std::uint64_t>(number_[port], 254))};
            return taken;
        }
        if (key_.node == Subnet::none || attribute.key == "Options")
            return State::irrelevant;
        return take_port_info(draft_, key_, attribute, line);
    }

    // Reads "SL: 0| 1|…" and "VL: 0| 0|…"; "VL    : 0|…" and "Weight: 0|…"; "12\t255"; "0xffff 0x0000 …";
    // names of capabilities.
    State take_table(const Node& line)
    {
        Scan scan(line.key);
        if (record_ == Record::forwarding)
            return add_row(draft_, of_port(), draft_.span(*begin_), scan, line);
        if (record_ == Record::pkeys)
            return add_keys(draft_, of_port(), scan, line);
        if (record_ != Record::sl2vl && record_ != Record::arbitration)
            return line.key.starts_with("Is") ? State::irrelevant : State::unrecognised;
        const bool is_sl = scan.take("SL");
        const bool is_weight = !is_sl && scan.take("Weight");
        if ((!is_sl && !is_weight && !scan.take("VL")) || !scan.blanks().take(':'))
            return State::unrecognised;
        std::vector<std::uint8_t> values;
        while (!scan.blanks().at_end()) {
            const auto value = scan.decimal(255);
            if (!value || !scan.take('|'))
                return State::unrecognised;
            values.push_back(static_cast<std::uint8_t>(*value));
        }
        if (is_sl)
            return State::irrelevant;
        if (record_ == Record::sl2vl)
            return add_sl2vl(draft_, of_port(), small(in), values, line);
        if (!is_weight) {
            lanes_ = std::move(values);
            return State::read;
        }
        // Blocks 1 and 2 are the low table, 3 and 4 the high one (IBA 14.2.5.9).
        return add_turns(draft_, of_port(), {number_[block] >= 3, lanes_, values}, line);
    }

    [[nodiscard]] RecordPort of_port() const { return {number_[lid], small(port)}; }

    [[nodiscard]] std::uint8_t small(Field field) const
    {
        return static_cast<std::uint8_t>(std::min<std::uint64_t>(number_[field], 254));
    }

    // The upper two bits of an MTU or rate in a record are its selector.
    [[nodiscard]] std::uint8_t code(Field field) const
    {
        return static_cast<std::uint8_t>(number_[field] & 0x3fU);
    }

    void finish()
    {
        if (begin_ == nullptr)
            return;
        const Span at = draft_.span(*begin_);
        if (record_ == Record::path) {
            draft_.paths.push_back({.from = static_cast<Lid>(number_[lid]),
                .to = static_cast<Lid>(number_[other_lid]),
                .sl = static_cast<std::uint8_t>(number_[sl] & 0xfU),
                .mtu_code = code(mtu),
                .rate_code = code(rate),
                .pkey = static_cast<std::uint16_t>(number_[pkey]),
                .at = at});
        } else if (record_ == Record::group) {
            draft_.groups.push_back({.gid = gid_,
                .lid = static_cast<Lid>(number_[lid]),
                .pkey = static_cast<std::uint16_t>(number_[pkey]),
                .sl = static_cast<std::uint8_t>(number_[sl] & 0xfU),
                .mtu_code = code(mtu),
                .rate_code = code(rate),
                .at = at});
        } else if (record_ == Record::manager && number_[state] < 4) {
            draft_.managers.push_back({.lid = static_cast<Lid>(number_[lid]),
                .guid = guid_,
                .priority = small(priority),
                .state = static_cast<IbManagerState>(number_[state]),
                .at = at});
        } else if (record_ == Record::link && number_[lid] != 0 && number_[other_lid] != 0) {
            DraftPort& own = draft_.port(
                {draft_.node_of_lid(static_cast<Lid>(number_[lid]), *begin_), small(port)}, *begin_);
            own.peer = {Subnet::none, small(other_port)};
            own.peer_lid = static_cast<Lid>(number_[other_lid]);
            own.peer_at = draft_.origin(*begin_);
        }
        begin_ = nullptr;
        node_ = Subnet::none;
        key_ = {};
        guid_ = 0;
        gid_ = {};
    }

    Record record_ = Record::other;
    const Node* begin_ = nullptr;
    std::array<std::uint64_t, guid> number_{};
    Guid guid_ = 0;
    std::string_view gid_;
    std::uint32_t node_ = Subnet::none;
    PortKey key_;
    std::vector<std::uint8_t> lanes_;
};

}

const Form record_form{.tool = "saquery", .begins = begins_record, .make = make<Records>};

}
