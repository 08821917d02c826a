// SPDX-License-Identifier: Apache-2.0
// Writes corrected files, device by device.
#include "workspace/amend/write_corrections.h"

#include "workspace/files/output_file.h"

#include <fmt/format.h>

namespace rocelint::workspace {
namespace {

// Does not touch a file that changed since it was read.
Result<void> write_file(const Outcome& outcome, const CorrectedFile& file)
{
    if (file.source == no_source)
        return create_output_file(file.path, file.text, file.executable);
    const Source& source = *outcome.fabric.sources.find(file.source);
    const auto now = Source::read(source.id(), source.path());
    if (!now)
        return tl::unexpected(now.error());
    if ((*now)->text() != source.text())
        return fail(ErrorKind::unreadable,
            fmt::format("{}: changed while it was being checked, and is left as it is", source.path()));
    return write_output_file(
        source.path(), has_byte_order_mark(source) ? "\xef\xbb\xbf" + file.text : file.text);
}

}

Written write_corrections(const Outcome& outcome, const std::vector<Correction>& corrections)
{
    Written written;
    for (const Correction& correction : corrections) {
        bool whole = true;
        for (const CorrectedFile& file : correction.files) {
            const auto done = write_file(outcome, file);
            if (!done)
                written.errors.push_back(done.error());
            whole = whole && done.has_value();
            written.files += done.has_value() ? 1 : 0;
        }
        written.changes += whole ? correction.made.size() : 0;
    }
    return written;
}

}
