// SPDX-License-Identifier: Apache-2.0
// ssh_config(5) as OpenSSH reads it: Include in place, the first value wins. Unsupported conditions are
// reported only where they would matter.
#include "drivers/transport/ssh_config_lines.h"

#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fcntl.h>
#include <glob.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint {
namespace {

constexpr int deepest_include = 16;
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::string_view blanks = " \t\r";

// A file that is being read.
struct Opened {
    std::string text;
    std::size_t at = 0;
};

// Returns an empty file if there is none. Never waits on a FIFO.
Result<Opened> read_config_file(const std::string& path)
{
    Opened file;
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

std::vector<std::string> included_files(std::string_view value, const std::string& home)
{
    std::vector<std::string> files;
    for (std::string word : config_words(value)) {
        if (word.starts_with("~/"))
            word.replace(0, 1, home);
        else if (!word.starts_with('/'))
            word = fmt::format("{}/.ssh/{}", home, word);
        glob_t found{};
        if (::glob(word.c_str(), 0, nullptr, &found) == 0)
            files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
        ::globfree(&found);
    }
    return files;
}

// Splits a line at the first blank or "=", as in ssh_config(5).
SshConfigLine split(std::string_view line, int depth)
{
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (line.empty() || line.front() == '#')
        return {};
    const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
    SshConfigLine result{depth, ascii::lowered(line.substr(0, end)), {}};
    line.remove_prefix(end);
    line = ascii::trimmed_front(line, ascii::is_blank);
    if (line.starts_with('=')) {
        line.remove_prefix(1);
        line = ascii::trimmed_front(line, ascii::is_blank);
    }
    result.value = line;
    return result;
}

enum class Applies : std::uint8_t { no, yes, unknown };

bool host_matches(std::string_view patterns, std::string_view host)
{
    bool matches = false;
    for (const std::string& word : config_words(patterns)) {
        if (word.starts_with('!') && glob_match(std::string_view(word).substr(1), host))
            return false;
        matches = matches || glob_match(word, host);
    }
    return matches;
}

// The same for a comma-separated list, as in Match.
bool list_matches(std::string patterns, std::string_view text)
{
    std::replace(patterns.begin(), patterns.end(), ',', ' ');
    return host_matches(patterns, text);
}

// Steps through the lines and tracks whether the current block applies.
class Blocks {
public:
    explicit Blocks(const SshTarget& target) : target_(target), host_(target.host) { }

    Applies step(const SshConfigLine& line)
    {
        const auto depth = static_cast<std::size_t>(line.depth);
        while (active_.size() > depth + 1)
            active_.pop_back();
        while (active_.size() <= depth)
            active_.push_back(active_.back());
        const Applies around = depth == 0 ? Applies::yes : active_[depth - 1];
        if (line.keyword == "host")
            active_[depth]
                = both(around, host_matches(line.value, target_.host) ? Applies::yes : Applies::no);
        else if (line.keyword == "match")
            active_[depth] = both(around, judge(line.value));
        else if (line.keyword == "hostname" && active_[depth] == Applies::yes && host_ == target_.host)
            host_ = line.value;
        return active_[depth];
    }

private:
    static Applies both(Applies one, Applies other)
    {
        if (one == Applies::no || other == Applies::no)
            return Applies::no;
        return one == Applies::yes ? other : one;
    }

    [[nodiscard]] Applies judge(std::string_view condition) const
    {
        const std::vector<std::string> words = config_words(condition);
        Applies result = words.empty() ? Applies::unknown : Applies::yes;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const bool negated = words[at].starts_with('!');
            const std::string criterion = words[at].substr(negated ? 1 : 0);
            if (equal_ignoring_case(criterion, "all"))
                continue;
            const std::string patterns = ++at < words.size() ? words[at] : std::string();
            std::string_view text;
            if (equal_ignoring_case(criterion, "host"))
                text = host_;
            else if (equal_ignoring_case(criterion, "originalhost"))
                text = target_.host;
            else if (equal_ignoring_case(criterion, "user"))
                text = target_.user.empty() ? target_.local_user : target_.user;
            else if (equal_ignoring_case(criterion, "localuser"))
                text = target_.local_user;
            else
                return both(result, Applies::unknown);
            result = both(result, list_matches(patterns, text) != negated ? Applies::yes : Applies::no);
        }
        return result;
    }

    const SshTarget& target_;
    std::string host_; ///< or HostName, once that is known
    std::vector<Applies> active_{Applies::yes}; ///< for each Include depth: whether the current block applies
};

}

std::vector<std::string> config_words(std::string_view value)
{
    std::vector<std::string> words;
    std::string word;
    bool quoted = false;
    bool begun = false;
    for (const char letter : value) {
        if (letter == '"') {
            quoted = !quoted;
            begun = true;
        } else if (!quoted && blanks.find(letter) != std::string_view::npos) {
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

Result<std::vector<SshConfigLine>> read_ssh_config(const std::string& file, const std::string& home)
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
        const std::size_t end = std::min(current.text.find('\n', current.at), current.text.size());
        SshConfigLine line = split(std::string_view(current.text).substr(current.at, end - current.at),
            static_cast<int>(open.size()) - 1);
        current.at = end + 1;
        if (line.keyword != "include") {
            if (!line.keyword.empty())
                lines.push_back(std::move(line));
            continue;
        }
        // All files of one Include form one text, in a block of its own.
        Opened together;
        for (const std::string& path : included_files(line.value, home)) {
            auto next = read_config_file(path);
            if (!next)
                return tl::unexpected(next.error());
            together.text += next->text + '\n';
        }
        total += together.text.size();
        if (static_cast<int>(open.size()) > deepest_include || total > most_bytes)
            return fail(ErrorKind::invalid, fmt::format("{}: its Include lines go too deep", file));
        open.push_back(std::move(together));
    }
    return lines;
}

std::vector<std::string> host_values(
    const std::vector<SshConfigLine>& lines, const SshTarget& target, std::string_view keyword)
{
    std::vector<std::string> values;
    Blocks blocks(target);
    for (const SshConfigLine& line : lines) {
        if (blocks.step(line) == Applies::yes && line.keyword == keyword)
            values.push_back(line.value);
    }
    return values;
}

std::string unjudged_keyword(const std::vector<SshConfigLine>& lines,
    const SshTarget& target,
    std::initializer_list<std::string_view> keywords)
{
    Blocks blocks(target);
    for (const SshConfigLine& line : lines) {
        if (blocks.step(line) == Applies::unknown
            && std::find(keywords.begin(), keywords.end(), line.keyword) != keywords.end())
            return line.keyword;
    }
    return {};
}

}
