# SPDX-License-Identifier: BSD-2-Clause
# What operations cost. The images are those named bench…, and the demo for its bytes on the wire; they are run
# as tests, where a row above its budget fails. Those named bench… are run once more, and scripts/bench sees that the
# figures are the same, collects them, adds the sizes, prints the table and writes build/bench.json. The demo isn't:
# with several CPUs how it comes to run may differ by a few bytes.

bench-pairs := $(foreach p,$(pairs),$(if $(filter bench% demo-stream,$(notdir $p)),$p))
again-pairs := $(filter-out %/demo-stream,$(bench-pairs))
bench-sized := $(filter mps2-an385/demo-stream,$(pairs))
suites.bench := bench=$(B)/bench.result

# $1 board, $2 image
define again-rule
$(B)/$1/$2.again: $(B)/$1/$2.elf FORCE
	@timeout 100 scripts/run-qemu $1 $$< --mode exact --qemu '$(board.$1.QEMU)' </dev/null >$$@ 2>/dev/null || true
endef
$(foreach p,$(again-pairs),$(eval $(call again-rule,$(patsubst %/,%,$(dir $p)),$(notdir $p))))

$(B)/bench.result: $(bench-pairs:%=$(B)/%.result) $(again-pairs:%=$(B)/%.again) $(bench-sized:%=$(B)/%.elf) FORCE
	@$(PYTHON) scripts/run-step bench $@ -- $(PYTHON) scripts/bench --build $(B) --prefix $(CROSS) $(again-pairs:%=--twice %) $(filter-out $(again-pairs),$(bench-pairs)) || true

bench: | bootstrap
	$(call conclude,$(foreach p,$(bench-pairs),$p=$(B)/$p.result) $(suites.bench))
	@cat $(B)/bench.txt
