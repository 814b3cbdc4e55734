# SPDX-License-Identifier: BSD-2-Clause
# What operations cost. The images are those named bench…, and the demo for its bytes on the wire; they are run
# as tests, where a row above its budget fails. Then scripts/bench collects the rows, adds the sizes, runs all
# once more to see the same figures, prints the table and writes build/bench.json.

bench-pairs := $(foreach p,$(pairs),$(if $(filter bench% demo-stream,$(notdir $p)),$p))
bench-sized := $(filter mps2-an385/stream,$(pairs))
suites.bench := bench=$(B)/bench.result
bench-again = $(foreach p,$(bench-pairs),--again '$p=$(board.$(patsubst %/,%,$(dir $p)).QEMU)')

$(B)/bench.result: $(bench-pairs:%=$(B)/%.result) $(bench-sized:%=$(B)/%.elf) FORCE
	@scripts/run-step bench $@ -- scripts/bench --build $(B) --prefix $(CROSS) $(bench-again) || true

bench: | bootstrap
	$(call conclude,$(foreach p,$(bench-pairs),$p=$(B)/$p.result) $(suites.bench))
	@cat $(B)/bench.txt
