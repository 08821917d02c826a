// SPDX-License-Identifier: Apache-2.0
#include "models/stored/writer.h"

namespace rocelint::stored {

// Writes 0 for nowhere; else one more than the file's place.
void Writer::write_file(SourceId file)
{
    if (file == no_source)
        return out_.number(0);
    const auto place = frame_.place_of(file);
    complete_ = complete_ && place;
    out_.number(place ? *place + 1 : 0);
}

// Places are close together, so most differences fit into one or two bytes.
void Writer::operator()(const Span& value)
{
    write_file(value.source);
    out_.signed_number(static_cast<std::int64_t>(value.offset) - last_offset_);
    out_.number(value.length);
    last_offset_ = value.offset;
}

// Writes 0: empty; 1: part of a file; 2: a new text; else three more than the number of a repeated text.
void Writer::operator()(std::string_view value)
{
    if (value.data() == nullptr)
        return out_.number(0);
    if (const auto place = frame_.find_text(value)) {
        out_.number(1);
        out_.number(place->first);
        out_.signed_number(static_cast<std::int64_t>(place->second) - last_offset_);
        out_.number(value.size());
        last_offset_ = place->second;
        return;
    }
    const auto [known, fresh]
        = known_texts_.try_emplace(value, static_cast<std::uint32_t>(known_texts_.size()));
    if (!fresh)
        return out_.number(std::uint64_t{known->second} + 3);
    if (!note_)
        texts_.push_back(value);
    out_.number(2);
    out_.text(value);
}

void Writer::operator()(const PortId& value)
{
    const auto place = value.valid() ? frame_.place_of_device(value.device) : std::nullopt;
    complete_ = complete_ && (place || !value.valid());
    out_.number(place ? *place + 1 : 0);
    out_.number(std::uint32_t{value.port + 1});
}

}
