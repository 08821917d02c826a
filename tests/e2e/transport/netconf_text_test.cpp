// SPDX-License-Identifier: Apache-2.0
#include "drivers/junos/live/live_text.h"
#include "drivers/transport/netconf/netconf_answer.h"
#include "drivers/transport/netconf/netconf_framing.h"
#include "drivers/transport/netconf/netconf_hello.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <ctime>

namespace rocelint::e2e {
namespace {

constexpr std::string_view base = "xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\"";

std::optional<NetconfAnswer> answer(const std::string& inside, std::string_view more = {})
{
    const YangContext context(YangContext::Holds::netconf);
    return read_answer(
        context, fmt::format("<rpc-reply {} message-id=\"7\" {}>{}</rpc-reply>", base, more, inside));
}

TEST_CASE("messages come out of both framings whole, however the bytes are split")
{
    for (const bool chunked : {false, true}) {
        const std::string stream
            = chunked ? "\n#5\n<a/>\n\n#3\n<b>\n##\n\n\n#4\n<c/>\n##\n" : "<a/>\n<b>]]>]]>\n  \n<c/>]]>]]>\n";
        for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
            CAPTURE(piece);
            NetconfDeframer deframer(chunked);
            std::vector<std::string> messages;
            for (std::size_t at = 0; at < stream.size(); at += piece)
                REQUIRE(deframer.feed(std::string_view(stream).substr(at, piece), messages));
            CHECK(messages == std::vector<std::string>{"<a/>\n<b>", "<c/>"});
        }
    }
}

TEST_CASE("a framed message can be unframed")
{
    for (const bool chunked : {false, true}) {
        NetconfDeframer deframer(chunked);
        std::vector<std::string> messages;
        REQUIRE(deframer.feed(
            frame_message("<a>\n#1\n</a>", chunked) + frame_message("<b/>", chunked), messages));
        CHECK(messages == std::vector<std::string>{"<a>\n#1\n</a>", "<b/>"});
    }
}

TEST_CASE("invalid chunks end the session instead of being guessed at")
{
    for (const char* bytes : {"<a/>",
             "\n#x\n",
             "\n#-5\nabc",
             "\n#0\n\n##\n",
             "\n#99999999999\nx",
             "\n#12345678901234567890",
             "\n# 5\n",
             "\n#03\nabc",
             "\n#0000000000003\nabc"}) {
        CAPTURE(bytes);
        NetconfDeframer deframer(true);
        std::vector<std::string> messages;
        CHECK(!deframer.feed(bytes, messages));
    }
}

TEST_CASE("a message without end is aborted at 64 MiB in either framing, with the reason")
{
    for (const bool chunked : {false, true}) {
        CAPTURE(chunked);
        NetconfDeframer deframer(chunked);
        std::vector<std::string> messages;
        const std::string piece(std::size_t{1} << 20, 'x');
        std::size_t taken = 0;
        bool goes_on = true;
        while (goes_on && taken < 100) {
            goes_on
                = deframer.feed(chunked ? fmt::format("\n#{}\n{}", piece.size(), piece) : piece, messages);
            taken += goes_on ? 1 : 0;
        }
        CHECK(taken == 64);
        CHECK(deframer.overflowed());
    }
    NetconfDeframer announced(true);
    std::vector<std::string> messages;
    CHECK(!announced.feed("\n#67108865\n", messages));
    CHECK(announced.overflowed());
    NetconfDeframer broken(true);
    CHECK(!broken.feed("<a/>", messages));
    CHECK(!broken.overflowed());
}

TEST_CASE("many small elements are refused before anything parses them, and a million is read in seconds")
{
    std::string inside;
    while (inside.size() < most_xml_elements / 2 * 9)
        inside += "<a>1</a>\n";
    // Measured in CPU time, which a busy machine does not lengthen.
    const std::clock_t start = std::clock();
    CHECK(answer(inside + "<ok/>")->succeeded);
    CHECK((std::clock() - start) / CLOCKS_PER_SEC < 30);
    CHECK(!answer(inside + inside + "<ok/>").has_value());
    CHECK(too_much_xml(inside + inside + "<ok/>") == "has more than 1000000 elements");
}

TEST_CASE("a hello is read with prefixes, comments, and text before and after it")
{
    NetconfHello hello;
    REQUIRE(read_hello(
        "login banner\n<?xml version=\"1.0\"?>\n<!-- x -->\n<nc:hello xmlns:nc=\"urn\"><nc:capabilities>\n"
        "<nc:capability>\n urn:ietf:params:netconf:base:1.1\n</nc:capability>"
        "<nc:capability>http://x?module=y&amp;revision=z</nc:capability></nc:capabilities>"
        "<nc:session-id> 42 </nc:session-id></nc:hello>]]>]]>\n#4\nrest",
        hello));
    CHECK(hello.chunked);
    CHECK(hello.id == "42");
    CHECK(hello.capabilities
        == std::vector<std::string>{"urn:ietf:params:netconf:base:1.1", "http://x?module=y&revision=z"});
    CHECK(hello.rest == "\n#4\nrest");
    for (const char* text : {"",
             "]]>]]>",
             "<hello>]]>]]>",
             "<hello><session-id>x</session-id></hello>]]>]]>",
             "<session-id>1</session-id>]]>]]><hello>",
             "hello <capability>"}) {
        CAPTURE(text);
        NetconfHello none;
        CHECK(!read_hello(text, none));
    }
}

TEST_CASE("data is passed on unchanged; empty data is empty")
{
    CHECK(answer("<data><x xmlns=\"urn:x\">a &lt; b<!-- </data> --></x></data>")->data
        == "<x xmlns=\"urn:x\">a &lt; b<!-- </data> --></x>");
    CHECK(answer("\n<data/>\n")->succeeded);
    CHECK(answer("<nc:data xmlns:nc=\"u\"></nc:data>")->data.empty());
    CHECK(answer("<!-- before --> <data a=\">\">x</data>")->data == "x");
    CHECK(answer("<data>x</data>")->message_id == "7");
}

TEST_CASE("errors and warnings are distinguished, with the device's details, even several levels down")
{
    const auto both
        = answer("<rpc-error><error-type>protocol</error-type><error-tag>operation-failed</error-tag>"
                 "<error-severity>warning</error-severity><source-daemon>cosd</source-daemon>"
                 "<error-message>\n mgd: a warning\n</error-message></rpc-error><ok/>",
            "xmlns:junos=\"http://xml.juniper.net/junos/23.4R2/junos\"");
    REQUIRE(both.has_value());
    CHECK(both->succeeded);
    REQUIRE(both->errors.size() == 1);
    CHECK(both->errors[0].severity == "warning");
    CHECK(both->errors[0].message == "mgd: a warning");
    const auto deep = answer(
        "<commit-results><routing-engine junos:style=\"normal\"><name>re0</name><rpc-error>"
        "<error-severity>error</error-severity><error-path>[edit]</error-path><error-message>no</error-message>"
        "<error-info><bad-element>mtu</bad-element></error-info></rpc-error></routing-engine></commit-results>",
        "xmlns:junos=\"http://xml.juniper.net/junos/23.4R2/junos\"");
    REQUIRE(deep.has_value());
    CHECK(!deep->succeeded);
    REQUIRE(deep->errors.size() == 1);
    CHECK(deep->errors[0].path == "[edit]");
    CHECK(deep->errors[0].element == "mtu");
    CHECK(answer(
        "<commit-results><routing-engine><name>re0</name><commit-success/></routing-engine></commit-results>")
              ->succeeded);
    CHECK(!answer("<load-configuration-results/>")->succeeded);
}

TEST_CASE("a text that is not a reply is not mistaken for one")
{
    const YangContext context(YangContext::Holds::netconf);
    for (const char* text : {"",
             "<",
             "<a/>",
             "<rpc-reply",
             "<rpc-reply>",
             "<rpc-reply><ok></rpc-reply>",
             "<!-- <rpc-reply/>",
             "<rpc-reply><data>",
             "<rpc-reply><data></rpc-reply>",
             "text"}) {
        CAPTURE(text);
        const auto nothing = read_answer(context, text);
        CHECK((!nothing.has_value() || !nothing->succeeded));
    }
}

TEST_CASE("an answer whose entities stand for more and more is refused, and takes no room")
{
    std::string bomb = "<!DOCTYPE rpc-reply [<!ENTITY a0 \"aaaaaaaaaa\">";
    for (int level = 1; level < 12; ++level) {
        std::string ten;
        for (int times = 0; times < 10; ++times)
            ten += "&a" + std::to_string(level - 1) + ";";
        bomb += "<!ENTITY a" + std::to_string(level) + " \"" + ten + "\">";
    }
    bomb += "]>";
    const std::string reply
        = "<rpc-reply xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\" message-id=\"1\"><data>&a11;</data></rpc-reply>";
    const YangContext context(YangContext::Holds::netconf);
    CHECK(!read_answer(context, bomb + reply).has_value());
    if (const auto kept = read_answer(context, reply))
        CHECK(kept->data.size() < 1000);
    CHECK(!is_well_formed(context, bomb + "<a>&a11;</a>"));
    // The configuration reader, too, knows only XML's predefined entities.
    const auto tidied = junos::tidy(
        bomb + "<configuration><system><host-name>&a11;&lt;</host-name></system></configuration>");
    CHECK((!tidied || tidied->text.size() < 1000));
}

TEST_CASE("an answer of elements within elements without end is refused before anybody recurses into it")
{
    std::string deep;
    for (int level = 0; level < 200'000; ++level)
        deep += "<a>";
    const YangContext context(YangContext::Holds::netconf);
    CHECK(!answer(deep).has_value());
    CHECK(!is_well_formed(context, deep));
    CHECK(deeper_than(deep, 1000));
    CHECK(!deeper_than("<a><b/><b/><!-- <c><c> --><?d <d>?><![CDATA[<e><e>]]><f x=\">/\"></f></a>", 2));
    CHECK(deeper_than("<a><b><c/></b></a>", 2));
    std::string wide = "<rpc-reply";
    for (int number = 0; number < 1001; ++number)
        wide += " a" + std::to_string(number) + "='='";
    CHECK(more_attributes_than(wide + "/>", most_xml_attributes));
    CHECK(!more_attributes_than(wide + "/>", 1001));
    CHECK(!more_attributes_than("<a b='1'/><a b='====='/> = = = =", 1));
    CHECK(more_elements_than("<a><b/><!-- --><?c?></a>", 1));
    CHECK(!more_elements_than("<a><b/><!-- --><?c?></a><", 2));
    CHECK(too_much_xml(deep) == "has elements more than 500 levels deep");
    CHECK(too_much_xml(wide + "/>") == "has an element with more than 1000 attributes");
    CHECK(!too_much_xml("<rpc-reply message-id='1'><ok/></rpc-reply>"));
    // The library sees only the number of a reply, and only of a reply.
    CHECK(reply_number("<?xml version='1.0'?><rpc-reply message-id=\"17\"><data><x/></data></rpc-reply>")
        == "17");
    CHECK(reply_number("<rpc-reply message-id='1\"&gt;'/>") == std::nullopt);
    CHECK(reply_number("<notification message-id='1'/>") == std::nullopt);
}

}
}
