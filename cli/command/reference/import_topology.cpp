// SPDX-License-Identifier: Apache-2.0
// Nothing of a file is dropped without a word: what does not become a cable is printed with its line.
#include "cli/command/reference/import_topology.h"

#include "cli/command/written_files.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"
#include "workspace/input/other_kind.h"
#include "workspace/topology_import/import_topology.h"
#include "workspace/topology_import/imported_text.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::cli {
namespace {

Result<std::vector<workspace::ImportedFile>> read_imports(const std::vector<std::string>& paths)
{
    std::vector<workspace::ImportedFile> files;
    for (const std::string& path : paths) {
        auto source = Source::read_named(static_cast<SourceId>(files.size()), path);
        if (!source)
            return tl::unexpected(source.error());
        auto topology = workspace::read_any_topology(**source);
        if (!topology)
            return tl::unexpected(workspace::unless_configuration(
                **source, "a topology", workspace::infer_topology_advice, std::move(topology).error()));
        files.push_back({*std::move(source), *std::move(topology)});
    }
    return files;
}

}

ExitCode run_import_topology(const ImportTopologyOptions& options)
{
    if (!options.output.empty()) {
        const std::array written{NamedFile{fmt::format("-o {}", options.output), options.output}};
        if (const auto writable = check_written_files(written, {}, options.files); !writable) {
            print_failure(writable.error());
            return ExitCode::usage;
        }
    }
    const auto files = read_imports(options.files);
    if (!files) {
        print_failure(files.error());
        return files.error().kind == ErrorKind::unreadable ? ExitCode::unreadable : ExitCode::usage;
    }
    const std::string folder = options.output.empty() ? "." : workspace::folder_of(options.output);
    const workspace::ImportedTopology imported = workspace::join_imported(*files, folder);
    for (const std::string& remark : imported.remarks)
        print_error(visible(remark) + '\n');
    if (options.output.empty()) {
        print(visible_lines(imported.text));
        return ExitCode::good;
    }
    if (const auto written = workspace::write_output_file(options.output, imported.text); !written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    return ExitCode::good;
}

}
