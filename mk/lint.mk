# SPDX-License-Identifier: BSD-2-Clause
# Checks of the sources: one suite each. scripts/lint has those that are ours.

lint-c := $(B)/lint/c-files
lint-h := $(B)/lint/headers
lint    = $(PYTHON) scripts/lint

lint.includes  = $(lint) includes
lint.documents = $(lint) documents
lint.commands  = $(lint) commands
lint.tables    = $(lint) tables
lint.scripts   = $(lint) scripts
lint.links     = $(lint) links $(B)
# `make lint` alone links one of these images for the board that stands for each architecture: between them they have every
# source of the kernel and the profiler, with all that calls from one to another. `make test` has all images that it runs.
lint-images   := $(if $(filter all test,$(MAKECMDGOALS)),,$(filter functions stacks,$(IMAGES)))
lint-elfs     := $(if $(lint-images),$(filter $(lint-pairs:%=$(B)/%.elf),$(elfs)),$(elfs))
# After a build there is nothing to build.
lint.rebuild   = bash -c '! $(MAKE) -n $(if $(lint-images),$(lint-elfs),all) | grep -m 5 -e "  CC  " -e "  LD  "'
lint.format    = bash -c 'cat $(lint-c) <(find dist tests/dist -name "*.[ch]") | sort -u | xargs -P 2 -n 16 clang-format --dry-run --Werror'
lint.cppcheck  = cppcheck -q -j 2 --std=c11 --error-exitcode=1 --inline-suppr --suppressions-list=mk/cppcheck.txt \
                 --enable=warning,portability --library=gnu --platform=arm32-wchar_t4 \
                 --max-configs=$(if $(filter-out command,$(FULL)),12,1) --cppcheck-build-dir=$(B)/lint/cppcheck --include=conf/default.h -I include -I src/port/spoor \
                 --file-list=$(lint-c)
# With the flags of the board that stands for each architecture.
lint.headers-% = $(lint) headers $(lint-h) $(call compiler,$*,)
# What another version of these finds is another question.
versions.lint := $(if $(filter $(judge-format),$(basename $(call version-of,format))),,format=clang-format:$(judge-format)) \
                 $(if $(filter $(judge-cppcheck),$(call version-of,cppcheck)),,cppcheck=cppcheck:$(judge-cppcheck))
skips.lint    := $(foreach v,$(versions.lint),--skip 'lint/$(subst =,=needs ,$(subst :, ,$v))')
suites.lint   := $(foreach s,includes documents commands tables links rebuild $(filter-out $(call name-of,$(versions.lint)),format cppcheck) scripts \
                 $(lint-boards:%=headers-%),lint/$s=$(B)/lint/$s.result)

# Every file that is there, tracked or not.
$(lint-c): FORCE
	@mkdir -p $(@D)/cppcheck
	@find include src platform conf tests host -name '*.[ch]' -not -path 'tests/dist/*' | sort >$@
$(lint-h): FORCE
	@mkdir -p $(@D) && cd include && find . -name '*.h' | sort | cut -c3- >../$@
$(B)/lint/links.result $(B)/lint/rebuild.result: $(lint-elfs) $(B)/host/spoor
$(B)/lint/tables.result: $(B)/host/spoor
$(B)/lint/headers-%.result: $(lint-h) FORCE
	@$(run-test) command lint/headers-$* $@ -- $(lint.headers-%) || true
$(B)/lint/%.result: $(lint-c) FORCE
	@$(run-test) command lint/$* $@ -- $(lint.$*) || true
lint:
	$(call conclude,$(suites.lint),,$(skips.lint))
