// SPDX-License-Identifier: Apache-2.0
#include "models/stored/reader.h"

namespace rocelint::stored {

SourceId Reader::read_file()
{
    const std::uint64_t number = in_.number();
    if (number == 0)
        return no_source;
    if (number > frame_.size()) {
        in_.fail();
        return no_source;
    }
    const Source& file = frame_.file(static_cast<std::size_t>(number - 1));
    last_size_ = file.size();
    return file.id();
}

void Reader::operator()(Span& value)
{
    value.source = read_file();
    value.offset = static_cast<std::uint32_t>(last_offset_ + in_.signed_number());
    value.length = static_cast<std::uint32_t>(in_.number());
    last_offset_ = value.offset;
    // Also checks places past the end, which mark something missing.
    if (value.somewhere() && (value.offset > last_size_ || value.length > last_size_ - value.offset))
        in_.fail();
}

void Reader::operator()(std::string_view& value)
{
    constexpr std::uint64_t first_known = 3;
    const std::uint64_t kind = in_.number();
    value = {};
    if (kind == 1) {
        const std::uint64_t place = in_.number();
        const auto offset = static_cast<std::uint32_t>(last_offset_ + in_.signed_number());
        const std::uint64_t size = in_.number();
        last_offset_ = offset;
        if (place >= frame_.size() || offset > frame_.file(static_cast<std::size_t>(place)).size()
            || size > frame_.file(static_cast<std::size_t>(place)).size() - offset)
            return in_.fail();
        value
            = {frame_.file(static_cast<std::size_t>(place)).data() + offset, static_cast<std::size_t>(size)};
    } else if (kind == 2) {
        const std::string_view text = in_.text();
        // An empty text differs from no text: it may mark a place where something is missing.
        value = text.empty() ? std::string_view("") : arena_.keep(text);
        texts_.push_back(value);
    } else if (kind >= first_known) {
        if (kind - first_known >= texts_.size())
            return in_.fail();
        value = texts_[static_cast<std::size_t>(kind - first_known)];
    }
}

void Reader::operator()(PortId& value)
{
    const std::uint64_t place = in_.number();
    value.port = static_cast<std::uint32_t>(in_.number()) - 1;
    value.device = PortId{}.device;
    if (place > frame_.device_count())
        return in_.fail();
    if (place > 0)
        value.device = frame_.device(static_cast<std::size_t>(place - 1));
}

}
