# SPDX-License-Identifier: BSD-2-Clause
# What can be checked without running: one suite each, none over a few seconds.

lint-c := $(B)/lint/c-files
lint-h := $(B)/lint/headers

lint.includes = $(PYTHON) scripts/check-includes
lint.format   = xargs -a $(lint-c) -P 2 -n 16 clang-format --dry-run --Werror
lint.cppcheck = cppcheck -q -j 2 --std=c11 --error-exitcode=1 --inline-suppr --suppressions-list=mk/cppcheck.txt \
                --enable=warning,portability --library=gnu --platform=arm32-wchar_t4 \
                --cppcheck-build-dir=$(B)/lint/cppcheck --include=conf/default.h -I include -I src/kernel/port --file-list=$(lint-c)
lint.scripts  = scripts/check-scripts
lint.readme   = $(PYTHON) scripts/check-readme
lint.freertos = scripts/check-freertos $(CC) $(CFLAGS)

# Headers, with the flags of the first board of each architecture.
lint-boards := $(foreach a,$(sort $(foreach b,$(BOARDS),$(board.$b.ARCH))),$(firstword $(foreach b,$(BOARDS),$(if $(filter $a,$(board.$b.ARCH)),$b))))
$(foreach b,$(lint-boards),$(eval lint.headers-$(board.$b.ARCH) = scripts/check-headers $(lint-h) $(CC) $(CFLAGS) $(call board-flags,$b) $(call board-defs,$b) $(call board-incs,$b) -include conf/default.h))

suites.lint := $(foreach s,includes format cppcheck scripts readme freertos $(foreach b,$(lint-boards),headers-$(board.$b.ARCH)),lint/$s=$(B)/lint/$s.result)

# Every file that is there, tracked or not.
$(lint-c): FORCE
	@mkdir -p $(@D)/cppcheck
	@find $(wildcard include src platform conf tests host docs) -name '*.[ch]' | sort >$@
$(lint-h): FORCE
	@mkdir -p $(@D)
	@cd include && find . -name '*.h' | sort | cut -c3- >../$@

$(B)/lint/%.result: $(lint-c) $(lint-h) FORCE | bootstrap
	@$(PYTHON) scripts/run-step lint/$* $@ -- $(lint.$*) || true

lint: | bootstrap
	$(call conclude,$(suites.lint))
