// SPDX-License-Identifier: Apache-2.0
// floor FOLDER: the minimum work of any checker of these files. Reads each file; in JSON it parses and touches every value,
// otherwise it finds every line. Prints a sum, so that nothing is optimised away.
#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::uint64_t touch(simdjson::dom::element value)
{
    if (value.is_object()) {
        std::uint64_t sum = 0;
        for (const auto field : simdjson::dom::object(value))
            sum += field.key.size() + touch(field.value);
        return sum;
    }
    if (value.is_array()) {
        std::uint64_t sum = 0;
        for (const simdjson::dom::element element : simdjson::dom::array(value))
            sum += touch(element);
        return sum;
    }
    return value.is_string() ? std::string_view(value).size() : 1;
}

std::uint64_t lines_of(const std::string& text)
{
    std::uint64_t lines = 0;
    for (const char* at = text.data();
         (at = static_cast<const char*>(
              std::memchr(at, '\n', static_cast<std::size_t>(text.data() + text.size() - at))))
         != nullptr;
         ++at)
        ++lines;
    return lines;
}

}

int main(int count, char** words)
{
    if (count != 2) {
        std::fputs("usage: floor FOLDER\n", stderr);
        return 2;
    }
    simdjson::dom::parser parser;
    std::uint64_t sum = 0;
    std::string text;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(words[1])) {
        if (!entry.is_regular_file())
            continue;
        text.resize(entry.file_size());
        std::ifstream(entry.path(), std::ios::binary)
            .read(text.data(), static_cast<std::streamsize>(text.size()));
        simdjson::dom::element root;
        if (entry.path().extension() == ".json" && parser.parse(text).get(root) == simdjson::SUCCESS)
            sum += touch(root);
        else
            sum += lines_of(text);
    }
    std::printf("%llu\n", static_cast<unsigned long long>(sum));
    return 0;
}
