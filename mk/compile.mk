# SPDX-License-Identifier: BSD-2-Clause
# How the target is compiled and linked. scripts/graph writes the rules to build/graph/, from the descriptions of
# boards and images; docs/building.md has their variables.

WARN     := -Wall -Wextra -Werror -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wno-missing-field-initializers
CSTD     := -std=gnu11
# Without the places of variables at each instruction a file compiles in a ninth less time.
OPT      ?= -O2
# Debug information has no path of the checkout, so an image and its build ID are the same in every folder.
CFLAGS   := $(OPT) -g -ffile-prefix-map=$(CURDIR)=. -fno-var-tracking -fno-common -ffunction-sections \
            -fdata-sections -fno-strict-aliasing
# g++ has no warnings of C alone; and to it a function shadows a structure of its name.
FLAGS.c  := $(CSTD) $(WARN)
FLAGS.S  := $(FLAGS.c) -Wa,--debug-prefix-map=$(CURDIR)=.
FLAGS.cc := -std=c++17 $(filter-out -Wshadow %-prototypes,$(WARN)) -fno-exceptions -fno-rtti -fno-threadsafe-statics
LDFLAGS  := -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack \
            -Wl,--build-id
# Cold code is compiled for size.
seldom   := $(addprefix src/profiler/,control/services.c control/visits.c measure/sink.c record/ids.c \
            measure/long_visits.c measure/stats.c measure/current.c record/setup.c stream/session.c \
            stream/selection_packet.c hooks/hooks.c) $(sort $(wildcard src/services/*.c))
$(foreach f,$(filter-out $(wildcard $(seldom)),$(seldom)),$(error seldom: no file $f))
# Tests run in the order in which they are written.
FLAGS     = $(CFLAGS) $(FLAGS$(suffix $<)) $(if $(filter $(seldom),$<),-Os) \
            $(if $(filter tests/%,$<),-fno-toplevel-reorder)

# Budgets, and the figures in the documents, belong to Debian 12's compiler; the verdicts of lint to its tools.
measured-gcc := 12.2
FULL  ?= $(filter command environment,$(foreach v,BOARDS IMAGES,$(firstword $(origin $v))))
graph := $(shell $(PYTHON) -IS scripts/graph B='$(B)' BOARD='$(BOARD)' IMAGE='$(IMAGE)' \
    BOARDS='$(BOARDS)' IMAGES='$(IMAGES)' FULL='$(FULL)' GOALS='$(sort $(patsubst %.result,file,$(MAKECMDGOALS)))' \
    LINT='$(firstword $(filter $(B)/lint/%,$(MAKECMDGOALS)))' OVERRIDES='$(MAKEOVERRIDES)' \
    WARNINGS='$(FLAGS.c)' OPTIONS='$(CFLAGS) $(FLAGS.c) $(FLAGS.cc) $(FLAGS.S) $(value FLAGS) $(seldom) $(LDFLAGS)')
$(if $(filter-out 0,$(.SHELLSTATUS)),$(error $(graph)))

say = @printf '  %-4s %s\n' $1 $2
# The folder of an object has the flags of its core and settings: build/obj/CORE/SETTINGS/SOURCE.o.
core    = $(firstword $(subst /, ,$(@:$(B)/obj/%=%)))
# One plain command, so make needs no shell for it, of which there are thousands; the graph made the folder.
$(B)/obj/%.o: SHELL := /bin/sh
compile = $(info $()  CC   $@)@$(cross.$(core))gcc $(FLAGS) @$(@:%/$(basename $<).o=%)/flags -include conf/default.h \
          -c -o $@ $< $(note)
# A core without a fast form of the block pair gets a note.
note    = $(if $(filter %/block_pair.c,$<),$(if $(findstring TRACE_,$@),,&& { $(cross.$(core))nm $@ | \
          grep -q 'U trace_pair_leave_now' || echo '  NOTE $(core): trace_block_enter() in C'; }))
link    = @printf '  LD   %s\n' $@; $1gcc $(LDFLAGS) @$(@:.elf=.link) -Wl,-Map=$(@:.elf=.map) -o $@ -lc -lgcc
again  ?= FORCE
# Lists: all-boards, pairs, suites.check, skips; of boards board.NAME.QEMU and the like; of pairs run.BOARD/IMAGE.
include $(graph)
elfs := $(pairs:%=$(B)/%.elf)
all: $(elfs)

export SPOOR_MEASURED := $(if $(filter $(measured-gcc),$(version.$(board.mps2-an385.CROSS)gcc)),1,0)
# $1 board: its compiler, and flags as for a source of an image with the default settings
compiler    = $(board.$1.CROSS)gcc $(CFLAGS) $(FLAGS.c) $(flags.$1) -include conf/default.h

FORCE:
.PHONY: FORCE
