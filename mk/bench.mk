# SPDX-License-Identifier: BSD-2-Clause
# The cost of operations. The images named bench…, and demo-stream for its bytes on the wire, are run as tests, where a
# row above its budget (tests/bench/budgets.tsv) fails. Those named bench… are run a second time: scripts/bench compares
# the two, collects the rows, adds sizes, prints the table and writes build/bench.json. demo-stream isn't run twice: on
# several CPUs its byte count varies slightly.

bench-pairs := $(foreach p,$(pairs),$(if $(filter bench% demo-stream,$(notdir $p)),$p))
again-pairs := $(filter-out %/demo-stream,$(bench-pairs))
suites.bench := bench=$(B)/bench.result $(if $(call is-measured,mps2-an385),lint/figures=$(B)/lint/figures.result)
skips.bench  := $(if $(call is-measured,mps2-an385),,--skip 'lint/figures=needs gcc $(measured-gcc), whose figures the budgets and documents have')

$(again-pairs:%=$(B)/%.again): $(B)/%.again: $(B)/%.elf FORCE
	@timeout 100 scripts/run-qemu $(call board-of,$*) $< --mode exact $(call emulator,$(call board-of,$*)) \
	    </dev/null >$@ 2>/dev/null || true
# Built for the sizes of their settings alone.
sized := $(foreach p,$(filter mps2-an385/histogram mps2-an385/names-off mps2-an385/stream-lean,$(pairs)),$(B)/$p.elf)
# … and the objects of the images with the same settings.
feature-keys := $(foreach k,$(keys),$(if $(call key-pairs,mps2-an385,$k),$k))
$(B)/mps2-an385/%.objects: FORCE
	@mkdir -p $(@D) && printf '%s\n' $(sort $(foreach p,$(call key-pairs,mps2-an385,$*),$(objs.$p))) >$@
$(B)/bench.result: $(feature-keys:%=$(B)/mps2-an385/%.objects) $(bench-pairs:%=$(B)/%.result) $(again-pairs:%=$(B)/%.again) $(sized) FORCE
	@$(run-test) command bench $@ -- $(PYTHON) scripts/bench --build $(B) --small '$(seldom)' \
	    --prefix $(call arch-value,$(firstword $(BOARDS)),CROSS) $(again-pairs:%=--twice %) \
	    $(filter-out $(again-pairs),$(bench-pairs)) || true
# The documents' tables have the figures that were measured.
lint.figures = $(lint) tables $(B)/bench.json
$(B)/lint/figures.result: $(B)/bench.result
bench:
	$(call conclude,$(foreach p,$(bench-pairs),$p=$(B)/$p.result) $(suites.bench),,$(skips.bench))
	@cat $(B)/bench.txt
