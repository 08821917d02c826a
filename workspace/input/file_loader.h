// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/find/group_files.h"
#include "workspace/input/load.h"

#include <memory>
#include <string>

namespace rocelint::workspace {

/// Makes input files from paths and from texts in memory: reads them, counts their lines and recognizes their
/// platform. Thread-safe.
class FileLoader {
public:
    /// The options must outlive it.
    explicit FileLoader(const LoadOptions& options) : options_(options) { }

    /// Reads a file; "-" is standard input. Fails if the file cannot be read. If a large file is not text,
    /// only the first 4096 bytes are read, and only their lines are counted.
    [[nodiscard]] Result<void> load(SourceId id, const std::string& path, InputFile& file) const;
    void load(std::shared_ptr<const Source> source, InputFile& file) const;

private:
    void keep_quoted(InputFile& file) const;
    [[nodiscard]] Result<void> read_whole(SourceId id, const std::string& path, InputFile& file) const;

    const LoadOptions& options_;
};

}
