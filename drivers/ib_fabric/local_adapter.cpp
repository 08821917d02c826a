// SPDX-License-Identifier: Apache-2.0
// ibstat (infiniband-diags, ibstat.c): the adapters of the host on which it ran. A port's link layer comes
// last, so its lines are kept until then.
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"
#include "models/text/ascii.h"

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

bool begins_adapter(std::string_view line) { return line.starts_with("CA '") && line.ends_with('\''); }

// "Base lid: 5"
std::pair<std::string_view, std::string_view> split(std::string_view line)
{
    const std::size_t colon = line.find(": ");
    return colon == std::string_view::npos
        ? std::pair(line, std::string_view())
        : std::pair(line.substr(0, colon), ascii::trimmed(line.substr(colon + 2), ' '));
}

class LocalAdapter final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (begins_adapter(line.key)) {
            finish_port();
            guid_ = system_ = 0;
            firmware_ = {};
            return State::read;
        }
        if (line.key.starts_with("Port ") && line.key.ends_with(':')) {
            finish_port();
            Scan scan(line.key.substr(5));
            const auto number = scan.decimal(254);
            if (!number)
                return State::unrecognised;
            port_ = IbPort{.number = static_cast<std::uint8_t>(*number)};
            line_ = &line;
            return State::read;
        }
        const auto [key, value] = split(line.key);
        return line_ == nullptr ? take_adapter(key, value, line) : take_port(key, value, line);
    }

    void end(bool /*broken*/) override { finish_port(); }

private:
    State take_adapter(std::string_view key, std::string_view value, const Node& line)
    {
        if (key == "Node GUID" || key == "System image GUID") {
            const auto guid = Scan(value).hexadecimal();
            if (!guid)
                return State::unrecognised;
            (key == "Node GUID" ? guid_ : system_) = *guid;
            return State::read;
        }
        if (key == "Firmware version") {
            firmware_ = {value, draft_.origin(line)};
            return State::read;
        }
        return key == "CA type" || key == "Number of ports" || key == "Hardware version"
            ? State::irrelevant
            : State::unrecognised;
    }

    State take_port(std::string_view key, std::string_view value, const Node& line)
    {
        const OriginId at = draft_.origin(line);
        const auto number = [&](auto& setting, std::uint64_t most) {
            const auto read = Scan(value).either(most);
            if (!read)
                return State::unrecognised;
            using Value = std::remove_cvref_t<decltype(setting.value)>;
            setting = {static_cast<Value>(*read), at};
            return State::read;
        };
        if (key == "State") {
            const auto state = state_of(value);
            if (state)
                port_.state = {*state, at};
            return state ? State::read : State::unrecognised;
        }
        if (key == "Physical state") {
            const auto state = physical_state_of(value);
            if (state)
                port_.physical_state = {*state, at};
            return state ? State::read : State::unrecognised;
        }
        if (key == "Base lid")
            return number(port_.lid, 0xffff);
        if (key == "LMC")
            return number(port_.lmc, 7);
        if (key == "SM lid")
            return number(port_.manager_lid, 0xffff);
        if (key == "Port GUID") {
            const auto guid = Scan(value).hexadecimal();
            port_.guid = guid.value_or(0);
            return guid ? State::read : State::unrecognised;
        }
        if (key == "Link layer") {
            on_ethernet_ = value == "Ethernet";
            return State::read;
        }
        // The rate is that of all lanes together and does not show the width and speed.
        return key == "Rate" || key == "Capability mask" ? State::irrelevant : State::unrecognised;
    }

    // A port of an Ethernet adapter belongs to no subnet.
    void finish_port()
    {
        if (line_ != nullptr && !on_ethernet_ && guid_ != 0) {
            const std::uint32_t node = draft_.node_of_guid(guid_, *line_);
            IbNode& made = draft_.nodes[node].node;
            made.kind = IbNodeKind::channel_adapter;
            made.system_guid = system_;
            made.firmware = firmware_;
            draft_.nodes[node].has_record = true;
            DraftPort& port = draft_.port({node, port_.number}, *line_);
            port_.at = port.port.at;
            port.port = port_;
            if (port_.guid != 0)
                draft_.know_port_guid(port_.guid, node);
        }
        line_ = nullptr;
        on_ethernet_ = false;
    }

    Guid guid_ = 0;
    Guid system_ = 0;
    Setting<std::string_view> firmware_;
    IbPort port_;
    const Node* line_ = nullptr; ///< the line of the port being read
    bool on_ethernet_ = false;
};

}

const Form local_adapter_form{.tool = "ibstat", .begins = begins_adapter, .make = make<LocalAdapter>};

}
