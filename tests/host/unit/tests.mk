# SPDX-License-Identifier: BSD-2-Clause
# The unit tests that run on this machine: NAME_test.c is built from itself and NAME_test.SRCS. Also of a test:
#
#   SANITIZER  thread, instead of address,undefined
#   PORT       folders with the system below the profiler, instead of tests/host/unit/port
#   CONFIG     values of conf/default.h that it changes
#   LIBS       further libraries
#   COVERAGE   trace-pc: the test is called at each branch (-fsanitize-coverage)

host-tests := $(basename $(notdir $(wildcard tests/host/unit/*_test.c)))

# Points and blocks; with PORT_C, the port that a test sets the time of.
MEASURE := $(filter-out %/names_off.c %/histogram.c %/cost.c,$(wildcard src/profiler/measure/*.c)) \
           src/arch/generic/block_pair.c
PORT_C  := tests/host/unit/port/port.c
# … and rings, and their reading.
RECORD  := $(MEASURE) $(PORT_C) $(filter-out %/kernel_events.c,$(wildcard src/profiler/record/*.c)) \
           $(addprefix src/profiler/,control/services.c control/service_names.c control/filter.c \
           control/visits.c stack/data.c stream/port_optional.c)
ELF     := $(wildcard host/elf/*.c host/base/*.c) host/message.c host/read/ids.c host/read/plan.c
READ    := $(ELF) $(filter-out $(ELF),$(wildcard host/read/*.c))

condition_test.SRCS     := src/profiler/measure/condition.c
demo_test.SRCS          := $(addprefix src/apps/demo/,crc.c signal.c fir.c level.c frame.c journal.c)
edit_test.SRCS          := $(addprefix src/,shell/keys.c shell/line.c shell/search.c shell/complete.c shell/history.c util/format.c) \
                           tests/host/unit/terminal.c
encode_test.SRCS        := src/profiler/stream/encode.c src/profiler/stream/records.c src/profiler/stream/packet.c tests/host/unit/encode_read.c tests/host/unit/encode_make.c
encode_test.CONFIG      := TRACE_EVENTS=1 CPUS=2
swo_test.SRCS           := $(wildcard host/swo/*.c)
encode_long_test.SRCS   := $(encode_test.SRCS)
encode_long_test.CONFIG := $(encode_test.CONFIG) TRACE_DATA_BYTES=192
encode_packets_test.SRCS   := $(encode_test.SRCS)
encode_packets_test.CONFIG := $(encode_test.CONFIG)
format_test.SRCS        := src/util/format.c
glob_test.SRCS          := src/util/glob.c
history_test.SRCS       := src/shell/history.c
long_test.SRCS          := $(MEASURE) src/profiler/measure/histogram.c $(PORT_C)
long_test.CONFIG        := TRACE_HISTOGRAM=1
long_wall_test.SRCS     := $(MEASURE) $(PORT_C)
long_wall_test.CONFIG   := TRACE_NET=0
net_test.SRCS           := $(MEASURE) $(PORT_C)
long_calls_test.SRCS    := $(MEASURE) $(PORT_C) src/profiler/function/function_table.c
long_calls_test.CONFIG  := TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=8
judge_test.SRCS         := host/compare/judge.c host/compare/baseline.c
judge_test.LIBS         := -ljansson -lm
rank_test.SRCS          := host/compare/rank.c
starved_test.SRCS       := host/record/starved.c
print_test.SRCS         := src/shell/print.c
ring_test.SRCS          := $(RECORD)
ring_test.CONFIG        := TRACE_EVENTS=1 TRACE_RING_BYTES=1024 TRACE_RING_SUBBUFS=4
ring_reset_test.SRCS    := $(RECORD)
ring_reset_test.CONFIG  := $(ring_test.CONFIG)
ring_nested_test.SRCS   := $(RECORD) tests/host/unit/ring_model.c
ring_nested_test.CONFIG := TRACE_EVENTS=1 TRACE_RING_BYTES=480 TRACE_RING_SUBBUFS=3 TRACE_IDS=32
ring_nested_test.COVERAGE := trace-pc
shell_run_test.SRCS     := tests/host/unit/shell_port.c $(addprefix src/,shell/run.c shell/split.c shell/options.c shell/print.c shell/table.c util/glob.c \
                           util/format.c commands/system/help.c commands/system/echo.c \
                           profiler/measure/cost.c) $(MEASURE) $(PORT_C) \
                           $(addprefix src/commands/trace/,command.c columns.c trace_table.c points.c blocks.c details.c \
                           conditions.c costs.c change.c select.c rates.c)
split_test.SRCS         := src/shell/split.c
spread_test.SRCS        := tests/host/unit/spread_other.c
table_test.SRCS         := src/shell/table.c src/shell/print.c tests/host/unit/shell_port.c
trace_test.SRCS         := $(MEASURE) $(PORT_C)
trace_threads_test.SRCS := $(MEASURE) tests/host/unit/port-threads/port.c
trace_threads_test.SANITIZER := thread
trace_threads_test.PORT := tests/host/unit/port-threads
trace_threads_test.CONFIG := CPUS=4 TRACE_HISTOGRAM=1

read_elf_test.SRCS      := $(ELF) tests/host/unit/read_make.c
read_image_test.SRCS    := $(READ) tests/host/unit/read_make.c
read_stream_test.SRCS   := $(READ) tests/host/unit/read_make.c tests/host/unit/read_fixture.c
read_damage_test.SRCS   := $(read_stream_test.SRCS)
read_recordings_test.SRCS := $(read_stream_test.SRCS)
validate_test.SRCS      := host/validate.c $(wildcard host/follow/*.c) $(READ) tests/host/unit/read_make.c
$(foreach t,read_elf read_image read_stream read_damage read_recordings validate,$(eval $t_test.LIBS := -lelf -ldw))
