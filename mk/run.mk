# SPDX-License-Identifier: BSD-2-Clause
# Running tests. A suite is one run. It writes a .result, and scripts/report summarizes them. Suites are written as
# "suite=file". The graph defines the suites of images.

run-test  = $(PYTHON) scripts/run-test
# $1 suite, $2 program, $3 environment variables
check-run = @$3 $(run-test) command $1 $@ --tap $(@:.result=.tap) -- $(PYTHON) $2

# Results that other suites need are made first.
needed-first = $(if $(filter host/browser=%,$1),$(needs.browser))
# $1 suites, $2 further goals, $3 options of the report. The lists are passed in files, because they may be too long
# for a command line.
define conclude
$(shell mkdir -p $(B))$(file >$(B)/$@.first,$2 $(call needed-first,$1))
$(file >$(B)/$@.suites,$1)
+@MAKE='$(MAKE)' PYTHON='$(PYTHON)' scripts/run-suites $(B) $@ $3
endef

# These goals run make recursively, so they must not run in parallel with other goals of this make.
check test demo-page: | $(filter $(B)/%,$(MAKECMDGOALS))
check:
	$(call conclude,$(suites.check),$(elfs),$(skips) $(left-out-text))
test:
	$(call conclude,$(suites.lint) $(suites.host) $(suites.check) $(suites.dist) $(suites.packages) $(suites.bench) $(suites.docs),all, \
	    $(skips) $(skips.lint) $(skips.bench) $(left-out-text))
demo: $(B)/$(BOARD)/demo.elf
	@$(run-test) guest $(BOARD) $< --show $(run.$(BOARD)/demo)
	@$(if $(no-page),echo '$(no-page)',$(MAKE) --no-print-directory demo-page)
# The same demo, recorded, as a page for the browser.
demo-at ?= $(B)/demo
demo-page: $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf
	@$< record --qemu $(BOARD) $(B)/$(BOARD)/demo-events.elf -o $(demo-at).spoor --quiet -- \
	    'trace_blocks -e filter_block burst detect_block frame_pack' 'trace_stream on' 'sleep 2000' \
	    >$(demo-at).log 2>&1 || { cat $(demo-at).log >&2; exit 1; }
	@$(PYTHON) scripts/demo-page $< $(B)/$(BOARD)/demo-events.elf $(demo-at).spoor $(demo-at).html

# On a board without a second serial port the trace link is the console. The host tool extracts the stream.
one-port := $(if $(STREAM),$(if $(filter uart2,$(board.$(BOARD).HAS)),,$(B)/host/spoor))
run: $(B)/$(BOARD)/$(IMAGE).elf $(one-port)
	@echo "$(IMAGE) on $(BOARD); Ctrl-] x leaves"
	@scripts/run-qemu $(BOARD) $< --serial mon:stdio --mode $(or $(MODE),live) --emulator '$(board.$(BOARD).EMULATOR)' \
	    --qemu '$(board.$(BOARD).QEMU)' $(if $(STREAM),$(if $(one-port),--split,--trace) '$(STREAM)')

# For scripts: print the value of a variable.
print-%:
	@printf '%s\n' '$($*)'
