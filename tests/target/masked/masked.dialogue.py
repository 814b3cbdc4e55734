# SPDX-License-Identifier: BSD-2-Clause
# A function masks interrupts for 50 us every 10 ms: it is the caller of the longest section.
limit(60)
ROW = r"^ *0 +(?P<{0}us>[\d.]+) us +(?P<{0}caller>0x[0-9a-f]{{8}}) +(?P<{0}sections>\d+)$"
EMPTY = r"^ *0 +- +- +0$"

def show(name):
    expect("^spoor> $")
    send("trace_masked")
    expect("^CPU +Longest +Caller +Sections$")
    expect(ROW.format(name))


expect("^spoor> $")
send("trace_masked -r")
expect("^spoor> $")
send("sleep 50")
show("a")
expect("^on$")
expect("^spoor> $")
check(50 <= got.aus)

# While it is off, nothing is counted.
send("trace_masked -d")
expect("^spoor> $")
send("trace_masked -r")
expect("^spoor> $")
send("sleep 50")
expect("^spoor> $")
send("trace_masked -s")
expect("^CPU +Longest +Caller +Sections$")
expect(EMPTY)
expect("^off$")
expect("^spoor> $")
send("trace_masked -a -e 40us")
expect("^spoor> $")
send("sleep 50")
show("b")
expect("^on$")
expect(r"^recorded: the longest, and all of at least (4\d\.\d\d|40\d\d\d ns|40) us$")
expect("^spoor> $")
check(50 <= got.bus)

# Errors are reported.
send("trace_masked -e")
expect("^spoor> $")
send("trace_masked")
expect("^on$")
expect("^spoor> $")
send("trace_masked -e soon")
expect('^trace_masked: -e: "soon": a time is a number of at most 4294967295 with ns, us, ms or s, to the nanosecond$')
send("trace_masked -e 0us")
expect('^trace_masked: -e: "0us": the time is above 0, and at most .*, a wrap of the counter$')
send("trace_masked -e 4000000000s")
expect('^trace_masked: -e: "4000000000s": the time is above 0, and at most .*, a wrap of the counter$')
send("trace_masked -x")
expect("^trace_masked: -x: no such option; see trace_masked -h$")
send("trace_masked -h")
expect("^usage: trace_masked")
