# SPDX-License-Identifier: BSD-2-Clause
# One graph over boards × images: objects keyed by (board, conf), ELF files by (board, image).
#
# A board is a folder under platform/, an image a folder with an image.mk under src/apps/ or tests/. Nothing
# lists them. board.mk sets ARCH, CPUFLAGS, QEMU, DRIVERS, HAS, CONFIG, CYCLES_ADDRESS and MEMORY_…;
# image.mk sets CONF, SRCS, PARTS, NEEDS, TIMEOUT, FUNCTIONS… and what mk/run.mk reads.

comma  := ,
CROSS  := arm-none-eabi-
CC     := $(CROSS)gcc
all-boards := $(sort $(patsubst platform/%/board.mk,%,$(wildcard platform/*/board.mk)))
BOARDS ?= $(all-boards)
IMAGE_DIRS := $(sort $(patsubst %/image.mk,%,$(wildcard src/apps/*/image.mk tests/*/image.mk)))
IMAGES ?= $(notdir $(IMAGE_DIRS))
known = $(if $(filter-out $2,$3),$(error no $1 "$(filter-out $2,$3)"; there are: $2))
$(call known,board,$(all-boards),$(BOARDS))$(call known,image,$(notdir $(IMAGE_DIRS)),$(IMAGES))

WARN    := -Wall -Wextra -Werror -Wundef -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers
CSTD    := -std=gnu11
# Compiling takes the specs as well: nano's headers differ from newlib's in the layout of FILE.
NANO    := --specs=nano.specs
OPT     ?= -O2
CFLAGS  := $(CSTD) $(NANO) $(OPT) -g $(WARN) -fno-common -ffunction-sections -fdata-sections \
           -fno-strict-aliasing -mno-unaligned-access
LDFLAGS := -nostartfiles $(NANO) -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--no-warn-rwx-segments -Wl,-z,noexecstack \
           -Wl,--no-merge-exidx-entries -Wl,--build-id

# stdio's output functions go through src/libc/stdio_lock.c.
WRAPPED := printf vprintf fprintf vfprintf puts fputs putchar putc fputc fwrite fflush perror
LDFLAGS += $(addprefix -Wl$(comma)--wrap=,$(WRAPPED))

board-vars := ARCH CPUFLAGS QEMU DRIVERS HAS CONFIG SHARES CPUS
image-vars := CONF SRCS PARTS FUNCTIONS FUNCTIONS_EXCLUDE FUNCTIONS_EXCLUDE_NAMED NEEDS TIMEOUT EXPECT DIALOGUE RUN_MODE TRACE SAVED ELF_CHECK BESIDE

# Read one board.mk or image.mk and keep its variables under a prefix.
define read-vars
$(foreach v,$2,$(eval $v :=))$(eval include $3)$(foreach v,$2,$(eval $1.$v := $$($v)))
endef

$(foreach b,$(BOARDS),$(call read-vars,board.$b,$(board-vars),platform/$b/board.mk))
$(foreach d,$(IMAGE_DIRS),$(eval image.$(notdir $d).dir := $d)$(call read-vars,image.$(notdir $d),$(image-vars),$d/image.mk))

# An architecture's folders, most special first; a same-named file in an earlier one replaces a later one's.
$(foreach m,$(wildcard src/arch/*/arch.mk),$(call read-vars,arch.$(notdir $(patsubst %/,%,$(dir $m))),BASE CPUFLAGS,$m))
arch-dirs = $(addprefix src/arch/,$(board.$1.ARCH) $(arch.$(board.$1.ARCH).BASE) generic)
arch-names = $(sort $(foreach d,$(call arch-dirs,$1),$(notdir $(wildcard $d/*.c $d/*.S))))
arch-srcs = $(foreach f,$(call arch-names,$1),$(firstword $(wildcard $(addsuffix /$f,$(call arch-dirs,$1)))))

# Parts that any image may take; "base" is in all of them.
part.base     := $(wildcard src/kernel/*.c src/profiler/tracing/*.c src/profiler/stream/*.c src/services/*.c src/libc/*.c) src/drivers/serial/serial.c
part.shell    := $(wildcard src/shell/*.c)
part.commands := $(wildcard src/commands/*.c)
part.test     := $(wildcard tests/lib/*.c)

board-flags = $(arch.$(board.$1.ARCH).CPUFLAGS) $(board.$1.CPUFLAGS)
board-incs  = $(addprefix -I,include $(call arch-dirs,$1) src/kernel/port)
board-defs  = $(addprefix -DCONFIG_,$(board.$1.CONFIG))

# Sources of one image on one board. Images that share a file name it with "../", and share its object.
$(foreach b,$(BOARDS),$(eval board-srcs.$b := $(call arch-srcs,$b) $(patsubst %,src/drivers/%.c,$(board.$b.DRIVERS)) \
             $(wildcard platform/$b/*.c) $(addprefix platform/,$(board.$b.SHARES))))
image-srcs = $(board-srcs.$1) $(foreach p,base $(image.$2.PARTS),$(part.$p)) \
             $(patsubst $(CURDIR)/%,%,$(abspath $(addprefix $(image.$2.dir)/,$(image.$2.SRCS))))
conf-of    = $(or $(image.$1.CONF),default)

# Function tracing: image.mk names the sources, files or folders, in FUNCTIONS, and those of them that are
# left out in FUNCTIONS_EXCLUDE, or by a function's name in FUNCTIONS_EXCLUDE_NAMED. The hooks, and all that
# they call, never are instrumented: so no hook can come to itself. Objects are keyed by the image besides.
uninstrumented := src/profiler/% src/arch/% src/drivers/counter/% src/kernel/port.c src/kernel/clock.c src/libc/% %.S
within         = $(foreach p,$1,$p $(p:/=)/%)
instrumented   = $(if $(image.$1.FUNCTIONS),$(filter-out $(uninstrumented) $(call within,$(image.$1.FUNCTIONS_EXCLUDE)),$(filter $(call within,$(image.$1.FUNCTIONS)),$2)))
instrument     = -finstrument-functions -finstrument-functions-exclude-file-list=include/$(comma)src/arch/$(comma)src/kernel/port/ \
                 $(if $(strip $(image.$1.FUNCTIONS_EXCLUDE_NAMED)),-finstrument-functions-exclude-function-list=$(call commas,$(image.$1.FUNCTIONS_EXCLUDE_NAMED)))
commas         = $(subst $(empty) $(empty),$(comma),$(strip $1))

# A board runs an image when its HAS covers the image's NEEDS.
missing  = $(filter-out $(board.$1.HAS),$(image.$2.NEEDS))
pairs   := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call missing,$b,$i),,$b/$i)))
skipped := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call missing,$b,$i),$b/$i)))

# Flags change: a stamp that is written when its content differs. $1 file, $2 content
define stamp-rule
$1: $(if $(subst x$(strip $2)x,,x$(file <$1)x),FORCE) | bootstrap
	@mkdir -p $$(@D) && printf '%s\n' '$(strip $2)' >$$@
endef
$(foreach b,$(BOARDS),$(eval $(call stamp-rule,$(B)/$b/flags,$(CC) $(CFLAGS) $(LDFLAGS) $(call board-flags,$b) $(call board-defs,$b) $(call board-incs,$b))))

# The settings of a conf on a board, as options: unlike a header they leave no trace in preprocessed text, so a file
# that asks for none of those in which confs or boards differ comes out the same, and ccache compiles it once.
# Stacks are found by unwind tables.
define settings-rule
$(B)/$1/$2/settings: conf/$2.h $(B)/$1/flags
	@mkdir -p $$(@D) && $(CC) $(call board-defs,$1) -E -dM -MMD -MF $$@.d -MT $$@ -o $$@.macros $$<
	@sed -nE -e '/^#define CONFIG_TRACE_STACKS 1$$$$/i -funwind-tables' -e 's/^#define (CONFIG_\w+) (.*)/"-D\1=\2"/p' $$@.macros | sort >$$@
endef

# $1 board, $2 conf, $3 key, $4 sources, $5 more flags, $6 what else they hang on
compile-rule = $(foreach e,c S,$(if $(filter %.$e,$4),$(eval $(call compile-rule-of,$1,$2,$3,$(filter %.$e,$4),$5,$6,$e))))
define compile-rule-of
$(patsubst %.$7,$(B)/$1/$3/%.o,$4): $(B)/$1/$3/%.o: %.$7 $(B)/$1/$2/settings $6
	@mkdir -p $$(@D) && printf '  CC   %s\n' $$@ && \
	$$(CCACHE) $(CC) $(CFLAGS) $$(size-first) $(call board-flags,$1) $5 @$(B)/$1/$2/settings $(call board-incs,$1) $$(keep-order) -MMD -c -o $$@ $$<
endef
# Where nothing is done often, small comes ahead of fast.
seldom     := $(addprefix src/profiler/stream/,service.c ring_setup.c cost.c) $(wildcard src/services/*.c)
size-first  = $(if $(filter $(seldom),$<),-Os)
# Tests run in the order in which they are written.
keep-order = $(if $(findstring /tests/,$@),-fno-toplevel-reorder)

# What ccache keeps is of this build alone. Its direct mode compares headers, and a clean build would find nothing by it.
CCACHE := $(firstword $(wildcard $(addsuffix /ccache,$(subst :, ,$(PATH)))))
export CCACHE_DIR := $(CURDIR)/$(B)/ccache
export CCACHE_NODIRECT := 1
export CCACHE_NOCOMPRESS := 1

# $1 board, $2 image, $3 conf, $4 sources, $5 those of them that are instrumented
define image-rule
plain-srcs.$1/$3 += $(filter-out $5,$4)
$(B)/$1/$2.elf: $(foreach s,$(basename $4),$(B)/$1/$3$(if $(filter $s.%,$5),@$2)/$s.o) platform/$1/board.ld $(wildcard mk/ld/*.ld) $(B)/$1/flags $(image.$2.dir)/image.mk
	$$(call say,LD,$$@)
	@$(CC) $(call board-flags,$1) $(LDFLAGS) $$(call conf-ldflags,$(B)/$1/$3/settings) -Lmk/ld -T platform/$1/board.ld -Wl,-Map=$$(@:.elf=.map) -o $$@ $$(filter %.o,$$^) -lc -lgcc
$(call compile-rule,$1,$3,$3@$2,$5,$(call instrument,$2),$(image.$2.dir)/image.mk mk/build.mk)
endef
# Allocations are events, by src/kernel/malloc_events.c.
conf-ldflags = $(if $(findstring -DCONFIG_TRACE_EVENTS=1,$(file <$1)),-Wl$(comma)--wrap=_malloc_r$(comma)--wrap=_free_r)
add-image = $(eval $(call image-rule,$1,$2,$(call conf-of,$2),$3,$(call instrumented,$2,$3)))
$(foreach b,$(BOARDS),$(foreach i,$(patsubst $b/%,%,$(filter $b/%,$(pairs))),$(call add-image,$b,$i,$(call image-srcs,$b,$i))))

confs := $(sort $(foreach i,$(IMAGES),$(call conf-of,$i)))
$(foreach b,$(BOARDS),$(foreach c,$(confs),$(eval $(call settings-rule,$b,$c))$(call compile-rule,$b,$c,$c,$(sort $(plain-srcs.$b/$c)))))

elfs := $(patsubst %,$(B)/%.elf,$(pairs))
all: $(elfs)

say = @printf '  %-4s %s\n' $1 $2

# Dependency files, read as one: there are thousands, and opening them takes longer than reading them.
$(if $(wildcard $(B)),$(shell cd $(B) && newer=$$(test -f deps && echo -newer deps); \
    test -z "$$(find . -name ccache -prune -o -name '*.d' $$newer -print -quit)" || \
    find . -name ccache -prune -o -name '*.d' -exec cat {} + >deps))
-include $(B)/deps
# A header that is gone is no error; what included it is compiled anew.
%.h: ;

FORCE:
.PHONY: FORCE
