// SPDX-License-Identifier: Apache-2.0
// Small views over command lines, shared by all readers of commands.
#include "drivers/linux_host/shell/arguments.h"

#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {

std::string_view unquoted(std::string_view word)
{
    if (word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front())
        return word.substr(1, word.size() - 2);
    return word;
}

std::string_view option(std::string_view arguments, char letter, std::string_view name)
{
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word.size() >= 2 && word[0] == '-' && word[1] == letter)
            return unquoted(word.size() == 2 ? words.next() : word.substr(2));
        if (name.empty() || !word.starts_with("--") || !word.substr(2).starts_with(name))
            continue;
        const std::string_view rest = word.substr(2 + name.size());
        if (rest.empty())
            return unquoted(words.next());
        if (rest.front() == '=')
            return unquoted(rest.substr(1));
    }
    return {};
}

std::string_view first_plain_word(std::string_view arguments)
{
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word == "|" || word == ">" || word == "2>&1" || word == "&&" || word == ";")
            return {};
        if (!is_option(word))
            return unquoted(word);
    }
    return {};
}

std::string_view device_of(std::string_view arguments)
{
    Words words(arguments);
    while (!words.at_end()) {
        if (words.next() == "dev")
            return words.next();
    }
    return first_plain_word(arguments);
}

bool words_have(std::string_view arguments, std::string_view wanted)
{
    Words words(arguments);
    while (!words.at_end()) {
        if (words.next() == wanted)
            return true;
    }
    return false;
}

}
