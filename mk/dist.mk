# SPDX-License-Identifier: BSD-2-Clause
# The folder that a user copies into a product: these files under the same names. Also the tests with products made
# from it.

DIST    := $(B)/spoor
VERSION := $(shell sed -n 's/.*SPOOR_VERSION "\(.*\)"/\1/p' include/spoor/util/version.h)
# A product's shell uses the product's own console, and has no commands that name images of this tree.
dist-copied := LICENSE $(wildcard include/spoor/*.h include/spoor/*/*.h src/profiler/*/*.[ch] src/util/*.c \
    $(filter-out %/absent.c %/boot.c %/console.c %/defaults.c %/loop.c,$(wildcard src/shell/*.[ch])) \
    $(filter-out %_absent.c,$(wildcard src/commands/trace/*.[ch]))) $(addprefix src/commands/system/,help.c watch.c) \
    $(wildcard src/arch/any/*.c src/arch/any/arch/*.h src/arch/thumb/block_pair_*.h) \
    $(addprefix src/arch/,thumb/unwind.c thumb/unwind_quick.c thumb/frame.c thumb/unwind_priv.h thumb/arch/spoor_unwind.h \
    cortexm/unwind_exception.c generic/frame_cache.h) \
    $(addprefix src/arch/,armv7m/arch/spoor_atomic.h armv7a/arch/spoor_atomic.h rv32/arch/spoor_atomic.h cortexm/arch/spoor_irq.h \
    $(addprefix generic/,block_pair_c.h unwind_none.h arch/spoor_atomic_masked.h arch/spoor_unwind.h))
dist-own    := $(shell find dist -type f)

dist: $(DIST)/VERSION
	@echo "$(DIST): copy it into your product as described in $(DIST)/README.md"
$(DIST)/VERSION: mk/dist.mk $(dist-copied) $(dist-own)
	$(call say,DIST,$(DIST))
	@rm -rf $(DIST) && mkdir -p $(DIST) && cp --parents $(dist-copied) $(DIST) && cp -r dist/. $(DIST)
	@sed -i 's|@VERSION@|$(VERSION)|' $(DIST)/spoor-target.pc
	@echo $(VERSION) >$@

dist-checks := $(basename $(notdir $(wildcard tests/dist/*.check)))
suites.dist := $(foreach c,$(dist-checks),dist/$c=$(B)/dist/$c.result)
$(foreach c,$(dist-checks),$(B)/dist/$c.result): $(B)/dist/%.result: $(DIST)/VERSION $(B)/host/spoor FORCE
	@mkdir -p $(B)/dist/$*
	@$(run-test) command dist/$* $@ --timeout 300 --tap $(B)/dist/$*.tap -- $(PYTHON) tests/dist/$*.check \
	    $(DIST) $(B)/dist/$* $(B)/host/spoor || true
dist-test:
	$(call conclude,$(suites.dist))
