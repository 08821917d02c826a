// SPDX-License-Identifier: Apache-2.0
// Settings come from the rows of fields.h. Everything without a row is added by hand: names, places, maps,
// relations.
#include "analysis/document/document.h"

#include "analysis/document/builder.h"

namespace rocelint::document {

Document::Document(const Analysis& analysis) : builder_(std::make_unique<Builder>(analysis)) { }
Document::~Document() = default;

jq::Value Document::fabric() { return jq::Value(builder_->fabric()); }
jq::Value Document::device(std::uint32_t device) { return jq::Value(builder_->device(device)); }
jq::Value Document::port(PortId port) { return jq::Value(builder_->port(port.device, port.port)); }
jq::Value Document::link(std::uint32_t link) { return jq::Value(builder_->link(link)); }
jq::Value Document::job(std::uint32_t device, std::uint32_t job)
{
    return jq::Value(builder_->job(device, job));
}

jv Document::make(const late::Deferred& deferred)
{
    if (static_cast<Kind>(deferred.kind) != Kind::unread)
        return builder_->make(deferred, with_places_);
    // An expression in a loop accesses the same value repeatedly; the first few accesses are enough.
    constexpr std::size_t most = 16;
    if (asked_.size() < most)
        asked_.push_back({deferred.first, OriginId{deferred.second}, builder_->what(deferred.index)});
    return says_unknown_ ? jq::Value("unknown").release() : jv_null();
}

static Place place_of(const jq::Value& part, Place otherwise)
{
    if (part.kind() != JV_KIND_OBJECT)
        return otherwise;
    const jq::Value numbers = part.at("@");
    if (numbers.kind() != JV_KIND_ARRAY)
        return otherwise;
    const auto number
        = [&numbers](std::size_t index) { return static_cast<std::uint32_t>(numbers.at(index).number()); };
    return {number(0), number(1), Span{static_cast<SourceId>(number(2)), number(3), number(4)}};
}

static jq::Value child_of(const jq::Value& part, const jq::Value& step)
{
    if (part.kind() == JV_KIND_OBJECT && step.kind() == JV_KIND_STRING)
        return part.at(step.text());
    if (part.kind() != JV_KIND_ARRAY || step.kind() != JV_KIND_NUMBER)
        return {};
    const double index = step.number() < 0 ? step.number() + static_cast<double>(part.size()) : step.number();
    return index < 0 || index >= static_cast<double>(part.size()) ? jq::Value()
                                                                  : part.at(static_cast<std::size_t>(index));
}

Place Document::find_place(const jq::Value& subject, const jq::Value& path)
{
    const auto at_of = [](const jq::Value& part, Place otherwise) {
        return part.kind() == JV_KIND_OBJECT ? place_of(part.at("at"), otherwise) : otherwise;
    };
    Place place = at_of(subject, {});
    if (path.kind() != JV_KIND_ARRAY)
        return place;
    jq::Value here = subject;
    jq::Value origins;
    for (std::size_t index = 0; index < path.size(); ++index) {
        const jq::Value step = path.at(index);
        if (here.kind() == JV_KIND_OBJECT)
            origins = here.at("origins");
        origins = child_of(origins, step);
        here = child_of(here, step);
        place = place_of(origins, at_of(here, place));
    }
    return place;
}

}
