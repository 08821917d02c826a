// SPDX-License-Identifier: Apache-2.0
// Finds the literal blocks of Markdown, reStructuredText, AsciiDoc and HTML, and the heredocs of programs.
#include "drivers/table/quoted_blocks.h"

#include "drivers/table/text_lines.h"

namespace rocelint {
namespace {

class QuoteFinder {
public:
    QuoteFinder(TextForm form, std::string_view text) : form_(form), text_(text), lines_(text) { }

    std::vector<QuotedBlock> run()
    {
        while (!lines_.at_end()) {
            const TextLine line = lines_.next();
            if (!goes_on(line) && !line.text.empty())
                look_for_beginning(line);
        }
        if (literal_)
            close(last_end_);
        return std::move(blocks_);
    }

private:
    // Whether the line belongs to the open block, including its last line.
    bool goes_on(const TextLine& line)
    {
        if (literal_) {
            if (line.text.empty())
                return true;
            if (line.blanks > margin_) {
                last_end_ = line.next;
                return true;
            }
            close(last_end_);
            literal_ = false;
        }
        if (end_.empty())
            return false;
        const bool is_tag = end_.front() == '<';
        if (is_tag ? line.text.find(end_) != std::string_view::npos : ends_fence(line.text)) {
            close(line.begin);
            end_ = {};
        }
        return true;
    }

    // A longer fence may close a block too.
    [[nodiscard]] bool ends_fence(std::string_view line) const
    {
        return line.starts_with(end_)
            && (line == end_ || line.find_first_not_of(end_.front()) == std::string_view::npos);
    }

    void look_for_beginning(const TextLine& line)
    {
        if (const std::string_view fence = fence_of(line.text); !fence.empty())
            open(line, fence);
        else if (behind_source_ && line.text.starts_with("----"))
            open(line, line.text);
        else if (line.text.starts_with(".. code") || (form_ == TextForm::rest && line.text.ends_with("::")))
            open_literal(line);
        else if (line.text.starts_with("<pre"))
            open(line, "</pre>");
        else if (form_ == TextForm::program)
            open(line, heredoc_end(line.text));
        behind_source_ = line.text.starts_with("[source");
    }

    void open(const TextLine& line, std::string_view until)
    {
        end_ = until;
        begin_ = line.next;
        first_ = lines_.number() + 1;
    }

    // A block of reStructuredText ends with its indentation.
    void open_literal(const TextLine& line)
    {
        open(line, {});
        literal_ = true;
        margin_ = line.blanks;
        last_end_ = line.next;
    }

    void close(std::size_t at)
    {
        if (at > begin_)
            blocks_.push_back({text_.substr(begin_, at - begin_), first_});
    }

    // The word that ends a heredoc: <<EOF, <<-EOT.
    static std::string_view heredoc_end(std::string_view line)
    {
        const std::size_t at = line.rfind("<<");
        if (at == std::string_view::npos)
            return {};
        std::string_view word = line.substr(at + 2);
        while (!word.empty() && std::string_view("-~\"'").find(word.front()) != std::string_view::npos)
            word.remove_prefix(1);
        const bool is_word
            = word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == std::string_view::npos;
        return is_word ? word : std::string_view{};
    }

    TextForm form_;
    std::string_view text_;
    TextLines lines_;
    std::vector<QuotedBlock> blocks_;
    std::string_view end_; ///< of the open block
    std::size_t begin_ = 0;
    std::uint32_t first_ = 0;
    bool literal_ = false;
    std::size_t margin_ = 0;
    /// End of the last line of a literal block.
    std::size_t last_end_ = 0;
    bool behind_source_ = false;
};

}

std::string_view fence_of(std::string_view line)
{
    if (line.size() < 3 || (line.front() != '`' && line.front() != '~'))
        return {};
    const std::size_t size = std::min(line.find_first_not_of(line.front()), line.size());
    // A language may follow the fence; code between backticks on one line is not a fence.
    return size < 3 || line.find('`', size) != std::string_view::npos ? std::string_view{}
                                                                      : line.substr(0, size);
}

std::vector<QuotedBlock> quoted_blocks(std::string_view path, std::string_view text)
{
    return QuoteFinder(form_of_name(path), text).run();
}

}
