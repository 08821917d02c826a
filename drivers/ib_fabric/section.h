// SPDX-License-Identifier: Apache-2.0
// The formats in which tools show a fabric. A file may contain several in sequence: a transcript, a
// concatenated capture.
#pragma once

#include "drivers/ib_fabric/draft.h"

#include <memory>
#include <string_view>

namespace rocelint::ib_fabric {

/// Reads the output of one tool, line by line.
class Section {
public:
    explicit Section(Draft& draft) : draft_(draft) { }
    virtual ~Section() = default;
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    /// Returns the coverage of the line; `unrecognised` if it is not from this tool. A line in the tool's
    /// format whose values make no sense counts as the tool's, and is reported as a problem.
    virtual CoverageState take(const Node& line) = 0;
    /// The same for a run of rows of a forwarding table (Node::Kind::lines), which has no key.
    virtual CoverageState take_rows(const Node& /*rows*/) { return CoverageState::unrecognised; }
    /// Called after the last line. `broken`: the text ends within a line.
    virtual void end(bool /*broken*/) { }

protected:
    Draft& draft_;
};

/// One format.
struct Form {
    std::string_view tool; ///< IbCapture::kind
    /// Whether a line begins this format.
    bool (*begins)(std::string_view line);
    std::unique_ptr<Section> (*make)(Draft& draft);
};

template <class Made>
[[nodiscard]] std::unique_ptr<Section> make(Draft& draft)
{
    return std::make_unique<Made>(draft);
}

extern const Form topology_form; ///< ibnetdiscover, ibsim's nets
extern const Form port_report_form; ///< ibnetdiscover -p
extern const Form node_list_form; ///< ibnetdiscover -l, ibhosts, ibswitches, ibnodes
extern const Form link_info_form; ///< iblinkinfo
extern const Form link_list_form; ///< .lst
extern const Form forwarding_form; ///< .fdbs, ibroute, dump_lfts, opensm-lfts.dump
extern const Form sl2vl_dump_form; ///< opensm-sl2vl.dump
extern const Form attribute_form; ///< smpquery and perfquery: a key, dots and a value on each line
extern const Form record_form; ///< saquery
extern const Form pkeys_form; ///< smpquery pkeys
extern const Form error_report_form; ///< ibqueryerrors
extern const Form manager_form; ///< sminfo
extern const Form switch_info_form; ///< ibswinfo
extern const Form local_adapter_form; ///< ibstat
extern const Form database_form; ///< ibdiagnet's db_csv

/// "LinkSpeedActive" and "2.5 Gbps" for "LinkSpeedActive:.................2.5 Gbps"; the key is empty if the
/// line has no dots.
struct Attribute {
    std::string_view key;
    std::string_view value;
};
[[nodiscard]] Attribute attribute_of(std::string_view line);

/// Reads one attribute of PortInfo (smpquery portinfo, PortInfoRecord of saquery).
[[nodiscard]] CoverageState take_port_info(
    Draft& draft, PortKey key, const Attribute& attribute, const Node& line);
/// Reads one attribute of NodeInfo.
[[nodiscard]] CoverageState take_node_info(
    Draft& draft, std::uint32_t node, const Attribute& attribute, const Node& line);

/// Returns the node with this name in a topology: "S-0002c90109fb0000" is a GUID with its kind, anything else
/// an ID.
[[nodiscard]] std::uint32_t node_named(Draft& draft, std::string_view name, const Node& line);
/// Parses "Ca", "CA", "Hca", "Switch", "SW", "Rt", "Router".
[[nodiscard]] IbNodeKind kind_of(std::string_view word);

}
