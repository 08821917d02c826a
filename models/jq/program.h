// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/late/libjq.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint::jq {

/// A jq value. As in libjq, only one thread at a time may use it.
class Value {
public:
    Value() : raw_(jv_null()) { }
    /// Takes ownership of a value that libjq returned.
    explicit Value(jv raw) : raw_(raw) { }
    explicit Value(std::string_view text) : raw_(jv_string_sized(text.data(), static_cast<int>(text.size())))
    {
    }
    ~Value() { jv_free(raw_); }
    Value(const Value& other) : raw_(jv_copy(other.raw_)) { }
    Value(Value&& other) noexcept : raw_(std::exchange(other.raw_, jv_null())) { }
    Value& operator=(Value other) noexcept
    {
        std::swap(raw_, other.raw_);
        return *this;
    }

    [[nodiscard]] jv_kind kind() const { return jv_get_kind(raw_); }
    /// For libjq functions that take ownership of their argument.
    [[nodiscard]] jv share() const { return jv_copy(raw_); }
    [[nodiscard]] jv release() { return std::exchange(raw_, jv_null()); }
    [[nodiscard]] double number() const { return jv_number_value(raw_); }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(jv_array_length(share())); }
    [[nodiscard]] Value at(std::size_t index) const
    {
        return Value(jv_array_get(share(), static_cast<int>(index)));
    }
    [[nodiscard]] Value at(std::string_view key) const
    {
        return Value(jv_object_get(share(), Value(key).release()));
    }
    /// The text of a string, or the JSON of any other value.
    [[nodiscard]] std::string text() const;
    /// As JSON, indented if `pretty`.
    [[nodiscard]] std::string json(bool pretty = false) const;

private:
    jv raw_;
};

/// Opens libjq, because a confined process cannot open files, and checks that libjq reads values as this
/// program expects. Throws std::runtime_error if libjq is not installed or fails the check.
void prepare();

/// A compiled jq program. Compiling takes tens of milliseconds, because libjq parses its function library
/// each time.
class Program {
public:
    /// Returns the program, or libjq's error message.
    [[nodiscard]] static tl::expected<Program, std::string> compile(const std::string& text);
    ~Program();
    Program(Program&& other) noexcept : state_(std::exchange(other.state_, nullptr)) { }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    Program& operator=(Program&& other) noexcept
    {
        std::swap(state_, other.state_);
        return *this;
    }

    /// Restarts with this input.
    void start(Value input) { jq_start(state_, input.release(), 0); }
    /// The next output; its kind is JV_KIND_INVALID at the end, with a message if an error ended the program.
    [[nodiscard]] Value next() { return Value(jq_next(state_)); }

private:
    explicit Program(jq_state* state) : state_(state) { }
    jq_state* state_;
};

}
