# SPDX-License-Identifier: Apache-2.0
"""A push whose connection ends at any byte, whose program is killed at any moment, or whose device answers what it should not: the
device ends as before or as planned, and what the program prints is true.
push_cut_test.py ROCELINT EMULATE SOURCE [PLATFORM…]

Plays a few bytes and moments of each platform; their seed is that of tests/support/sample.h. ROCELINT_SAMPLE=all plays many,
ROCELINT_KILLS=N that many kills and nothing else; ROCELINT_CUTS_TOLD prints a line for each."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench as benches

CUTS, CUTS_OF_ALL = 1, 25
KILLS, KILLS_OF_ALL = 1, 12
AT_ONCE = 3
LIES, LIES_OF_ALL = 1, 25
ANSWERS = [
    {'do': 'refuse', 'text': 'Cisco IOS XR Software, Version 7.5.2\n% Unknown command or computer name, or unable to find computer address'},
    {'do': 'refuse', 'text': 'FEHLER: Der Befehl wurde nicht gefunden. Bitte wenden Sie sich an Ihren Administrator.'},
    {'do': 'refuse', 'text': 'Password: '},
    # What another user sends to all terminals, with the end of a prompt and the beginning of a complaint in it.
    {'do': 'say', 'text': 'Broadcast message from root@leaf1 (pts/1):\n\nMaintenance in 10 minutes, log off now # \n% Authorised users only'},
    {'do': 'lie'}, {'do': 'hang'}, {'do': 'hang_after'}]


def seed():
    text = os.environ.get('ROCELINT_SAMPLE', '')
    return 0 if text in ('', 'all') else int(text, 16)


def plays_everything():
    return os.environ.get('ROCELINT_SAMPLE') == 'all'


def problem_of(states, bench, code, state, after, lied=False):
    """What is wrong with this end, or an empty text. `after`: the state some time later, when all timers have run out."""
    word, later = states.word(state), states.word(after)
    event = bench.last_event()
    if '"note": ";' in benches.read(bench.journal):
        return 'a note in the journal begins in the middle of its sentence'
    if not bench.is_still:
        return f'a timer, a lock or a session stays on the device: {after[2]}'
    if later == 'NEITHER':
        return 'neither as before nor as planned'
    if code not in (0, 4):
        return 'it ended with this code'
    if code == 0 and later != 'new':
        return f'it ended with 0, and the device is {later}'
    if event == 'done' and later != 'new':
        return f'the journal says done, and the device is {later}'
    if event in ('refused', 'taken_back') and not (word == later == 'old'):
        return f'the journal says {event}, and the device is {word}, later {later}'
    if event == 'not_saved' and later != 'new, not saved' and later != 'new':
        return f'the journal says not saved, and the device is {later}'
    # A new connection is never cut, so nothing keeps it from finding out, unless the device lies or hangs with its lock held.
    if event == 'unknown' and not lied:
        return 'it says that its end is not known'
    if code == 4 and event == 'done':
        return 'the journal says done, and it ended with 4'
    return ''


class Play:
    """One cut or kill, and how it ended."""

    def __init__(self, states, platform, kind, number):
        self.states, self.platform, self.kind, self.number = states, platform, kind, number
        self.told, self.problem, self.said = '', '', ''

    def run(self, tools, folder):
        bench = benches.Bench(tools, self.platform, folder, self.states.plan)
        try:
            getattr(self, self.kind)(bench)
        except Exception:  # the others are played all the same
            self.problem = traceback.format_exc()
        finally:
            bench.close()
            self.said = benches.read(bench.said)[-3000:] + benches.read(bench.journal)[-3000:]
            shutil.rmtree(folder, ignore_errors=True)

    def cut(self, bench):
        """Ends the connection after some bytes of the device; later connections are good."""
        # A push is a little shorter now and then, so not at its very end.
        most = 1 + int(0.8 * self.number * self.states.bytes)
        bench.relay.cut_at(most)
        bench.device.control(f'{{"hurry_when": ["{bench.journal}", "\\"taking_back\\""]}}')
        code = bench.run(*bench.push_words('--confirm-timeout', '300'))
        state = bench.device.state()
        after = bench.let_time_pass()
        cuts = bench.relay.cuts
        self.told = f'byte {most}: {code} {bench.last_event()}, {self.states.word(state)}, later {self.states.word(after)}'
        self.problem = problem_of(self.states, bench, code, state, after) if cuts == 1 else f'the connection was cut {cuts} times'

    def lie(self, bench):
        """At one command the device answers in the words of another platform, in German, with a question, behind a banner, with an ok, or never."""
        chance = random.Random(self.number)
        answer = dict(chance.choice(ANSWERS), match='', nth=1 + chance.randrange(max(1, self.states.commands * 4 // 5)))
        hurry = [bench.journal, '"taking_back"']
        bench.device.control(json.dumps({'faults': [answer], 'hurry_when': hurry}))
        begun = time.time()
        code = bench.run(*bench.push_words('--confirm-timeout', '300', '--timeout', '10'))
        typed = max(json.loads(benches.read(f'{bench.device.folder}/faults.json') or '{}').values(), default=0)
        state = bench.device.state()
        after = bench.let_time_pass()
        self.told = (f'command {answer["nth"]} {answer["do"]} {answer.get("text", "")[:10]}: {code} {bench.last_event()}, {self.states.word(state)}, '
                     f'later {self.states.word(after)}, {time.time() - begun:.0f} s')
        self.problem = (problem_of(self.states, bench, code, state, after, lied=True) if typed >= answer['nth']
                        else f'the device was asked {typed} times only, and gave no wrong answer')

    def kill(self, bench):
        """Kills the program at some moment of a push to a slow device, waits or not, and resumes."""
        chance = random.Random(self.number)
        slow, share, waits = chance.choice([0, 0.02, 0.1]), chance.random(), chance.random() < 0.5
        bench.device.control(f'{{"slow": {slow}, "hurry_when": ["{bench.journal}", "\\"taking_back\\""]}}')
        push = bench.start(bench.push_words('--confirm-timeout', '300'))
        # The time of a push is not known: the moment is that of a byte of the device, or some time.
        moment = share * self.states.bytes
        benches.wait_for(lambda: push.poll() is not None or bench.relay.passed >= moment, 120)
        time.sleep(chance.random() * 0.3)
        push.send_signal(signal.SIGKILL)
        killed = push.wait() == -signal.SIGKILL
        event = bench.last_event()
        left = self.states.word(bench.let_time_pass()) if waits else 'at once'
        if left == 'NEITHER':
            self.problem = 'left alone, it is neither as before nor as planned'
        bench.device.control(f'{{"hurry_when": ["{bench.journal}", "\\"taking_back\\""]}}')
        code = bench.run(*bench.resume_words()) if os.path.exists(bench.journal) else 'no journal'
        state = bench.device.state()
        after = bench.let_time_pass()
        self.told = (f'{"killed" if killed else "ended"} at {share:.3f}, {event}, {left}; resume: {code} {bench.last_event()}, '
                     f'{self.states.word(state)}, later {self.states.word(after)}, left: {after[2]}')
        if not self.problem and code != 'no journal':
            self.problem = problem_of(self.states, bench, code, state, after)
        elif not self.problem and self.states.word(after) != 'old':
            self.problem = 'nothing was begun, and the device is not as before'


def play_all(tools, folder, plays):
    waiting = list(plays)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not waiting:
                    return
                number, play = len(waiting), waiting.pop(0)
            play.run(tools, f'{folder}/{number}')
            if 'ROCELINT_CUTS_TOLD' in os.environ or play.problem:
                print(f'{play.platform:10} {play.kind} {play.told} {play.problem}', flush=True)
            if play.problem:
                print(play.said, flush=True)
    threads = [threading.Thread(target=work) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main():
    program, emulate, source = sys.argv[1:4]
    platforms = sys.argv[4:] or benches.PLATFORMS
    for platform in [platform for platform in platforms if not benches.can_play(platform)]:
        print(f'{platform} is not played: opensm, ibsim or infiniband-diags are not installed, or no namespace can be made')
        platforms = [one for one in platforms if one != platform]
    folder = tempfile.mkdtemp(prefix='cuts.')
    chance = random.Random(seed())
    kills = int(os.environ.get('ROCELINT_KILLS', 0))
    try:
        tools = benches.Tools(program, emulate, source, folder)
        plays = []
        for number, platform in enumerate(platforms):
            states = benches.States(tools, platform, f'{folder}/{platform}')
            if not kills:
                plays += [Play(states, platform, 'cut', chance.random()) for _ in range(CUTS_OF_ALL if plays_everything() else CUTS)]
                plays += [Play(states, platform, 'lie', chance.random()) for _ in range(LIES_OF_ALL if plays_everything() else LIES)]
            share = kills // len(platforms) + (number < kills % len(platforms)) if kills else KILLS_OF_ALL if plays_everything() else KILLS
            plays += [Play(states, platform, 'kill', chance.random()) for _ in range(share)]
        chance.shuffle(plays)
        play_all(tools, f'{folder}/plays', plays)
        bad = [play for play in plays if play.problem]
        print(f'{len(plays)} plays, {len(bad)} with a problem')
        for play in plays:
            assert not play.problem, (play.platform, play.kind, play.number, play.told, play.problem)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == '__main__':
    main()
