// SPDX-License-Identifier: Apache-2.0
// The functions of libjq that the program calls, and those that libjq itself calls to read a value. A missing
// entry is a link error; a mismatch with the header is a compile error.
#include "models/late/libjq.h"

#include "models/late/library.h"

#include <string_view>

namespace {

rocelint::late::Library library(ROCELINT_LIBJQ);

constexpr unsigned char mark = 0xd5;

constinit thread_local rocelint::late::Maker* maker = nullptr;
constinit thread_local int copying = 0;

bool is_deferred(const jv& value) { return value.kind_flags == JV_KIND_NULL && value.pad_ == mark; }

// A deferred value holds no memory, so it need not be freed.
jv made(jv value)
{
    if (!is_deferred(value) || maker == nullptr || copying > 0)
        return value;
    const auto both = __builtin_bit_cast(std::uint64_t, value.u);
    return maker->make({.kind = value.offset,
        .index = value.size,
        .first = static_cast<std::uint32_t>(both),
        .second = static_cast<std::uint32_t>(both >> 32U)});
}

// Also creates all values inside. libjq compares the contents of two containers itself, and would treat all
// placeholders as equal nulls.
jv made_whole(jv value)
{
    if (maker == nullptr || copying > 0)
        return value;
    const jv_kind kind = jv_get_kind(value);
    if (kind == JV_KIND_ARRAY) {
        const int length = jv_array_length(jv_copy(value));
        jv out = jv_array_sized(length);
        for (int index = 0; index < length; ++index)
            out = jv_array_append(out, made_whole(jv_array_get(jv_copy(value), index)));
        jv_free(value);
        return out;
    }
    if (kind != JV_KIND_OBJECT)
        return made(value);
    jv out = jv_object();
    for (int at = jv_object_iter(value); jv_object_iter_valid(value, at) != 0;
         at = jv_object_iter_next(value, at))
        out = jv_object_set(out, jv_object_iter_key(value, at), made_whole(jv_object_iter_value(value, at)));
    jv_free(value);
    return out;
}

// Values compared with a value of another kind are not created: `.peer != null` reads nothing of the peer.
jv made_beside(jv value, jv other)
{
    const bool kinds_differ
        = !is_deferred(value) && !is_deferred(other) && jv_get_kind(value) != jv_get_kind(other);
    return kinds_differ ? value : made_whole(value);
}

// While one exists, values only move from one container to another, so that their members are not made.
class Copying {
public:
    Copying() { ++copying; }
    ~Copying() { --copying; }
    Copying(const Copying&) = delete;
    Copying& operator=(const Copying&) = delete;
};

}

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = library.find<decltype(::name)>(#name);                                  \
        return function(__VA_ARGS__);                                                                        \
    }

// Exported, so that libjq finds these before its own.
#define READING(result, name, parameters, ...)                                                               \
    __attribute__((visibility("default"))) result name parameters                                            \
    {                                                                                                        \
        static const auto function = library.find<decltype(::name)>(#name);                                  \
        return __VA_ARGS__;                                                                                  \
    }

extern "C" {

// clang-format off
READING(jv, jv_object_get, (jv object, jv key), made(function(object, key)))
READING(jv, jv_object_iter_value, (jv object, int place), made(function(object, place)))
READING(jv, jv_array_get, (jv array, int index), made(function(array, index)))
READING(int, jv_equal, (jv a, jv b), function(made_beside(a, b), made_beside(b, a)))
READING(int, jv_cmp, (jv a, jv b), function(made_beside(a, b), made_beside(b, a)))
READING(int, jv_contains, (jv a, jv b), function(made_whole(a), made_whole(b)))
READING(jv, jv_sort, (jv objects, jv keys), function(made_whole(objects), made_whole(keys)))
READING(jv, jv_group, (jv objects, jv keys), function(made_whole(objects), made_whole(keys)))
READING(jv, jv_array_indexes, (jv array, jv part), function(made_whole(array), made_whole(part)))
READING(jv, jv_object_merge, (jv a, jv b), (Copying(), function(a, b)))
READING(jv, jv_keys, (jv object), (Copying(), function(object)))
READING(jv, jv_keys_unsorted, (jv object), (Copying(), function(object)))
READING(jv, jv_array_concat, (jv a, jv b), (Copying(), function(a, b)))

LATE(jq_state*, jq_init, (void))
LATE(void, jq_set_error_cb, (jq_state* state, jq_msg_cb callback, void* data), state, callback, data)
LATE(int, jq_compile, (jq_state* state, const char* program), state, program)
LATE(void, jq_start, (jq_state* state, jv input, int flags), state, input, flags)
LATE(jv, jq_next, (jq_state* state), state)
LATE(void, jq_teardown, (jq_state** state), state)
LATE(jv_kind, jv_get_kind, (jv value), value)
LATE(const char*, jv_kind_name, (jv_kind kind), kind)
LATE(jv, jv_copy, (jv value), value)
LATE(void, jv_free, (jv value), value)
LATE(int, jv_invalid_has_msg, (jv value), value)
LATE(jv, jv_invalid_get_msg, (jv value), value)
LATE(jv, jv_null, (void))
LATE(jv, jv_bool, (int value), value)
LATE(jv, jv_number, (double value), value)
LATE(double, jv_number_value, (jv value), value)
LATE(jv, jv_array, (void))
LATE(jv, jv_array_sized, (int size), size)
LATE(int, jv_array_length, (jv array), array)
LATE(jv, jv_array_append, (jv array, jv value), array, value)
LATE(jv, jv_string_sized, (const char* text, int length), text, length)
LATE(int, jv_string_length_bytes, (jv text), text)
LATE(const char*, jv_string_value, (jv text), text)
LATE(jv, jv_object, (void))
LATE(int, jv_object_iter, (jv object), object)
LATE(int, jv_object_iter_next, (jv object, int place), object, place)
LATE(int, jv_object_iter_valid, (jv object, int place), object, place)
LATE(jv, jv_object_iter_key, (jv object, int place), object, place)
LATE(jv, jv_object_set, (jv object, jv key, jv value), object, key, value)
LATE(jv, jv_dump_string, (jv value, int flags), value, flags)
// clang-format on
}

namespace rocelint::late {

jv deferred_value(const Deferred& deferred)
{
    jv value = jv_null();
    value.pad_ = mark;
    value.offset = deferred.kind;
    value.size = deferred.index;
    value.u = __builtin_bit_cast(
        decltype(value.u), (std::uint64_t{deferred.second} << 32U) | std::uint64_t{deferred.first});
    return value;
}

MakerScope::MakerScope(Maker& now) : outer_(maker) { maker = &now; }
MakerScope::~MakerScope() { maker = outer_; }

bool jq_defers()
{
    struct True : Maker {
        jv make(const Deferred&) override { return jv_bool(1); }
    } stands_for_true;
    const MakerScope scope(stands_for_true);
    // jv_dump_string() reads values with the library's own functions, which should call the exported ones.
    const jv object = jv_object_set(jv_object(), jv_string_sized("a", 1), deferred_value({}));
    const jv array = jv_array_append(jv_array_append(jv_array(), object), deferred_value({}));
    const jv text = jv_dump_string(array, 0);
    const bool defers = std::string_view(jv_string_value(text)) == R"([{"a":true},true])";
    jv_free(text);
    return defers;
}

}
