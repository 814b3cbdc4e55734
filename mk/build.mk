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
image-srcs = $(call arch-srcs,$1) $(patsubst %,src/drivers/%.c,$(board.$1.DRIVERS)) \
             $(addprefix platform/$1/,$(notdir $(wildcard platform/$1/*.c))) $(addprefix platform/,$(board.$1.SHARES)) \
             $(foreach p,base $(image.$2.PARTS),$(part.$p)) \
             $(patsubst $(CURDIR)/%,%,$(abspath $(addprefix $(image.$2.dir)/,$(image.$2.SRCS))))
conf-of    = $(or $(image.$1.CONF),default)
objs-of    = $(foreach s,$(call image-srcs,$1,$2),$(B)/$1/$(call conf-of,$2)$(if $(call instrumented,$2,$s),@$2)/$(basename $s).o)

# Function tracing: image.mk names the sources, files or folders, in FUNCTIONS, and those of them that are
# left out in FUNCTIONS_EXCLUDE, or by a function's name in FUNCTIONS_EXCLUDE_NAMED. The hooks, and all that
# they call, never are instrumented: so no hook can come to itself. Objects are keyed by the image besides.
uninstrumented := src/profiler/% src/arch/% src/drivers/counter/% src/kernel/port.c src/kernel/clock.c src/libc/% %.S
within         = $(foreach p,$1,$p $(p:/=)/%)
instrumented   = $(filter-out $(uninstrumented) $(call within,$(image.$1.FUNCTIONS_EXCLUDE)),$(filter $(call within,$(image.$1.FUNCTIONS)),$2))
instrument     = -finstrument-functions -finstrument-functions-exclude-file-list=include/$(comma)src/arch/$(comma)src/kernel/port/ \
                 $(if $(strip $(image.$1.FUNCTIONS_EXCLUDE_NAMED)),-finstrument-functions-exclude-function-list=$(call commas,$(image.$1.FUNCTIONS_EXCLUDE_NAMED)))
commas         = $(subst $(empty) $(empty),$(comma),$(strip $1))
traced-images := $(foreach i,$(notdir $(IMAGE_DIRS)),$(if $(image.$i.FUNCTIONS),$i))

# A board runs an image when its HAS covers the image's NEEDS.
missing  = $(filter-out $(board.$1.HAS),$(image.$2.NEEDS))
pairs   := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call missing,$b,$i),,$b/$i)))
skipped := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call missing,$b,$i),$b/$i)))

# Flags change: a stamp that is only touched when its content differs.
define stamp-rule
$(B)/$1/flags: FORCE | bootstrap
	@mkdir -p $$(@D)
	@printf '%s\n' '$(CC) $(CFLAGS) $(LDFLAGS) $(call board-flags,$1) $(call board-defs,$1) $(call board-incs,$1)' >$$@.new
	@cmp -s $$@.new $$@ && rm $$@.new || mv $$@.new $$@
endef
$(foreach b,$(BOARDS),$(eval $(call stamp-rule,$b)))

# $1 board, $2 conf, $3 key, $4 more flags, $5 what else it hangs on
define compile-c-rule
$(B)/$1/$3/%.o: %.c $(B)/$1/flags $5
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	@$(CC) $(CFLAGS) $(call board-flags,$1) $(call board-defs,$1) $(call conf-flags,$2) $4 -include conf/$2.h $(call board-incs,$1) $$(keep-order) -MMD -MP -c -o $$@ $$<
endef
define compile-rule
$(call compile-c-rule,$1,$2,$2)
$(B)/$1/$2/%.o: %.S $(B)/$1/flags
	@mkdir -p $$(@D)
	$$(call say,AS,$$@)
	@$(CC) $(CFLAGS) $(call board-flags,$1) $(call board-defs,$1) -include conf/$2.h $(call board-incs,$1) -MMD -MP -c -o $$@ $$<
endef
# Stacks are found by unwind tables.
conf-flags = $(if $(filter $1,$(unwound-confs)),-funwind-tables)
unwound-confs := $(basename $(notdir $(shell grep -lE 'define CONFIG_TRACE_STACKS +1' conf/*.h)))
# Allocations are events, by src/kernel/malloc_events.c.
conf-ldflags = $(if $(filter $1,$(event-confs)),-Wl$(comma)--wrap=_malloc_r$(comma)--wrap=_free_r)
event-confs := $(basename $(notdir $(shell grep -lE 'define CONFIG_TRACE_EVENTS +1' conf/*.h)))
# Tests run in the order in which they are written.
keep-order = $(if $(findstring /tests/,$@),-fno-toplevel-reorder)
confs := $(sort $(foreach i,$(notdir $(IMAGE_DIRS)),$(call conf-of,$i)))
$(foreach b,$(BOARDS),$(foreach c,$(confs),$(eval $(call compile-rule,$b,$c))))
$(foreach b,$(BOARDS),$(foreach i,$(traced-images),$(eval $(call compile-c-rule,$b,$(call conf-of,$i),$(call conf-of,$i)@$i,$(call instrument,$i),$(image.$i.dir)/image.mk mk/build.mk))))

define link-rule
$(B)/$1/$2.elf: $(call objs-of,$1,$2) platform/$1/board.ld $(wildcard mk/ld/*.ld) $(B)/$1/flags $(image.$2.dir)/image.mk
	$$(call say,LD,$$@)
	@$(CC) $(call board-flags,$1) $(LDFLAGS) $(call conf-ldflags,$(call conf-of,$2)) -Lmk/ld -T platform/$1/board.ld -Wl,-Map=$$(@:.elf=.map) -o $$@ $(call objs-of,$1,$2) -lc -lgcc
endef
$(foreach p,$(pairs),$(eval $(call link-rule,$(patsubst %/,%,$(dir $p)),$(notdir $p))))

elfs := $(patsubst %,$(B)/%.elf,$(pairs))
all: $(elfs)

say = @printf '  %-4s %s\n' $1 $2

-include $(wildcard $(foreach b,$(BOARDS),$(foreach c,$(confs) $(foreach i,$(traced-images),$(call conf-of,$i)@$i),$(shell find $(B)/$b/$c -name '*.d' 2>/dev/null))))

FORCE:
.PHONY: FORCE
.SECONDARY:
