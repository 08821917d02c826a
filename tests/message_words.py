#!/usr/bin/env python3
"""message_words.py ROOT: messages say "is not a number", never "is no number", and use the field's terms.

Reads every string literal of the product, adjacent ones joined as the compiler joins them, and fails on what a native
speaker would not write. "There is no" counts too, since a shorter sentence nearly always says the same. Reads the
comments of the product and its tests likewise, and counts names that are to be replaced: there may be fewer, never more.
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
    (r"\btaken for\b", "read as, mistaken for, counts as"),
    (r"\b(?:no|the|any) (?:file|capture|log|line)s? (?:alone )?tells?\b|\bpeople tell\b", "show, say"),
    (r"\bonly a person\b", "the configuration does not show"),
    (r"\bcounts? with\b", "assumes, uses"),
    (r"\bgo(?:es)? by the\b", "uses"),
    (r"\bmend(?:s|ing)?\b", "correct, fix"),
    (r"\bkeeps? (?:\S+ ){1,4}from loss\b", "protects from loss"),
    (r", by hand\.", "say what to do by hand"),
    (r"\bpass(?:es|ed)? (?:\S+ ){0,3}over\b", "ignores"),
    (r"\banother \w+ than\b", "a different one from"),
    (r"\b(?:it|they|that|which) (?:is|are|was|were) to [a-z]+\b", "should"),
    (r"\bhangs? (?:on|below)\b", "depends on, is connected to"),
    (r"\bfor ever\b", "forever"),
    (r"\bthat (?:was|were) seen\b", "no source was found for it; or name whose guide does not state it"),
    (r"\bno source (?:says|tells|states)\b", "is undocumented"),
    (r"\blost sight of\b", "cannot be traced further"),
    (r"\bpolicy for what (?:enters|leaves)\b", "ingress policy, egress policy"),
))

# The same for comments, the lines of one comment joined.
STILTED_COMMENTS = tuple((re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in (
    (r"\bwhoever\b", "the program, user or device that does it"),
    (r"(?:^|\. )of what\b", "name the thing first"),
    (r"(?:^|\. )(?-i:Of) (?:a|an|the|its|all|each|one|two|many|several|those)\b", "name the thing first; \"if there are several\""),
    (r"\bno source (?:says|tells|states)\b", "is undocumented"),
    (r"\bwhat (?:enters|leaves) (?:a |the |by )*port", "ingress or egress traffic of the port"),
    (r"\bmend(?:s|ed|ing)?\b", "correct, fix"),
    (r"\bway back\b", "rollback"),
    (r"\bby the way\b", "also"),
    (r"\bsomebody\b", "a user, another program"),
    (r"\bso many\b", "as many, this number"),
    (r"\bhangs? on\b", "depends on, is connected to"),
    (r"\banew\b", "again"),
    (r"\bany more\b(?! than)", "no longer"),
    (r"(?<!there )\b(?:is|are) none of\b", "is not one of"),
))

# Names that are replaced by those of the glossary, and how often they still occur.
OLD_NAMES = {
    "Says": 0,
    "Sets": 0,
    "Told": 0,
    "Wish": 12,
    "WayBack": 0,
    "carry_out": 0,
    "explain_idle": 0,
    "hindrance": 0,
    "known_by_the_way": 0,
    "way_back": 0,
}

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


def comments(text):
    """Pairs of line and text of comments, consecutive lines joined."""
    line, begin, parts = 1, 0, []
    for token in TOKEN.finditer(text):
        word = token[0]
        if word.startswith("//"):
            if not parts:
                begin = line
            parts.append(word.lstrip("/< "))
        elif parts and not word.isspace():
            yield begin, " ".join(parts)
            parts = []
        line += word.count("\n")
    if parts:
        yield begin, " ".join(parts)


def check_comments(root):
    """What is wrong in comments, and with old names."""
    seen, wrong, names = 0, [], dict.fromkeys(OLD_NAMES, 0)
    for folder in FOLDERS + ("tests",):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            source = path.read_text(encoding="utf-8")
            for line, text in comments(source):
                seen += 1
                for pattern, instead in STILTED_COMMENTS:
                    if found := pattern.search(text):
                        wrong.append(f"{path.relative_to(root)}:{line}: \"{found[0]}\" ({instead}) in: {text[:120]}")
            for token in TOKEN.finditer(source):
                if token[0] in names:
                    names[token[0]] += 1
    for name, most in OLD_NAMES.items():
        if names[name] > most:
            wrong.append(f"the old name {name} occurs {names[name]} times, and may occur {most} times")
    assert seen >= 5000, seen
    return seen, wrong


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
    checked, in_comments = check_comments(root)
    wrong += in_comments
    wrong += [f"exception that no message needs: {one}" for one in EXCEPTIONS if one not in used]
    assert not wrong, "\n".join(wrong)
    # Fails if the pattern stops matching literals: without any, the test would always pass.
    assert seen >= 5000, seen
    print(f"{seen} literals, {checked} comments")


if __name__ == "__main__":
    main()
