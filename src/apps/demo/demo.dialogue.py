# SPDX-License-Identifier: BSD-2-Clause
# A session at the demo's shell. Pauses use the target's own clock (sleep), so that a slow machine takes longer but
# gets the same results. got.NAME is a value captured earlier.
limit(60)

# ---- the start script has run before the banner: the boot, and the system without the application
expect(r"(?s:^> trace_blocks -s\n"
       r"(?=.*? interrupt_tb +yes +(?P<boot_interrupts>\d+))"
       r"(?=.*? sched_switch_tb +yes +(?P<boot_switches>\d+)).*?)^Spoor .*: type help$")
check(got.boot_interrupts > 0 and got.boot_switches > 0)
expect("spoor>")
send("help")
expect("^trace_blocks +show and switch timings$")
expect("^spoor>")

# ---- a board with 16 KB of RAM has no room for a sorted table or for histograms
send("mem")
expect(r"^heap +(?P<heap>\d+) +\d+ +\d+$")
expect("^spoor>")

# ---- let the system work; slower on an emulated CPU
send("sleep 3000")
expect("^spoor>")
send("trace_points -s")
expect("(?s:^ID +Name +Act +Count$"
       r"(?=.*? sample_blocks +yes +(?P<blocks>\d+))"
       r"(?=.*? overruns +yes +(?P<overruns>\d+))"
       r"(?=.*? bursts +yes +(?P<bursts>\d+))"
       r"(?=.*? frames_sent +yes +(?P<sent>\d+))"
       r"(?=.*? frames_resent +yes +(?P<resent>\d+))"
       r"(?=.*? crc_errors +yes +(?P<errors>\d+))"
       r"(?=.*? memory_errors +yes +(?P<memory_errors>\d+)).*?)^spoor>")
check(got.blocks > 0 and got.bursts > 0)
check(got.sent > got.bursts and got.errors > 0 and got.resent <= got.errors and got.errors <= got.resent + 1)
check(got.memory_errors == 0)

# ---- the blocks' counts lie between the kernel's own totals before and after
send("irqs")
expect(r"^total (?P<interrupts_before>\d+), spurious 0$")
expect("^spoor>")
send("ps")
expect(r"^ *\d+ +filter +\w+ +\d+")
expect(r"^total (?P<switches_before>\d+) switches")
expect("^spoor>")
send("trace_blocks -s")
expect("(?s:^ID +Name +Act +Count +Last +Min +Max +Avg +NetAvg(?: +SelfAvg)?$"
       r"(?=.*? interrupt_tb +yes +(?P<interrupts>\d+))"
       r"(?=.*? sched_switch_tb +yes +(?P<switches>\d+))"
       r"(?=.*^ *(?P<filter_id>\d+) +filter_block +yes +(?P<filter_all>\d+)).*?)^spoor>")
send("irqs")
expect(r"^total (?P<interrupts_after>\d+), spurious 0$")
expect("^spoor>")
send("ps")
expect(r"^total (?P<switches_after>\d+) switches")
expect("^spoor>")
check(got.interrupts_before <= got.interrupts and got.interrupts <= got.interrupts_after)
check(got.switches_before <= got.switches and got.switches <= got.switches_after)
check(got.interrupts > 10 * got.boot_interrupts and got.switches > 10 * got.boot_switches)

# ---- the blocks with the longest averages
send("trace_blocks -s --sort avg")
expect(r"(?s:(?P<unsorted>(?:^trace_blocks: not enough memory to sort; by ID:\n)?)(?P<by_avg>^ID .*?))^spoor>")
blocks = table(got.by_avg)
check(blocks[0]["Act"] == blocks[1]["Act"] == "yes")
check(got.heap < 4096 or (blocks[0]["Name"] == "burst" and ns(blocks[0]["Avg"]) >= ns(blocks[1]["Avg"])))
check((got.heap < 4096) == (got.unsorted != ""))
type("trace_b")
key("tab")
type("-s s")
expect("trace_blocks -s s$")
type("*")
key("enter")
expect(r"^ID .*\n *\d+ +sched_switch_tb")
expect(r"^ *\d+ +store_request")
never("filter_block")
expect("^spoor>")

# ---- a block that is switched off stops counting while others continue
type("trace_blocks -d fil")
key("tab")
expect("trace_blocks -d filter_block $")
key("enter")
expect(f"^block {got.filter_id} filter_block: off$")
expect("^spoor>")
send("trace_blocks -s filter_block detect_block")
expect(r"^ *\d+ +filter_block +no +(?P<filter_off>\d+)")
expect(r"^ *\d+ +detect_block +yes +(?P<detect_off>\d+)")
expect("^spoor>")
send("sleep 250")
expect("^spoor>")
send("trace_blocks -s filter_block detect_block")
expect(r"^ *\d+ +filter_block +no +(?P<filter_still>\d+)")
expect(r"^ *\d+ +detect_block +yes +(?P<detect_on>\d+)")
expect("^spoor>")
check(got.filter_off >= got.filter_all and got.filter_still == got.filter_off)
check(got.detect_on > got.detect_off)

# ---- it counts again after it is switched on, this time by its ID
send(f"trace_blocks -a {got.filter_id}")
expect(f"^block {got.filter_id} filter_block: on$")
expect("^spoor>")
send("sleep 250")
expect("^spoor>")
send(f"trace_blocks -i {got.filter_id}")
expect(f"^block {got.filter_id} filter_block$")
expect("^ +state +on$")
expect(r"^ +count +(?P<filter_again>\d+)$")
expect("^ +mismatches +none$")
expect(r"^ +file +src/apps/demo/filter\.c:(?P<line>\d+)$")
expect("^ +function +filter$")
expect(r"^ +wall(?: +[\d.]+ [num]?s){3} +(?P<filter_avg>[\d.]+ [num]?s)")
expect(r"^ +net(?: +[\d.]+ [num]?s){3} +(?P<filter_net>[\d.]+ [num]?s)")
expect(r"(?P<percentiles>(?:^ +wall about p50 [\d.]+ us, p90 [\d.]+ us, p99 [\d.]+ [um]s\n +from +[\d.]+ us "
       "+#[^$]*?)?)^spoor>")
check((got.heap < 4096) == (got.percentiles == ""))
check(got.filter_again > got.filter_still)
check(ns(got.filter_avg) >= ns(got.filter_net) and ns(got.filter_net) > 0 and got.line > 0)

# ---- a burst takes long in wall time only: most of it is waiting
send("trace_blocks -s burst")
expect(r"(?s:(?P<of_burst>^ID .*? burst +yes .*?))^spoor>")
burst = table(got.of_burst)[0]
check(ns(burst["Avg"]) > 10 * ns(burst["NetAvg"]))

# ---- a condition stops a counter at 8
send("trace_points -r frames_sent -w frames_sent count>=8 disable")
expect(r"^point \d+ frames_sent: count>=8: disable$")
expect("^spoor>")
send("sleep 1300")
expect("^spoor>")
send("trace_points -w -s frames_sent")
expect(r"^ *\d+ +frames_sent +count>=8 +disable +1$")
expect(r"^ *\d+ +frames_sent +no +8$")
expect("^spoor>")
send("trace_points -w frames_sent off -a frames_sent")
expect(r"^point \d+ frames_sent: 1 condition removed$")
expect("^spoor>")

# ---- the cost of the profiler itself
send("trace_blocks -o")
expect(r"^enter and leave +(?P<pair_on>[\d.]+ ns) +(?P<pair_off>[\d.]+ ns) +(?P<pair_inside>[\d.]+ ns)$")
expect("^spoor>")
check(ns(got.pair_on) > ns(got.pair_off) and ns(got.pair_on) > ns(got.pair_inside))

# ---- a reset block counts from 0
send("trace_blocks -r filter_block")
expect(f"^block {got.filter_id} filter_block: reset$")
expect("^spoor>")
send("trace_blocks -s filter_block")
expect(r"^ *\d+ +filter_block +yes +(?P<filter_reset>\d+)")
expect("^spoor>")
check(got.filter_reset < got.filter_again)

# ---- a typing mistake gets one clear line
send("trace_blocks -d 99")
expect(r"^trace_blocks: ID 99: there are \d+ blocks, 0 to \d+\nspoor>")
send("trace_points -i frames_snet")
expect(r'^trace_points: no point is named "frames_snet"; see trace_points -s\nspoor>')
send("trace_block")
expect(r"^trace_block: no such command; see help\nspoor>")

send("exit")
status(0)
