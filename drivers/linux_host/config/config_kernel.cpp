// SPDX-License-Identifier: Apache-2.0
// Files of sysctl.d(5), and sysctl.conf(5): lines `name = value`, where a `-` before the name only silences errors.
#include "drivers/linux_host/config/config_file.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {

void read_kernel_settings(ConfigFile& file, LineMarks& marks)
{
    SetterSink sink{*file.tree->source, file.setters, file.problems, &file.firmware, &file.addresses};
    for (const LogicalLine& line : logical_lines(file, "#;")) {
        const std::size_t equals = line.text.find('=');
        std::string_view variable = ascii::trimmed(line.text.substr(0, equals), ascii::is_white);
        if (equals == std::string_view::npos)
            continue;
        if (variable.starts_with('-'))
            variable = ascii::trimmed_front(variable.substr(1), ascii::is_white);
        marks.mark(line.begin,
            line.end,
            add_address_setting(variable,
                ascii::trimmed(line.text.substr(equals + 1), ascii::is_white),
                sink.source.span_of(line.text),
                sink));
    }
}

}
