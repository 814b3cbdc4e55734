# SPDX-License-Identifier: BSD-2-Clause
# A misspelt word in a board's, image's or architecture's file is an error that names the file and the nearest word, rather than
# an image without what it asked for.

# $1 the variables of a kind of files, $2 the files
set-in     = $(shell awk '/^[A-Z_]+ *[:+?]?=/ {sub(/ *[:+?]?=.*/, ""); print FILENAME ":" $$0}' $2)
known-vars = $(foreach v,$(firstword $(filter-out $(addprefix %:,$1),$(call set-in,$1,$2))),$(call known,variable,$1,$(lastword $(subst :, ,$v)),$(firstword $(subst :, ,$v))))
$(call known-vars,$(board-vars),$(wildcard platform/*/*.mk)) $(call known-vars,$(arch-vars),$(wildcard src/arch/*/arch.mk)) \
$(call known-vars,$(libc-vars),$(wildcard src/libc/*/libc.mk)) $(call known-vars,$(image-vars),$(image-mks))

# Goals of one board, and those of many.
given   = $(filter command,$(firstword $(origin $1)))
one-of  = $(filter run demo demo-page trace,$(MAKECMDGOALS))
many-of = $(filter check test all,$(MAKECMDGOALS))
$(if $(and $(one-of),$(call given,BOARDS)),$(error make $(one-of) takes one BOARD, not BOARDS))
$(if $(and $(many-of),$(call given,BOARD)),$(error make $(many-of) takes BOARDS="a b", not BOARD))
$(if $(and $(many-of),$(call given,IMAGE)),$(error make $(many-of) takes IMAGES="x y", not IMAGE))
$(if $(and $(filter-out run,$(one-of)),$(call given,IMAGE)),$(error make $(filter-out run,$(one-of)) has its own image; IMAGE is for make run))
$(foreach v,$(sort $(board-vars) $(arch-vars) $(libc-vars) $(image-vars)),$(if $(call given,$v),$(error $v is set in the files of boards and images, not at the command line; docs/building.md)))

# A variable that make was given, which is none of these and looks like one.
given-vars := BOARD BOARDS IMAGE IMAGES FULL MODE STREAM OPT EVENTS SECONDS PREFIX DESTDIR
$(foreach v,$(filter-out $(given-vars),$(foreach v,$(filter-out .%,$(.VARIABLES)),$(if $(call given,$v),$v))), \
    $(foreach m,$(shell scripts/nearest '$v' $(given-vars)),$(error no variable "$v"$(call meant,$m))))

board-mk = platform/$1/board.mk
arch-mk  = src/arch/$1/arch.mk
image-mk = $(image.$1.dir)/$1.mk
drivers := $(patsubst src/drivers/%.c,%,$(wildcard src/drivers/*/*.c))
words   := $(sort $(common) $(drivers) $(foreach b,$(all-boards),$(board.$b.HAS)) $(foreach a,$(archs),$(arch.$a.HAS)))

# $1 the file, $2 CONFIG
known-settings = $(call known,setting,$(call name-of,$(defaults)),$(call name-of,$2),$1: CONFIG)
$(foreach b,$(all-boards), \
    $(call known,architecture,$(archs),$(or $(board.$b.ARCH),$(error $(call board-mk,$b): ARCH isn't set; there are: $(archs))),$(call board-mk,$b): ARCH) \
    $(call known,driver,$(drivers),$(board.$b.DRIVERS),$(call board-mk,$b): DRIVERS) \
    $(call known,image,all arch $(all-images),$(board.$b.RUNS),$(call board-mk,$b): RUNS) \
    $(call known,capability,$(words),$(board.$b.LACKS),$(call board-mk,$b): LACKS) \
    $(call known-settings,$(call board-mk,$b),$(board.$b.CONFIG)))
$(foreach a,$(archs), \
    $(call known,architecture,$(archs),$(arch.$a.BASE),$(call arch-mk,$a): BASE) \
    $(call known,C library,$(libcs),$(arch.$a.LIBC),$(call arch-mk,$a): LIBC))
$(foreach i,$(all-images), \
    $(call known,part,shell commands test,$(image.$i.PARTS),$(call image-mk,$i): PARTS) \
    $(call known,capability,$(words),$(image.$i.NEEDS),$(call image-mk,$i): NEEDS) \
    $(call known,mode,exact live real,$(image.$i.RUN_MODE),$(call image-mk,$i): RUN_MODE) \
    $(call known,way to keep the stream,link console,$(image.$i.TRACE),$(call image-mk,$i): TRACE) \
    $(call known-settings,$(call image-mk,$i),$(image.$i.CONFIG)))
