// SPDX-License-Identifier: Apache-2.0
// Manifests come in many documents, in Lists, and half filled in by templates that no parser of YAML accepts. Their
// lines are enough to find the variables.
#include "drivers/app_env/manifest_parts.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <utility>

namespace rocelint::app_env {
namespace {

ManifestLine manifest_line(std::string_view text, std::string_view whole)
{
    ManifestLine line;
    line.text = ascii::trimmed(whole, ascii::is_blank_or_cr);
    line.blanks = static_cast<std::uint32_t>(std::min(whole.find_first_not_of(" \t"), whole.size()));
    line.begin = static_cast<std::uint32_t>(whole.data() - text.data()) + line.blanks;
    if (line.text.starts_with('#'))
        line.text = {};
    return line;
}

class PartFinder {
public:
    explicit PartFinder(std::string_view text) : text_(text) { }

    std::vector<ManifestPart> find()
    {
        std::string_view rest = text_;
        while (!rest.empty())
            take(manifest_line(text_, ascii::take_until(rest, '\n')));
        end_part();
        return std::move(parts_);
    }

private:
    void take(const ManifestLine& line)
    {
        if (line.text == "---" || line.text.starts_with("--- ")) {
            end_part();
            in_services_ = false;
            service_blanks_ = 0;
            return;
        }
        const std::string_view entry = without_dashes(line.text);
        // An entry of a List.
        if (line.text.starts_with("- ")
            && (value_of(entry, "apiVersion").found || value_of(entry, "kind").found) && !part_.kind.empty())
            end_part();
        if (line.blanks == 0 && !line.text.empty()) {
            const bool begins = line.text == "services:";
            if (in_services_ || begins)
                end_part();
            in_services_ = begins;
            service_blanks_ = 0;
        } else if (in_services_ && !line.text.empty()) {
            if (service_blanks_ == 0)
                service_blanks_ = line.blanks;
            if (line.blanks == service_blanks_) {
                end_part();
                part_.name = line.text.substr(0, line.text.find(':'));
                part_.is_service = true;
            }
        }
        look_at(line, entry);
        part_.lines.push_back(line);
    }

    // Notes what identifies the part, and where its variables come from.
    void look_at(const ManifestLine& line, std::string_view entry)
    {
        if (const KeyValue kind = value_of(entry, "kind"); kind.found && part_.kind.empty() && !in_services_)
            part_.kind = scalar(kind.value);
        if (value_of(entry, "metadata").found && !has_metadata_) {
            has_metadata_ = true;
            return;
        }
        const KeyValue name = value_of(entry, "name");
        if (has_metadata_ && part_.name.empty() && name.found)
            part_.name = scalar(name.value);
        if (line.text.find("configMapRef") != std::string_view::npos
            || line.text.find("secretRef") != std::string_view::npos) {
            after_reference_ = true;
            const std::size_t inside = line.text.find("name:");
            if (inside != std::string_view::npos)
                add_reference(line.text.substr(inside + 5));
        } else if (after_reference_ && name.found) {
            add_reference(name.value);
        }
        part_.takes_others = part_.takes_others || value_of(entry, "env_file").found
            || value_of(entry, "extends").found || value_of(entry, "<<").found
            || entry.find(": *") != std::string_view::npos;
    }

    void add_reference(std::string_view written)
    {
        after_reference_ = false;
        const std::string_view value = ascii::trimmed(written, ascii::is_blank);
        part_.taken_from.push_back(scalar(value.substr(0, value.find_first_of("},"))));
    }

    void end_part()
    {
        if (!part_.lines.empty())
            parts_.push_back(std::move(part_));
        part_ = {};
        has_metadata_ = false;
        after_reference_ = false;
    }

    std::string_view text_;
    std::vector<ManifestPart> parts_;
    ManifestPart part_;
    bool has_metadata_ = false;
    bool after_reference_ = false;
    bool in_services_ = false;
    std::uint32_t service_blanks_ = 0; ///< before the name of a service; 0 until the first
};

}

std::vector<ManifestPart> manifest_parts(std::string_view text) { return PartFinder(text).find(); }

std::string_view without_dashes(std::string_view line)
{
    while (line.starts_with("- "))
        line = ascii::trimmed(line.substr(2), ascii::is_blank);
    return line;
}

std::string_view scalar(std::string_view written)
{
    written = ascii::trimmed(written, ascii::is_blank_or_cr);
    if (!written.empty() && (written.front() == '"' || written.front() == '\'')) {
        const std::size_t end = written.find(written.front(), 1);
        return end == std::string_view::npos ? written : written.substr(1, end - 1);
    }
    return ascii::trimmed(written.substr(0, written.find(" #")), ascii::is_blank);
}

KeyValue value_of(std::string_view line, std::string_view key)
{
    if (!line.starts_with(key) || line.size() == key.size() || line[key.size()] != ':')
        return {};
    const std::string_view value = line.substr(key.size() + 1);
    if (!value.empty() && !ascii::is_blank(value.front()))
        return {};
    return {true, ascii::trimmed(value, ascii::is_blank)};
}

}
