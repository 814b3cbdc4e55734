# SPDX-License-Identifier: BSD-2-Clause
# Commands that record each visit of the demo's points and blocks as an event and stream it. The
# tables at the end show exactly the visits that were sent, and decoded.check compares their counts
# with the decoded ones.
limit(60)
expect("^spoor> $")

# ---- recording is enabled while all are off, so that counts and events start at 0 together
send("trace_blocks -d * -e *")
expect(r"^disabled (?P<blocks>\d+) blocks\nrecording (?P<recorded_blocks>\d+) blocks$")
expect("^spoor> $")
send("trace_points -d * -e *")
expect(r"^disabled (?P<points>\d+) points\nrecording (?P<recorded_points>\d+) points$")
expect("^spoor> $")
check(got.blocks == got.recorded_blocks and got.points == got.recorded_points)
send("trace_events")
expect(r"^ *\d+ +sched_switch +switch +no +0 +0$")
expect(r"^ *\d+ +filter_block +user +no +0 +0$")
expect(r"^ *\d+ +frames_sent +user +no +0 +0$")
expect("^spoor> $")
send("sleep 50")
expect("^spoor> $")

# ---- streaming: the shell keeps working, even if it shares the line
send("trace_stream on")
expect("^spoor> $")
send("trace_events")
expect(r"^ *\d+ +sched_switch +switch +yes +0 +0$")
expect(r"^ *\d+ +filter_block +user +yes +0 +0$")
expect(r"^ *\d+ +frames_sent +user +yes +0 +0$")
expect("^spoor> $")
send("trace_blocks -r * -a *")
expect(rf"^reset {got.blocks} blocks\nenabled {got.blocks} blocks$")
expect("^spoor> $")
send("trace_points -r * -a *")
expect(rf"^reset {got.points} points\nenabled {got.points} points$")
expect("^spoor> $")
# a board without a spare timer samples 50 times a second, or less if the emulator lacks CPU time
for _ in range(20):
    send("sleep 1000")
    expect("^spoor> $")
    send("trace_points -i sample_blocks")
    expect(r"(?s:^point \d+ sample_blocks$.*?^ +count +(?P<sampled>\d+)$.*?)^spoor> $")
    if got.sampled > 50:
        break

# ---- stop and compare
send("trace_blocks -d *")
expect(f"^disabled {got.blocks} blocks$")
expect("^spoor> $")
send("trace_points -d *")
expect(f"^disabled {got.points} points$")
expect("^spoor> $")
send("sleep 50")
expect("^spoor> $")
send("trace_stream off")
expect("^spoor> $")
send("trace_stream")
expect(r"^trace_stream: off, link (?:uart|console), (?P<bytes>\d+) bytes sent$")
expect(r"^cpu 0: (?P<packets>\d+) packets, (?P<records>\d+) records, 0 lost$")
expect("^spoor> $")
check(got.bytes > got.records and got.records > got.packets)
# wait for the whole table, otherwise the transcript might split a row
send("trace_blocks -s")
expect(r"(?s:^ID +Name .*? filter_block +no +(?P<filtered>\d+) .*?)^spoor> $")
send("trace_points -s")
expect(r"(?s:^ID +Name .*? sample_blocks +no +(?P<sampled>\d+)\n.*?)^spoor> $")
check(got.filtered > 50 and got.sampled > 50)
send("exit")
status(0)
