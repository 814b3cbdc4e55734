# SPDX-License-Identifier: BSD-2-Clause
"""
The ticks of a clock that is coarser than an instruction. A visit of 100 instructions takes 2 or 3 ticks of 40 instructions, as it
begins early or late in a tick. While no CPU waits, one number decides for all visits: the phase of the clock when the first begins.
"""
import bisect
import math

NS_PER_S = 1000000000


class Clock:
    """@param captures  when the counter was captured, if it rounds at each capture, as QEMU's nRF51 timer does
    (hw/timer/nrf51_timer.c, update_counter): it advances by whole ticks, and remembers the time of the last one in whole ns"""

    def __init__(self, hz, captures=None):
        self.hz, self.captures = hz, captures
        self.phases = NS_PER_S // math.gcd(hz, NS_PER_S)

    def counts(self, begin, end, phase):
        """@return the counter at a time from `begin` on, as a function"""
        if self.captures is None:
            return lambda at: (at - begin + phase) * self.hz // NS_PER_S
        counted, count, updated = {}, 0, begin - phase
        for at in self.captures[bisect.bisect_left(self.captures, begin):bisect.bisect_right(self.captures, end)]:
            ticks = (at - updated) * self.hz // NS_PER_S
            count, updated = count + ticks, updated + ticks * NS_PER_S // self.hz
            counted[at] = count
        return counted.__getitem__


def measured(visits, count):
    """@return wall, net and self time in all, minimum, maximum and last wall time, in ticks, as the profiler measures them"""
    def span(begin, end):
        return count(end) - count(begin)

    def net(v):
        return span(v.begin, v.end) - sum(span(*s) for s in v.stolen)

    walls = [span(v.begin, v.end) for v in visits]
    nets = sum(map(net, visits))
    return [sum(walls), nets, nets - sum(net(c) for v in visits for c in v.children), min(walls), max(walls), walls[-1]]


def fits(visits, clock, own):
    """@return what a phase predicts: `own` if there is a phase that predicts that, or else of the nearest"""
    nearest = None
    for phase in range(clock.phases):
        seen = measured(visits, clock.counts(visits[0].begin, visits[-1].end, phase))
        off = sum(abs(a - b) for a, b in zip(seen, own))
        if nearest is None or off < nearest[0]:
            nearest = off, seen
        if off == 0:
            break
    return nearest[1]
