# SPDX-License-Identifier: BSD-2-Clause
# Which sources an image takes: all of its parts but those that a setting leaves out.

part.base     := $(wildcard src/util/*.c src/drivers/*.c src/kernel/*.c src/profiler/*/*.c src/services/*.c \
                            src/port/spoor/*.c src/libc/*.c) src/drivers/serial/serial.c \
                 src/drivers/serial/text.c $(addprefix dist/links/spoor_link_,rtt.c itm.c)
part.shell    := $(wildcard src/shell/*.c)
part.commands := $(wildcard src/commands/*/*.c)
part.test     := $(wildcard tests/lib/*.c)

# only.X: sources for images with CONFIG_X alone; a file of several lists needs all of them.
only.TRACE                := $(wildcard src/profiler/*/*.c src/port/spoor/*.c src/commands/trace/*.c \
                             $(addsuffix /block_pair.c,$(wildcard src/arch/*)))
only.TRACE_HISTOGRAM      := src/profiler/measure/histogram.c
only.TRACE_NAMES          := src/profiler/measure/names.c
only.TRACE_EVENTS         := $(filter-out %_sampler.c,$(wildcard $(addsuffix /*.c,$(addprefix src/profiler/,record control stream)) \
                             src/services/trace_*.c src/libc/*/malloc_events.c)) $(addprefix src/,profiler/hooks/hooks.c \
                             profiler/stack/data.c kernel/events.c kernel/thread_layout.c kernel/thread_states.c \
                             libc/levels.c commands/trace/events.c commands/trace/events_select.c \
                             commands/trace/events_show.c commands/trace/events_filter.c \
                             commands/trace/events_filter_off.c commands/trace/stream_command.c)
only.TRACE_ENCODED        := src/profiler/stream/records.c
only.TRACE_FILTERS        := src/profiler/control/filter.c src/commands/trace/events_filter.c
only.TRACE_VISITS         := src/profiler/control/visits.c src/profiler/record/actions.c
only.TRACE_COSTS          := src/profiler/control/record_cost.c
only.TRACE_DATA           := src/profiler/record/long_records.c src/profiler/stack/data.c
only.TRACE_STACKS         := src/profiler/stack/stack.c
only.TRACE_SAMPLES        := $(wildcard src/profiler/sample/*.c) src/services/trace_sampler.c src/commands/trace/samples.c dist/embed/sampler.c
only.TRACE_SAMPLE_TABLE   := src/profiler/sample/sample_table.c src/commands/trace/samples.c
only.TRACE_LINK_IRQ       := src/services/trace_link_irq.c
only.TRACE_LINK_RTT       := src/services/trace_link_rtt.c dist/links/spoor_link_rtt.c
only.TRACE_LINK_ITM       := src/services/trace_link_itm.c dist/links/spoor_link_itm.c
only.TRACE_LINK_SEMIHOST  := src/services/trace_link_semihost.c
only.TRACE_LINK_UDP       := src/services/trace_link_udp.c
only.TRACE_FUNCTION       := src/profiler/function/function_hooks.c src/profiler/control/fiasco.c
only.TRACE_FUNCTION_TABLE := src/profiler/function/function_table.c src/commands/trace/functions.c
only.SMP                  := $(addprefix src/kernel/,smp.c halt.c errno.c) src/libc/newlib/errno_calls.c
# … and those that stand in for them.
without.TRACE_NAMES       := src/profiler/measure/names_off.c
without.TRACE_FILTERS     := src/commands/trace/events_filter_off.c
# … or name the setting that brings a command.
without.TRACE_EVENTS         := src/commands/trace/events_absent.c
without.TRACE_SAMPLES        := src/commands/trace/samples_absent.c
without.TRACE_FUNCTION_TABLE := src/commands/trace/functions_absent.c

links    := $(addprefix TRACE_LINK_,IRQ RTT ITM SEMIHOST UDP)
switches := $(links) TRACE TRACE_HISTOGRAM TRACE_NAMES TRACE_EVENTS TRACE_ENCODED TRACE_FILTERS TRACE_VISITS \
            TRACE_COSTS TRACE_DATA TRACE_STACKS TRACE_SAMPLES TRACE_SAMPLE_TABLE TRACE_FUNCTION TRACE_FUNCTION_TABLE
left-out = $(if $(strip $(foreach s,$(links),$(call is-on,$1,$2,$s))),src/services/trace_link_uart.c) $(foreach s,$(switches),$(if $(call is-on,$1,$2,$s),$(without.$s),$(only.$s))) \
           $(if $(filter-out 1,$(call setting,$1,$2,CPUS)),,$(only.SMP))

# An architecture's folders, most special first; a same-named file in an earlier one replaces a later one's.
arch-dirs  = $(addprefix src/arch/,$(call arch-chain,$1) generic)
arch-files = $(foreach d,$(call arch-dirs,$1),$(wildcard $d/*.c $d/*.S))
arch-srcs  = $(foreach f,$(sort $(notdir $(call arch-files,$1))),$(firstword $(filter %/$f,$(call arch-files,$1))))
arch-flags = $(foreach a,$(call arch-chain,$1),$(arch.$a.$2))

# A family's files lie in a folder of its own, which its boards name in SHARES.
board-dirs = $(addprefix platform/,$1 $(board.$1.SHARES))
board-ld   = $(firstword $(wildcard $(addsuffix /board.ld,$(call board-dirs,$1))))
board-srcs = $(call arch-srcs,$1) $(wildcard src/libc/$(call arch-value,$1,LIBC)/*.c) $(patsubst %,src/drivers/%.c,$(board.$1.DRIVERS)) $(wildcard $(addsuffix /*.c,$(call board-dirs,$1)))
# A source of an image's own is in its folder, or named from the root.
own-srcs   = $(foreach s,$(image.$1.SRCS),$(if $(findstring /,$s),$s,$(image.$1.dir)/$s))
image-srcs = $(filter-out $(call left-out,$1,$2),$(board-srcs.$1) \
             $(foreach p,base $(image.$2.PARTS),$(part.$p))) $(call own-srcs,$2)

# Function tracing: NAME.mk names sources, files or folders, in FUNCTIONS, leaves some out by
# FUNCTIONS_EXCLUDE, and functions by FUNCTIONS_EXCLUDE_NAMED. The hooks and all that they call are never
# instrumented: hooks cannot recurse. Instrumented objects are the image's own.
uninstrumented := src/profiler/% src/arch/% src/drivers/counter/% src/drivers/clock.c src/port/% src/libc/% %.S
within         = $(foreach p,$1,$p $(p:/=)/%)
instrumented   = $(if $(image.$1.FUNCTIONS),$(filter-out $(uninstrumented) \
                 $(call within,$(image.$1.FUNCTIONS_EXCLUDE)),$(filter $(call within,$(image.$1.FUNCTIONS)),$2)))
commas         = $(subst $(space),$(comma),$(strip $1))
instrument     = -finstrument-functions \
                 -finstrument-functions-exclude-file-list=include/$(comma)src/arch/$(comma)src/port/$(comma)_priv.h$(comma)_priv.h \
                 $(addprefix -finstrument-functions-exclude-function-list=,$(call \
                 commas,$(image.$1.FUNCTIONS_EXCLUDE_NAMED)))
