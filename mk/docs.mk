# SPDX-License-Identifier: BSD-2-Clause
# The output that pages show is that of a real run, and their tables are those of the tree and of the last `make bench`:
# `make docs` puts both into the pages. Suites of `make test` compare them.

docs-images := demo demo-off demo-events names-off functions-shell samples-shell demo-stream demo-slower stacks \
               stream-functions
docs-elfs   := $(docs-images:%=$(B)/mps2-an385/%.elf)
docs-runs   := $(DIST)/VERSION $(foreach i,guide stream crash,$(B)/mps2-an385/$i.result) $(B)/host/links.result
suites.docs := docs=$(B)/docs.result
$(B)/docs.result: $(B)/host/spoor $(docs-elfs) $(docs-runs) FORCE
	@$(run-test) command docs $@ --tap $(B)/docs.tap -- $(PYTHON) scripts/docs $(B)/docs || true
docs: $(B)/host/spoor $(docs-elfs) $(docs-runs)
	@$(PYTHON) scripts/docs $(B)/docs --write
	@$(lint) tables --write
	@$(if $(wildcard $(B)/bench.json),$(lint) tables --write $(B)/bench.json)
