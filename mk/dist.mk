# SPDX-License-Identifier: BSD-2-Clause
# The folder that a user drops into a product, and the products made from it that are tested.

DIST    := $(B)/spoor
VERSION := $(shell sed -n 's/.*SPOOR_VERSION "\(.*\)"/\1/p' include/spoor/util/version.h)
dist-sources := $(shell find dist -type f) $(wildcard include/*/*.h include/*/*/*.h conf/*.h src/profiler/*/* src/shell/* \
                src/commands/*/* src/util/* src/arch/*/* src/arch/*/arch/*) LICENSE
listed = $(foreach s,$(filter-out TRACE,$(switches)),$(if $($2.$s),--$1 $s=$(subst $(space),$(comma),$(strip $($2.$s)))))

dist: $(DIST)/VERSION
	@echo "$(DIST): copy it into your product; $(DIST)/README.md says how"
$(DIST)/VERSION: scripts/dist mk/dist.mk mk/parts.mk $(dist-sources)
	$(call say,DIST,$(DIST))
	@scripts/dist $(DIST) $(VERSION) $(call listed,only,only) $(call listed,without,without)

dist-checks := $(basename $(notdir $(wildcard tests/dist/*.check)))
suites.dist := $(foreach c,$(dist-checks),dist/$c=$(B)/dist/$c.result)
$(foreach c,$(dist-checks),$(B)/dist/$c.result): $(B)/dist/%.result: $(DIST)/VERSION $(B)/host/spoor FORCE
	@mkdir -p $(B)/dist/$*
	@$(run-test) command dist/$* $@ --timeout 300 --tap $(B)/dist/$*.tap -- $(PYTHON) tests/dist/$*.check $(DIST) $(B)/dist/$* \
	    $(B)/host/spoor || true
dist-test:
	$(call conclude,$(suites.dist))
