#!/usr/bin/env python3
"""Makes every sound of the game: assets/shared/audio/*.wav (mono, 16 bit, 22.05 kHz).

Needs nothing but Python 3. Every sound has its own seed, so the same script gives the same files, and changing one sound
leaves the others as they are.

    scripts/make_sounds.py            writes all of them
    scripts/make_sounds.py NAME...    writes those whose names begin with NAME
    scripts/make_sounds.py --check    writes nothing; exit status 1 where a file is missing or not what the script makes
"""

import math
import pathlib
import random
import struct
import sys
import wave
import zlib

RATE = 22050
TAU = 2 * math.pi
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "assets" / "shared" / "audio"
SOUNDS = {}


def sound(name, peak=0.7, loop=False):
    """Registers a maker: it is given a seeded random stream and returns samples."""
    def register(make):
        SOUNDS[name] = (make, peak, loop)
        return make
    return register


# --- building blocks -------------------------------------------------------------------------------------------------

def silence(seconds):
    return [0.0] * int(seconds * RATE)


def noise(chance, seconds):
    return [chance.uniform(-1, 1) for _ in range(int(seconds * RATE))]


def tone(frequency, seconds, shape=math.sin, phase=0.0):
    """A tone whose frequency may be a number or a function of time in seconds."""
    out, turn = [], phase
    varies = callable(frequency)
    for i in range(int(seconds * RATE)):
        out.append(shape(turn))
        turn += TAU * (frequency(i / RATE) if varies else frequency) / RATE
    return out


def saw(turn):
    return 2 * ((turn / TAU) % 1.0) - 1


def triangle(turn):
    return 4 * abs(((turn / TAU) % 1.0) - 0.5) - 1


def shaped(samples, curve):
    """Multiplies by a function of time in seconds."""
    return [s * curve(i / RATE) for i, s in enumerate(samples)]


def fade(attack, halving):
    """Up within `attack` seconds, then down by half each `halving` seconds."""
    def curve(t):
        return t / attack if t < attack else 0.5 ** ((t - attack) / halving)
    return curve


def swell(total, power=1.0):
    """Up to the middle and down again."""
    return lambda t: max(0.0, math.sin(math.pi * min(1.0, t / total))) ** power


def low(samples, cutoff, passes=1):
    """A one-pole low-pass filter; the cutoff may be a function of time."""
    varies = callable(cutoff)
    for _ in range(passes):
        out, held, share = [], 0.0, 0.0
        if not varies:
            share = 1 - math.exp(-TAU * cutoff / RATE)
        for i, s in enumerate(samples):
            if varies and i % 32 == 0:
                share = 1 - math.exp(-TAU * cutoff(i / RATE) / RATE)
            held += share * (s - held)
            out.append(held)
        samples = out
    return samples


def high(samples, cutoff, passes=1):
    for _ in range(passes):
        samples = [s - l for s, l in zip(samples, low(samples, cutoff))]
    return samples


def band(samples, middle, sharpness):
    """A resonant band-pass (the second-order filter of R. Bristow-Johnson's cookbook); the middle may vary with time."""
    varies = callable(middle)
    out, x1, x2, y1, y2 = [], 0.0, 0.0, 0.0, 0.0
    a = (0.0, 0.0, 0.0)
    for i, x in enumerate(samples):
        if i == 0 or (varies and i % 32 == 0):
            w = TAU * (middle(i / RATE) if varies else middle) / RATE
            alpha = math.sin(w) / (2 * sharpness)
            a = (alpha / (1 + alpha), -2 * math.cos(w) / (1 + alpha), (1 - alpha) / (1 + alpha))
        y = a[0] * (x - x2) - a[1] * y1 - a[2] * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out


def mix(*parts):
    """Adds (samples, gain, start in seconds)."""
    length = max(int(start * RATE) + len(samples) for samples, _, start in parts)
    out = [0.0] * length
    for samples, gain, start in parts:
        begin = int(start * RATE)
        for i, s in enumerate(samples):
            out[begin + i] += gain * s
    return out


def ring(chance, frequency, seconds, halving, partials=((1, 1.0), (2.76, 0.6), (5.4, 0.35), (8.9, 0.2)), wobble=0.004):
    """Struck metal: partials of a free bar, the higher the shorter."""
    parts = []
    for ratio, gain in partials:
        if frequency * ratio > RATE * 0.45:
            continue
        pitch = frequency * ratio * (1 + chance.uniform(-wobble, wobble))
        parts.append((shaped(tone(pitch, seconds, phase=chance.uniform(0, TAU)), fade(0.002, halving / ratio ** 0.6)), gain, 0))
    return mix(*parts)


def echo(samples, chance, size=0.03, depth=0.35, tail=0.5):
    """A small room: a handful of darkened reflections."""
    parts = [(samples, 1.0, 0.0)]
    dark, gain, at = samples, depth, size
    while at < tail and gain > 0.01:
        dark = low(dark, 2200)
        parts.append((dark, gain, at))
        at += size * chance.uniform(0.7, 1.6)
        gain *= 0.72
    return mix(*parts)


def looped(samples, overlap):
    """Lays the last `overlap` seconds over the beginning, so that the end runs into it."""
    count = int(overlap * RATE)
    body, tail = samples[:-count], samples[-count:]
    for i in range(count):
        share = i / count
        body[i] = body[i] * math.sqrt(share) + tail[i] * math.sqrt(1 - share)
    return body


# --- steps -----------------------------------------------------------------------------------------------------------

def step_wood(chance, weight):
    thud = shaped(tone(lambda t: (95 + 40 * weight) * math.exp(-t * 9) + 55, 0.16), fade(0.003, 0.022))
    board = band(shaped(noise(chance, 0.12), fade(0.002, 0.014)), chance.uniform(260, 420), 3)
    knock = band(shaped(noise(chance, 0.05), fade(0.001, 0.006)), chance.uniform(900, 1500), 2)
    return echo(mix((thud, 0.9, 0), (board, 1.6, 0.001), (knock, 0.8 * weight, 0)), chance, 0.021, 0.2, 0.12)


def step_stone(chance, weight):
    click = band(shaped(noise(chance, 0.04), fade(0.001, 0.005)), chance.uniform(1700, 2600), 1.6)
    thud = shaped(tone(lambda t: 120 * math.exp(-t * 14) + 60, 0.1), fade(0.002, 0.014))
    grit = high(shaped(noise(chance, 0.11), swell(0.11, 2)), 2500)
    return echo(mix((click, 1.3, 0), (thud, 0.7, 0), (grit, 0.07 + 0.08 * weight, 0.015)), chance, 0.034, 0.3, 0.25)


def step_grass(chance, weight):
    parts = []
    for _ in range(5 + int(5 * weight)):
        blade = band(shaped(noise(chance, 0.05), swell(0.05, 1.5)), chance.uniform(1800, 4500), 1.2)
        parts.append((blade, chance.uniform(0.3, 0.9), chance.uniform(0, 0.09)))
    parts.append((low(shaped(noise(chance, 0.12), fade(0.008, 0.025)), 260, 2), 2.4, 0.0))
    return mix(*parts)


for _floor, _make in (("wood", step_wood), ("stone", step_stone), ("grass", step_grass)):
    for _gait, _weight, _peak in (("soft", 0.15, 0.35), ("firm", 0.8, 0.6)):
        for _variant in range(1, 5):
            sound(f"step_{_floor}_{_gait}_{_variant}", _peak)(lambda chance, make=_make, weight=_weight: make(chance, weight))


# --- the heart and the terror ----------------------------------------------------------------------------------------

def beat(chance, hardness):
    first = shaped(tone(lambda t: 68 * math.exp(-t * 7) + 38, 0.26), fade(0.012, 0.04))
    second = shaped(tone(lambda t: 82 * math.exp(-t * 8) + 44, 0.22), fade(0.010, 0.032))
    flesh = low(shaped(noise(chance, 0.2), fade(0.006, 0.02)), 180 + 240 * hardness, 2)
    # Small loudspeakers do not give 50 Hz: its harmonics say it for them.
    knock = shaped(tone(lambda t: 150 * math.exp(-t * 6) + 90, 0.14), fade(0.006, 0.022))
    one = mix((first, 1, 0), (flesh, 0.8 * hardness, 0), (knock, 0.25 + 0.35 * hardness, 0))
    two = mix((second, 0.75, 0), (flesh, 0.4 * hardness, 0), (knock, 0.2 + 0.2 * hardness, 0))
    return mix((one, 1, 0), (two, 0.8, 0.19 - 0.05 * hardness), (silence(0.1), 0, 0.3))


for _name, _hardness, _peak in (("heart_far", 0.1, 0.45), ("heart_near", 0.5, 0.65), ("heart_close", 1.0, 0.85)):
    sound(_name, _peak)(lambda chance, hardness=_hardness: beat(chance, hardness))

DRONE = 8.0


def whole(frequency):
    """The nearest frequency that fits the loop of a drone."""
    return round(frequency * DRONE) / DRONE


def strings(chance, pitches, brightness, shiver):
    """A bowed cluster: detuned saws through a slow filter, all whole in the loop."""
    parts = []
    for pitch in pitches:
        for detune in (-0.25, 0.0, 0.375):
            parts.append((tone(whole(pitch) + detune, DRONE, saw, chance.uniform(0, TAU)), 1.0, 0))
    bowed = mix(*parts)
    bowed = low(bowed, lambda t: brightness * (1 + 0.35 * math.sin(TAU * t / DRONE)), 2)
    return shaped(bowed, lambda t: 1 - shiver * (0.5 + 0.5 * math.sin(TAU * whole(6.5) * t)))


@sound("terror_far", 0.35, loop=True)
def _(chance):
    deep = mix(*[(tone(whole(f), DRONE, phase=chance.uniform(0, TAU)), g, 0)
                 for f, g in ((41.2, 1.0), (61.9, 0.5), (82.6, 0.45), (123.6, 0.12))])
    deep = shaped(deep, lambda t: 0.75 + 0.25 * math.sin(TAU * t / DRONE * 2))
    breath = looped(low(noise(chance, DRONE + 1), 240, 2), 1.0)
    return mix((deep, 0.6, 0), (shaped(breath, lambda t: 0.5 + 0.5 * math.sin(TAU * t / DRONE)), 1.2, 0))


@sound("terror_near", 0.4, loop=True)
def _(chance):
    return strings(chance, (65.4, 92.5, 98.0, 138.6), 420, 0.15)


@sound("terror_close", 0.45, loop=True)
def _(chance):
    cluster = strings(chance, (196.0, 207.7, 220.0, 277.2), 1300, 0.5)
    return mix((cluster, 0.8, 0), (strings(chance, (49.0, 51.9), 500, 0.0), 1.0, 0))


@sound("chase", 0.6, loop=True)
def _(chance):
    """Four bars at 150 beats a minute: drums, a driven low string, a cry on top."""
    beats, length = 20, DRONE / 20
    parts = [(strings(chance, (55.0, 58.3), 700, 0.0), 0.18, 0)]
    for i in range(beats):
        drum = mix((shaped(tone(lambda t: 90 * math.exp(-t * 12) + 45, 0.3), fade(0.004, 0.05)), 1, 0),
                   (low(shaped(noise(chance, 0.15), fade(0.002, 0.02)), 900), 0.7, 0))
        parts.append((drum, 1.0 if i % 5 == 0 else 0.45 if i % 5 in (2, 3) else 0.0, i * length))
        for half in (0, 0.5):
            pitch = (110.0, 116.5, 110.0, 103.8, 130.8)[i % 5]
            pluck = low(shaped(tone(pitch, 0.2, saw), fade(0.006, 0.05)), 1400, 2)
            parts.append((pluck, 0.35 if half == 0 else 0.25, (i + half) * length))
    for bar, pitch in enumerate((415.3, 440.0, 392.0, 466.2)):
        cry = low(shaped(tone(lambda t, p=pitch: p * (1 + 0.006 * math.sin(TAU * 6 * t)), 1.9, saw), swell(1.9, 2)), 2400, 2)
        parts.append((cry, 0.16, bar * DRONE / 4))
    return mix(*parts)[:int(DRONE * RATE)]


# --- the house -------------------------------------------------------------------------------------------------------

def creak(chance, seconds, start, end):
    """Dry wood: a train of tiny knocks whose rate glides, through the board's resonances."""
    knocks, at = silence(seconds), 0.0
    while at < seconds:
        share = at / seconds
        knocks[min(len(knocks) - 1, int(at * RATE))] = chance.uniform(0.4, 1.0) * math.sin(math.pi * share) ** 0.5
        at += 1 / (start + (end - start) * share) * chance.uniform(0.8, 1.25)
    return mix((band(knocks, 520, 9), 1, 0), (band(knocks, 1180, 12), 0.7, 0), (band(knocks, 2300, 10), 0.35, 0))


@sound("door_open", 0.55)
def _(chance):
    latch = mix((ring(chance, 1900, 0.12, 0.012), 0.5, 0), (band(shaped(noise(chance, 0.05), fade(0.001, 0.006)), 1400, 2), 1.2, 0))
    return echo(mix((latch, 0.6, 0), (creak(chance, 0.55, 60, 150), 5, 0.08)), chance, 0.03, 0.25, 0.25)


@sound("door_close", 0.65)
def _(chance):
    slam = mix((shaped(tone(lambda t: 90 * math.exp(-t * 8) + 50, 0.3), fade(0.003, 0.04)), 1, 0),
               (band(shaped(noise(chance, 0.2), fade(0.002, 0.02)), 340, 2), 1.6, 0))
    latch = ring(chance, 1700, 0.1, 0.012)
    return echo(mix((creak(chance, 0.22, 140, 70), 3, 0), (slam, 1, 0.2), (latch, 0.25, 0.24)), chance, 0.037, 0.35, 0.4)


@sound("key_pickup", 0.55)
def _(chance):
    parts = [(ring(chance, f, 0.5, 0.09), g, at) for f, g, at in
             ((2100, 0.5, 0), (2650, 0.4, 0.05), (1870, 0.35, 0.09), (3150, 0.5, 0.16))]
    glow = shaped(tone(1318.5, 0.7), fade(0.01, 0.12))
    fifth = shaped(tone(1975.5, 0.7), fade(0.01, 0.12))
    return mix(*parts, (glow, 0.35, 0.2), (fifth, 0.3, 0.3))


@sound("key_drop", 0.5)
def _(chance):
    return echo(mix(*[(ring(chance, chance.uniform(1700, 2900), 0.3, 0.05), g, at)
                      for g, at in ((1, 0), (0.6, 0.11), (0.4, 0.19), (0.25, 0.24))]), chance, 0.03, 0.25, 0.25)


def clank(chance, pitch):
    iron = ring(chance, pitch, 0.5, 0.05, ((1, 1), (1.48, 0.8), (2.33, 0.7), (3.61, 0.5), (5.2, 0.3)), 0.01)
    hit = band(shaped(noise(chance, 0.06), fade(0.001, 0.008)), 1600, 1.5)
    return mix((iron, 0.7, 0), (hit, 1.0, 0))


for _variant in range(1, 4):
    @sound(f"unlock_{_variant}", 0.6)
    def _(chance):
        ratchet = [(clank(chance, chance.uniform(900, 1200)), 0.3, 0.06 * i + chance.uniform(0, 0.01)) for i in range(4)]
        return echo(mix(*ratchet, (clank(chance, chance.uniform(310, 370)), 1.0, 0.3)), chance, 0.05, 0.35, 0.5)


@sound("exit_third", 0.7)
def _(chance):
    bolt = mix((clank(chance, 210), 1, 0), (shaped(tone(lambda t: 80 * math.exp(-t * 6) + 42, 0.5), fade(0.003, 0.07)), 1, 0.01))
    return echo(mix((bolt, 1, 0), (ring(chance, 640, 1.2, 0.25), 0.35, 0.06)), chance, 0.06, 0.4, 0.8)


@sound("exit_open", 0.8)
def _(chance):
    chain = [(clank(chance, chance.uniform(700, 1000)), 0.25, 0.1 * i) for i in range(14)]
    rumble = low(shaped(noise(chance, 2.0), swell(2.0)), 140, 2)
    gate = creak(chance, 1.5, 35, 90)
    horn = mix(*[(low(shaped(tone(f, 2.4, saw), swell(2.4, 1.2)), 900, 2), 0.3, 0) for f in (110, 164.8, 220, 277.2)])
    return mix(*chain, (rumble, 4, 0), (gate, 3, 0.2), (clank(chance, 180), 1.2, 1.7), (horn, 0.55, 0.3))


@sound("locker_in", 0.5)
def _(chance):
    rattle = mix(*[(clank(chance, chance.uniform(480, 700)), 0.4, at) for at in (0, 0.05, 0.28)])
    cloth = band(shaped(noise(chance, 0.3), swell(0.3)), 1200, 0.8)
    return mix((rattle, 1, 0), (cloth, 0.5, 0.08), (creak(chance, 0.25, 110, 60), 2, 0.04))


@sound("locker_out", 0.55)
def _(chance):
    return mix((clank(chance, 520), 0.7, 0), (creak(chance, 0.3, 60, 140), 2.5, 0.02), (clank(chance, 390), 0.4, 0.26))


@sound("throw", 0.5)
def _(chance):
    return shaped(band(noise(chance, 0.3), lambda t: 500 + 2600 * math.sin(math.pi * min(1, t / 0.3)), 2.5), swell(0.3, 1.5))


@sound("stone_land", 0.65)
def _(chance):
    hits = [(mix((band(shaped(noise(chance, 0.08), fade(0.001, 0.008)), chance.uniform(1200, 2200), 2.5), 1.4, 0),
                 (shaped(tone(chance.uniform(240, 330), 0.08), fade(0.001, 0.012)), 0.8, 0)), gain, at)
            for gain, at in ((1, 0), (0.5, 0.17), (0.3, 0.29), (0.16, 0.37), (0.1, 0.42))]
    return echo(mix(*hits), chance, 0.045, 0.35, 0.5)


for _variant in range(1, 3):
    @sound(f"swing_{_variant}", 0.6)
    def _(chance):
        rush = band(noise(chance, 0.36), lambda t: 300 + 1700 * math.sin(math.pi * min(1, t / 0.36)) ** 2, 1.6)
        edge = band(noise(chance, 0.36), lambda t: 2400 + 2400 * math.sin(math.pi * min(1, t / 0.36)), 5)
        return shaped(mix((rush, 1, 0), (edge, 0.5, 0)), swell(0.36, 1.8))


@sound("hit", 0.85)
def _(chance):
    blow = shaped(tone(lambda t: 150 * math.exp(-t * 18) + 48, 0.35), fade(0.002, 0.045))
    cloth = low(shaped(noise(chance, 0.2), fade(0.001, 0.02)), 1500)
    bone = band(shaped(noise(chance, 0.05), fade(0.001, 0.004)), 2200, 2)
    return echo(mix((blow, 1.1, 0), (cloth, 0.9, 0), (bone, 0.7, 0.004)), chance, 0.03, 0.25, 0.25)


@sound("bolt_cast", 0.65)
def _(chance):
    rise = shaped(tone(lambda t: 180 + 900 * t * t / 0.16, 0.4, triangle), swell(0.4, 0.7))
    crackle = shaped([n if chance.random() < 0.03 else 0.0 for n in noise(chance, 0.4)], swell(0.4))
    whoosh = band(noise(chance, 0.55), lambda t: 400 + 4200 * min(1, t / 0.4), 1.8)
    return mix((low(rise, 2600), 0.5, 0), (high(crackle, 1500), 1.4, 0), (shaped(whoosh, swell(0.55, 1.4)), 1.1, 0))


@sound("bolt_hit", 0.75)
def _(chance):
    burst = low(shaped(noise(chance, 0.7), fade(0.002, 0.06)), lambda t: 6000 * math.exp(-t * 7) + 200)
    fizz = high(shaped([n if chance.random() < 0.1 else 0.0 for n in noise(chance, 0.7)], fade(0.01, 0.12)), 3000)
    boom = shaped(tone(lambda t: 110 * math.exp(-t * 9) + 40, 0.5), fade(0.002, 0.07))
    return mix((burst, 1, 0), (fizz, 0.6, 0.02), (boom, 1, 0))


def voice(chance, seconds, pitch, formants):
    """A throat: a saw with breath in it through three resonances."""
    throat = tone(lambda t: pitch(t) * (1 + 0.012 * math.sin(TAU * 7 * t) + chance.uniform(-0.02, 0.02)), seconds, saw)
    throat = mix((throat, 1, 0), (noise(chance, seconds), 0.25, 0))
    return mix(*[(band(throat, f, 7), g, 0) for f, g in formants])


for _variant, _pitch in ((1, 300.0), (2, 255.0)):
    @sound(f"shout_{_variant}", 0.6)
    def _(chance, base=_pitch):
        call = voice(chance, 0.45, lambda t: base * (1 + 0.35 * math.sin(math.pi * min(1, t / 0.4))),
                     ((780, 1.0), (1350, 0.7), (2700, 0.35)))
        return echo(shaped(call, swell(0.45, 0.5)), chance, 0.06, 0.35, 0.6)


# Speech without words: syllables of a throat, or of breath alone.

def syllables(count, seconds, chance):
    """Rises and falls once per syllable, the syllables of unequal lengths."""
    ends, at = [], 0.0
    for _ in range(count):
        at += chance.uniform(0.7, 1.3)
        ends.append(at)
    ends = [seconds * end / at for end in ends]

    def curve(t):
        begin = 0.0
        for end in ends:
            if t < end:
                return math.sin(math.pi * (t - begin) / (end - begin)) ** 0.6
            begin = end
        return 0.0
    return curve


def breath(chance, seconds, formants):
    """Breath through a mouth."""
    air = noise(chance, seconds)
    return mix(*[(band(air, f, 4), g, 0) for f, g in formants])


for _variant, _pitch, _count in ((1, 98.0, 2), (2, 112.0, 3), (3, 88.0, 1)):
    @sound(f"voice_hunter_call_{_variant}", 0.65)
    def _(chance, base=_pitch, count=_count):
        seconds = 0.28 + 0.2 * count
        call = voice(chance, seconds, lambda t: base * (1.25 - 0.35 * t / seconds), ((430, 1.0), (900, 0.6), (2300, 0.2)))
        return echo(shaped(call, syllables(count, seconds, chance)), chance, 0.07, 0.35, 0.7)

    @sound(f"voice_hunter_mutter_{_variant}", 0.5)
    def _(chance, base=_pitch * 0.8, count=_count + 2):
        seconds = 0.2 * count
        mumble = voice(chance, seconds, lambda t: base * (1 + 0.08 * math.sin(9 * t)), ((330, 1.0), (700, 0.4), (1900, 0.08)))
        return low(shaped(mumble, syllables(count, seconds, chance)), 1600)

    @sound(f"voice_hunted_gasp_{_variant}", 0.5)
    def _(chance, count=_variant):
        air = breath(chance, 0.34, ((1100, 1.0), (2300, 0.8), (4200, 0.5)))
        squeak = voice(chance, 0.3, lambda t: 330 + 60 * count + 500 * t, ((800, 1.0), (1700, 0.6), (2900, 0.3)))
        return mix((shaped(air, lambda t: min(1, t / 0.28) ** 1.5 * max(0, min(1, (0.34 - t) / 0.05))), 1, 0), (shaped(squeak, swell(0.3, 2)), 0.25, 0.04))

    @sound(f"voice_hunted_whisper_{_variant}", 0.45)
    def _(chance, count=_count + 1):
        seconds = 0.19 * count
        return shaped(breath(chance, seconds, ((600, 0.6), (1500, 1.0), (2700, 0.8), (5200, 0.4))), syllables(count, seconds, chance))


for _variant, _seconds in ((1, 0.7), (2, 0.95)):
    @sound(f"voice_hunted_sigh_{_variant}", 0.45)
    def _(chance, seconds=_seconds):
        air = breath(chance, seconds, ((700, 1.0), (1300, 0.6), (2600, 0.25)))
        tail = voice(chance, seconds, lambda t: 230 - 90 * t, ((650, 1.0), (1150, 0.5), (2500, 0.15)))
        return mix((shaped(air, fade(0.09, 0.16)), 1, 0), (shaped(tail, fade(0.12, 0.1)), 0.18, 0))


@sound("wounded", 0.7)
def _(chance):
    cry = voice(chance, 0.4, lambda t: 380 * math.exp(-t * 0.8), ((820, 1.0), (1450, 0.6), (2800, 0.3)))
    blow = shaped(low(noise(chance, 0.25), 260, 2), fade(0.003, 0.05))
    return mix((shaped(cry, swell(0.4, 0.5)), 0.8, 0.04), (blow, 0.9, 0))


@sound("caught", 0.8)
def _(chance):
    cry = shaped(voice(chance, 0.7, lambda t: 420 * math.exp(-t * 0.9), ((850, 1), (1500, 0.7), (2900, 0.4))), swell(0.7, 0.5))
    fall = strings(chance, (73.4, 77.8, 110.0), 900, 0.0)[:int(2.6 * RATE)]
    gong = ring(chance, 98, 2.6, 0.5, ((1, 1), (1.5, 0.6), (2.2, 0.5), (3.3, 0.3), (4.7, 0.2)))
    return mix((cry, 0.8, 0), (shaped(fall, fade(0.02, 0.45)), 0.25, 0.05), (gong, 0.7, 0.02))


@sound("escape", 0.7)
def _(chance):
    parts = []
    for at, pitch in ((0, 293.7), (0.16, 370.0), (0.32, 440.0), (0.48, 587.3)):
        parts.append((shaped(tone(pitch, 1.8, triangle), fade(0.01, 0.3)), 0.5, at))
        parts.append((ring(chance, pitch * 2, 1.5, 0.25, ((1, 1), (2, 0.4), (3, 0.2))), 0.3, at))
    wind = shaped(band(noise(chance, 2.2), 900, 0.8), swell(2.2, 2))
    return mix(*parts, (wind, 0.25, 0))


@sound("chase_start", 0.75)
def _(chance):
    stab = strings(chance, (110, 116.5, 164.8, 174.6, 466.2), 2600, 0.2)[:int(1.6 * RATE)]
    drum = shaped(tone(lambda t: 110 * math.exp(-t * 9) + 40, 0.8), fade(0.003, 0.09))
    return mix((shaped(stab, fade(0.015, 0.22)), 0.3, 0), (drum, 1.2, 0), (drum, 0.7, 0.28))


@sound("noticed", 0.5)
def _(chance):
    return mix((shaped(low(tone(622.3, 0.8, saw), 2000), swell(0.8, 1.5)), 0.35, 0),
               (shaped(low(tone(659.3, 0.8, saw), 2000), swell(0.8, 1.5)), 0.35, 0.02))


@sound("match_start", 0.6)
def _(chance):
    bell = ring(chance, 196, 3.0, 0.6, ((0.5, 0.5), (1, 1), (1.19, 0.6), (1.5, 0.5), (2, 0.6), (2.74, 0.3), (3, 0.25)))
    return mix((bell, 1, 0), (shaped(low(noise(chance, 2.5), 300, 2), swell(2.5, 2)), 2, 0))


@sound("match_end", 0.6)
def _(chance):
    bells = [(ring(chance, f, 2.6, 0.5, ((0.5, 0.4), (1, 1), (1.19, 0.5), (1.5, 0.4), (2, 0.5), (2.74, 0.25))), g, at)
             for f, g, at in ((196, 1, 0), (146.8, 0.9, 0.7))]
    return mix(*bells)


# --- the night -------------------------------------------------------------------------------------------------------

@sound("night", 0.3, loop=True)
def _(chance):
    seconds = 11.5
    gusts = lambda t: 220 + 160 * math.sin(TAU * t / seconds) + 90 * math.sin(TAU * 3 * t / seconds + 1)
    wind = looped(band(noise(chance, seconds + 2), gusts, 0.9), 2.0)
    wind = shaped(wind, lambda t: 0.65 + 0.35 * math.sin(TAU * t / seconds + 0.4))
    parts = [(wind, 1.6, 0)]
    for pitch, rate, gain, lag in ((4100, 2.1, 0.030, 0.0), (4700, 1.7, 0.022, 0.31), (3600, 1.2, 0.016, 0.6)):
        at = lag
        while at < seconds - 0.4:
            for pulse in range(3):
                chirp = shaped(tone(pitch + chance.uniform(-25, 25), 0.032), swell(0.032, 1))
                parts.append((chirp, gain * chance.uniform(0.7, 1), at + pulse * 0.045))
            at += 1 / rate * chance.uniform(0.95, 1.3)
    owl = mix(*[(shaped(tone(lambda t: 370 - 20 * t, d), swell(d, 0.8)), 0.06, at) for at, d in ((0, 0.35), (0.55, 0.22), (0.85, 0.6))])
    parts.append((low(owl, 700), 1, 6.2))
    return mix(*parts)[:int(seconds * RATE)]


@sound("indoors", 0.22, loop=True)
def _(chance):
    seconds = 8.0
    hum = looped(low(noise(chance, seconds + 1), 150, 2), 1.0)
    parts = [(hum, 3, 0)]
    for _ in range(3):
        parts.append((creak(chance, 0.5, chance.uniform(18, 30), chance.uniform(25, 50)), 0.4, chance.uniform(0.3, 6.8)))
    return mix(*parts)[:int(seconds * RATE)]


# --- the interface ---------------------------------------------------------------------------------------------------

def shot(chance, pitch):
    """A crack, a thump and a short tail that the walls throw back."""
    crack = shaped(noise(chance, 0.12), fade(0.0005, 0.008))
    thump = shaped(tone(lambda t: pitch * math.exp(-t * 22) + 55, 0.25), fade(0.001, 0.03))
    tail = low(shaped(noise(chance, 0.7), fade(0.004, 0.09)), 1300, 2)
    return echo(mix((crack, 1.0, 0), (thump, 0.9, 0), (tail, 0.5, 0.005)), chance, 0.05, 0.3, 0.4)


@sound("shot_1", 0.85)
def _(chance):
    return shot(chance, 210)


@sound("shot_2", 0.85)
def _(chance):
    return shot(chance, 180)


@sound("body_hit", 0.7)
def _(chance):
    slap = low(shaped(noise(chance, 0.1), fade(0.001, 0.012)), 1500)
    thud = shaped(tone(lambda t: 130 * math.exp(-t * 14) + 45, 0.2), fade(0.001, 0.03))
    return mix((slap, 0.7, 0), (thud, 1.0, 0))


# What a shot strikes: stone or earth, metal, wood, leaves.
for _variant in (1, 2):
    @sound(f"impact_dust_{_variant}", 0.6)
    def _(chance):
        crack = low(shaped(noise(chance, 0.08), fade(0.0005, 0.008)), chance.uniform(2400, 3200))
        grit = band(shaped(noise(chance, 0.4), lambda t: math.exp(-t * 14) * (chance.random() ** 6)), 3000, 1)
        return mix((crack, 1.0, 0), (grit, 0.9, 0.02))

    @sound(f"impact_sparks_{_variant}", 0.55)
    def _(chance):
        crack = shaped(noise(chance, 0.05), fade(0.0005, 0.004))
        return mix((crack, 0.8, 0), (ring(chance, chance.uniform(1500, 2300), 0.5, 0.06), 0.7, 0.001))

    @sound(f"impact_splinters_{_variant}", 0.6)
    def _(chance):
        knock = shaped(tone(chance.uniform(320, 430), 0.12, triangle), fade(0.0005, 0.012))
        crack = band(shaped(noise(chance, 0.12), fade(0.0005, 0.01)), 1900, 1)
        chips = band(shaped(noise(chance, 0.3), lambda t: math.exp(-t * 16) * (chance.random() ** 8)), 2600, 2)
        return mix((knock, 0.7, 0), (crack, 1.0, 0), (chips, 0.8, 0.03))

    @sound(f"impact_leaves_{_variant}", 0.5)
    def _(chance):
        return high(shaped(noise(chance, 0.35), lambda t: math.exp(-t * 11) * (0.3 + 0.7 * chance.random() ** 3)), 1800)


@sound("beep", 0.4)
def _(chance):
    return shaped(tone(2093, 0.14, triangle), fade(0.003, 0.05))


@sound("explosion", 0.95)
def _(chance):
    blast = low(shaped(noise(chance, 2.6), fade(0.002, 0.35)), 700, 2)
    deep = shaped(tone(lambda t: 70 * math.exp(-t * 3) + 28, 2.2), fade(0.003, 0.4))
    rubble = band(shaped(noise(chance, 2.0), lambda t: math.exp(-t * 2) * chance.uniform(0, 1)), 1800, 1)
    return echo(mix((blast, 1.0, 0), (deep, 0.9, 0), (rubble, 0.25, 0.25)), chance, 0.07, 0.35, 0.6)


@sound("ui_move", 0.25)
def _(chance):
    return mix((shaped(tone(660, 0.06, triangle), fade(0.002, 0.012)), 1, 0),
               (band(shaped(noise(chance, 0.02), fade(0.001, 0.003)), 2400, 2), 0.6, 0))


@sound("ui_click", 0.4)
def _(chance):
    return mix((shaped(tone(440, 0.12, triangle), fade(0.002, 0.02)), 0.8, 0),
               (shaped(tone(880, 0.12), fade(0.002, 0.015)), 0.4, 0.02),
               (band(shaped(noise(chance, 0.03), fade(0.001, 0.004)), 1900, 2), 1, 0))


@sound("ui_back", 0.35)
def _(chance):
    return mix((shaped(tone(392, 0.14, triangle), fade(0.002, 0.022)), 0.8, 0),
               (shaped(tone(294, 0.14, triangle), fade(0.002, 0.022)), 0.6, 0.05))


@sound("snare_bell", 0.6)
def _(chance):
    """A wire snaps, and the bell at its end dances."""
    twang = shaped(tone(lambda t: 180 * math.exp(-t * 6) + 90, 0.3, saw), fade(0.002, 0.05))
    strokes = [(ring(chance, 1480, 0.7, 0.12), g, at) for g, at in ((1, 0.04), (0.8, 0.17), (0.6, 0.28), (0.4, 0.36), (0.25, 0.47))]
    return echo(mix((low(twang, 900), 0.6, 0), *strokes), chance, 0.03, 0.3, 0.4)


@sound("gramophone", 0.5)
def _(chance):
    """A bar of a waltz out of a horn, on a worn record."""
    parts = []
    for beat, pitches in enumerate(((146.8, 587.3), (220.0, 740.0), (293.7, 880.0))):
        for pitch in pitches:
            reed = shaped(tone(lambda t, p=pitch: p * (1 + 0.004 * math.sin(TAU * 5 * t)), 0.42, triangle), fade(0.01, 0.16))
            parts.append((reed, 0.6, beat * 0.33))
    worn = shaped(noise(chance, 1.1), lambda t: 0.05 + 0.2 * (chance.random() < 0.002))
    return echo(band(mix(*parts, (worn, 0.5, 0)), 900, 0.8), chance, 0.02, 0.2, 0.15)


# --- writing ---------------------------------------------------------------------------------------------------------

def finish(samples, peak, loop):
    """Takes out the direct current, fades the ends of what does not loop, brings the peak to its level."""
    if not loop:
        samples = high(samples, 18)
        ends = min(len(samples), int(0.008 * RATE))
        for i in range(ends):
            samples[-1 - i] *= i / ends
        samples[0] = 0.0
    middle = sum(samples) / len(samples)
    samples = [s - middle for s in samples] if loop else samples
    top = max(max(samples), -min(samples))
    return [s * peak / top for s in samples]


def encoded(name):
    make, peak, loop = SOUNDS[name]
    samples = finish(make(random.Random(zlib.crc32(name.encode()))), peak, loop)
    return struct.pack(f"<{len(samples)}h", *(round(s * 32767) for s in samples))


def stored(path):
    if not path.is_file():
        return None
    with wave.open(str(path), "rb") as file:
        return file.readframes(file.getnframes())


def main(arguments):
    check = "--check" in arguments
    wanted = [a for a in arguments if not a.startswith("--")]
    FOLDER.mkdir(parents=True, exist_ok=True)
    wrong = []
    for name in sorted(SOUNDS):
        if wanted and not any(name.startswith(w) for w in wanted):
            continue
        data, path = encoded(name), FOLDER / f"{name}.wav"
        if check:
            if stored(path) != data:
                wrong.append(name)
            continue
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(data)
    for name in wrong:
        print(f"{FOLDER / name}.wav is not what the script makes", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
