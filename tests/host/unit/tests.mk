# SPDX-License-Identifier: BSD-2-Clause
# The unit tests that run on this machine: NAME_test.c is built from itself and NAME_test.SRCS. Also of a test:
#
#   FLAVOUR    the settings of its objects, below, if not plain
#   LIBS       further libraries

port         := -Itests/host/unit/port
asan         := -fsanitize=address,undefined $(port)
flags.plain  := $(asan)
flags.events := $(asan) -DCONFIG_TRACE_EVENTS=1 -DCONFIG_CPUS=2
flags.data   := $(flags.events) -DCONFIG_TRACE_DATA_BYTES=192
flags.ring   := $(asan) -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=1024 -DCONFIG_TRACE_RING_SUBBUFS=4
# … where the test is called at each branch.
flags.branches  := $(asan) -fsanitize-coverage=trace-pc -DCONFIG_TRACE_EVENTS=1 -DCONFIG_TRACE_RING_BYTES=480 \
                   -DCONFIG_TRACE_RING_SUBBUFS=3 -DCONFIG_TRACE_IDS=32
flags.histogram := $(asan) -DCONFIG_TRACE_HISTOGRAM=1
flags.wall      := $(asan) -DCONFIG_TRACE_NET=0
flags.functions := $(asan) -DCONFIG_TRACE_FUNCTION=1 -DCONFIG_TRACE_FUNCTION_TABLE=8
# … where threads act as CPUs.
flags.threads   := -fsanitize=thread -Itests/host/unit/port-threads $(port) -DCONFIG_CPUS=4 -DCONFIG_TRACE_HISTOGRAM=1
flags.story     := $(asan) -iquote tests/host/unit -DCONFIG_TRACE_EVENTS=1 -DMAKE_BYTES=524288

# Points and blocks; with PORT_C, the port that a test sets the time of.
MEASURE := $(filter-out %/names_off.c %/histogram.c %/cost.c,$(wildcard src/profiler/measure/*.c)) \
           src/arch/generic/block_pair.c
PORT_C  := tests/host/unit/port/port.c
# … and rings, and their reading.
RECORD  := $(MEASURE) $(PORT_C) $(filter-out %/kernel_events.c,$(wildcard src/profiler/record/*.c)) \
           $(addprefix src/profiler/,control/services.c control/service_names.c control/filter.c \
           control/visits.c stack/data.c stream/port_optional.c)
ELF     := $(wildcard host/elf/*.c host/base/*.c)
READ    := $(ELF) $(wildcard host/read/*.c host/read/*/*.c)

condition_test.SRCS     := src/profiler/measure/condition.c
demo_test.SRCS          := $(addprefix src/apps/demo/,crc.c signal.c fir.c level.c frame.c journal.c)
edit_test.SRCS          := $(addprefix src/shell/,keys.c line.c search.c complete.c history.c) src/util/format.c \
                           tests/host/unit/terminal.c
encode_test.SRCS        := $(addprefix src/profiler/stream/,encode.c records.c packet.c) \
                           $(addprefix tests/host/unit/,encode_read.c encode_make.c)
encode_test.FLAVOUR     := events
swo_test.SRCS           := host/import/itm.c host/import/tpiu.c
encode_long_test.SRCS   := $(encode_test.SRCS)
encode_long_test.FLAVOUR := data
encode_packets_test.SRCS   := $(encode_test.SRCS)
encode_packets_test.FLAVOUR := events
format_test.SRCS        := src/util/format.c
glob_test.SRCS          := src/util/glob.c
history_test.SRCS       := src/shell/history.c
long_test.SRCS          := $(MEASURE) src/profiler/measure/histogram.c $(PORT_C)
long_test.FLAVOUR       := histogram
long_wall_test.SRCS     := $(MEASURE) $(PORT_C)
long_wall_test.FLAVOUR  := wall
net_test.SRCS           := $(MEASURE) $(PORT_C)
long_calls_test.SRCS    := $(MEASURE) $(PORT_C) src/profiler/function/function_table.c
long_calls_test.FLAVOUR := functions
judge_test.SRCS         := host/compare/judge.c host/compare/baseline.c
judge_test.LIBS         := -ljansson -lm
rank_test.SRCS          := host/compare/rank.c
starved_test.SRCS       := host/record/starved.c
print_test.SRCS         := src/shell/print.c
ring_test.SRCS          := $(RECORD)
ring_test.FLAVOUR       := ring
ring_reset_test.SRCS    := $(RECORD)
ring_reset_test.FLAVOUR := ring
ring_nested_test.SRCS   := $(RECORD) tests/host/unit/ring_model.c
ring_nested_test.FLAVOUR := branches
shell_run_test.SRCS     := tests/host/unit/shell_port.c $(addprefix src/,shell/run.c shell/split.c shell/options.c \
                           shell/print.c shell/table.c util/glob.c util/format.c commands/system/help.c commands/system/echo.c \
                           profiler/measure/cost.c) $(MEASURE) $(PORT_C) \
                           $(addprefix src/commands/trace/,command.c columns.c trace_table.c points.c blocks.c details.c \
                           conditions.c costs.c change.c select.c rates.c)
split_test.SRCS         := src/shell/split.c
spread_test.SRCS        := tests/host/unit/spread_other.c
table_test.SRCS         := src/shell/table.c src/shell/print.c tests/host/unit/shell_port.c
trace_test.SRCS         := $(MEASURE) $(PORT_C)
trace_threads_test.SRCS := $(MEASURE) tests/host/unit/port-threads/port.c
trace_threads_test.FLAVOUR := threads

read_elf_test.SRCS      := $(ELF) tests/host/unit/read_make.c
read_image_test.SRCS    := $(READ) tests/host/unit/read_make.c
read_stream_test.SRCS   := $(READ) tests/host/unit/read_make.c tests/host/unit/read_fixture.c
read_damage_test.SRCS   := $(read_stream_test.SRCS)
read_recordings_test.SRCS := $(read_stream_test.SRCS)
validate_test.SRCS      := $(addprefix host/model/,validate.c follow.c calls.c threads.c) $(READ) tests/host/unit/read_make.c
read_elf_test.LIBS      := -lelf -ldw
read_image_test.LIBS    := $(read_elf_test.LIBS)
read_stream_test.LIBS   := $(read_elf_test.LIBS)
read_damage_test.LIBS   := $(read_elf_test.LIBS)
read_recordings_test.LIBS := $(read_elf_test.LIBS)
validate_test.LIBS      := $(read_elf_test.LIBS)
