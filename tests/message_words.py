#!/usr/bin/env python3
"""message_words.py ROOT: messages say "is not a number", never "is no number", and use the field's terms.

Reads every string literal of the product, adjacent ones joined as the compiler joins them, and fails on what a native
speaker would not write. "There is no" counts too, since a shorter sentence nearly always says the same.
"""
import pathlib
import re
import sys

FOLDERS = ("analysis", "cli", "design", "drivers", "models", "push", "rules", "workspace")

# Texts that are right as they stand: quoted from devices, or programs that we send.
EXCEPTIONS = (
    "# rocelint takes back ",  # a mark in scripts that are on hosts already
)

# "is no longer", "is no more than 5": a comparison, not a noun.
COMPARISON = r"longer|more|less|fewer|better|worse|larger|smaller|shorter|earlier|later|other"
# One row for each pattern: what is wrong, and what to write instead.
STILTED = tuple((re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in (
    (rf"\b(?:is|are) no (?!(?:{COMPARISON})\b)[a-z]", "is not a"),
    (r"\b(?:take|takes|taken|took|taking) (?:[a-z{}]+ ){0,3}back\b", "roll back, undo"),
    (r"\bwaits? for its confirmation\b", "is awaiting confirmation"),
    (r"\b(?:none|nothing) is wanted\b", "should have none"),
    (r"\bnot wanted\b", "should not"),
    (r"\bbesides\b", "in addition to"),
    (r"\bany more\b", "no longer"),
    (r"\banew\b", "again"),
    (r"\b(?:source|nothing|nobody|device|switch) tells?\b", "says, shows"),
    (r"\b(?:is|are|was|were) told\b", "is reported, is configured"),
    (r"\b(?:is|are) not to be\b", "must not"),
    (r"\bpause of (?:a |its )?priority\b", "pause for priority"),
    (r"\bshortest ways?\b", "shortest path"),
    (r"\btakes? (?:\S+ ){0,4}for (?:best effort|lossless|\{\})\b", "treats as"),
))

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/'
    r'|R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<plain>(?:[^"\\\n]|\\.)*)"'
    r"|\d[\w'.]*|'(?:[^'\\\n]|\\.)+'"
    r'|\s+|\w+|.',
    re.DOTALL)


def literals(text):
    """Pairs of line and text, adjacent literals joined."""
    line, begin, parts = 1, 0, []
    for token in TOKEN.finditer(text):
        word = token[0]
        part = token["raw"] if token["raw"] is not None else token["plain"]
        if part is not None:
            if not parts:
                begin = line
            parts.append(part)
        elif parts and not word.isspace() and not word.startswith(("//", "/*")):
            yield begin, "".join(parts)
            parts = []
        line += word.count("\n")
    if parts:
        yield begin, "".join(parts)


def main():
    root = pathlib.Path(sys.argv[1])
    seen, wrong, used = 0, [], set()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            for line, text in literals(path.read_text(encoding="utf-8")):
                seen += 1
                for pattern, instead in STILTED:
                    found = pattern.search(text)
                    if not found:
                        continue
                    excused = next((one for one in EXCEPTIONS if one in text), None)
                    if excused:
                        used.add(excused)
                    else:
                        wrong.append(f"{path.relative_to(root)}:{line}: \"{found[0]}\" ({instead}) in: {text[:120]}")
    wrong += [f"exception that no message needs: {one}" for one in EXCEPTIONS if one not in used]
    assert not wrong, "\n".join(wrong)
    # Fails if the pattern stops matching literals: without any, the test would always pass.
    assert seen >= 5000, seen
    print(f"{seen} literals")


if __name__ == "__main__":
    main()
