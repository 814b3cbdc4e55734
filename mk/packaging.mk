# SPDX-License-Identifier: BSD-2-Clause
# Packages for package managers, and the tests that install each and build and run a product with it. scripts/packages
# makes them from packages/spoor.json; a kind is a module of packages/.

PACKAGES := $(B)/packages
KINDS    ?= arduino cmake cmsis crate debian idf meson platformio xpack
packages: $(DIST)/VERSION $(library)
	@$(PYTHON) scripts/packages $(PACKAGES) $(KINDS)

# CI runs the slow tests, as do FULL=1 and `make packages-test`: they compile the whole tool again.
slow-packages    := debian
package-checks   := $(basename $(notdir $(wildcard tests/packages/*.check)))
package-result    = packages/$1=$(B)/packages-test/$1.result
suites.packages  := $(foreach c,$(filter-out $(if $(filter true,$(CI))$(filter 1,$(FULL)),,$(slow-packages)), \
                    $(package-checks)),$(call package-result,$c))
$(foreach c,$(package-checks),$(B)/packages-test/$c.result): $(B)/packages-test/%.result: $(DIST)/VERSION $(library) \
    $(B)/host/spoor FORCE
	@mkdir -p $(B)/packages-test/$*
	@$(run-test) command packages/$* $@ --timeout 600 --tap $(B)/packages-test/$*.tap -- $(PYTHON) \
	    tests/packages/$*.check $(B)/packages-test/$* $(PACKAGES) $(DIST) $(B)/host/spoor || true
packages-test:
	$(call conclude,$(foreach c,$(package-checks),$(call package-result,$c)))
