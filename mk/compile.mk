# SPDX-License-Identifier: BSD-2-Clause
# How the target is compiled and linked. scripts/graph writes the rules to build/graph/ from the descriptions of
# boards and images. docs/building.md describes their variables.

WARN     := -Wall -Wextra -Werror -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wno-missing-field-initializers
CSTD     := -std=gnu11
# Without variable tracking a file compiles one ninth faster.
OPT      ?= -O2
# Debug information doesn't contain the path of the checkout, so that an image and its build ID are the same in every
# folder.
CFLAGS   := $(OPT) -g -ffile-prefix-map=$(CURDIR)=. -fno-var-tracking -fno-common -ffunction-sections \
            -fdata-sections -fno-strict-aliasing
# g++ rejects C-only warnings. In C++ a function also shadows a structure of the same name.
FLAGS.c  := $(CSTD) $(WARN)
FLAGS.S  := $(FLAGS.c) -Wa,--debug-prefix-map=$(CURDIR)=.
FLAGS.cc := -std=c++17 $(filter-out -Wshadow %-prototypes,$(WARN)) -fno-exceptions -fno-rtti -fno-threadsafe-statics
LDFLAGS  := -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack \
            -Wl,--build-id
# Cold code is compiled for size.
seldom   := $(addprefix src/profiler/,control/filter.c control/services.c control/visits.c measure/sink.c record/ids.c \
            control/threads.c control/named.c control/record_cost.c record/selection.c measure/long_visits.c measure/stats.c measure/current.c record/setup.c \
            stream/session.c stream/drain.c stream/encode.c stream/selection_packet.c hooks/hooks.c) $(sort $(wildcard src/services/*.c))
$(foreach f,$(filter-out $(wildcard $(seldom)),$(seldom)),$(error seldom: no file $f))
# Tests run in source order.
FLAGS     = $(CFLAGS) $(FLAGS$(suffix $<)) $(if $(filter $(seldom),$<),-Os) \
            $(if $(filter tests/%,$<),-fno-toplevel-reorder)

# Budgets and the figures in the documents are valid for Debian 12's compiler, and the results of lint for its tools.
measured-gcc := 12.2
FULL  ?= $(filter command environment,$(foreach v,BOARDS IMAGES,$(firstword $(origin $v))))
graph := $(shell $(PYTHON) -IS scripts/graph B='$(B)' BOARD='$(BOARD)' IMAGE='$(IMAGE)' \
    BOARDS='$(BOARDS)' IMAGES='$(IMAGES)' FULL='$(FULL)' GOALS='$(sort $(patsubst %.result,file,$(MAKECMDGOALS)))' \
    LINT='$(firstword $(filter $(B)/lint/%,$(MAKECMDGOALS)))' OVERRIDES='$(MAKEOVERRIDES)' \
    WARNINGS='$(FLAGS.c)' OPTIONS='$(CFLAGS) $(FLAGS.c) $(FLAGS.cc) $(FLAGS.S) $(value FLAGS) $(seldom) $(LDFLAGS)')
$(if $(filter-out 0,$(.SHELLSTATUS)),$(error $(graph)))

say = @printf '  %-4s %s\n' $1 $2
# The folder of an object determines the flags of its core and settings: build/obj/CORE/SETTINGS/SOURCE.o.
core    = $(firstword $(subst /, ,$(@:$(B)/obj/%=%)))
# A single plain command, which make runs without a shell, because there are thousands. The graph creates the folder.
$(B)/obj/%.o: SHELL := /bin/sh
compile = $(info $()  CC   $@)@$(cross.$(core))gcc $(FLAGS) @$(@:%/$(basename $<).o=%)/flags -include conf/default.h \
          -c -o $@ $< $(note)
# Print a note if the core has no assembly version of enter and leave.
note    = $(if $(filter %/block_pair.c,$<),$(if $(findstring TRACE_,$@),,&& { $(cross.$(core))nm $@ | \
          grep -q 'U trace_pair_leave_now' || echo '  NOTE $(core): trace_block_enter() in C'; }))
link    = @printf '  LD   %s\n' $@; $1gcc $(LDFLAGS) @$(@:.elf=.link) -Wl,-Map=$(@:.elf=.map) -o $@ -lc -lgcc
again  ?= FORCE
# The graph defines the lists all-boards, pairs, suites.check and skips, board.NAME.QEMU etc. for each board, and
# run.BOARD/IMAGE for each pair.
include $(graph)
elfs := $(pairs:%=$(B)/%.elf)
all: $(elfs)

export SPOOR_MEASURED := $(if $(filter $(measured-gcc),$(version.$(board.mps2-an385.CROSS)gcc)),1,0)
# $1 board: its compiler, with the flags for a source of an image with default settings
compiler    = $(board.$1.CROSS)gcc $(CFLAGS) $(FLAGS.c) $(flags.$1) -include conf/default.h

FORCE:
.PHONY: FORCE
