# SPDX-License-Identifier: Apache-2.0
"""What Junos refuses of class-of-service statements when they are edited: names of statements that do not exist, numbers out of range and
words that are no choice. What is not listed here is taken.

Source: Juniper's YANG modules of Junos 23.2R1, junos-qfx-conf-class-of-service@2023-01-01, by container and leaf; with
ROCELINT_VENDOR_SCHEMAS the unit test compares. The range of an MTU: Junos CLI Reference, mtu. assumed: the words of a refusal."""
import re

# The statements of [edit class-of-service].
STATEMENTS = {
    'classifiers', 'traffic-class-map', 'policy-map', 'loss-priority-maps', 'loss-priority-rewrites', 'code-point-aliases',
    'translation-table', 'host-outbound-traffic', 'drop-profiles', 'tri-color', 'shared-buffer', 'dedicated-buffer',
    'dedicated-buffer-profile', 'forwarding-classes', 'traffic-control-profiles', 'forwarding-class-sets',
    'congestion-notification-profile', 'scheduler-map-forwarding-class-sets', 'system-defaults', 'interfaces', 'routing-instances',
    'rewrite-rules', 'fabric', 'scheduler-maps', 'fragmentation-maps', 'schedulers', 'traceoptions', 'multi-destination',
    'application-traffic-control', 'forwarding-policy', 'apply-groups', 'apply-groups-except', 'apply-macro'}
# (statement around it, leaf): (lowest, highest)
RANGES = {
    ('pfc-watchdog', 'poll-interval'): (100, 1000), ('pfc-watchdog', 'detection'): (2, 10), ('pfc-watchdog', 'recovery'): (200, 1000),
    ('interpolate', 'fill-level'): (0, 100), ('interpolate', 'drop-probability'): (0, 100), ('fill-level', 'drop-probability'): (0, 100),
    ('class', 'pfc-priority'): (0, 7), ('shared-buffer', 'percent'): (5, 100), ('ingress', 'percent'): (0, 100),
    ('egress', 'percent'): (0, 100), ('buffer-partition', 'percent'): (0, 100), ('buffer-partition', 'dynamic-threshold'): (0, 10)}
# (statement around it, leaf): its words
CHOICES = {
    ('class', 'priority'): ('low', 'high'), ('pfc-watchdog', 'watchdog-action'): ('drop',),
    ('drop-profile-map', 'loss-priority'): ('low', 'high', 'medium-low', 'medium-high', 'any'),
    ('drop-profile-map', 'protocol'): ('tcp', 'non-tcp', 'any'),
    ('loss-priority', 'name'): ('low', 'high', 'medium-low', 'medium-high')}


def within(block):
    """What is wrong below a block, as (tag of the error, its message, the element)."""
    for child in block:
        text = (child.text or '').strip()
        limits, words = RANGES.get((block.tag, child.tag)), CHOICES.get((block.tag, child.tag))
        # A wildcard or a variable of a group.
        free = re.match(r'<.*>$|\$', text)
        if limits and not len(child) and text and not free and not (re.fullmatch(r'\d+', text) and limits[0] <= int(text) <= limits[1]):
            yield 'invalid-value', f'Value {text} is not within range ({limits[0]}..{limits[1]})', child.tag
        if words and not len(child) and text and text not in words:
            yield 'invalid-value', f"invalid value '{text}'", child.tag
        yield from within(child)


def problems(configuration):
    """All that is wrong in a configuration, in the order of its statements."""
    found = []
    for mtu in configuration.iter('mtu'):
        if not re.fullmatch(r'\d+', mtu.text or '') or not 256 <= int(mtu.text) <= 16000:
            found.append(('invalid-value', 'mtu is not in range 256..16000', 'mtu'))
    for block in configuration.iter('class-of-service'):
        found += [('unknown-element', 'syntax error', child.tag) for child in block if child.tag not in STATEMENTS]
        found += within(block)
    return found
