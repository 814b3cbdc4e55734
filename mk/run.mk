# SPDX-License-Identifier: BSD-2-Clause
# Running what was built. An image is checked when it stands under tests/, or has a DIALOGUE. image.mk says:
#
#   TIMEOUT   seconds of the emulator's CPU time, 30 unless said
#   RUN_MODE  exact, live or real (scripts/run-qemu); exact unless said, live with a DIALOGUE
#   DIALOGUE  a file in the image's folder, held over the serial line (scripts/testlib/dialogue.py);
#             without one the image prints KTAP and ends with the number of failures
#   TRACE     link: keep the bytes of the trace link in build/<board>/<image>.trace; console: those of the
#             console, where the image streams between its text
#   SAVED     1: the image faults and saves its memory (CONFIG_FAULT_DUMP); scripts/check-crash reads it
#   EXPECT    "fail: TEXT": the run must fail, and TEXT be among the reasons
#
# An image may also be checked without running it: ELF_CHECK names a Python program in scripts/ that gets its ELF file and
# those of the images named in BESIDE, when these are among IMAGES as well, and prints TAP.
#
# A suite is one run; it leaves a .result, and scripts/report sums them up. Suites are named "suite=file".

suites.check := $(foreach p,$(pairs),$(if $(or $(filter tests/%,$(image.$(notdir $p).dir)),$(image.$(notdir $p).DIALOGUE)),$p=$(B)/$p.result))
skips := $(foreach p,$(skipped),--skip '$p=needs $(call missing,$(patsubst %/,%,$(dir $p)),$(notdir $p))')

define run-rule
$(B)/$1/$2.result: $(B)/$1/$2.elf FORCE
	@$(PYTHON) scripts/run-test $1 $$< $(call run-options,$1,$2) || true
endef
# A board without a second port has its link on the console.
trace-of = $(subst link,$(if $(filter uart2,$(board.$1.HAS)),port,console),$(image.$2.TRACE))
run-options = --qemu '$(board.$1.QEMU)' --mode '$(image.$2.RUN_MODE)' --timeout '$(image.$2.TIMEOUT)' \
              --trace '$(call trace-of,$1,$2)' --expect '$(image.$2.EXPECT)' --dialogue '$(addprefix $(image.$2.dir)/,$(image.$2.DIALOGUE))'
$(foreach p,$(pairs),$(eval $(call run-rule,$(patsubst %/,%,$(dir $p)),$(notdir $p))))

# What a run streamed is decoded and judged, once it has run.
traced := $(foreach p,$(pairs),$(if $(image.$(notdir $p).TRACE),$p))
suites.check += $(foreach p,$(traced),$p.decoded=$(B)/$p.decoded.result)
$(traced:%=$(B)/%.decoded.result): $(B)/%.decoded.result: $(B)/%.result $(B)/host/spoor
	@$(PYTHON) scripts/run-step $*.decoded $@ --tap $(B)/$*.decoded.tap -- $(PYTHON) scripts/check-trace $(B)/host/spoor $(B)/$*.elf $(B)/$*.trace $(B)/$*.tap || true

# What one saved at a fault, likewise.
saving := $(foreach p,$(pairs),$(if $(image.$(notdir $p).SAVED),$p))
suites.check += $(foreach p,$(saving),$p.decoded=$(B)/$p.decoded.result)
$(saving:%=$(B)/%.decoded.result): $(B)/%.decoded.result: $(B)/%.result $(B)/host/spoor
	@$(PYTHON) scripts/run-step $*.decoded $@ --tap $(B)/$*.decoded.tap -- $(PYTHON) scripts/check-crash $(B)/host/spoor $(B)/$*.elf $(B)/$*.tap || true

beside = $(addprefix $(dir $1),$(image.$(notdir $1).BESIDE))
elf-checked := $(foreach p,$(pairs),$(if $(image.$(notdir $p).ELF_CHECK),$(if $(filter-out $(pairs),$(call beside,$p)),,$p)))
suites.check += $(foreach p,$(elf-checked),$p.elf=$(B)/$p.elf-check.result)
define elf-check-rule
$(B)/$1.elf-check.result: $(patsubst %,$(B)/%.elf,$1 $(call beside,$1)) FORCE
	@$(PYTHON) scripts/run-step $1.elf $$@ --tap $(B)/$1.elf-check.tap -- $(PYTHON) scripts/$(image.$(notdir $1).ELF_CHECK) $$(filter %.elf,$$^) || true
endef
$(foreach p,$(elf-checked),$(eval $(call elf-check-rule,$p)))

# Run suites anew, all of them whatever fails, as many at a time as make may or there are CPUs; then report.
# $1 suites, $2 further goals, $3 options of the report
define conclude
+@set -o pipefail; rm -f $(call files,$1); \
$(MAKE) --no-print-directory -k -Otarget $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$$(nproc)) bootstrap $2 $(call files,$1) </dev/null 2>&1 \
    | sed -u '/not remade because of errors/d' || broken=--broken; \
$(PYTHON) scripts/report --junit $(B)/junit.xml --summary $(B)/summary $$broken $3 $1
endef
files = $(foreach s,$1,$(lastword $(subst =, ,$s)))

check: | bootstrap
	$(call conclude,$(suites.check),$(filter-out $(call files,$(suites.check):.result=.elf),$(elfs)),$(skips))

test: | bootstrap
	$(call conclude,$(suites.lint) $(suites.host) $(suites.check) $(suites.bench),all,$(skips))

demo: $(B)/$(BOARD)/demo.elf
	@$(PYTHON) scripts/run-test $(BOARD) $< --show $(call run-options,$(BOARD),demo)

# What can't be run says why, rather than that there is no rule for it.
ifneq ($(filter run,$(MAKECMDGOALS)),)
$(call known,board,$(all-boards),$(BOARD))$(call known,image,$(notdir $(IMAGE_DIRS)),$(IMAGE))
$(if $(call missing,$(BOARD),$(IMAGE)),$(error $(IMAGE) needs $(call missing,$(BOARD),$(IMAGE)), which $(BOARD) hasn't; see HAS in platform/*/board.mk))
endif

# STREAM: where the trace link goes, a file, pty or socket:PATH. Where it is the console only a file will do.
stream-to = $(if $(filter pty socket:%,$(STREAM)),$(STREAM),file:$(STREAM))
stream-as = $(if $(STREAM),$(if $(filter uart2,$(board.$(BOARD).HAS)),--trace $(stream-to),| scripts/split-trace $(if $(filter file:%,$(stream-to)),$(STREAM),$(error STREAM=$(STREAM): $(BOARD) has no second serial port; name a file))))
# QEMU would run on without a reader.
stream-open = $(if $(findstring split-trace,$(stream-as)),: >$(STREAM) &&)

run: $(B)/$(BOARD)/$(IMAGE).elf
	@echo "$(IMAGE) on $(BOARD); Ctrl-A x leaves"
	@set -o pipefail; $(stream-open) scripts/run-qemu $(BOARD) $< --serial mon:stdio --mode $(or $(MODE),live) --qemu '$(board.$(BOARD).QEMU)' $(stream-as)

all: | bootstrap

# For scripts: what a variable holds.
print-%:
	@printf '%s\n' '$($*)'
