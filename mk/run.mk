# SPDX-License-Identifier: BSD-2-Clause
# Runs of images. An image is checked when it is under tests/, or has a DIALOGUE. A suite is one run; it
# leaves a .result, and scripts/report sums them up. Suites are named "suite=file". docs/building.md has the
# variables of an image.

run-test      = $(PYTHON) scripts/run-test
image-of      = image.$(notdir $1)
suites.check := $(foreach p,$(pairs),$(if $(filter tests/%,$($(call image-of,$p).dir))$($(call \
                image-of,$p).DIALOGUE),$p=$(B)/$p.result))
skips        := $(foreach p,$(skipped),--skip '$p=needs $(call missing,$(call board-of,$p),$(notdir $p))')
# A board without a second serial port has its trace link on the console.
trace-of      = $(subst link,$(if $(filter uart2,$(board.$1.HAS)),port,console),$(image.$2.TRACE))
emulator      = --emulator '$(call arch-value,$1,EMULATOR)' --qemu '$(board.$1.QEMU)'
run-options   = $(call emulator,$1) --mode '$(image.$2.RUN_MODE)' --timeout '$(image.$2.TIMEOUT)' \
                --trace '$(call trace-of,$1,$2)' --expect '$(image.$2.EXPECT)' \
                --dialogue '$(addprefix $(image.$2.dir)/,$(image.$2.DIALOGUE))'
again ?= FORCE
$(elfs:.elf=.result): %.result: %.elf $(again)
	@$(run-test) guest $(call board-of,$(<:$(B)/%=%)) $< \
	    $(call run-options,$(call board-of,$(<:$(B)/%=%)),$(basename $(notdir $<))) || true

# The stream of a run (TRACE), or its memory after a fault (DUMP), is decoded and checked after the run. An ELF file is
# checked without running by CHECK_ELF, a program beside the image, with those of COMPARE_WITH; CROSS is the prefix of its tools.
traced  := $(foreach p,$(pairs),$(if $($(call image-of,$p).TRACE),$p))
dumped  := $(foreach p,$(pairs),$(if $($(call image-of,$p).DUMP),$p))
others   = $(addprefix $(dir $1),$($(call image-of,$1).COMPARE_WITH))
checked := $(foreach p,$(pairs),$(if $($(call image-of,$p).CHECK_ELF),$(if $(filter-out $(pairs),$(call \
           others,$p)),,$p)))
suites.check += $(foreach p,$(traced) $(dumped),$p.decoded=$(B)/$p.decoded.result) \
                $(foreach p,$(checked),$p.elf=$(B)/$p.elf.result)
check-program = $(run-test) command $1 $@ --tap $(@:.result=.tap) -- $(PYTHON) $2
$(traced:%=$(B)/%.decoded.result): $(B)/%.decoded.result: $(B)/%.result $(B)/host/spoor
	@$(call check-program,$*.decoded,tests/target/stream/decoded.check) $(B)/host/spoor $(B)/$*.elf \
	    $(B)/$*.trace $(B)/$*.tap || true
$(dumped:%=$(B)/%.decoded.result): $(B)/%.decoded.result: $(B)/%.result $(B)/host/spoor
	@$(call check-program,$*.decoded,tests/target/reset/crash.check) $(B)/host/spoor $(B)/$*.elf \
	    $(B)/$*.tap || true
.SECONDEXPANSION:
$(checked:%=$(B)/%.elf.result): $(B)/%.elf.result: $(B)/%.elf $(B)/host/spoor FORCE \
        $$(addsuffix .elf,$$(addprefix $(B)/,$$(call others,$$*)))
	@CROSS=$(call arch-value,$(call board-of,$*),CROSS) $(call check-program,$*.elf,$($(call image-of,$*).dir)/$($(call image-of,$*).CHECK_ELF)) \
	    $(filter %.elf,$^) || true

left-out-boards := $(sort $(foreach p,$(left-out-pairs),$(call board-of,$p)))
left-out-text   := $(if $(left-out-pairs),--left-out 'left out: $(words $(left-out-pairs)) images on $(words $(left-out-boards)) boards that run a core \
                   set; with FULL=1 all run')
# Run suites again, all of them also when one fails; then report. As many at a time as make may, or two more than there are
# CPUs: some wait most of the time. First all is built that they need, and the results that others need: make comes back late
# to a goal that it could not begin with. Then those that wait begin first.
patient       = docs bare/% dist/% host/browser host/live host/record host/fleet
name-of-suite = $(firstword $(subst =, ,$1))
patient-of    = $(call files,$(foreach s,$1,$(if $(filter $(patient),$(call name-of-suite,$s)),$s)))
needed-first  = $(if $(filter $(B)/host/browser.result,$(call files,$1)),$(addprefix $(B)/,$(needs.browser)))
side-by-side  = $(MAKE) --no-print-directory -k -Otarget $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$$(($$(nproc) + 2))) again=
# The lists are in files: of all suites they are longer than a command may be.
# $1 suites, $2 further goals, $3 options of the report
define conclude
$(shell mkdir -p $(B))$(file >$(B)/$@.first,$2 $(call needed-first,$1))$(file >$(B)/$@.then,$(call patient-of,$1) $(call \
    files,$1))$(file >$(B)/$@.suites,$(subst $(space),$(newline),$(strip $1)))
+@set -o pipefail; sed 's/.*=//' $(B)/$@.suites | xargs rm -f; \
for list in $(B)/$@.first $(B)/$@.then; do \
goals=$$(xargs <$$list); [ -z "$$goals" ] || \
$(side-by-side) $$goals </dev/null 2>&1 | sed -u '/not remade because of errors/d; /is up to date/d' || broken=--broken; \
done; \
$(PYTHON) scripts/report --junit $(B)/junit.xml --summary $(B)/summary $$broken $3 @$(B)/$@.suites
endef
files = $(foreach s,$1,$(lastword $(subst =, ,$s)))

check:
	$(call conclude,$(suites.check),$(filter-out $(call files,$(suites.check):.result=.elf),$(elfs)),$(skips) $(left-out-text))
test:
	$(call conclude,$(suites.lint) $(suites.host) $(suites.check) $(suites.dist) $(suites.bench) $(suites.docs),all,$(skips) $(skips.lint) $(skips.bench) $(left-out-text))
demo: $(B)/$(BOARD)/demo.elf
	@$(run-test) guest $(BOARD) $< --show $(call run-options,$(BOARD),demo)
	@$(if $(call missing,$(BOARD),demo-events),echo "No page: $(BOARD) hasn't what demo-events needs: $(call missing,$(BOARD),demo-events)",$(MAKE) \
	    --no-print-directory demo-page)
# The same demo, recorded, as a page for the browser.
demo-page: $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf
	@$(B)/host/spoor record --qemu $(BOARD) $(B)/$(BOARD)/demo-events.elf -o $(B)/demo.spoor --quiet -- 'trace_blocks -e filter_block burst detect_block frame_pack' 'trace_stream on' 'sleep 2000' >$(B)/demo.log 2>&1 || { cat $(B)/demo.log >&2; exit 1; }
	@$(PYTHON) scripts/demo-page $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf $(B)/demo.spoor $(B)/demo.html

# An image that can't run gets a message with the reason, rather than "no rule".
wanted-image := $(if $(filter run,$(MAKECMDGOALS)),$(IMAGE),$(if $(filter demo,$(MAKECMDGOALS)),demo,$(if $(filter trace demo-page,$(MAKECMDGOALS)),demo-events)))
$(if $(wanted-image),$(if $(call missing,$(BOARD),$(wanted-image)),$(error $(wanted-image) needs $(call \
    missing,$(BOARD),$(wanted-image)), which $(BOARD) hasn't; see HAS in platform/*/board.mk. For a shell on \
    it: make run BOARD=$(BOARD) IMAGE=terminal)))

# STREAM: where the trace link goes, a file, pty or socket:PATH. Where it is the console only a file will do.
# QEMU would run on without a reader, so the file is opened first.
stream-to   = $(if $(filter pty socket:%,$(STREAM)),$(STREAM),file:$(STREAM))
stream-file = $(if $(findstring file:,$(stream-to)),$(STREAM),$(error STREAM=$(STREAM): $(BOARD) has no second \
              serial port; name a file))
stream-as   = $(if $(STREAM),$(if $(filter uart2,$(board.$(BOARD).HAS)),--trace $(stream-to),| $(B)/host/spoor \
              split $(stream-file)))
# The host tool takes the stream out of the console, where that is the link.
run: $(B)/$(BOARD)/$(IMAGE).elf $(if $(findstring split,$(stream-as)),$(B)/host/spoor)
	@echo "$(IMAGE) on $(BOARD); Ctrl-] x leaves"
	@set -o pipefail; $(if $(findstring split,$(stream-as)),: >$(STREAM) &&) \
	scripts/run-qemu $(BOARD) $< --serial mon:stdio --mode $(or $(MODE),live) $(call emulator,$(BOARD)) $(stream-as)

# For scripts: the value of a variable.
print-%:
	@printf '%s\n' '$($*)'
board-emulator = $(call arch-value,$(BOARD),EMULATOR)
