# SPDX-License-Identifier: BSD-2-Clause
# Programs for this machine: the tool `spoor`, its tests, and the fuzzers.

.SECONDEXPANSION:
HOSTCC       := gcc
HOST_CFLAGS  := $(CSTD) -O1 -g $(WARN) -fno-common -fno-strict-aliasing -fno-omit-frame-pointer -pthread \
                -fno-sanitize-recover=all -Iinclude -Ihost -include conf/default.h
HOST_LDFLAGS := -pthread -Wl,-T,mk/ld/spread-host.ld
SPOOR_CFLAGS := $(CSTD) -O2 -g -flto=auto $(WARN) -fno-common -Iinclude -Ihost -I$(B)/host/include
SPOOR_LIBS   := -lelf -ldw -ljansson -lsqlite3 -lopen-trace-format2 -lz -lzip -lm
FUZZ_CFLAGS  := $(CSTD) -O1 -g $(WARN) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
                -Iinclude -Ihost -I$(B)/host/include -iquote tests/host/unit
host-c       := $(sort src/util/glob.c $(wildcard host/*.c host/*/*.c host/*/*/*.c))
$(eval $(call stamp,$(B)/host/flags,$(HOSTCC) $(HOST_CFLAGS) $(HOST_LDFLAGS)))
$(eval $(call stamp,$(B)/host/spoor.flags,$(HOSTCC) $(SPOOR_CFLAGS)))
$(eval $(call stamp,$(B)/host/fuzz.flags,clang $(FUZZ_CFLAGS)))
include tests/host/unit/tests.mk

# -------- the tool
boards.h  := $(B)/host/include/record/boards.h
assets.h  := $(B)/host/include/report/assets.h
viewer.js := $(B)/host/viewer.js
made-h    := $(boards.h) $(assets.h)
# The boards that `spoor record --qemu` can start.
$(boards.h): $(wildcard platform/*/board.mk) mk/host.mk
	@mkdir -p $(@D)
	@{ echo 'static const struct board { const char *name, *emulator, *options; } boards[] = {'; \
	   $(foreach b,$(all-boards),echo '    {"$b", "$(board.$b.EMULATOR)", "$(board.$b.QEMU)"},';) \
	   echo '};'; } >$@
$(viewer.js): $(wildcard host/report/web/*.js host/report/web/*/*.js host/report/web/*/*/*.js) mk/host.mk
	$(call say,JS,$@)
	@esbuild host/report/web/main.js --bundle --minify --format=iife --target=chrome100 --log-level=warning --outfile=$@
# The built-in parts of a report.
$(assets.h): scripts/assets host/report/web/shell.html host/report/web/style.css $(viewer.js)
	@mkdir -p $(@D)
	@$(PYTHON) $^ >$@
spoor-object = $(1:%.c=$(B)/host/spoor.o/%.o)
$(call spoor-object,$(host-c) tests/bench-host/generate.c): $(B)/host/spoor.o/%.o: %.c $(B)/host/spoor.flags | $(made-h)
	@mkdir -p $(@D)
	$(call say,HCC,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -MMD -c -o $@ $<
$(B)/host/spoor: $(call spoor-object,$(host-c))
$(B)/host/generate: $(call spoor-object,tests/bench-host/generate.c $(READ))
$(B)/host/spoor $(B)/host/generate:
	$(call say,HLD,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -o $@ $^ $(SPOOR_LIBS) -lmicrohttpd -lncursesw -ltinfo -lpthread
	@$(if $(filter %/spoor,$@),$@ tables >/dev/null || { rm $@; false; })
all: $(B)/host/spoor
PREFIX ?= /usr/local
install: $(B)/host/spoor
	@install -D -m 755 $< $(DESTDIR)$(PREFIX)/bin/spoor && cd $(DESTDIR)$(PREFIX)/bin && echo "$$PWD/spoor" && \
	case ":$$PATH:" in *":$$PWD:"*) ;; \
	*) echo "… which isn't in PATH yet: export PATH=\"$$PWD:\$$PATH\"" ;; esac

# -------- unit tests: tests/host/unit/tests.mk has their sources and flavours. Tests of a flavour share objects.
unit-tests   := $(basename $(notdir $(wildcard tests/host/unit/*_test.c)))
flavour-of    = $(or $($1.FLAVOUR),plain)
unit-object   = $(patsubst %.c,$(B)/host/unit/$1/%.o,$2)
unit-objects  = $(call unit-object,$(call flavour-of,$1),tests/host/unit/$1.c $($1.SRCS))
story-objects := $(call unit-object,story,tests/host/tool/story.c tests/host/unit/read_make.c) \
                 $(call unit-object,plain,$(READ))
# $1 FLAVOUR/SOURCE without its extension. A test includes the private headers that are beside its sources.
unit-source   = $(patsubst $(firstword $(subst /, ,$1))/%,%.c,$1)
unit-quotes   = $(addprefix -iquote ,$(sort $(dir $(filter src/% host/% dist/%,$($(notdir $1).SRCS)))))
unit-flags    = $(flags.$(firstword $(subst /, ,$1)))
$(sort $(foreach t,$(unit-tests),$(call unit-objects,$t)) $(story-objects)): \
    $(B)/host/unit/%.o: $$(call unit-source,$$*) $(B)/host/flags tests/host/unit/tests.mk
	@mkdir -p $(@D)
	$(call say,HCC,$@)
	@$(HOSTCC) $(HOST_CFLAGS) $(call unit-flags,$*) $(call unit-quotes,$*) -MMD -c -o $@ $<
$(unit-tests:%=$(B)/host/%): $(B)/host/%: $$(call unit-objects,$$*) mk/ld/spread-host.ld
	$(call say,HLD,$@)
	@$(HOSTCC) $(flags.$(call flavour-of,$*)) -o $@ $(filter %.o,$^) $(HOST_LDFLAGS) -lcmocka -lm $($*.LIBS)
# Recordings made of stories, for the tables and writers.
$(B)/host/story: $(story-objects)
	$(call say,HLD,$@)
	@$(HOSTCC) $(flags.story) -o $@ $^ $(HOST_LDFLAGS) -lelf -ldw
# The thread sanitizer wants its addresses where it expects them; not every container lets it have that.
run-under = $(if $(filter threads,$(call flavour-of,$1)),$(shell setarch -R true 2>/dev/null && echo setarch -R))
$(unit-tests:%=$(B)/host/%.result): $(B)/host/%.result: $(B)/host/% FORCE
	@$(run-test) command host/$* $@ --tap $(B)/host/$*.tap -- $(call run-under,$*) $< || true

# -------- checks of the tool, of the page and of the build, each with a folder of its own: checks.mk has what they need
include tests/host/checks.mk
check-files := $(filter-out %/bare.check,$(wildcard tests/host/*/*.check))
check-of     = $(filter %/$1.check,$(check-files))
host-checks := $(basename $(notdir $(check-files)))
tool-check    = $(run-test) command host/$* $@ --tap $(B)/host/$*.tap -- $(PYTHON)
$(host-checks:%=$(B)/host/%.result): $(B)/host/%.result: $$(call check-of,$$*) \
    $$(addprefix $(B)/,$$(needs.$$*)) FORCE
	@mkdir -p $(B)/host/$*
	@$(tool-check) $< $(B)/host/$* $(patsubst %.result,%.elf,$(addprefix $(B)/,$(needs.$*))) || true
# README.md's commands in a bare Debian: in CI, with FULL=1, or by name. FULL=1: `make test` there, and Debian 13, too.
bare        := bookworm $(if $(filter 1,$(FULL)),trixie)
suites.bare := $(foreach r,$(bare),bare/$r=$(B)/bare/$r.result)
bare-limit  := $(if $(filter 1,$(FULL)),7200,900)
$(bare:%=$(B)/bare/%.result): $(B)/bare/%.result: tests/host/make/bare.check FORCE
	@mkdir -p $(@D)
	@$(run-test) command bare/$* $@ --timeout $(bare-limit) --tap $(B)/bare/$*.tap -- $(PYTHON) $< $(B)/bare $* || true
bare-test:
	$(call conclude,$(suites.bare))

# -------- fuzzers: the inputs that are kept are in tests/host/fuzz, new ones in build/
fuzz-unused   := host/main.c host/live/% host/report/% $(addprefix host/commands/,report.c serve.c top.c tui.c tui_search.c)
fuzz-c        := tests/host/unit/read_make.c host/report/page/html.c $(filter-out $(fuzz-unused),$(host-c))
fuzz-object    = $(1:%.c=$(B)/host/fuzz.o/%.o)
# $1 fuzzer, $2 seconds
fuzz-run = $(B)/host/$1 -max_total_time=$2 -max_len=$(longest.$1) -timeout=10 -artifact_prefix=$(B)/host/fuzz- \
           $(B)/host/fuzz/$1 $(seeds.$1)
fuzz-lists := $(fuzzers:%=$(B)/host/fuzz/%) $(B)/host/fuzz/corpus
$(call fuzz-object,$(fuzz-c) $(fuzzers:%=tests/host/fuzz/%.c)): $(B)/host/fuzz.o/%.o: %.c \
    $(B)/host/fuzz.flags | $(made-h)
	@mkdir -p $(@D)
	$(call say,FUZZ,$@)
	@clang $(FUZZ_CFLAGS) -MMD -c -o $@ $<
$(fuzzers:%=$(B)/host/%): $(B)/host/%: $(B)/host/fuzz.o/tests/host/fuzz/%.o $(call fuzz-object,$(fuzz-c))
	$(call say,FUZZ,$@)
	@clang $(FUZZ_CFLAGS) -o $@ $^ $(SPOOR_LIBS)
$(fuzzers:%=$(B)/host/fuzz/%):
	@mkdir -p $@
$(B)/host/fuzz/corpus: tests/host/fuzz/corpus.tar.gz
	@mkdir -p $@ && tar -C $@ -xzf $< && touch $@
$(fuzzers:%=$(B)/host/%.result): $(B)/host/%.result: $(B)/host/% $(fuzz-lists) FORCE
	@$(run-test) command host/$* $@ -- $(call fuzz-run,$*,5) || true
fuzz: $(fuzzers:%=$(B)/host/%) $(fuzz-lists)
	$(foreach f,$(fuzzers),$(call fuzz-run,$f,$(or $(SECONDS),60))$(newline)$(tab))
# What the new inputs reach and the kept ones don't, kept as well.
fuzz-keep: $(B)/host/read_fuzz $(fuzz-lists)
	@scripts/fuzz-keep $< $(B)/host/fuzz tests/host/fuzz/corpus.tar.gz

suites.host := $(foreach t,$(unit-tests) $(host-checks) $(fuzzers),host/$t=$(B)/host/$t.result) \
               $(if $(filter true,$(CI))$(filter 1,$(FULL)),$(suites.bare))
host-test:
	$(call conclude,$(suites.host))
coverage: $(B)/mps2-an385/demo-stream.result $(B)/host/fuzz/corpus
	@$(PYTHON) scripts/coverage $(B)/coverage $(<:.result=.elf) $(B)/host/fuzz/corpus

# -------- speed of the tool against a peer, of the page in a browser; its pictures
$(B)/bench-host.result: scripts/bench-host $(B)/host/spoor $(B)/host/generate $(B)/mps2-an385/demo-stream.result \
    $(B)/virt/demo-stream.result FORCE
	@$(run-test) command bench-host $@ --timeout 3000 --tap $(B)/bench-host.tap -- $(PYTHON) $< \
	    --events $(or $(EVENTS),5000000) $(patsubst %.result,%.elf,$(filter $(B)/%,$^)) || true
$(B)/bench-report.result: scripts/bench-report $(B)/host/spoor $(B)/host/generate $(viewer.js) \
    $(B)/mps2-an385/demo-stream.result FORCE
	@$(run-test) command bench-report $@ --timeout 600 --tap $(B)/bench-report.tap -- $(PYTHON) $< \
	    $(patsubst %.result,%.elf,$(filter $(B)/%,$^)) || true
bench-host bench-report:
	$(call conclude,$@=$(B)/$@.result)
	@grep '^#' $(B)/$@.tap
screenshots: $(B)/demo.html $(B)/host/spoor $(B)/mps2-an385/stream-functions.result
	@$(PYTHON) scripts/screenshots $(B)/host/spoor $< $(B)/mps2-an385/stream-functions.elf docs/images
$(B)/demo.html:
	@$(MAKE) --no-print-directory demo-page
# From nothing to a picture.
trace: $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf
	@scripts/trace $(BOARD) $^ $(B)/trace
