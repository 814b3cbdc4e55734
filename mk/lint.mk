# SPDX-License-Identifier: BSD-2-Clause
# Checks of the sources: one suite per check of scripts/lint, with what it needs.

lint = $(PYTHON) scripts/lint
# The graph defines `judges`, the checks whose tools have the required version. Headers are compiled with the flags of
# one board per architecture.
lint-checks := includes documents commands tables stable links rebuild licences scripts javascript $(judges) \
               $(lint-boards:%=headers-%)
suites.lint := $(foreach s,$(lint-checks),lint/$s=$(B)/lint/$s.result)

# `make lint` alone links one of these images for each of these boards. Together they contain every source of the
# kernel and the profiler, and all calls between them. `make test` uses all images.
lint-elfs := $(if $(filter all test,$(MAKECMDGOALS)),$(elfs),$(or $(filter $(lint-pairs:%=$(B)/%.elf),$(elfs)),$(elfs)))
lint-h    := $(B)/lint/headers
lint.links    = $(B)
lint.stable   = $(B)/host/spoor
lint.rebuild  = '$(MAKE)' $(lint-elfs)
lint.cppcheck = $(B)/lint/cppcheck $(if $(filter-out command,$(FULL)),12,1)
lint.headers  = $(lint-h) $(call compiler,$(*:headers-%=%))

$(B)/lint/links.result $(B)/lint/rebuild.result: $(lint-elfs) $(B)/host/spoor
$(B)/lint/tables.result $(B)/lint/stable.result: $(B)/host/spoor
# Every header, tracked or not.
$(lint-h): FORCE
	@mkdir -p $(@D) && cd include && find . -name '*.h' | sort | cut -c3- >../$@
$(patsubst %,$(B)/lint/%.result,$(lint-checks)): $(B)/lint/%.result: $(lint-h) FORCE
	@$(run-test) command lint/$* $@ -- $(lint) $(firstword $(subst -, ,$*)) $(lint.$(firstword $(subst -, ,$*))) || true
lint:
	$(call conclude,$(suites.lint),,$(skips.lint))
