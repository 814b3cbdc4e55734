# SPDX-License-Identifier: BSD-2-Clause
# One graph over boards × images, out of tree: objects in build/BOARD/KEY/, ELF files in build/BOARD/.

WARN     := -Wall -Wextra -Werror -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wno-missing-field-initializers
CSTD     := -std=gnu11
# Without the places of variables at each instruction, a file compiles in a ninth less time; a debugger shows some as optimized out.
OPT      ?= -O2
CFLAGS   := $(CSTD) $(OPT) -g -fno-var-tracking $(WARN) -fno-common -ffunction-sections -fdata-sections -fno-strict-aliasing
LDFLAGS  := -nostartfiles -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments \
            -Wl,-z,noexecstack -Wl,--build-id
# Calls of the C library that go through src/libc/. $1 board, $2 image
libc-value = $(libc.$(call arch-value,$1,LIBC).$2)
wrap       = $(addprefix -Wl$(comma)--wrap=,$(call libc-value,$1,WRAPPED) $(if $(call is-on,$1,$2,TRACE_EVENTS),$(call \
               libc-value,$1,WRAPPED_EVENTS)) $(if $(filter-out 1,$(call setting,$1,$2,CPUS)),$(call libc-value,$1,WRAPPED_SMP)))

CC        = $(call arch-value,$1,CROSS)gcc
board-flags = $(call libc-value,$1,CFLAGS) $(call arch-flags,$1,CFLAGS) $(or $(board.$1.CPUFLAGS),$(call arch-value,$1,CPUFLAGS))
board-incs  = $(addprefix -I,include $(call arch-dirs,$1) src/libc/$(call arch-value,$1,LIBC) src/port/spoor dist/links)
# $1 board, $2 settings of an image
compiler    = $(call CC,$1) $(CFLAGS) $(call board-flags,$1) $(call board-incs,$1) \
              $(addprefix -DCONFIG_,$(board.$1.CONFIG) $2) -include conf/default.h

# Products outside of this graph (tests/dist) compile the same files again and again; here few objects are alike. The cache of
# ccache is of this build alone. Its direct mode compares headers: a clean build would find nothing.
export CCACHE_DIR := $(CURDIR)/$(B)/ccache
export CCACHE_NODIRECT := 1
export CCACHE_NOCOMPRESS := 1

# Where nothing is done often, small goes before fast. Tests run in the order in which they are written.
seldom     := $(addprefix src/profiler/,control/services.c control/visits.c measure/sink.c record/ids.c \
              measure/long_visits.c measure/stats.c measure/current.c record/setup.c \
              record/event_cost.c stream/session.c hooks/hooks.c) $(wildcard src/services/*.c)
# $1 source, $2 board: a file for several boards takes the name from here.
per-source  = $(if $(filter $(seldom),$1),-Os) $(if $(filter tests/%,$1),-fno-toplevel-reorder) \
              $(if $(filter platform/%,$1),-DBOARD='"$2"')

say = @printf '  %-4s %s\n' $1 $2
# A recipe's command stands in a file beside the target; when it changes, the target is made again.
stamp = $1: $(if $(subst x$(strip $2)x,,x$(strip $(file <$1))x),FORCE)$(newline)$(tab)@mkdir -p \
        $$(@D) && printf '%s\n' '$(strip $2)' >$$@$(newline)
tab  := $(subst x,,x	)
# Another version of the compiler makes other objects.
$(eval $(foreach b,$(BOARDS),$(call stamp,$(B)/$b/compiler,$(call arch-value,$b,CROSS)gcc $(call version-of,gcc-$(call arch-value,$b,CROSS)))$(newline)))

# $1 board, $2 key, $3 folder of objects, $4 objects, $5 further flags
compile-rules = $(call compile-some,$1,$2,$3,$(filter-out $(call made-of,$1,$3,S cc),$4),$5,c)$(foreach e,S cc,$(call \
                compile-some,$1,$2,$3,$(filter $(call made-of,$1,$3,$e),$4),$5,$e))
compile-some  = $(if $4,$(call compile-rule,$1,$2,$3,$4,$5,$6))
made-of       = $(foreach e,$3,$(patsubst %.$e,$(B)/$1/$2/%.o,$(sources.$e)))
sources.S    := $(wildcard src/*/*/*.S)
sources.cc   := $(wildcard tests/*/*/*.cc src/*/*/*.cc)
# C++ has the same flags, but those of C alone, and -Wshadow: to g++ a function shadows a structure of its name.
flags-of.c  := <
flags-of.S  := <
flags-of.cc := sed -e s/-std=gnu11/-std=c++17/ -e s/-Wshadow// -e s/-Wstrict-prototypes// -e s/-Wmissing-prototypes// <
more.cc     := -fno-exceptions -fno-rtti -fno-threadsafe-statics
# A core without a fast form of the block pair gets a note.
note-slow = && { $(call arch-value,$1,CROSS)nm $$@ | grep -q 'U trace_pair_leave_now' || \
            echo '  NOTE $1: trace_block_enter() in C'; }
define compile-rule
$4: $(B)/$1/$3/%.o: %.$6 $(B)/$1/$2.flags $(B)/$1/compiler
	@[ -d $$(@D) ] || mkdir -p $$(@D); printf '  CC   %s\n' $$@; $$$$($(flags-of.$6)$(B)/$1/$2.flags) $(more.$6) $5 \
	    $$(call per-source,$$<,$1) -MMD -c -o $$@ $$< $(if $(filter default,$2),$$(if $$(filter %/block_pair.o,$$@), \
	    $(call note-slow,$1)))

endef
# $1 board, $2 image
define image-rules
$(B)/$1/$2.elf: $(objs.$1/$2) $(call board-ld,$1) $(wildcard mk/ld/*.ld) $(B)/$1/default.flags $(image.$2.dir)/$2.mk
	$$(call say,LD,$$@)
	@$(call CC,$1) $(call board-flags,$1) $(LDFLAGS) $(call arch-flags,$1,LDFLAGS) $(call wrap,$1,$2) -Lmk/ld \
	    $(if $(call is-on,$1,$2,TRACE_STACKS)$(call is-on,$1,$2,TRACE_SAMPLES),,-T mk/ld/no_unwind.ld) -T $(call board-ld,$1) -Wl,-Map=$$(@:.elf=.map) -o $$@ $$(filter %.o,$$^) -lc -lgcc
$(if $(traced.$1/$2),$(call compile-rules,$1,$(key.$1/$2),$(key.$1/$2)@$2,$(filter $(B)/$1/$(key.$1/$2)@$2/%,$(objs.$1/$2)),$(call instrument,$2)))
endef

# Which settings a source can see, by classes of sources (scripts/uses). It is asked again when any file is newer.
uses-of := $(B)/uses.mk
$(if $(shell test -f $(uses-of) && find src include tests platform conf scripts/uses -newer $(uses-of) -print -quit || echo none),$(shell \
    mkdir -p $(B) && scripts/uses $(uses-of) $(sort $(call name-of,$(foreach i,$(all-images),$(image.$i.CONFIG))))))
include $(uses-of)
$(eval $(foreach c,$(classes),sees.$c := $(addsuffix =%,$(uses.$c))$(newline)))

# Worked out once. Of each pair the settings that aren't the board's, and their key; the sources, and the instrumented ones.
key-of       = $(or $(subst $(space),+,$(subst =,-,$(patsubst %=1,%,$1))),default)
own-settings = $(filter-out $(addsuffix =%,$(call name-of,$(board.$1.CONFIG))),$(sort $(image.$2.CONFIG)))
$(eval $(foreach p,$(pairs),set.$p := $(call own-settings,$(call board-of,$p),$(notdir $p))$(newline)key.$p := $$(call \
           key-of,$$(set.$p))$(newline)of-key.$$(key.$p) := $$(set.$p)$(newline)) \
       $(foreach b,$(BOARDS),board-srcs.$b := $$(call board-srcs,$b)$(newline)) \
       $(foreach p,$(pairs),srcs.$p := $$(call image-srcs,$(call board-of,$p),$(notdir $p))$(newline) \
           traced.$p := $$(call instrumented,$(notdir $p),$$(srcs.$p))$(newline)))
# A key narrowed to the settings that each class sees: key.K.C; of-key has the settings of those too.
keys := $(sort $(foreach p,$(pairs),$(key.$p)))
$(eval $(foreach k,$(keys),$(foreach c,$(classes),seen := $$(filter $(sees.$c),$(of-key.$k))$(newline)key.$k.$c := $$(call \
           key-of,$$(seen))$(newline)of-key.$$(key.$k.$c) := $$(seen)$(newline))))
# $1 board, $2 key
key-pairs = $(foreach p,$(filter $1/%,$(pairs)),$(if $(filter $2,$(key.$p)),$p))
# The objects of a pair, in the order of its sources; instrumented ones are the image's own.
# $1 pair, $2 board, $3 image, $4 key
plain-objects = $(foreach s,$5,$(B)/$2/$(key.$4.$(class.$s))/$(basename $s).o)
mixed-objects = $(foreach s,$(srcs.$1),$(if $(filter $s,$(traced.$1)),$(B)/$2/$4@$3/$(basename $s).o,$(call plain-objects,$1,$2,$3,$4,$s)))
pair-objects  = $(if $(traced.$1),$(call mixed-objects,$1,$2,$3,$4),$(call plain-objects,$1,$2,$3,$4,$(srcs.$1)))
$(eval $(foreach p,$(pairs),objs.$p := $$(call pair-objects,$p,$(call board-of,$p),$(notdir $p),$(key.$p))$(newline)))
$(foreach b,$(BOARDS),$(eval all-objs.$b := $(sort $(foreach p,$(filter $b/%,$(pairs)),$(objs.$p)))) \
    $(eval keys.$b := $(sort default $(foreach k,$(sort $(foreach p,$(filter $b/%,$(pairs)),$(key.$p))),$k $(foreach c,$(classes),$(key.$k.$c))))))
$(eval $(foreach b,$(BOARDS),$(foreach k,$(keys.$b),$(call stamp,$(B)/$b/$k.flags,$(call compiler,$b,$(of-key.$k)))$(newline)$(call \
           compile-rules,$b,$k,$k,$(filter $(B)/$b/$k/%,$(all-objs.$b))))) \
       $(foreach p,$(pairs),$(call image-rules,$(call board-of,$p),$(notdir $p))$(newline)))

elfs := $(pairs:%=$(B)/%.elf)
all: $(elfs)

# Dependency files, read as one: there are thousands, and opening them takes longer than reading them.
$(if $(wildcard $(B)),$(shell cd $(B) && newer=$$(test -f deps && echo -newer deps); \
    test -z "$$(find . \( -name ccache -o -path ./bare \) -prune -o -name '*.d' $$newer -print -quit)" || \
    find . \( -name ccache -o -path ./bare \) -prune -o -name '*.d' -exec cat {} + >deps))
-include $(B)/deps
# A header that is gone is no error; the files that included it are compiled again.
%.h: ;

FORCE:
.PHONY: FORCE
