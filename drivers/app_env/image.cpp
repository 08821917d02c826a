// SPDX-License-Identifier: Apache-2.0
// The variables of a container's image are only a part of a job's: whatever starts the container may add others.
#include "drivers/app_env/job_script.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::app_env {
namespace {

class ImageReader {
public:
    ImageReader(const Tree& tree, JobReader& job) : job_(job), lines_(tree) { }

    void read()
    {
        std::string_view text = job_.source().text();
        bool continues = false;
        while (!text.empty()) {
            std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
            if (line.starts_with('#'))
                continue; // also between the lines of an instruction
            const bool goes_on = line.ends_with('\\');
            if (goes_on)
                line = ascii::trimmed_back(line.substr(0, line.size() - 1), ascii::is_blank);
            if (!continues) {
                in_env_ = line.starts_with("ENV ");
                if (in_env_)
                    line = ascii::trimmed(line.substr(4), ascii::is_blank);
            }
            if (in_env_)
                read_pairs(line);
            continues = goes_on;
        }
        job_.may_be_set_elsewhere("what starts a container of this image may set it");
        lines_.finish();
    }

private:
    // `A=1 B="2 3"`, or `A 1`, the older form, whose value extends to the end of the line.
    void read_pairs(std::string_view line)
    {
        const std::size_t blank = line.find_first_of(" \t");
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || blank < equals) {
            if (blank != std::string_view::npos && is_variable_name(line.substr(0, blank)))
                take_older(line.substr(0, blank), ascii::trimmed(line.substr(blank), ascii::is_blank));
            return;
        }
        while (!line.empty()) {
            char quote = '\0';
            std::size_t end = 0;
            for (; end < line.size() && (quote != '\0' || !ascii::is_blank(line[end])); ++end) {
                if (quote != '\0')
                    quote = line[end] == quote ? '\0' : quote;
                else if (line[end] == '"' || line[end] == '\'')
                    quote = line[end];
            }
            const std::string_view pair = line.substr(0, end);
            const std::size_t sign = pair.find('=');
            if (sign != std::string_view::npos && is_variable_name(pair.substr(0, sign)))
                take(pair.substr(0, sign), without_quotes(pair.substr(sign + 1)), pair);
            line = ascii::trimmed(line.substr(end), ascii::is_blank);
        }
    }

    void take_older(std::string_view name, std::string_view value) { take(name, value, value); }

    void take(std::string_view name, std::string_view value, std::string_view whole)
    {
        const Span at = job_.source().span_of(whole);
        lines_.mark(at.offset,
            at.offset + at.length,
            job_.take({.name = name,
                .value = value,
                .at = at,
                .known = value.find('$') == std::string_view::npos}));
    }

    JobReader& job_;
    LineStates lines_;
    bool in_env_ = false;
};

}

void read_image(const Tree& tree, JobReader& job) { ImageReader(tree, job).read(); }

}
