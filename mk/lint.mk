# SPDX-License-Identifier: BSD-2-Clause
# Checks of the sources: one suite each. scripts/lint has those that are ours.

lint-c := $(B)/lint/c-files
lint-h := $(B)/lint/headers
lint    = $(PYTHON) scripts/lint

# `make lint` alone links one of these images for the board that stands for each architecture: between them they have
# every source of the kernel and the profiler, with all that calls from one to another. `make test` has all images.
lint-elfs := $(if $(filter all test,$(MAKECMDGOALS)),$(elfs),$(or $(filter $(lint-pairs:%=$(B)/%.elf),$(elfs)),$(elfs)))
lint-configs := $(if $(filter-out command,$(FULL)),12,1)

lint.includes  = $(lint) includes
lint.documents = $(lint) documents
lint.commands  = $(lint) commands
lint.boards    = $(lint) boards
lint.scripts   = $(lint) scripts
lint.links     = $(lint) links $(B)
# After a build there is nothing to build.
lint.rebuild   = bash -c '! $(MAKE) -n $(lint-elfs) | grep -m 5 -e "  CC  " -e "  LD  "'
lint.format    = bash -c 'cat $(lint-c) <(find dist tests/dist -name "*.[ch]") | sort -u | \
                 xargs -P 2 -n 16 clang-format --dry-run --Werror'
lint.cppcheck  = cppcheck -q -j 2 --std=c11 --error-exitcode=1 --inline-suppr --suppressions-list=mk/cppcheck.txt \
                 --enable=warning,portability --library=gnu --platform=arm32-wchar_t4 --max-configs=$(lint-configs) \
                 --cppcheck-build-dir=$(B)/lint/cppcheck --include=conf/default.h -I include -I src/port/spoor \
                 --file-list=$(lint-c)

# Other versions than those of Debian 12 have other findings.
judges      := $(if $(filter 14.%,$(version.clang-format)),format) $(if $(filter 2.10,$(version.cppcheck)),cppcheck)
skips.lint  := $(if $(filter format,$(judges)),,--skip 'lint/format=needs clang-format 14') \
               $(if $(filter cppcheck,$(judges)),,--skip 'lint/cppcheck=needs cppcheck 2.10')
lint-checks := includes documents commands boards links rebuild scripts $(judges) $(lint-boards:%=headers-%)
suites.lint := $(foreach s,$(lint-checks),lint/$s=$(B)/lint/$s.result)

# Every file that is there, tracked or not.
$(lint-c): FORCE
	@mkdir -p $(@D)/cppcheck
	@find include src platform conf tests host -name '*.[ch]' -not -path 'tests/dist/*' | sort >$@
$(lint-h): FORCE
	@mkdir -p $(@D) && cd include && find . -name '*.h' | sort | cut -c3- >../$@
$(B)/lint/links.result $(B)/lint/rebuild.result: $(lint-elfs) $(B)/host/spoor
# Headers are compiled with the flags of the board that stands for each architecture.
$(patsubst %,$(B)/lint/%.result,$(lint-checks) figures): $(B)/lint/%.result: $(lint-c) $(lint-h) FORCE
	@$(run-test) command lint/$* $@ -- $(or $(lint.$*),$(lint) headers $(lint-h) $(call compiler,$(*:headers-%=%))) || true
lint:
	$(call conclude,$(suites.lint),,$(skips.lint))
