// SPDX-License-Identifier: Apache-2.0
// Reads topology.dot of Prescriptive Topology Manager (NVIDIA Cumulus Linux 5.10 User Guide, "Prescriptive
// Topology Manager - PTM"), which NVIDIA Air and topology_converter take, too: an undirected graph of Graphviz
// ("DOT Language", graphviz.org) whose edges lead from a node's port to another one's. What a node says of its
// `function` is not used: published samples label leaves as spines, and the role follows from the cables.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {
namespace {

struct DotToken {
    enum class Kind : std::uint8_t { end, word, edge, mark, open_quote };
    Kind kind = Kind::end;
    std::string text; ///< a word without quotes; a mark is one of {}[];,=:
    bool quoted = false;
    std::uint32_t offset = 0;
    [[nodiscard]] bool is_mark(char mark) const { return kind == Kind::mark && text.front() == mark; }
    [[nodiscard]] bool is_keyword(std::string_view word) const
    {
        return kind == Kind::word && !quoted && ascii::lowered(text) == word;
    }
};

class DotScanner {
public:
    explicit DotScanner(std::string_view text) : text_(text) { }

    DotToken next()
    {
        skip();
        DotToken token{.offset = static_cast<std::uint32_t>(at_)};
        if (at_ >= text_.size())
            return token;
        const std::string_view rest = text_.substr(at_);
        if (rest.front() == '"') {
            quoted(token);
        } else if (rest.starts_with("--") || rest.starts_with("->")) {
            token.kind = DotToken::Kind::edge;
            at_ += 2;
        } else if (std::string_view("{}[];,=:").find(rest.front()) != std::string_view::npos) {
            token.kind = DotToken::Kind::mark;
            token.text = rest.front();
            ++at_;
        } else {
            bare(token);
        }
        return token;
    }

private:
    // Blanks and comments; a line whose first character is '#' is one, too.
    void skip()
    {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (ascii::is_c_space(rest.front()))
                ++at_;
            else if (rest.starts_with("//") || (rest.front() == '#' && begins_line()))
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (rest.starts_with("/*"))
                at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
            else
                return;
        }
    }

    [[nodiscard]] bool begins_line() const
    {
        const std::string_view before = ascii::trimmed_back(text_.substr(0, at_), ascii::is_blank);
        return before.empty() || before.back() == '\n';
    }

    void quoted(DotToken& token)
    {
        token.kind = DotToken::Kind::word;
        token.quoted = true;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '"')
                ++at_;
            token.text += text_[at_];
        }
        if (at_ >= text_.size())
            token.kind = DotToken::Kind::open_quote;
        else
            ++at_;
    }

    void bare(DotToken& token)
    {
        token.kind = DotToken::Kind::word;
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (ascii::is_c_space(rest.front()) || rest.starts_with("--") || rest.starts_with("->")
                || std::string_view("{}[];,=:\"").find(rest.front()) != std::string_view::npos)
                return;
            token.text += rest.front();
            ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

class PtmReader {
public:
    PtmReader(const Source& source, std::string_view name)
        : source_(source), scanner_(source.text()), draft_(source, name)
    {
        advance();
    }

    Result<Topology> read()
    {
        if (token_.is_keyword("strict"))
            advance();
        advance(); // graph
        if (!token_.is_mark('{'))
            advance(); // its name
        if (!token_.is_mark('{'))
            return wrong("expected '{' and the edges of the graph");
        advance();
        std::size_t depth = 1;
        while (depth > 0) {
            if (token_.kind == DotToken::Kind::end)
                return wrong("the graph ends without its '}'; add it");
            if (token_.kind == DotToken::Kind::open_quote)
                return wrong("this quote is not closed; add the second '\"'");
            if (token_.is_mark('{') || token_.is_mark('}')) {
                depth = token_.is_mark('{') ? depth + 1 : depth - 1;
                advance();
            } else if (token_.is_mark(';') || token_.is_mark(',')) {
                advance();
            } else if (token_.is_keyword("subgraph")) {
                advance();
                if (token_.kind == DotToken::Kind::word)
                    advance();
            } else if (auto read = statement(); !read) {
                return tl::unexpected(read.error());
            }
        }
        for (const Edge& edge : edges_)
            add(edge);
        return draft_.finish();
    }

private:
    struct NodeOfEdge {
        std::string device;
        std::string port;
        std::uint32_t offset = 0;
    };
    struct Edge {
        NodeOfEdge a;
        NodeOfEdge b;
    };

    void advance() { token_ = scanner_.next(); }

    [[nodiscard]] tl::unexpected<Error> wrong(std::string_view sentence) const
    {
        return fail_in_file(source_, token_.offset, sentence);
    }

    // A node, an edge or a chain of edges, or an attribute of the graph.
    Result<void> statement()
    {
        if (token_.kind != DotToken::Kind::word)
            return wrong("expected a node such as \"leaf1\":\"swp1\"");
        std::vector<NodeOfEdge> chain;
        while (true) {
            auto node = read_node();
            if (!node)
                return tl::unexpected(node.error());
            chain.push_back(*std::move(node));
            if (token_.kind != DotToken::Kind::edge)
                break;
            advance();
        }
        if (token_.is_mark('=')) {
            advance();
            advance();
            return {};
        }
        std::string function;
        while (token_.is_mark('[')) {
            if (auto read = attributes(function); !read)
                return read;
        }
        if (chain.size() == 1 && function.starts_with("oob"))
            management_.insert(ascii::lowered(chain.front().device));
        for (std::size_t one = 1; one < chain.size(); ++one)
            edges_.push_back({chain[one - 1], chain[one]});
        return {};
    }

    Result<NodeOfEdge> read_node()
    {
        if (token_.kind != DotToken::Kind::word)
            return wrong("expected the other end of the edge, such as \"spine1\":\"swp1\"");
        NodeOfEdge node{.device = token_.text, .offset = token_.offset};
        advance();
        if (!token_.is_mark(':'))
            return node;
        advance();
        if (token_.kind != DotToken::Kind::word)
            return wrong("expected a port after the colon");
        node.port = token_.text;
        advance();
        // A compass point, which only places the line in a drawing.
        if (token_.is_mark(':')) {
            advance();
            advance();
        }
        return node;
    }

    Result<void> attributes(std::string& function)
    {
        advance();
        std::string key;
        while (!token_.is_mark(']')) {
            if (token_.kind == DotToken::Kind::end || token_.kind == DotToken::Kind::open_quote)
                return wrong("the list of attributes ends without its ']'; add it");
            if (token_.is_mark('=')) {
                advance();
                if (ascii::lowered(key) == "function")
                    function = ascii::lowered(token_.text);
            }
            if (token_.kind == DotToken::Kind::word)
                key = token_.text;
            if (!token_.is_mark(']'))
                advance();
        }
        advance();
        return {};
    }

    // The out-of-band network is not part of the fabric: what leads to eth0 of a switch, or to a node of it.
    void add(const Edge& edge)
    {
        const Span at{source_.id(),
            edge.a.offset,
            static_cast<std::uint32_t>(edge.b.offset - edge.a.offset + edge.b.device.size())};
        const auto is_outside = [this](const NodeOfEdge& node) {
            return ascii::lowered(node.port) == "eth0" || management_.contains(ascii::lowered(node.device));
        };
        if (is_outside(edge.a) || is_outside(edge.b))
            draft_.leave_out_management(at);
        else
            draft_.cable({edge.a.device, edge.a.port}, {edge.b.device, edge.b.port}, at);
    }

    const Source& source_;
    DotScanner scanner_;
    DotToken token_;
    TopologyDraft draft_;
    std::vector<Edge> edges_;
    std::set<std::string> management_; ///< nodes of the out-of-band network, in lower case
};

}

bool fits_ptm(const ParsedText& text) { return text.shape == TextShape::graph; }

Result<Topology> read_ptm(const ParsedText& text, std::string_view name)
{
    return PtmReader(text.source, name).read();
}

}
