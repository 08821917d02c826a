// SPDX-License-Identifier: Apache-2.0
// One file may hold the output of many commands, with or without their command lines. Output that belongs to
// no known command is unrecognised.
#include "drivers/linux_host/config/transcript.h"

#include "drivers/linux_host/config/bug_report.h"
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/json_output.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"

#include <cstring>

namespace rocelint::linux_host {
namespace {

struct CaptureLine {
    std::size_t offset;
    std::string_view text; // without its line end
};

class CaptureLines {
public:
    explicit CaptureLines(std::string_view text) : text_(text), comments_(text, '#') { }
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    CaptureLine next()
    {
        const std::size_t from = at_;
        const void* feed = std::memchr(text_.data() + from, '\n', text_.size() - from);
        const std::size_t end = feed == nullptr
            ? text_.size()
            : static_cast<std::size_t>(static_cast<const char*>(feed) - text_.data());
        at_ = end + 1;
        std::string_view line = text_.substr(from, end - from);
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        return {from, comments_.strip(line)};
    }
    void skip_to(std::size_t offset) { at_ = offset; }

private:
    std::string_view text_;
    WaiverComments comments_;
    std::size_t at_ = 0;
};

bool is_json(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

class Cutter {
public:
    explicit Cutter(const Source& source)
        : source_(source)
        , builder_(source)
        , lines_(source.text())
        , hint_(hint_of_path(source.path()))
        , is_report_(is_bug_report(source.text()))
    {
    }

    Tree cut()
    {
        builder_.open(builder_.make_node(Node::Kind::line, 0, 0));
        while (!lines_.at_end())
            take(lines_.next());
        return builder_.finish();
    }

private:
    void take(const CaptureLine& line)
    {
        const std::string_view text = trimmed(line.text);
        if (text.empty())
            return;
        const auto offset = static_cast<std::uint32_t>(text.data() - source_.data());
        if (is_report_)
            return take_report_line(offset, text);
        if (const Prompt prompt = parse_prompt(line.text); prompt.found) {
            open_section(offset, text);
            guessed_ = {};
            const Output output = parse_command(prompt.command).output;
            // A script prints the output of the commands in it, so
            // its output is examined as if the command were unknown.
            knows_command_ = output != Output::unknown;
            wants_json_ = may_be_json(output);
            return;
        }
        if (line.text.starts_with("# "))
            return; // a comment, since parse_prompt() found no prompt
        if (!knows_command_)
            guess_section(offset, line.text);
        if (wants_json_ && begins_json(text)) {
            take_json(offset);
            return;
        }
        Node* node = builder_.make_node(Node::Kind::line, offset, static_cast<std::uint32_t>(text.size()));
        node->key = text;
        if (text.starts_with("```"))
            node->mark(CoverageState::irrelevant);
        builder_.add(node);
    }

    // Parts that are not read get one node each, because a log contains dumps of many megabytes.
    void take_report_line(std::uint32_t offset, std::string_view text)
    {
        constexpr std::string_view system = "uname: ";
        if (is_report_separator(text)) {
            end_unread();
            reads_section_ = is_lost_ = false;
            ++separators_;
        } else if (is_report_command(text)) {
            open_read(offset, text);
        } else if (separators_ == 1 && text.starts_with(system)) {
            open_read(offset, "uname -a");
            add_line(offset + static_cast<std::uint32_t>(system.size()), text.substr(system.size()));
            reads_section_ = false;
        } else if (reads_section_) {
            add_line(offset, text);
        } else {
            add_unread(offset, text);
        }
    }

    void add_unread(std::uint32_t offset, std::string_view text)
    {
        if (is_unread_report_command(text)) {
            end_unread();
            is_lost_ = true;
        }
        const std::uint32_t line = builder_.line_at(offset);
        // Blank lines are not part of what is lost.
        if (is_lost_ && unread_ != nullptr && unread_->line + unread_->value_length != line)
            end_unread();
        if (unread_ == nullptr) {
            close_section();
            unread_ = builder_.make_node(Node::Kind::lines, offset, 0);
            unread_->mark(is_lost_ ? CoverageState::unsupported : CoverageState::irrelevant);
            builder_.add(unread_);
        }
        unread_->value_length = line - unread_->line + 1;
    }

    void end_unread() { unread_ = nullptr; }

    void open_read(std::uint32_t offset, std::string_view command)
    {
        open_section(offset, {});
        auto* node = const_cast<Node*>(builder_.innermost());
        node->mark(CoverageState::irrelevant);
        node->key = command;
        reads_section_ = true;
    }

    void add_line(std::uint32_t offset, std::string_view text)
    {
        Node* node = builder_.make_node(Node::Kind::line, offset, static_cast<std::uint32_t>(text.size()));
        node->key = text;
        builder_.add(node);
    }

    void close_section()
    {
        if (in_section_)
            builder_.close();
        in_section_ = false;
    }

    void open_section(std::uint32_t offset, std::string_view text)
    {
        close_section();
        end_unread();
        Node* node = builder_.make_node(Node::Kind::line, offset, static_cast<std::uint32_t>(text.size()));
        node->key = text;
        builder_.open(node);
        in_section_ = true;
    }

    void open_guessed(std::uint32_t offset, std::string_view command)
    {
        open_section(offset, {});
        auto* node = const_cast<Node*>(builder_.innermost());
        node->mark(CoverageState::irrelevant);
        // lldptool prints the TLVs of the host and of its neighbour alike; only the file's name distinguishes them.
        const bool is_hinted = hint_.command == command || command.empty()
            || (command == "lldptool" && hint_.command.starts_with(command));
        node->key = is_hinted ? hint_.command : command;
        if (is_hinted && !hint_.command.empty())
            node->value = hint_.subject;
        wants_json_ = may_be_json(parse_command(node->key).output);
        guessed_ = command;
    }

    // Output without a command line: its first line or the file's name identifies the command.
    void guess_section(std::uint32_t offset, std::string_view line)
    {
        const std::string_view command = command_by_first_line(line);
        const bool again = command == "mlnx_qos" && line.starts_with("DCBX mode:");
        if (!command.empty() && (command != guessed_ || again))
            open_guessed(offset, command);
        else if (command.empty() && !in_section_ && !hint_.command.empty())
            open_guessed(offset, {});
    }

    // A JSON document ends before the next prompt, because none of its lines can look like a prompt.
    void take_json(std::uint32_t offset)
    {
        std::size_t end = source_.size();
        CaptureLines ahead = lines_;
        ahead.skip_to(offset);
        while (!ahead.at_end()) {
            const CaptureLine line = ahead.next();
            if (line.offset <= offset || !parse_prompt(line.text).found)
                continue;
            end = line.offset;
            break;
        }
        parse_json_part(builder_, source_.text().substr(offset, end - offset));
        lines_.skip_to(end);
        wants_json_ = false;
    }

    const Source& source_;
    TreeBuilder builder_;
    CaptureLines lines_;
    FileHint hint_;
    std::string_view guessed_;
    std::uint32_t separators_ = 0; ///< lines of underscores in a bug report
    bool is_report_ = false;
    Node* unread_ = nullptr; ///< the part of a bug report that is not read
    bool reads_section_ = false; ///< of a bug report
    bool is_lost_ = false; ///< the part of a bug report concerns RDMA, and is not read
    bool in_section_ = false;
    bool knows_command_ = false;
    bool wants_json_ = false;
};

bool is_capture(Output output) { return output > Output::ip_address; }

// A single short value, as in a mirrored /sys file.
bool is_one_value(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return last != std::string_view::npos && last < 256;
}

bool is_hostname(std::string_view text)
{
    const std::string_view word = ascii::trimmed_back(text, ascii::is_white);
    return !word.empty() && word.size() < 256
        && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
        == std::string_view::npos;
}

bool is_lldp_json(std::string_view text)
{
    const std::size_t brace = text.find_first_not_of(" \t\r\n");
    const std::size_t key
        = brace == std::string_view::npos ? brace : text.find_first_not_of(" \t\r\n", brace + 1);
    return key != std::string_view::npos && text.substr(key).starts_with("\"lldp\"");
}

bool is_mlxconfig_text(std::string_view text)
{
    const std::size_t quote = text.find('"');
    return quote != std::string_view::npos && text.substr(quote).starts_with("\"Device #")
        && text.substr(0, 65536).find("\"tlv_configuration\"") != std::string_view::npos;
}

// JSON that a command printed into a file named after it.
bool is_named_json(const Source& source)
{
    const std::string_view text = source.text();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[')
        && may_be_json(parse_command(hint_of_path(source.path()).command).output);
}

Detection detect_by_path(const Source& source)
{
    const FileHint hint = hint_of_path(source.path());
    const std::string_view text = source.text();
    if (is_named_json(source))
        return {80, "output of a Linux command, as JSON"};
    if (hint.command == "cat /etc/modprobe.d/")
        return text.find("options irdma ") != std::string_view::npos
                || text.find("options ko2iblnd ") != std::string_view::npos
            ? Detection{70, "options of an RDMA kernel module"}
            : Detection{};
    // The output for one device (`lspci -s`) begins with that device and not with the first bridge of the
    // host.
    if (hint.command == "lspci -vvv" && text.find("LnkSta:") != std::string_view::npos)
        return {70, "a file named after lspci, with PCIe links"};
    if (hint.command == "cat /sys/" && is_one_value(text))
        return {90, "a mirrored file of /sys"};
    if (hint.command == "hostname" || hint.command == "uname -n")
        return is_hostname(text) ? Detection{70, "a file that holds a hostname"} : Detection{};
    const bool one_value = hint.command == "cma_roce_tos" || hint.command == "cma_roce_mode"
        || hint.command == "traffic_class" || hint.command == "dcb dcbx";
    if (one_value && is_one_value(text))
        return {70, "named after a command of a Linux host"};
    return {};
}

}

Detection detect(const Source& source)
{
    if (config_kind(source) != ConfigKind::none)
        return detect_config(source);
    const std::string_view text = source.text();
    if (is_bug_report(text))
        return {90, "a log of nvidia-bug-report.sh"};
    if (is_json(text) && is_mlxconfig_text(text))
        return {90, "mlxconfig's JSON"};
    if (is_json(text) && !is_named_json(source))
        return is_lldp_json(text) ? Detection{90, "lldpcli's JSON"} : Detection{};
    if (const Detection by_path = detect_by_path(source); by_path.confidence > 0)
        return by_path;
    constexpr std::size_t looked_at = 16384;
    CaptureLines lines(text.substr(0, looked_at));
    while (!lines.at_end()) {
        const CaptureLine line = lines.next();
        const Prompt prompt = parse_prompt(line.text);
        if (prompt.found && is_capture(parse_command(prompt.command).output))
            return {90, "a transcript of Linux commands about RDMA"};
        const std::string_view guessed = prompt.found ? std::string_view{} : command_by_first_line(line.text);
        if (!guessed.empty() && guessed != "ip address")
            return {80, "output of a Linux command"};
    }
    return {};
}

Tree parse(const Source& source)
{
    if (const ConfigKind kind = config_kind(source); kind != ConfigKind::none)
        return parse_config(source, kind);
    return is_json(source.text()) && !is_named_json(source) ? parse_json(source) : Cutter(source).cut();
}

Command command_of(const Node& section)
{
    if (section.length != 0) {
        const Prompt prompt = parse_prompt(section.key);
        return prompt.found ? parse_command(prompt.command) : Command{};
    }
    if (section.key == "traffic_class")
        return {Output::sysfs, section.value};
    Command command = parse_command(section.key);
    command.subject = section.value;
    return command;
}

std::string_view host_of(const Node& section)
{
    return section.length == 0 ? std::string_view{} : parse_prompt(section.key).host;
}

NamedHost hostname_in(const Node& section)
{
    const Output output = command_of(section).output;
    if (section.first == nullptr || section.first->kind != Node::Kind::line)
        return {};
    const Node& line = *section.first;
    Words words(line.key);
    if (output == Output::hostname && is_hostname(line.key))
        return {&line, line.key};
    if (output == Output::uname && words.take("Linux"))
        return {&line, words.next()};
    if (output != Output::hostnamectl)
        return {};
    for (const Node& candidate : section) {
        constexpr std::string_view title = "Static hostname: ";
        if (candidate.kind == Node::Kind::line && candidate.key.starts_with(title))
            return {&candidate, candidate.key.substr(title.size())};
    }
    return {};
}

std::string_view identity(const Tree& tree)
{
    if (config_kind(*tree.source) != ConfigKind::none)
        return stated_host(*tree.source);
    if (tree.root == nullptr || tree.root->kind != Node::Kind::line)
        return {};
    std::string_view prompted;
    for (const Node& section : *tree.root) {
        if (const NamedHost named = hostname_in(section); named.line != nullptr)
            return named.name;
        if (prompted.empty())
            prompted = host_of(section);
    }
    return prompted;
}

}
