# SPDX-License-Identifier: BSD-2-Clause
# Pages show the output of real runs, and tables generated from the tree and from the last `make bench`. `make docs`
# updates both. Suites of `make test` compare them.

docs-images := demo demo-off demo-events names-off functions-shell functions-names-shell samples-shell demo-stream \
               demo-slower stacks stream-functions demo-dense bench-ipc bench-ipc-dense
docs-elfs   := $(docs-images:%=$(B)/mps2-an385/%.elf) $(B)/virt/demo-stream.elf $(B)/virt/demo-dense.elf
docs-runs   := $(DIST)/VERSION $(foreach i,guide stream crash,$(B)/mps2-an385/$i.result) \
               $(B)/host/links.result $(B)/host/model.result $(B)/host/spoor-qemu.so $(B)/host/story
suites.docs := docs=$(B)/docs.result
$(B)/docs.result: $(B)/host/spoor $(docs-elfs) $(docs-runs) FORCE
	@$(run-test) command docs $@ --tap $(B)/docs.tap -- $(PYTHON) scripts/docs $(B)/docs || true
docs: $(B)/host/spoor $(docs-elfs) $(docs-runs)
	@$(PYTHON) scripts/docs $(B)/docs --write
	@$(lint) tables --write
	@$(if $(wildcard $(B)/bench.json),$(lint) tables --write $(B)/bench.json)

# The menu is in mkdocs.yml. The site makes its own recording, because the demo's may be made at the same time.
site-needs := $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf
site = $(MAKE) --no-print-directory demo-page demo-at=$(B)/site-demo >$(B)/site.log 2>&1 || \
       { cat $(B)/site.log; exit 1; }; scripts/site $(site-needs) $(B)/site-demo
site: $(site-needs)
	@$(site)
	@echo "$(B)/site/index.html; search needs a server: python3 -m http.server -d $(B)/site"
# Skipped if mkdocs isn't installed.
suites.docs += site=$(B)/site.result
$(B)/site.result: $(site-needs) FORCE
	@$(run-test) command site $@ --tap $(B)/site.tap -- sh -c '$(site)' || true
