// SPDX-License-Identifier: Apache-2.0
// The command line as data for CLI11. Nothing is decided here but what was typed; what it means is
// option_words.cpp's.
#include "cli/options.h"

#include "cli/help_text.h"
#include "cli/option_words.h"
#include "cli/terminal/version.h"
#include "models/text/nearest.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace rocelint::cli {
namespace {

// The command line as CLI11 knows it, with the plain structs that it fills in.
class CommandLine {
public:
    CommandLine()
    {
        app_.name("rocelint");
        app_.set_version_flag("--version", fmt::format("rocelint {}", version));
        app_.set_help_flag("-h,--help", "Print this help");
        app_.allow_extras();
        app_.require_subcommand(0, 1);
        app_.footer(exit_codes);
        add_check();
        add_fix();
        add_render();
        add_rules();
        add_explain();
        add_headroom();
        add_policy();
        add_debug();
        add_trace();
        add_live();
    }

    Command parse(int argc, const char* const* argv)
    {
        if (argc <= 1)
            return Answer{short_help, false, ExitCode::usage};
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            return Answer{help_of_chosen(), false, ExitCode::good};
        } catch (const CLI::CallForVersion&) {
            return Answer{fmt::format("rocelint {}\n", version), false, ExitCode::good};
        } catch (const CLI::ParseError& error) {
            if (const auto unknown = unknown_argument())
                return *unknown;
            return refuse(error.what());
        }
        if (const auto unknown = unknown_argument())
            return *unknown;
        return command();
    }

private:
    CLI::App* add(CLI::App& parent, const std::string& name, const std::string& description)
    {
        CLI::App* added = parent.add_subcommand(name, description);
        added->allow_extras();
        return added;
    }

    void add_inputs(CLI::App& command, workspace::InputOptions& input)
    {
        command
            .add_option("--policy", input.policy, "Policy file (default: the nearest rocelint.yaml upward)")
            ->option_text("FILE");
        command
            .add_option("--topology", input.topology, "Topology file (default: topology.yaml beside PATH)")
            ->option_text("FILE");
        add_platform(command, input);
    }

    void add_platform(CLI::App& command, workspace::InputOptions& input)
    {
        command
            .add_option(
                "--platform", input.platform, "Read every file as this platform's (default: by content)")
            ->option_text("NAME");
    }

    void add_check()
    {
        check_ = add(app_, "check", "Check every configuration below PATH");
        check_
            ->add_option(
                "PATH", check_options_.input.paths, "Files or folders; '-' for standard input (default: .)")
            ->option_text(" ");
        add_inputs(*check_, check_options_.input);
        check_->add_option("--format", words_.format, "text, json or sarif (default: text)")
            ->option_text("FORMAT");
        check_->add_option("-o,--output", check_options_.output, "Write the report to FILE")
            ->option_text("FILE");
        add_selection(*check_);
        check_
            ->add_option("--fail-on",
                words_.fail_on,
                "Exit with 1 from this severity on: error, warning, info or never")
            ->option_text("SEVERITY");
        check_->add_flag("--strict-coverage",
            check_options_.strict_coverage,
            "Exit with 1 when a line is unsupported or unrecognised, and list such lines");
        check_->add_option("--baseline", check_options_.baseline, "Leave out the findings that FILE lists")
            ->option_text("FILE");
        check_->add_option("--write-baseline", check_options_.new_baseline, "Write the findings to FILE")
            ->option_text("FILE");
        check_->add_flag(
            "--stats", check_options_.stats, "Print amounts, times and memory on standard error");
        check_->add_option("--color", words_.colour, "auto, always or never (default: auto)")
            ->option_text("WHEN");
        check_->footer(exit_codes);
    }

    void add_fix()
    {
        fix_ = add(app_, "fix", "Correct the files below PATH: prints a diff");
        fix_->add_option("PATH", fix_options_.input.paths, "Files or folders (default: .)")->option_text(" ");
        add_inputs(*fix_, fix_options_.input);
        CLI::Option* write = fix_->add_flag("--write", words_.write, "Change the files");
        CLI::Option* check
            = fix_->add_flag("--check", words_.check, "Print nothing; exit with 1 when a file would change");
        CLI::Option* commands
            = fix_->add_flag("--commands", words_.commands, "Print what the devices themselves take");
        write->excludes(check)->excludes(commands);
        check->excludes(commands);
        fix_->add_flag("--hitless", fix_options_.hitless, "Make only corrections that lose no packet");
        add_selection(*fix_);
    }

    void add_render()
    {
        render_ = add(app_, "render", "Write the configuration of every device of an intent");
        render_->add_option("INTENT", render_options_.intent, "A fabric.yaml")->required()->option_text(" ");
        render_
            ->add_option("-o,--output",
                render_options_.folder,
                "Folder for all files: new, empty, or written by render")
            ->option_text("DIR");
        render_->add_flag("--check",
            render_options_.check,
            "Write nothing; with -o exit with 1 when DIR is not as render would write it");
        render_->add_flag(
            "--force", render_options_.force, "Overwrite files in DIR that were changed by hand");
        render_->add_option("--jobs", words_.jobs, "Threads (default: one per core)")->option_text("N");
    }

    void add_selection(CLI::App& command)
    {
        command
            .add_option(
                "--select", words_.select, "Run only these rules: codes, names or prefixes such as PFC,ECN00")
            ->option_text("CODES")
            ->allow_extra_args(false);
        command.add_option("--ignore", words_.ignore, "Leave these rules out")
            ->option_text("CODES")
            ->allow_extra_args(false);
        command.add_option("--jobs", words_.jobs, "Threads (default: one per core)")->option_text("N");
    }

    void add_rules()
    {
        rules_ = add(app_, "rules", "List the rules");
        rules_->add_option("--format", words_.format, "text, json or markdown (default: text)")
            ->option_text("FORMAT");
        rules_->add_option("--write-pages", rules_options_.pages, "Write one Markdown page per rule into DIR")
            ->option_text("DIR");
    }

    void add_explain()
    {
        explain_ = add(app_, "explain", "Explain one rule");
        explain_->add_option("CODE", explain_options_.code, "A rule's code or name")
            ->required()
            ->option_text(" ");
        explain_->add_option("--format", words_.format, "text or markdown (default: text)")
            ->option_text("FORMAT");
    }

    void add_headroom()
    {
        headroom_ = add(app_, "headroom", "The buffer that one lossless class of a port needs, term by term");
        for (const HeadroomOption& option : headroom_option_table)
            headroom_->add_option(option.name, headroom_words_.*option.word, option.description)
                ->option_text(option.value);
    }

    void add_policy()
    {
        policy_ = add(app_, "policy", "Work with policies");
        policy_->require_subcommand(1);
        infer_ = add(*policy_, "infer", "Print what the devices agree on as a rocelint.yaml");
        infer_->add_option("PATH", infer_options_.input.paths, "Files or folders (default: .)")
            ->option_text(" ");
        add_inputs(*infer_, infer_options_.input);
    }

    void add_debug()
    {
        debug_ = add(app_, "debug", "Show what the program understood");
        debug_->require_subcommand(1);
        workspace::InputOptions& input = debug_options_.input;
        const auto add_one = [&](const char* name, const char* description) {
            CLI::App* added = add(*debug_, name, description);
            added->add_option("FILE", input.paths, "A configuration file")->required()->option_text(" ");
            return added;
        };
        tree_ = add_one("tree", "The syntax tree as an S-expression");
        model_ = add_one("model", "The neutral model, with every setting's origin and every port's evidence");
        coverage_ = add_one("coverage", "Every line with what became of it");
        add_platform(*tree_, input);
        add_inputs(*model_, input);
        add_platform(*coverage_, input);
    }

    void add_trace()
    {
        trace_ = add(
            app_, "trace", "Walk RDMA packets and the CNPs back, hop by hop, over all equal-cost paths");
        trace_
            ->add_option("SRC DST PATH",
                words_.ends_and_paths,
                "Two ends of the fabric (host, host:port or switch:port), then files or folders (default: .); "
                "with --all-pairs only files or folders")
            ->option_text(" ");
        trace_->add_flag("--all-pairs",
            trace_options_.all_pairs,
            "Prove every pair of RDMA endpoints; one counterexample for each cause");
        trace_
            ->add_option("--class",
                trace_options_.class_name,
                "Only this RDMA class, by name or priority (default: all that both ends use)")
            ->option_text("NAME");
        add_inputs(*trace_, trace_options_.input);
        trace_->add_option("--format", words_.format, "text or json (default: text)")->option_text("FORMAT");
        trace_->add_option("-o,--output", trace_options_.output, "Write the report to FILE")
            ->option_text("FILE");
        trace_->add_option("--jobs", words_.jobs, "Threads (default: one per core)")->option_text("N");
        trace_->add_option("--color", words_.colour, "auto, always or never (default: auto)")
            ->option_text("WHEN");
        trace_->footer("Exit codes: 0 every path is proven, or at least none is broken; 1 a path is broken;\n"
                       "2 wrong usage, or an unknown endpoint; 3 an input could not be read, or no\n"
                       "device was recognised; 70 a fault of rocelint.");
    }

    void add_live()
    {
        for (const LiveEntry& entry : live_commands) {
            CLI::App* command = add(app_, entry.name, entry.description);
            command->add_option(entry.words, live_words_.words, entry.words_description)->option_text(" ");
            for (const LiveOption& option : live_option_table()) {
                if ((option.commands & entry.command) == 0)
                    continue;
                if (option.flag != nullptr)
                    command->add_flag(option.name, live_words_.*option.flag, option.description);
                else
                    command->add_option(option.name, live_words_.*option.word, option.description)
                        ->option_text(option.value);
            }
            command->footer(live_exit_codes);
            live_.emplace_back(command, entry.command);
        }
    }

    // The innermost command that was named.
    CLI::App& chosen()
    {
        CLI::App* at = &app_;
        while (!at->get_subcommands().empty())
            at = at->get_subcommands().front();
        return *at;
    }

    std::string help_of_chosen()
    {
        std::string parents;
        CLI::App* at = &app_;
        for (; !at->get_subcommands().empty(); at = at->get_subcommands().front())
            parents += (parents.empty() ? "" : " ") + at->get_name();
        return at->help(parents);
    }

    static Answer refuse(const std::string& message)
    {
        return {fmt::format("rocelint: {}\n", message), true, ExitCode::usage};
    }

    std::optional<Answer> unknown_argument()
    {
        CLI::App& command = chosen();
        std::vector<std::string> rest = command.remaining();
        if (rest.empty())
            rest = app_.remaining(true);
        if (rest.empty())
            return std::nullopt;
        const std::string word = rest.front().substr(0, rest.front().find('='));
        const bool is_option = word.starts_with('-') && word.size() > 1;
        std::vector<std::string> names;
        if (is_option) {
            for (const CLI::Option* option : command.get_options()) {
                for (const std::string& name : option->get_lnames())
                    names.push_back("--" + name);
            }
        } else {
            for (const CLI::App* known : command.get_subcommands([](CLI::App*) { return true; }))
                names.push_back(known->get_name());
        }
        const std::vector<std::string_view> known(names.begin(), names.end());
        const std::string_view near = nearest(word, known);
        const std::string_view kind = is_option ? "option" : known.empty() ? "argument" : "command";
        const std::string of = &command == &app_ ? std::string{} : fmt::format(" of {}", command.get_name());
        return refuse(near.empty()
                ? fmt::format("unknown {} '{}'{}; see rocelint --help", kind, word, of)
                : fmt::format("unknown {} '{}'{}; did you mean '{}'?", kind, word, of, near));
    }

    Command command()
    {
        if (rules_->parsed())
            return finished(rules_options_);
        if (explain_->parsed())
            return finished(explain_options_);
        if (headroom_->parsed()) {
            auto read = read_headroom_words(headroom_words_);
            return read ? Command(std::move(*read)) : Command(refuse(read.error().message));
        }
        if (debug_->parsed()) {
            debug_options_.what = tree_->parsed() ? DebugOptions::What::tree
                : model_->parsed()                ? DebugOptions::What::model
                                                  : DebugOptions::What::coverage;
            return debug_options_;
        }
        if (policy_->parsed()) {
            default_path(infer_options_.input);
            return infer_options_;
        }
        if (fix_->parsed()) {
            default_path(fix_options_.input);
            return finished(fix_options_);
        }
        if (render_->parsed())
            return finished(render_options_);
        if (trace_->parsed())
            return finished(trace_options_);
        for (const auto& [parsed, which] : live_) {
            if (parsed->parsed()) {
                auto read = read_live_words(live_words_);
                return read ? Command(LiveCommandLine{which, *std::move(read)})
                            : Command(refuse(read.error().message));
            }
        }
        if (check_->parsed()) {
            default_path(check_options_.input);
            return finished(check_options_);
        }
        return Answer{short_help, false, ExitCode::usage};
    }

    static void default_path(workspace::InputOptions& input)
    {
        if (input.paths.empty())
            input.paths.emplace_back(".");
    }

    template <class Options>
    Command finished(Options& options)
    {
        if (const auto refusal = give_meaning(words_, options))
            return refuse(*refusal);
        return options;
    }

    CLI::App app_{"Checks switch and host configuration for RDMA (RoCE)"};
    CLI::App* check_ = nullptr;
    CLI::App* fix_ = nullptr;
    CLI::App* render_ = nullptr;
    CLI::App* rules_ = nullptr;
    CLI::App* explain_ = nullptr;
    CLI::App* headroom_ = nullptr;
    CLI::App* policy_ = nullptr;
    CLI::App* infer_ = nullptr;
    CLI::App* debug_ = nullptr;
    CLI::App* tree_ = nullptr;
    CLI::App* model_ = nullptr;
    CLI::App* coverage_ = nullptr;
    CLI::App* trace_ = nullptr;
    CheckOptions check_options_;
    FixOptions fix_options_;
    RenderOptions render_options_;
    RulesOptions rules_options_;
    ExplainOptions explain_options_;
    HeadroomWords headroom_words_;
    DebugOptions debug_options_;
    InferOptions infer_options_;
    TraceOptions trace_options_;
    LiveWords live_words_;
    std::vector<std::pair<CLI::App*, LiveCommand>> live_;
    OptionWords words_;
};

}

Command parse_command_line(int argc, const char* const* argv) { return CommandLine().parse(argc, argv); }

}
