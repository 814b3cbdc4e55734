# SPDX-License-Identifier: BSD-2-Clause
# Which boards and images there are, and which of them fit. Nothing lists them: a board is a folder under
# platform/, an image a NAME.mk under src/apps/ or tests/. docs/building.md has their variables.
#
# One line reads them all: each file is included after its variables are cleared, and they are kept as
# board.NAME.X, image.NAME.X and arch.NAME.X.

comma := ,
space := $(subst ,, )
define newline


endef

all-boards := $(sort $(patsubst platform/%/board.mk,%,$(wildcard platform/*/board.mk)))
BOARDS     ?= $(all-boards)
image-mks  := $(sort $(wildcard src/apps/*/*.mk tests/bench/*.mk tests/mustfail/*.mk tests/target/*/*.mk))
all-images := $(basename $(notdir $(image-mks)))
IMAGES     ?= $(all-images)
archs      := $(notdir $(patsubst %/arch.mk,%,$(wildcard src/arch/*/arch.mk)))
libcs      := $(notdir $(patsubst %/libc.mk,%,$(wildcard src/libc/*/libc.mk)))
# $1 what, $2 the words that there are, $3 those meant, $4 the file and the variable: the first that there isn't is an error, with the
# nearest that there is, or all.
known = $(foreach w,$(firstword $(filter-out $2,$3)),$(error $(if $4,$4: )no $1 "$w"$(or $(call meant,$(shell scripts/nearest '$w' $2)),; there are: $(strip $2))))
meant = $(if $1,; did you mean "$1"?)
goals-elf := $(foreach g,$(patsubst $(B)/%,%,$(basename $(filter $(B)/%.elf,$(MAKECMDGOALS)))),$(if $(filter 2,$(words $(subst /, ,$g))),$g))
$(call known,goal,$(goals),$(filter-out print-%,$(foreach g,$(MAKECMDGOALS),$(if $(findstring /,$g),,$g))))
$(call known,board,$(all-boards),$(BOARD) $(BOARDS) $(patsubst %/,%,$(dir $(goals-elf))))
$(call known,image,$(all-images),$(IMAGE) $(IMAGES) $(notdir $(goals-elf)))

board-vars := ARCH CPUFLAGS QEMU DRIVERS HAS LACKS CONFIG SHARES RUNS
arch-vars  := BASE HAS CPUFLAGS CFLAGS LDFLAGS CROSS EMULATOR LIBC PACKAGES
libc-vars  := CFLAGS WRAPPED WRAPPED_EVENTS WRAPPED_SMP
image-vars := CORE CONFIG SRCS PARTS NEEDS FUNCTIONS FUNCTIONS_EXCLUDE FUNCTIONS_EXCLUDE_NAMED TIMEOUT \
              EXPECT DIALOGUE RUN_MODE TRACE DUMP CHECK_ELF COMPARE_WITH
# $1 prefix of the variables, $2 file, $3 variables
read = $(foreach v,$3,$v :=$(newline))include $2$(newline)$(foreach v,$3,$1.$v := $$($v)$(newline))
$(eval $(foreach b,$(all-boards),$(call read,board.$b,platform/$b/board.mk,$(board-vars))) \
       $(foreach a,$(archs),$(call read,arch.$a,src/arch/$a/arch.mk,$(arch-vars))) \
       $(foreach l,$(libcs),$(call read,libc.$l,src/libc/$l/libc.mk,$(libc-vars))) \
       $(foreach m,$(image-mks),image.$(basename $(notdir $m)).dir := $(patsubst %/,%,$(dir $m))$(newline) \
           $(call read,image.$(basename $(notdir $m)),$m,$(image-vars))))

# An architecture's value, its own or that of the nearest one that it builds on.
arch-chain = $(board.$1.ARCH) $(arch.$(board.$1.ARCH).BASE)
arch-value = $(arch.$(firstword $(foreach a,$(call arch-chain,$1),$(if $(arch.$a.$2),$a))).$2)

# A board runs an image when its HAS and its architecture's cover the image's NEEDS, which may name a driver too. All have these
# words, but those whose LACKS says so.
common := resets slowtick
arch-has = $(foreach a,$(call arch-chain,$1),$(arch.$a.HAS))
missing  = $(filter-out $(board.$1.HAS) $(board.$1.DRIVERS) $(call arch-has,$1) $(filter-out $(board.$1.LACKS),$(common)),$(image.$2.NEEDS))
# Unless boards or images are named, or FULL is, a board runs the images whose CORE is 1, those that its RUNS names, or all;
# with "arch" in its RUNS it stands for its architecture, and runs those whose CORE is arch too.
FULL    ?= $(filter command environment,$(foreach v,BOARDS IMAGES,$(firstword $(origin $v))))
left-out-here = $(if $(FULL)$(filter all $2,$(board.$1.RUNS))$(filter 1 $(board.$1.RUNS),$(image.$2.CORE)),,x)
runnable := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call missing,$b,$i),,$b/$i)))
skipped  := $(foreach b,$(BOARDS),$(foreach i,$(IMAGES),$(if $(call left-out-here,$b,$i),,$(if $(call missing,$b,$i),$b/$i))))
left-out-pairs := $(strip $(foreach p,$(runnable),$(if $(call left-out-here,$(patsubst %/,%,$(dir $p)),$(notdir $p)),$p)))
# … and the image that a goal names. One board stands for its architecture: of them `make lint` alone links one image each.
of-arch     = $(foreach b,$(BOARDS),$(if $(filter $1,$(board.$b.ARCH)),$b))
stands-for  = $(firstword $(foreach b,$1,$(if $(filter all arch,$(board.$b.RUNS)),$b)) $(foreach b,$1,$(if $(board.$b.RUNS),$b)) $1)
lint-boards := $(foreach a,$(archs),$(call stands-for,$(call of-arch,$a)))
lint-pairs  := $(join $(lint-boards:%=%/),$(wordlist 1,$(words $(lint-boards)),$(foreach b,$(lint-boards),functions stacks)))
named       := $(BOARD)/$(IMAGE) $(BOARD)/demo-events $(patsubst $(B)/%,%,$(basename $(filter $(B)/%.elf,$(MAKECMDGOALS)))) \
               $(if $(filter $(B)/lint/%,$(MAKECMDGOALS)),$(if $(filter all,$(MAKECMDGOALS)),,$(lint-pairs)))
pairs       := $(filter-out $(filter-out $(named),$(left-out-pairs)),$(runnable))
board-of = $(patsubst %/,%,$(dir $1))

# Settings: spoor/config.h, conf/default.h, then CONFIG of the image, then that of the board.
defaults := $(shell sed -n 's/^\#define CONFIG_\([A-Z_0-9]*\) \(.*\)/\1=\2/p' include/spoor/config.h conf/default.h)
name-of  = $(foreach w,$1,$(firstword $(subst =, ,$w)))
# $1 board, $2 image: the settings that differ from the defaults
settings = $(filter-out $(addsuffix =%,$(call name-of,$(board.$1.CONFIG))),$(sort $(image.$2.CONFIG))) \
           $(board.$1.CONFIG)
setting  = $(lastword $(patsubst $3=%,%,$(filter $3=%,$(defaults) $(call settings,$1,$2))))
is-on    = $(filter-out 0,$(call setting,$1,$2,$3))
