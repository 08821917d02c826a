// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/shell/lldptool_call.h"

#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::linux_host {
namespace {

// The words that end a command on a line.
bool ends_command(std::string_view word)
{
    return word == "|" || word == ">" || word == ";" || word == "&&" || word == "||" || word == "2>&1";
}

}

LldptoolCall parse_lldptool(std::string_view arguments)
{
    using Action = LldptoolCall::Action;
    LldptoolCall call;
    Words words(arguments);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (ends_command(word))
            break;
        if (word == "get-tlv")
            call.action = Action::shows_tlv;
        else if (word == "set-tlv" || word == "set-lldp")
            call.action = Action::sets;
        if (!is_option(word))
            continue;
        for (std::size_t at = 1; at < word.size(); ++at) {
            const char letter = word[at];
            if (letter == 'i' || letter == 'V' || letter == 'g') {
                // The rest of the word, or the next one, is the option's value.
                const std::string_view rest = word.substr(at + 1);
                const std::string_view value = unquoted(rest.empty() ? words.next() : rest);
                if (letter == 'i')
                    call.interface = value;
                else if (letter == 'V')
                    call.tlv = value;
                break;
            }
            if (letter == 't')
                call.action = Action::shows_tlv;
            else if (letter == 'T' || letter == 'L')
                call.action = Action::sets;
            else if (letter == 'c')
                call.configuration = true;
            else if (letter == 'n')
                call.neighbour = true;
        }
    }
    return call;
}

}
