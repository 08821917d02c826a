// SPDX-License-Identifier: Apache-2.0
// An editor's input: a stream of messages, and the edits in them.
#include "cli/lsp/documents.h"
#include "cli/lsp/frames.h"
#include "cli/lsp/message.h"
#include "tests/fuzz/target.h"

namespace rocelint::fuzz {
namespace {

using cli::Encoding;

std::vector<cli::Frame> frames_of(std::string_view bytes, std::size_t piece)
{
    cli::Frames frames;
    std::vector<cli::Frame> found;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        frames.feed(bytes.substr(at, piece));
        while (auto frame = frames.next())
            found.push_back(*std::move(frame));
    }
    return found;
}

// Replaces every short part of a text with each of several others: an updated index must equal a new one.
void follow(std::string_view bytes)
{
    const std::string before(bytes.substr(0, 12));
    for (std::size_t begin = 0; begin <= before.size(); ++begin) {
        for (std::size_t end = begin; end <= before.size() && end <= begin + 3; ++end) {
            for (const std::string_view fresh : {"", "x", "\n", "\r", "\r\n", "a\n\rb"}) {
                cli::LineIndex lines(before);
                std::string after = before;
                after.replace(begin, end - begin, fresh);
                lines.follow(after, begin, end, fresh.size());
                const cli::LineIndex anew(after);
                must(lines.line_count() == anew.line_count(), "an edit leaves as many lines as there are");
                for (std::uint32_t line = 0; line < anew.line_count(); ++line)
                    must(lines.line_begin(line) == anew.line_begin(line), "a line begins where it did");
            }
        }
    }
}

void edit(const Node* changes)
{
    for (const Encoding encoding : {Encoding::utf8, Encoding::utf16, Encoding::utf32}) {
        std::string text = "interface Ethernet1\r\n  mtu 9214\r! \xe2\x82\xac\xf0\x9f\x98\x80 end\n";
        const std::string before = text;
        if (!cli::apply_changes(text, changes, encoding))
            must(text == before, "what is malformed changes nothing");
        const cli::LineIndex lines(text);
        for (std::size_t offset = 0; offset <= text.size(); ++offset) {
            const cli::LspPosition position = lines.position(offset, encoding);
            must(lines.offset(position, encoding) <= offset || encoding != Encoding::utf8,
                "an offset in bytes is never behind where it was");
            must(lines.position(lines.offset(position, encoding), encoding) == position,
                "a position leads to itself");
        }
    }
}

}

void read_editor_stream(std::string_view bytes)
{
    follow(bytes);
    const std::vector<cli::Frame> whole = frames_of(bytes, bytes.size() + 1);
    const std::vector<cli::Frame> pieces = frames_of(bytes, 7);
    must(whole.size() == pieces.size(), "how bytes come does not decide what they say");
    for (std::size_t index = 0; index < whole.size(); ++index) {
        must(whole[index].body == pieces[index].body, "a message is the same in pieces");
        must(whole[index].fault.empty() == pieces[index].fault.empty(), "a fault is the same in pieces");
        const cli::Message message = cli::read_message(whole[index].body);
        must(message.error.has_value() == !message.fault.empty(), "a fault has a code");
        if (!message.error)
            must(!message.method.empty() || !message.id.empty(), "a message asks or answers");
        edit(cli::find(message.params, "contentChanges"));
    }
}

}
