// SPDX-License-Identifier: Apache-2.0
// smpquery pkeys, whose output does not name its port.
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

#include <algorithm>
#include <optional>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

// "   0: 0xffff 0x0000 …" with eight keys per line, and "64 pkeys capacity for this port".
bool is_key_row(std::string_view line)
{
    Scan scan(line);
    return scan.decimal(0xffff) && scan.take(": 0x") && scan.hexadecimal(0xffff)
        && scan.blanks().rest().starts_with("0x");
}

bool is_capacity(std::string_view line) { return line.ends_with("pkeys capacity for this port"); }

// Reads "smpquery pkeys 2 1", "smpquery -G pkeys 0x… 1", and names of files such as "pkeys_2_1.txt".
std::optional<PortKey> port_of_command(Draft& draft, std::string_view command, const Node& line)
{
    const std::size_t at = command.find("pkeys");
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = command.substr(at + std::string_view("pkeys").size());
    const auto next = [&rest](std::uint64_t most) -> std::optional<std::uint64_t> {
        rest.remove_prefix(std::min(rest.find_first_not_of(" _-"), rest.size()));
        Scan scan(rest);
        const auto value = scan.either(most);
        rest = scan.rest();
        return value;
    };
    const auto address = next(0xffffffffffffffffULL);
    if (!address)
        return std::nullopt;
    const auto number = next(254);
    const std::uint32_t node = *address > 0xffff ? draft.node_of_port_guid(*address, line)
                                                 : draft.node_of_lid(static_cast<Lid>(*address), line);
    return PortKey{node, static_cast<std::uint8_t>(number.value_or(0))};
}

class Pkeys final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (is_capacity(line.key)) {
            open_ = false;
            return State::irrelevant;
        }
        if (!is_key_row(line.key))
            return State::unrecognised;
        if (!open_) {
            open_ = true;
            key_ = port_of_command(draft_, draft_.command, line);
            if (!key_)
                key_ = port_of_command(draft_, draft_.tree().source->file_name(), line);
            if (!key_)
                draft_.warn(draft_.span(line),
                    "which port has these keys stands nowhere: keep the command line, or name the file pkeys_LID_PORT");
            else
                draft_.pkeys.push_back({*key_, {.keys = {}, .at = draft_.span(line)}});
        }
        if (!key_)
            return State::unsupported;
        Scan scan(line.key);
        (void)scan.up_to(":");
        while (!scan.blanks().at_end()) {
            const auto value = scan.hexadecimal(0xffff);
            if (!value)
                return State::unrecognised;
            draft_.pkeys.back().fact.add(static_cast<std::uint16_t>(*value));
        }
        return State::read;
    }

private:
    bool open_ = false;
    std::optional<PortKey> key_;
};

}

const Form pkeys_form{.tool = "smpquery pkeys", .begins = is_key_row, .make = make<Pkeys>};

}
