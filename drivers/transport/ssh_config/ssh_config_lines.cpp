// SPDX-License-Identifier: Apache-2.0
// ssh_config(5) as OpenSSH reads it: Include in place, the first value wins. Unsupported conditions are
// reported only where they would matter.
#include "drivers/transport/ssh_config/ssh_config_lines.h"

#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint {
namespace {

constexpr int deepest_include = 16;
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::string_view blanks = " \t\r";

// A file that is being read.
struct Opened {
    std::string name;
    std::string text;
    int depth = 0;
    std::size_t at = 0;
    std::size_t line = 0;
};

// Returns an empty file if there is none. Never waits on a FIFO.
Result<Opened> read_config_file(const std::string& path)
{
    Opened file{path, {}};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return file;
        return fail(ErrorKind::invalid, fmt::format("{}: cannot be read", path));
    }
    struct stat status { };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)
        || static_cast<std::size_t>(status.st_size) > most_bytes) {
        ::close(descriptor);
        return fail(ErrorKind::invalid, fmt::format("{}: not a readable regular file, or too large", path));
    }
    file.text.resize(static_cast<std::size_t>(status.st_size));
    const ssize_t count = ::read(descriptor, file.text.data(), file.text.size());
    ::close(descriptor);
    file.text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return file;
}

std::vector<std::string> included_files(
    std::string_view value, const std::string& folder, const std::string& home)
{
    std::vector<std::string> files;
    for (std::string word : config_words(value)) {
        if (word.starts_with("~/"))
            word.replace(0, 1, home);
        else if (!word.starts_with('/'))
            word = fmt::format("{}/{}", folder, word);
        glob_t found{};
        if (::glob(word.c_str(), 0, nullptr, &found) == 0)
            files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
        ::globfree(&found);
    }
    return files;
}

// Splits a line at the first blank or "=", as in ssh_config(5).
SshConfigLine split(std::string_view line, const Opened& from)
{
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (line.empty() || line.front() == '#')
        return {};
    const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
    SshConfigLine result{from.depth, ascii::lowered(line.substr(0, end)), {}, from.name, from.line};
    line.remove_prefix(end);
    line = ascii::trimmed_front(line, ascii::is_blank);
    if (line.starts_with('=')) {
        line.remove_prefix(1);
        line = ascii::trimmed_front(line, ascii::is_blank);
    }
    result.value = line;
    return result;
}

// One of the patterns matches, and none of those that are negated with !.
bool matches(const std::vector<std::string>& patterns, std::string_view text)
{
    bool found = false;
    for (const std::string& word : patterns) {
        if (word.starts_with('!') && glob_match(std::string_view(word).substr(1), text))
            return false;
        found = found || glob_match(word, text);
    }
    return found;
}

enum class Applies : std::uint8_t { no, yes, unknown };

// Steps through the lines and tracks whether the current block applies.
class Blocks {
public:
    explicit Blocks(const SshTarget& target) : target_(target), host_(target.host), user_(target.user) { }

    /// Begins again, with what was set before.
    void begin_last_pass()
    {
        last_pass_ = true;
        active_.assign(1, Applies::yes);
    }
    [[nodiscard]] bool wants_last_pass() const { return wants_last_pass_; }

    Applies step(const SshConfigLine& line)
    {
        const auto depth = static_cast<std::size_t>(line.depth);
        while (active_.size() > depth + 1)
            active_.pop_back();
        while (active_.size() <= depth)
            active_.push_back(active_.back());
        const Applies around = depth == 0 ? Applies::yes : active_[depth - 1];
        if (line.keyword.empty())
            active_[depth] = around;
        else if (line.keyword == "host")
            active_[depth]
                = both(around, matches(config_words(line.value), target_.host) ? Applies::yes : Applies::no);
        else if (line.keyword == "match")
            active_[depth] = both(around, judge(line.value));
        else if (line.keyword == "hostname" && active_[depth] == Applies::yes && !host_set_)
            set_host(line.value);
        else if (line.keyword == "user" && active_[depth] == Applies::yes && user_.empty())
            user_ = first_config_word(line.value);
        return active_[depth];
    }

private:
    static Applies both(Applies one, Applies other)
    {
        if (one == Applies::no || other == Applies::no)
            return Applies::no;
        return one == Applies::yes ? other : one;
    }

    static std::string first_config_word(std::string_view value)
    {
        const std::vector<std::string> words = config_words(value);
        return words.empty() ? std::string() : words.front();
    }

    void set_host(std::string_view value)
    {
        std::string name = first_config_word(value);
        for (std::size_t at = name.find("%h"); at != std::string::npos; at = name.find("%h", at)) {
            name.replace(at, 2, target_.host);
            at += target_.host.size();
        }
        host_ = std::move(name);
        host_set_ = true;
    }

    [[nodiscard]] Applies judge(std::string_view condition)
    {
        const std::vector<std::string> words = config_words(condition);
        Applies result = words.empty() ? Applies::unknown : Applies::yes;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const bool negated = words[at].starts_with('!');
            const std::string criterion = words[at].substr(negated ? 1 : 0);
            if (equal_ignoring_case(criterion, "all"))
                continue;
            if (const bool last = equal_ignoring_case(criterion, "final");
                last || equal_ignoring_case(criterion, "canonical")) {
                wants_last_pass_ = wants_last_pass_ || last;
                result = both(result, last_pass_ != negated ? Applies::yes : Applies::no);
                continue;
            }
            const std::string patterns = ++at < words.size() ? words[at] : std::string();
            std::string_view text;
            if (equal_ignoring_case(criterion, "host"))
                text = host_;
            else if (equal_ignoring_case(criterion, "originalhost"))
                text = target_.host;
            else if (equal_ignoring_case(criterion, "user"))
                text = user_.empty() ? target_.local_user : std::string_view(user_);
            else if (equal_ignoring_case(criterion, "localuser"))
                text = target_.local_user;
            else
                return both(result, Applies::unknown);
            result
                = both(result, pattern_list_matches(patterns, text) != negated ? Applies::yes : Applies::no);
        }
        return result;
    }

    const SshTarget& target_;
    std::string host_; ///< or HostName, once that is known
    bool host_set_ = false;
    std::string user_;
    bool last_pass_ = false;
    bool wants_last_pass_ = false;
    std::vector<Applies> active_{Applies::yes}; ///< for each Include depth: whether the current block applies
};

}

bool pattern_list_matches(std::string_view patterns, std::string_view text)
{
    std::string list(patterns);
    std::replace(list.begin(), list.end(), ',', ' ');
    return matches(config_words(list), text);
}

std::vector<std::string> config_words(std::string_view value)
{
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool begun = false;
    for (const char letter : value) {
        if (quote == 0 && !begun && letter == '#')
            break;
        if (quote == 0 ? letter == '"' || letter == '\'' : letter == quote) {
            quote = quote == 0 ? letter : '\0';
            begun = true;
        } else if (quote == 0 && blanks.find(letter) != std::string_view::npos) {
            if (begun)
                words.push_back(std::move(word));
            word.clear();
            begun = false;
        } else {
            word += letter;
            begun = true;
        }
    }
    if (begun)
        words.push_back(std::move(word));
    return words;
}

Result<std::vector<SshConfigLine>> read_ssh_config(
    const std::string& file, const std::string& folder, const std::string& home)
{
    std::vector<SshConfigLine> lines;
    std::vector<Opened> open;
    auto first = read_config_file(file);
    if (!first)
        return tl::unexpected(first.error());
    open.push_back(*std::move(first));
    std::size_t total = 0;
    while (!open.empty()) {
        Opened& current = open.back();
        if (current.at >= current.text.size()) {
            open.pop_back();
            continue;
        }
        if (current.line++ == 0 && current.depth > 0)
            lines.push_back({current.depth, {}, {}, current.name, 0});
        const std::size_t end = std::min(current.text.find('\n', current.at), current.text.size());
        SshConfigLine line
            = split(std::string_view(current.text).substr(current.at, end - current.at), current);
        current.at = end + 1;
        if (line.keyword != "include") {
            if (!line.keyword.empty())
                lines.push_back(std::move(line));
            continue;
        }
        // Each included file is a block of its own. The first one is read first, so it comes last here.
        const int depth = current.depth + 1;
        std::vector<std::string> paths = included_files(line.value, folder, home);
        std::reverse(paths.begin(), paths.end());
        for (const std::string& path : paths) {
            auto next = read_config_file(path);
            if (!next)
                return tl::unexpected(next.error());
            next->depth = depth;
            total += next->text.size();
            if (depth > deepest_include || total > most_bytes)
                return fail(ErrorKind::invalid, fmt::format("{}: its Include lines go too deep", file));
            open.push_back(*std::move(next));
        }
    }
    return lines;
}

std::vector<SshSetting> settings_of(const std::vector<SshConfigLine>& lines, const SshTarget& target)
{
    std::vector<SshSetting> settings;
    std::vector<bool> known(lines.size());
    Blocks blocks(target);
    const auto go_through = [&] {
        for (std::size_t at = 0; at < lines.size(); ++at) {
            const SshConfigLine& line = lines[at];
            const Applies applies = blocks.step(line);
            if (applies == Applies::no || known[at] || line.keyword.empty() || line.keyword == "host"
                || line.keyword == "match")
                continue;
            known[at] = true;
            settings.push_back({&line, applies == Applies::unknown});
        }
    };
    go_through();
    if (blocks.wants_last_pass()) {
        blocks.begin_last_pass();
        go_through();
    }
    return settings;
}

}
