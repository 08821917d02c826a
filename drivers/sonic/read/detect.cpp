// SPDX-License-Identifier: Apache-2.0
// CONFIG_DB has no header, so files are recognized by the names
// of its tables, even if the JSON is broken or a fragment.
#include "drivers/sonic/read/detect.h"

#include "drivers/sonic/tables/counter_keys.h"
#include "drivers/sonic/tables/tables.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

namespace rocelint::sonic {
namespace {

constexpr std::size_t looked_at = std::size_t{16} * 1024;
// A file may begin with a large table that shows nothing; then the scan continues up to this limit.
constexpr std::size_t looked_at_most = std::size_t{256} * 1024;

struct Evidence {
    bool metadata = false; ///< DEVICE_METADATA
    std::uint32_t tables = 0; ///< names that only SONiC has, in the place of a table
    std::uint32_t common = 0; ///< names that others use too, in the place of a table
    std::uint32_t nested_tables = 0; ///< one level deeper, as in the YANG models' test vectors
    std::uint32_t port_keys
        = 0; ///< rows named Ethernet0, PortChannel1, Vlan10, scheduler.1 or lc1|asic0|Ethernet0
    std::uint32_t modules = 0; ///< "sonic-port:sonic-port"
    std::uint32_t counters = 0; ///< rows of COUNTERS_DB
    [[nodiscard]] bool decided() const { return metadata || tables > 1 || modules > 0 || counters > 1; }
};

bool is_port_key(std::string_view key)
{
    // "linecard1|asic0|Ethernet0|3"
    const std::size_t asic = key.find('|');
    const std::size_t port = asic == std::string_view::npos ? asic : key.find('|', asic + 1);
    if (port != std::string_view::npos && key.substr(port + 1).starts_with("Ethernet"))
        return true;
    for (const std::string_view prefix : {"Ethernet", "PortChannel", "Vlan", "scheduler."}) {
        if (key.starts_with(prefix) && key.size() > prefix.size())
            return true;
    }
    return false;
}

// Scans keys and brackets of JSON-like text that need not be well-formed.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) { }

    Evidence scan()
    {
        while (at_ < text_.size() && !(at_ > looked_at && evidence_.decided())) {
            const char c = text_[at_];
            if (c == '{' && at_ + 1 < text_.size()
                && (text_[at_ + 1] == '%' || text_[at_ + 1] == '{' || text_[at_ + 1] == '#'))
                skip_template();
            else if (c == '{' || c == '[')
                open(c);
            else if (c == '}' || c == ']')
                close();
            else if (c == '"')
                string();
            ++at_;
        }
        return evidence_;
    }

private:
    void skip_template()
    {
        const char closer = text_[at_ + 1] == '{' ? '}' : text_[at_ + 1];
        const char wanted[2] = {closer, '}'};
        const std::size_t end = text_.find(std::string_view(wanted, 2), at_ + 2);
        // "{{" may also be two JSON brackets: then no template end follows on the same line.
        const std::size_t line = text_.find('\n', at_);
        if (end == std::string_view::npos || (closer == '}' && end > line))
            open('{');
        else
            at_ = end + 1;
    }

    void open(char bracket)
    {
        if (depth_ == 0 && bracket == '[')
            list_ = 1;
        ++depth_;
    }

    void close()
    {
        if (depth_ > 0)
            --depth_;
    }

    void string()
    {
        const std::size_t begin = at_ + 1;
        std::size_t end = begin;
        while (end < text_.size() && text_[end] != '"')
            end += text_[end] == '\\' ? 2 : 1;
        if (end >= text_.size()) {
            at_ = text_.size();
            return;
        }
        at_ = end;
        std::size_t next = behind_blanks(end + 1);
        if (next == text_.size() || text_[next] != ':')
            return;
        next = behind_blanks(next + 1);
        if (next < text_.size() && (text_[next] == '{' || text_[next] == '['))
            key(text_.substr(begin, end - begin));
    }

    [[nodiscard]] std::size_t behind_blanks(std::size_t at) const
    {
        while (at < text_.size() && ascii::is_white(text_[at]))
            ++at;
        return at;
    }

    void key(std::string_view name)
    {
        const int level = depth_ - list_;
        if (name.starts_with("sonic-") && name.find(':') != std::string_view::npos && level <= 2) {
            ++evidence_.modules;
            return;
        }
        if (level == 2 && is_port_key(name))
            ++evidence_.port_keys;
        if (level != 1 && level != 2)
            return;
        if (level == 1 && is_counters_key(name)) {
            ++evidence_.counters;
            return;
        }
        const std::size_t bar = name.find_first_of("|:");
        std::string_view table = name.substr(0, bar);
        if (level == 2) {
            evidence_.nested_tables += is_distinctive(table) ? 1U : 0U;
            return;
        }
        if (bar != std::string_view::npos && name[bar] == ':')
            table = application_table(name);
        evidence_.metadata = evidence_.metadata || table == "DEVICE_METADATA";
        if (is_distinctive(table) || name.starts_with("QOS_TABLE:"))
            ++evidence_.tables;
        else if (find_table(table) != Table::unknown)
            ++evidence_.common;
        if (bar != std::string_view::npos && is_port_key(name.substr(bar + 1)))
            ++evidence_.port_keys;
    }

    static std::string_view application_table(std::string_view name)
    {
        if (name.starts_with("QOS_TABLE:"))
            name.remove_prefix(std::string_view("QOS_TABLE:").size());
        const Table table = find_application_table(name.substr(0, name.find(':')));
        return table < Table::irrelevant ? name_of(table) : std::string_view{};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int list_ = 0;
    Evidence evidence_;
};

}

bool is_profile_table(std::string_view text)
{
    constexpr std::size_t lines_looked_at = 200;
    std::size_t rows = 0;
    for (std::size_t line = 0; line < lines_looked_at && !text.empty(); ++line) {
        std::string_view content = ascii::take_until(text, '\n');
        while (!content.empty() && content.back() == '\r')
            content.remove_suffix(1);
        Words words(content);
        const std::string_view speed = words.next();
        if (speed.empty() || speed.front() == '#')
            continue;
        const std::string_view cable = words.next();
        if (!parse_number(speed) || cable.size() < 2 || !cable.ends_with('m')
            || !parse_number(cable.substr(0, cable.size() - 1)))
            return false;
        for (int column = 0; column < 3; ++column) {
            if (!parse_number(words.next()))
                return false;
        }
        if (!parse_signed(words.next()))
            return false;
        ++rows;
    }
    return rows > 0;
}

Detection detect(const Source& source)
{
    const std::string_view text = source.text();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    if ((text[first] == '#' || ascii::is_digit(text[first])) && is_profile_table(text))
        return {80, "lines of a SONiC pg_profile_lookup.ini"};
    if (text[first] != '{' && text[first] != '[')
        return is_counter_tables(text) ? Detection{80, "tables of counters as SONiC prints them"}
                                       : Detection{};
    const Evidence evidence = Scanner(text.substr(0, looked_at_most)).scan();
    if (evidence.metadata)
        return {100, "has SONiC's table DEVICE_METADATA"};
    if (evidence.modules > 0)
        return {90, "has modules of SONiC's YANG models"};
    if (evidence.counters > 0)
        return {95, "is a dump of SONiC's COUNTERS_DB"};
    if (evidence.tables > 0)
        return {95, "has tables of SONiC's CONFIG_DB"};
    if (evidence.common > 0 && evidence.port_keys > 0)
        return {70, "has a table of SONiC's CONFIG_DB with SONiC's port names"};
    if (evidence.nested_tables > 1)
        return {60, "wraps configurations with tables of SONiC's CONFIG_DB"};
    return {};
}

}
