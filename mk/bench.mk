# SPDX-License-Identifier: BSD-2-Clause
# The cost of operations. The images named bench…, and demo-stream for its bytes on the wire, are run as tests. A test
# fails if a row exceeds its budget (tests/bench/budgets.tsv). The bench… images are run twice. scripts/bench compares
# the two runs, collects the rows, adds sizes, prints the table and writes build/bench.json. Two images are run only
# once: demo-stream, whose byte count varies slightly on several CPUs, and bench-masked, whose rows are the maximum of
# hundreds of runs.

bench-pairs := $(foreach p,$(pairs),$(if $(filter bench% demo-stream,$(notdir $p)),$p))
again-pairs := $(foreach p,$(bench-pairs),$(if $(filter demo-stream bench-masked%,$(notdir $p)),,$p))
measured     := $(filter 1,$(SPOOR_MEASURED))
suites.bench := bench=$(B)/bench.result $(if $(measured),lint/figures=$(B)/lint/figures.result)
skips.bench  := $(if $(measured),,--skip 'lint/figures=needs gcc $(measured-gcc), whose figures the budgets have')

$(again-pairs:%=$(B)/%.again): $(B)/%.again: $(B)/%.elf FORCE
	@timeout 100 scripts/run-qemu $(*D) $< --mode exact --emulator $(board.$(*D).EMULATOR) --qemu '$(board.$(*D).QEMU)' \
	    </dev/null >$@ 2>/dev/null || true
# Built only for their sizes.
sized := $(foreach p,$(filter mps2-an385/histogram mps2-an385/names-off mps2-an385/stream-least,$(pairs)),$(B)/$p.elf)
$(B)/bench.result: $(bench-pairs:%=$(B)/%.result) $(again-pairs:%=$(B)/%.again) $(sized) FORCE
	@$(run-test) command bench $@ -- $(PYTHON) scripts/bench --build $(B) --prefix $(board.mps2-an385.CROSS) \
	    --objects $(basename $(firstword $(graph))).mps2-an385.objects --small '$(seldom)' \
	    --compiler '$(call compiler,mps2-an385)' \
	    $(again-pairs:%=--twice %) $(filter-out $(again-pairs),$(bench-pairs)) || true
# Compare the tables in the documents with the measured figures.
$(B)/lint/figures.result: $(B)/bench.result
	@$(run-test) command lint/figures $@ -- $(lint) tables $(B)/bench.json || true
bench:
	$(call conclude,$(foreach p,$(bench-pairs),$p=$(B)/$p.result) $(suites.bench),,$(skips.bench))
	@cat $(B)/bench.txt
