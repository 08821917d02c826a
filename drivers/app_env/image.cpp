// SPDX-License-Identifier: Apache-2.0
// The variables of a container's image are only a part of a job's: whatever starts the container may add others.
// Each FROM begins a stage, the last of which is the image; it has the variables of another stage only if it is
// built from it (Dockerfile reference, FROM and Multi-stage builds).
#include "drivers/app_env/job_script.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rocelint::app_env {
namespace {

// What follows an instruction, which may be written in small letters; empty if the line holds another.
std::string_view behind_instruction(std::string_view line, std::string_view instruction)
{
    if (line.size() <= instruction.size() || !ascii::is_blank(line[instruction.size()])
        || !equal_ignoring_case(line.substr(0, instruction.size()), instruction))
        return {};
    return ascii::trimmed(line.substr(instruction.size()), ascii::is_blank);
}

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
                if (const std::string_view from = behind_instruction(line, "FROM"); !from.empty())
                    begin_stage(from);
                const std::string_view pairs = behind_instruction(line, "ENV");
                in_env_ = !pairs.empty();
                line = in_env_ ? pairs : line;
            }
            if (in_env_)
                read_pairs(line);
            continues = goes_on;
        }
        take_stage(stages_.size());
        job_.may_be_set_elsewhere("what starts a container of this image may set it");
        lines_.finish();
    }

private:
    struct Stage {
        std::string_view name;
        std::string_view base;
        std::vector<Stated> variables;
    };

    // `FROM --platform=linux/amd64 BASE AS NAME`
    void begin_stage(std::string_view from)
    {
        Stage stage;
        while (!from.empty()) {
            const std::string_view word = ascii::take_word(from, ascii::is_blank);
            if (word.starts_with("--"))
                continue;
            if (stage.base.empty())
                stage.base = word;
            else if (!equal_ignoring_case(word, "AS"))
                stage.name = word;
        }
        stages_.push_back(std::move(stage));
    }

    // Takes the variables of the last of the first `count` stages, after those of the stage that it is built from.
    void take_stage(std::size_t count)
    {
        std::vector<const Stage*> built_from;
        while (count > 0) {
            const Stage& stage = stages_[count - 1];
            built_from.push_back(&stage);
            std::size_t before = count - 1;
            while (before > 0 && !is_named(stages_[before - 1], stage.base))
                --before;
            count = before;
        }
        for (auto stage = built_from.rbegin(); stage != built_from.rend(); ++stage) {
            for (const Stated& stated : (*stage)->variables)
                lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, job_.take(stated));
        }
    }

    static bool is_named(const Stage& stage, std::string_view name)
    {
        return !stage.name.empty() && equal_ignoring_case(stage.name, name);
    }

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
        if (stages_.empty())
            stages_.emplace_back();
        stages_.back().variables.push_back({.name = name,
            .value = value,
            .at = job_.source().span_of(whole),
            .known = value.find('$') == std::string_view::npos});
    }

    JobReader& job_;
    LineStates lines_;
    std::vector<Stage> stages_;
    bool in_env_ = false;
};

}

void read_image(const Tree& tree, JobReader& job) { ImageReader(tree, job).read(); }

}
