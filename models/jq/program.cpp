// SPDX-License-Identifier: Apache-2.0
#include "models/jq/program.h"

#include <stdexcept>

namespace rocelint::jq {

void prepare()
{
    static const bool defers = late::jq_defers();
    if (!defers)
        throw std::runtime_error(
            "the libjq that is installed binds its functions to itself, so that an unread value could "
            "not be distinguished from null; own rules need one that does not");
}

std::string Value::text() const
{
    if (kind() != JV_KIND_STRING)
        return json();
    const auto length = static_cast<std::size_t>(jv_string_length_bytes(share()));
    return {jv_string_value(raw_), length};
}

std::string Value::json(bool pretty) const
{
    const Value text(jv_dump_string(share(), pretty ? JV_PRINT_PRETTY | JV_PRINT_INDENT_FLAGS(2) : 0));
    return text.text();
}

static void add_message(void* to, jv message)
{
    auto& all = *static_cast<std::string*>(to);
    all += (all.empty() ? "" : "\n") + Value(message).text();
}

tl::expected<Program, std::string> Program::compile(const std::string& text)
{
    std::string messages;
    Program program(jq_init());
    jq_set_error_cb(program.state_, add_message, &messages);
    const bool good = jq_compile(program.state_, text.c_str()) != 0;
    jq_set_error_cb(program.state_, nullptr, nullptr);
    if (!good)
        return tl::unexpected(messages);
    return program;
}

Program::~Program()
{
    if (state_ != nullptr)
        jq_teardown(&state_);
}

}
