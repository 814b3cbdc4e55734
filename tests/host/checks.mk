# SPDX-License-Identifier: BSD-2-Clause
# What the checks tests/host/ROOM/NAME.check need: programs and images, relative to build/. In place of the result of a
# run a check gets the image, which the run's recording is beside.

streams       := $(addsuffix .result,mps2-an385/demo-stream virt/demo-stream mps2-an385/stream-functions)
needs.browser := host/spoor host/story $(streams)
needs.ci      := host/spoor mps2-an385/demo-stream.elf mps2-an385/demo-slower.elf
needs.cli     := host/spoor mps2-an385/demo-stream.result
needs.data    := host/spoor $(streams)
needs.export  := host/spoor $(streams)
needs.files   := host/spoor host/story $(streams)
needs.fleet   := host/spoor mps2-an385/demo-stream.elf mps2-an385/demo-slow.elf
needs.links   := host/spoor $(addprefix mps2-an385/links-,uart.elf irq.elf rtt.elf semihost.elf udp.elf)
needs.live    := host/spoor mps2-an385/demo-events.elf mps2-an385/demo-stream.result
needs.profile := host/spoor mps2-an385/stream-functions.result mps2-an385/samples-stream.result
needs.record  := host/spoor $(addsuffix /demo-events.elf,mps2-an385 virt lm3s6965evb) \
                 $(addprefix mps2-an385/,demo.elf fail-recorded.elf fail-recorded-status.elf)
needs.report  := host/spoor host/story $(streams)
needs.tables  := host/spoor host/story
needs.random  := host/spoor host/story
needs.tool    := host/spoor mps2-an385/demo-stream.result mps2-an385/stream.elf

# The fuzzers tests/host/fuzz/NAME.c: inputs that are kept, and the length of the longest.
fuzzers            := read_fuzz text_fuzz profile_fuzz
seeds.read_fuzz    := $(B)/host/fuzz/corpus
seeds.profile_fuzz := tests/host/fuzz/profiles
longest.read_fuzz    := 6000
longest.text_fuzz    := 2000
longest.profile_fuzz := 40000
