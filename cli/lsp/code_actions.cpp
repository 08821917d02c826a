// SPDX-License-Identifier: Apache-2.0
// Offers the corrections of `fix` for single findings, and a comment that waives one. An action is offered only after its edit was made and
// verified; if a correction is impossible, the action gives the reason, if the client can show it.
#include "cli/lsp/code_actions.h"

#include "cli/lsp/stated.h"
#include "cli/lsp/waiver_edit.h"
#include "cli/terminal/visible.h"
#include "rules/engine/fix.h"
#include "workspace/amend/prove_fixes.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using workspace::CorrectedFile;
using workspace::Correction;

constexpr std::string_view quick_fix = "quickfix";
constexpr std::string_view fix_all = "source.fixAll.rocelint";

bool is_wanted(const ActionWish& wish, std::string_view kind)
{
    return wish.only.empty() || std::ranges::any_of(wish.only, [kind](const std::string& only) {
        return only.empty() || kind == only || (kind.starts_with(only) && kind[only.size()] == '.');
    });
}

bool overlaps(const LspRange& a, const LspRange& b) { return a.start <= b.end && b.start <= a.end; }

class ActionWriter {
public:
    ActionWriter(const workspace::OpenFabric& fabric,
        const Source& source,
        std::span<const Diagnostic> diagnostics,
        const ClientAbilities& client,
        const UriOf& uri_of,
        const VersionOf& version_of)
        : outcome_(*fabric.outcome)
        , source_(source)
        , diagnostics_(diagnostics)
        , client_(client)
        , uri_of_(uri_of)
        , version_of_(version_of)
        , locator_(outcome_.fabric.sources, client.encoding)
    {
    }

    std::string run(const ActionWish& wish)
    {
        out_.begin_array();
        if (client_.code_action_literals) {
            if (is_wanted(wish, quick_fix)) {
                for (const auto add : {&ActionWriter::add_fix, &ActionWriter::add_waiver}) {
                    for (const Diagnostic& diagnostic : diagnostics_) {
                        if (diagnostic.finding != Diagnostic::none && overlaps(diagnostic.range, wish.range))
                            (this->*add)(diagnostic);
                    }
                }
            }
            if (is_wanted(wish, fix_all))
                add_fix_all();
        }
        out_.end();
        return out_.take_value();
    }

private:
    [[nodiscard]] const Finding& finding_of(const Diagnostic& diagnostic) const
    {
        return outcome_.report.findings[diagnostic.finding];
    }

    void add_fix(const Diagnostic& diagnostic)
    {
        const Finding& finding = finding_of(diagnostic);
        if (finding.changes.empty())
            return;
        Report alone;
        alone.findings.push_back(finding);
        const std::vector<Correction> corrections
            = workspace::correct_and_prove(outcome_, plan_fixes(alone, {}), {.to_the_end = false})
                  .corrections;
        const std::string title = visible(fmt::format("{}: {}",
            finding.rule->code,
            finding.fix.empty() ? finding.rule->fix : std::string_view(finding.fix)));
        write_action(title, quick_fix, corrections, {&diagnostic, 1}, client_.preferred_actions);
    }

    // The comment lacks a reason, which only the reader of the finding knows; until it has one, rocelint
    // reports it, and the finding stays.
    void add_waiver(const Diagnostic& diagnostic)
    {
        const Finding& finding = finding_of(diagnostic);
        const std::optional<Edit> edit = waiver_edit(outcome_, finding, source_);
        if (!edit)
            return;
        auto text = apply_edits(source_, {*edit});
        if (!text)
            return;
        Correction comment;
        comment.files.push_back(
            {.source = source_.id(), .path = source_.path(), .text = *std::move(text), .edits = {*edit}});
        write_action(
            fmt::format("{}: ignore this line with a waiver comment, and state a reason", finding.rule->code),
            quick_fix,
            {comment},
            {&diagnostic, 1},
            false);
    }

    // Only for this file's devices: saving one file in an editor must not change other devices.
    void add_fix_all()
    {
        Report report;
        std::vector<Diagnostic> meant;
        for (const Diagnostic& diagnostic : diagnostics_) {
            if (diagnostic.finding == Diagnostic::none || finding_of(diagnostic).changes.empty())
                continue;
            report.findings.push_back(finding_of(diagnostic));
            meant.push_back(diagnostic);
        }
        FixPlan plan = plan_fixes(report, {});
        const std::vector<std::uint32_t> own = devices_of(outcome_.fabric, source_.id());
        std::erase_if(plan.devices,
            [&own](const DeviceFixes& fixes) { return std::ranges::find(own, fixes.device) == own.end(); });
        const std::vector<Correction> corrections
            = workspace::correct_and_prove(outcome_, plan, {.to_the_end = false}).corrections;
        const bool any = std::ranges::any_of(
            corrections, [](const Correction& correction) { return !correction.files.empty(); });
        if (any)
            write_action("Correct everything in this file that rocelint can correct",
                fix_all,
                corrections,
                meant,
                false);
    }

    [[nodiscard]] std::string why_not(const std::vector<Correction>& corrections) const
    {
        bool any = false;
        for (const Correction& correction : corrections) {
            for (const CorrectedFile& file : correction.files) {
                any = true;
                if (file.source == no_source && !client_.creates_files)
                    return fmt::format("it needs a new file, {}, which this editor cannot make", file.path);
            }
        }
        if (any)
            return {};
        for (const Correction& correction : corrections) {
            if (!correction.not_made.empty())
                return correction.not_made.front().reason;
        }
        return "it contradicts another finding";
    }

    void write_action(std::string_view title,
        std::string_view kind,
        const std::vector<Correction>& corrections,
        std::span<const Diagnostic> diagnostics,
        bool preferred)
    {
        const std::string refusal = why_not(corrections);
        if (!refusal.empty() && !client_.disabled_actions)
            return;
        out_.begin_object();
        out_.text("title", title);
        out_.text("kind", kind);
        out_.key("diagnostics").begin_array();
        for (const Diagnostic& diagnostic : diagnostics)
            out_.raw(diagnostic.json);
        out_.end();
        if (!refusal.empty()) {
            out_.key("disabled").begin_object();
            out_.text("reason", visible(refusal));
            out_.end();
        } else {
            if (preferred)
                out_.key("isPreferred").boolean(true);
            out_.key("edit");
            write_edit(corrections);
        }
        out_.end();
    }

    void write_edit(const std::vector<Correction>& corrections)
    {
        out_.begin_object();
        if (client_.document_changes)
            out_.key("documentChanges").begin_array();
        else
            out_.key("changes").begin_object();
        for (const Correction& correction : corrections) {
            for (const CorrectedFile& file : correction.files)
                write_file(file);
        }
        out_.end();
        out_.end();
    }

    void write_file(const CorrectedFile& file)
    {
        const std::string uri = uri_of_(file.path);
        if (!client_.document_changes) {
            out_.key(uri);
            write_text_edits(file);
            return;
        }
        if (file.source == no_source) {
            out_.begin_object();
            out_.text("kind", "create");
            out_.text("uri", uri);
            out_.end();
        }
        out_.begin_object();
        out_.key("textDocument").begin_object();
        out_.text("uri", uri);
        out_.key("version");
        if (const auto version = version_of_(file.path))
            out_.signed_number(*version);
        else
            out_.null();
        out_.end();
        out_.key("edits");
        write_text_edits(file);
        out_.end();
    }

    void write_text_edits(const CorrectedFile& file)
    {
        out_.begin_array();
        const Source* old = outcome_.fabric.sources.find(file.source);
        if (old == nullptr) {
            write_text_edit({}, file.text);
        } else {
            std::vector<Edit> edits = file.edits;
            std::ranges::stable_sort(edits, {}, [](const Edit& edit) { return edit.at.offset; });
            const auto made = apply_edits(*old, edits);
            // A driver that rewrites the whole file returns no edits of the old text.
            if (!made || *made != file.text)
                edits = {{old->whole(), file.text}};
            for (const Edit& edit : edits)
                write_text_edit(locator_.exact(edit.at), edit.text);
        }
        out_.end();
    }

    void write_text_edit(const LspRange& range, std::string_view text)
    {
        out_.begin_object();
        write_range(out_, "range", range);
        out_.text("newText", text);
        out_.end();
    }

    const workspace::Outcome& outcome_;
    const Source& source_;
    std::span<const Diagnostic> diagnostics_;
    const ClientAbilities& client_;
    const UriOf& uri_of_;
    const VersionOf& version_of_;
    Locator locator_;
    JsonWriter out_;
};

}

std::string code_actions_of(const workspace::OpenFabric& fabric,
    const Source& source,
    std::span<const Diagnostic> diagnostics,
    const ActionWish& wish,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const VersionOf& version_of)
{
    return ActionWriter(fabric, source, diagnostics, client, uri_of, version_of).run(wish);
}

}
