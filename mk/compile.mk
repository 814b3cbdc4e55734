# SPDX-License-Identifier: BSD-2-Clause
# One graph over boards × images, out of tree: objects in build/BOARD/KEY/, ELF files in build/BOARD/.

WARN     := -Wall -Wextra -Werror -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wno-missing-field-initializers
CSTD     := -std=gnu11
OPT      ?= -O2
CFLAGS   := $(CSTD) $(OPT) -g $(WARN) -fno-common -ffunction-sections -fdata-sections -fno-strict-aliasing
LDFLAGS  := -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments \
            -Wl,-z,noexecstack -Wl,--build-id
# Functions of newlib that need a lock go through src/libc/stdio_lock.c and strtod_lock.c, allocations through src/libc/malloc_events.c.
WRAPPED  := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror strtod strtof
wrap      = $(addprefix -Wl$(comma)--wrap=,$(WRAPPED) $(if $(call is-on,$1,$2,TRACE_EVENTS),_malloc_r _free_r) \
              $(if $(filter-out 1,$(call setting,$1,$2,CPUS)),malloc calloc realloc strtol strtoul strtoll strtoull))

CC        = $(call arch-value,$1,CROSS)gcc
board-flags = $(call arch-flags,$1,CFLAGS) $(or $(board.$1.CPUFLAGS),$(call arch-value,$1,CPUFLAGS))
board-incs  = $(addprefix -I,include $(call arch-dirs,$1) src/port/spoor)
compiler    = $(call CC,$1) $(CFLAGS) $(call board-flags,$1) $(call board-incs,$1) \
              $(addprefix -DCONFIG_,$(call settings,$1,$2)) -include conf/default.h \
              $(if $(call is-on,$1,$2,TRACE_STACKS),-funwind-tables)

# The cache of ccache is of this build alone. Its direct mode compares headers: a clean build would find nothing.
CCACHE := $(firstword $(wildcard $(addsuffix /ccache,$(subst :, ,$(PATH)))))
export CCACHE_DIR := $(CURDIR)/$(B)/ccache
export CCACHE_NODIRECT := 1
export CCACHE_NOCOMPRESS := 1

# Where nothing is done often, small goes before fast. Tests run in the order in which they are written.
seldom     := $(addprefix src/profiler/,control/services.c control/visits.c measure/sink.c record/ids.c \
              measure/long.c measure/stats.c measure/current.c record/setup.c \
              record/event_cost.c stream/session.c hooks/hooks.c) $(wildcard src/services/*.c)
# $1 source, $2 board: a file for several boards takes the name from here.
per-source  = $(if $(filter $(seldom),$1),-Os) $(if $(filter tests/%,$1),-fno-toplevel-reorder) \
              $(if $(filter platform/%,$1),-DBOARD='"$2"')

say = @printf '  %-4s %s\n' $1 $2
# A recipe's command stands in a file beside the target; when it changes, the target is made again.
stamp = $1: $(if $(subst x$(strip $2)x,,x$(strip $(file <$1))x),FORCE) | bootstrap$(newline)$(tab)@mkdir -p \
        $$(@D) && printf '%s\n' '$(strip $2)' >$$@$(newline)
tab  := $(subst x,,x	)

# $1 board, $2 image that names the settings, $3 key, $4 folder of objects, $5 sources, $6 further flags
compile-rules = $(foreach e,c S cc,$(if $(filter %.$e,$5),$(call compile-rule,$1,$2,$3,$4,$(filter %.$e,$5),$6,$e)))
# C++ has the same flags, but those of C alone, and -Wshadow: to g++ a function shadows a structure of its name.
flags-of.c  := cat
flags-of.S  := cat
flags-of.cc := sed -e s/-std=gnu11/-std=c++17/ -e s/-Wshadow// -e s/-Wstrict-prototypes// -e s/-Wmissing-prototypes//
more.cc     := -fno-exceptions -fno-rtti -fno-threadsafe-statics
# A core without a fast form of the block pair gets a note.
note-slow = && { $(call arch-value,$1,CROSS)nm $$@ | grep -q 'U trace_pair_leave_now' || \
            echo '  NOTE $1: trace_block_enter() in C'; }
define compile-rule
$(patsubst %.$7,$(B)/$1/$4/%.o,$5): $(B)/$1/$4/%.o: %.$7 $(B)/$1/$3.flags
	@mkdir -p $$(@D) && printf '  CC   %s\n' $$@ && $$(CCACHE) $$$$($(flags-of.$7) $(B)/$1/$3.flags) $(more.$7) $6 \
	    $$(call per-source,$$<,$1) -MMD -c -o $$@ $$< $(if $(filter default,$3),$$(if $$(filter %/block_pair.o,$$@), \
	    $(call note-slow,$1)))

endef
# $1 board, $2 image, $3 key, $4 sources, $5 those of them that are instrumented
define image-rules
$(B)/$1/$2.elf: $(foreach s,$4,$(B)/$1/$3$(if $(filter $s,$5),@$2)/$(basename $s).o) $(call board-ld,$1) \
                $(wildcard mk/ld/*.ld) $(B)/$1/$3.flags $(image.$2.dir)/$2.mk
	$$(call say,LD,$$@)
	@$(call CC,$1) $(call board-flags,$1) $(LDFLAGS) $(call arch-flags,$1,LDFLAGS) $(call wrap,$1,$2) -Lmk/ld \
	    -T $(call board-ld,$1) -Wl,-Map=$$(@:.elf=.map) -o $$@ $$(filter %.o,$$^) -lc -lgcc
$(call compile-rules,$1,$2,$3,$3@$2,$5,$(call instrument,$2))
endef

# Worked out once: the key of each image, the sources of each board, those of each pair, and the traced ones.
$(eval $(foreach i,$(IMAGES),key.$i := $$(call key,$i)$(newline)of-key.$$(key.$i) += $i$(newline)) \
       $(foreach b,$(BOARDS),board-srcs.$b := $$(call board-srcs,$b)$(newline)) \
       $(foreach p,$(pairs),srcs.$p := $$(call image-srcs,$(call board-of,$p),$(notdir $p))$(newline) \
           traced.$p := $$(call instrumented,$(notdir $p),$$(srcs.$p))$(newline)))
# $1 board, $2 key
key-pairs  = $(filter $(addprefix $1/,$(of-key.$2)),$(pairs))
key-srcs   = $(sort $(foreach p,$(call key-pairs,$1,$2),$(filter-out $(traced.$p),$(srcs.$p))))
key-rules  = $(call stamp,$(B)/$1/$2.flags,$(call compiler,$1,$(firstword $(of-key.$2)))) \
             $(newline)$(call compile-rules,$1,x,$2,$2,$(call key-srcs,$1,$2))
keys       = $(sort $(foreach i,$(IMAGES),$(key.$i)))
$(eval $(foreach b,$(BOARDS),$(foreach k,$(keys),$(if $(call key-pairs,$b,$k),$(call key-rules,$b,$k)))) \
       $(foreach p,$(pairs),$(newline)$(call image-rules,$(call \
           board-of,$p),$(notdir $p),$(key.$(notdir $p)),$(srcs.$p),$(traced.$p))))

elfs := $(pairs:%=$(B)/%.elf)
all: $(elfs)

# Dependency files, read as one: there are thousands, and opening them takes longer than reading them.
$(if $(wildcard $(B)),$(shell cd $(B) && newer=$$(test -f deps && echo -newer deps); \
    test -z "$$(find . -name ccache -prune -o -name '*.d' $$newer -print -quit)" || \
    find . -name ccache -prune -o -name '*.d' -exec cat {} + >deps))
-include $(B)/deps
# A header that is gone is no error; the files that included it are compiled again.
%.h: ;

FORCE:
.PHONY: FORCE
