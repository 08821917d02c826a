// SPDX-License-Identifier: Apache-2.0
// Sets of switches are stored as bits in words, because uniting them is by far the most frequent operation
// here.
#include "analysis/proof/deadlock/failure_notes.h"

#include "analysis/proof/deadlock/port_bits.h"

#include <algorithm>
#include <utility>

namespace rocelint::proof {
namespace {

// Uses raw pointers and a local counter so that the compiler can vectorize the loop.
void unite(std::uint64_t* into, const std::uint64_t* some, std::size_t words)
{
    for (std::size_t word = 0; word < words; ++word)
        into[word] |= some[word];
}

void unite(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& other)
{
    into.resize(std::max(into.size(), other.size()));
    unite(into.data(), other.data(), other.size());
}

}

Reach::Reach(const routing::Graph& graph, const BufferGraph& buffers, const routing::DependencyGraph& waits)
    : number_(graph.fabric().devices.size(), 0)
{
    std::uint32_t switches = 0;
    for (std::uint32_t device = 0; device < number_.size(); ++device)
        number_[device] = graph.is_switch(device) ? switches++ : 0;
    words_ = words_for(switches);
    bits_.resize(waits.vertex_count() * words_);
    const std::vector<std::uint32_t> order = routing::waiting_order(waits);
    for (auto vertex = order.rbegin(); vertex != order.rend(); ++vertex) {
        const std::uint32_t here = number_[graph.to_device(buffers.buffer(*vertex).channel)];
        std::uint64_t* row = &bits_[*vertex * words_];
        set_bit({row, words_}, here);
        for (const std::uint32_t next : waits.next(*vertex))
            unite(row, &bits_[next * words_], words_);
    }
}

void Reach::add(std::uint32_t vertex, std::vector<std::uint64_t>& to) const
{
    to.resize(words_);
    unite(to.data(), &bits_[vertex * words_], words_);
}

void Reach::insert(std::uint32_t device, std::vector<std::uint64_t>& to) const
{
    to.resize(words_);
    set_bit(to, number_[device]);
}

void Notes::add_class(std::uint32_t destination_class)
{
    if (classes.empty() || classes.back() != destination_class)
        classes.push_back(destination_class);
}

void Notes::add(const Notes& some, std::uint32_t destination_class)
{
    unite(begins, some.begins);
    unite(comes_to, some.comes_to);
    add_class(destination_class);
}

void Notes::take(Notes&& others)
{
    if (classes.empty()) {
        *this = std::move(others);
        seen.clear();
        return;
    }
    unite(begins, others.begins);
    unite(comes_to, others.comes_to);
    classes.insert(classes.end(), others.classes.begin(), others.classes.end());
}

bool Notes::may_close_a_ring() const
{
    for (std::size_t word = 0; word < std::min(begins.size(), comes_to.size()); ++word) {
        if ((begins[word] & comes_to[word]) != 0)
            return true;
    }
    return false;
}

// FNV-1a over whole numbers.
std::uint64_t fingerprint(const Detouring& one)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3ULL; };
    mix(one.device);
    mix(one.detour.channel);
    mix(one.moves ? 1 : 0);
    for (const std::uint64_t word : one.entered)
        mix(word);
    for (const auto& [in, out] : one.onward)
        mix((std::uint64_t{in} << 32U) | out);
    return hash;
}

}
