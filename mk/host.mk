# SPDX-License-Identifier: BSD-2-Clause
# Programs for this machine: the tool `spoor`, unit tests under sanitizers, and the fuzzer. tests/host/unit/tests.mk
# names the sources of each test; tests with the same settings share objects.

HOSTCC       := gcc
HOST_CFLAGS  := $(CSTD) -O1 -g $(WARN) -fno-common -fno-strict-aliasing -fno-omit-frame-pointer -pthread \
                -fno-sanitize-recover=all -Iinclude -Ihost -include conf/default.h
HOST_LDFLAGS := -pthread -Wl,-T,mk/ld/spread-host.ld -lcmocka -lm

include tests/host/unit/tests.mk
suites.host  := $(foreach t,$(host-tests),host/$t=$(B)/host/$t.result)

sanitizer-of = $(or $($1.SANITIZER),address$(comma)undefined)
port-of      = $(or $($1.PORT),tests/host/unit/port)
flavour-of   = $(subst $(space),+,$(strip $(subst $(comma),+,$(call sanitizer-of,$1)) \
               $(notdir $(firstword $(call port-of,$1))) $(subst =,-,$($1.CONFIG)) $($1.COVERAGE)))
host-srcs    = tests/host/unit/$1.c $($1.SRCS)
host-objs    = $(patsubst %.c,$(B)/host/$(call flavour-of,$1)/%.o,$(host-srcs))
host-flags   = -fsanitize=$(call sanitizer-of,$1) $(addprefix -fsanitize-coverage=,$($1.COVERAGE)) \
               $(addprefix -I,$(call port-of,$1)) -Itests/host/unit/port $(addprefix -DCONFIG_,$($1.CONFIG))
# The thread sanitizer wants its addresses where it expects them; not every container lets it have that.
run-under    = $(if $(filter thread,$(call sanitizer-of,$1)),$(shell setarch -R true 2>/dev/null && \
               echo setarch -R))

# $1 folder of objects, $2 flags
define host-compile-rule
$(B)/host/$1/%.o: %.c $(B)/host/flags
	@mkdir -p $$(@D)
	$$(call say,HCC,$$@)
	@$(HOSTCC) $2 $(HOST_CFLAGS) $$(QUOTES) -MMD -c -o $$@ $$<

endef
# A test includes the private headers that are beside its sources.
define host-rules
$(B)/host/$(call flavour-of,$1)/tests/host/unit/$1.o: QUOTES := $(addprefix -iquote ,$(filter src/% host/% dist/%,$(sort \
    $(dir $(call host-srcs,$1)))))
$(B)/host/$1: $(call host-objs,$1) mk/ld/spread-host.ld
	$$(call say,HLD,$$@)
	@$(HOSTCC) -fsanitize=$(call sanitizer-of,$1) -o $$@ $(call host-objs,$1) $(HOST_LDFLAGS) $($1.LIBS)
$(B)/host/$1.result: $(B)/host/$1 FORCE
	@$(run-test) command host/$1 $$@ --tap $(B)/host/$1.tap -- $$(call run-under,$1) $$< || true

endef
flavours := $(sort $(foreach t,$(host-tests),$(call flavour-of,$t)))
first-of  = $(firstword $(foreach t,$(host-tests),$(if $(filter $1,$(call flavour-of,$t)),$t)))

# -------- the tool
SPOOR_CFLAGS := $(CSTD) -O2 -g -flto=auto $(WARN) -fno-common -Iinclude -Ihost -I$(B)/host/include
spoor-objs   := $(patsubst %.c,$(B)/host/spoor.o/%.o,$(wildcard host/*.c host/*/*.c))

$(eval $(call stamp,$(B)/host/flags,$(HOSTCC) $(HOST_CFLAGS) $(HOST_LDFLAGS))$(newline) \
       $(call stamp,$(B)/host/spoor.flags,$(HOSTCC) $(SPOOR_CFLAGS))$(newline) \
       $(foreach f,$(flavours),$(call host-compile-rule,$f,$(call host-flags,$(call first-of,$f)))) \
       $(foreach t,$(host-tests),$(call host-rules,$t)))
# The demo over each link.
linked := $(foreach l,uart irq rtt semihost udp,$(B)/mps2-an385/links-$l.elf)
suites.host += host/links=$(B)/host/links.result
$(B)/host/links.result: $(B)/host/spoor $(linked) FORCE
	@$(run-test) command host/links $@ --timeout 200 --tap $(B)/host/links.tap -- $(PYTHON) tests/host/tool/links.check $< \
	    $(B)/host/links mps2-an385 $(B) || true
# A board added in a clone.
suites.host += host/clone=$(B)/host/clone.result
$(B)/host/clone.result: FORCE
	@$(run-test) command host/clone $@ --timeout 200 --tap $(B)/host/clone.tap -- $(PYTHON) tests/host/make/clone.check $(B)/host/clone || true
# README.md's commands in a bare Debian, made in a folder: in CI, with FULL=1, or by name. FULL=1: `make test` there, and Debian 13, too.
bare-releases := bookworm $(if $(filter 1,$(FULL)),trixie)
suites.bare   := $(foreach r,$(bare-releases),bare/$r=$(B)/bare/$r.result)
suites.host   += $(if $(filter true,$(CI))$(filter 1,$(FULL)),$(suites.bare))
$(bare-releases:%=$(B)/bare/%.result): $(B)/bare/%.result: FORCE
	@mkdir -p $(@D)
	@$(run-test) command bare/$* $@ --timeout $(if $(filter 1,$(FULL)),7200,900) --tap $(B)/bare/$*.tap -- $(PYTHON) tests/host/make/bare.check $(B)/bare $* || true
# scripts/bootstrap on systems that this one isn't.
suites.host += host/bootstrap=$(B)/host/bootstrap.result
$(B)/host/bootstrap.result: FORCE
	@$(run-test) command host/bootstrap $@ --tap $(B)/host/bootstrap.tap -- $(PYTHON) tests/host/make/bootstrap.check $(B)/host/bootstrap || true
bare-test:
	$(call conclude,$(suites.bare))
# The boards that `spoor record --qemu` can start.
boards.h := $(B)/host/include/record/boards.h
$(boards.h): $(wildcard platform/*/board.mk) mk/host.mk
	@mkdir -p $(@D)
	@{ echo '/* Made from platform/ by mk/host.mk. */'; \
	   echo 'static const struct board { const char *name, *emulator, *options; } boards[] = {'; \
	   $(foreach b,$(all-boards),echo '    {"$b", "$(call arch-value,$b,EMULATOR)", "$(board.$b.QEMU)"},';) \
	   echo '};'; } >$@
$(B)/host/spoor.o/host/record/qemu.o: $(boards.h)
# The built-in parts of a report, as bytes.
viewer.js := $(B)/host/viewer.js
$(viewer.js): $(wildcard host/report/*.js host/report/*/*.js) mk/host.mk
	$(call say,JS,$@)
	@esbuild host/report/main.js --bundle --minify --format=iife --target=chrome100 --log-level=warning --outfile=$@
assets.h := $(B)/host/include/report/assets.h
$(assets.h): host/report/shell.html host/report/style.css $(viewer.js) mk/host.mk
	@mkdir -p $(@D)
	@{ echo '/* Made from host/report/ by mk/host.mk. */'; \
	   $(foreach a,host/report/shell.html host/report/style.css $(viewer.js), \
	     echo 'static const char asset_$(basename $(notdir $a))[] = {'; \
	     od -An -v -tu1 $a | sed 's/\([0-9]\+\)/(char)\1,/g'; echo '};';) \
	   printf '#define ASSET_VIEWER_HASH "sha256-%s"\n' \
	     $$($(PYTHON) -c 'import base64, hashlib, sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1], "rb").read()).digest()).decode())' $(viewer.js)); } >$@
$(B)/host/spoor.o/host/commands/report_page.o: $(assets.h)
$(B)/host/spoor.o/%.o: %.c $(B)/host/spoor.flags
	@mkdir -p $(@D)
	$(call say,HCC,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -MMD -c -o $@ $<
$(B)/host/spoor: $(spoor-objs)
	$(call say,HLD,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -o $@ $(spoor-objs) -lelf -ldw -ljansson -lsqlite3 -lopen-trace-format2 -lz -lzip -lmicrohttpd -lncursesw -ltinfo -lpthread -lm
all: $(B)/host/spoor
PREFIX ?= /usr/local
install: $(B)/host/spoor
	@install -D -m 755 $< $(DESTDIR)$(PREFIX)/bin/spoor && cd $(DESTDIR)$(PREFIX)/bin && echo "$$PWD/spoor" && \
	case ":$$PATH:" in *":$$PWD:"*) ;; *) echo "… which isn't in PATH yet: export PATH=\"$$PWD:\$$PATH\"" ;; esac

# -------- the tool as a whole: its commands, and their speed against a peer
$(B)/host/generate: tests/bench-host/generate.c $(READ) $(wildcard host/*/*.h) $(B)/host/spoor.flags
	$(call say,HLD,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -o $@ $(filter %.c,$^) -lelf -ldw -lm
tool-elf := $(B)/mps2-an385/demo-stream.elf
suites.host += host/tool=$(B)/host/tool.result
$(B)/host/tool.result: $(B)/host/spoor $(tool-elf) $(B)/mps2-an385/stream.elf $(tool-elf:.elf=.result) FORCE
	@$(run-test) command host/tool $@ --tap $(B)/host/tool.tap -- $(PYTHON) tests/host/tool/tool.check $< $(tool-elf) || true
# Its command line.
suites.host += host/cli=$(B)/host/cli.result
$(B)/host/cli.result: $(B)/host/spoor $(tool-elf:.elf=.result) FORCE
	@$(run-test) command host/cli $@ --tap $(B)/host/cli.tap -- $(PYTHON) tests/host/tool/cli.check $< $(tool-elf) $(B)/host/cli || true
# The limits of settings, by the compiler's refusal.
suites.host += host/settings=$(B)/host/settings.result
$(B)/host/settings.result: FORCE
	@$(run-test) command host/settings $@ --tap $(B)/host/settings.tap -- $(PYTHON) tests/host/make/settings.check $(HOSTCC) || true
# Recordings made of stories, for the tables and writers.
$(B)/host/story: tests/host/tool/story.c tests/host/unit/read_make.c tests/host/unit/read_make.h mk/host.mk $(READ) $(wildcard host/*/*.h) $(B)/host/flags
	$(call say,HLD,$@)
	@$(HOSTCC) $(HOST_CFLAGS) -fsanitize=address,undefined -DCONFIG_TRACE_EVENTS=1 -DMAKE_BYTES=524288 -Itests/host/unit/port -iquote tests/host/unit -o $@ \
	    $(filter %.c,$^) $(HOST_LDFLAGS) -lelf -ldw
suites.host += host/tables=$(B)/host/tables.result
$(B)/host/tables.result: $(B)/host/spoor $(B)/host/story FORCE
	@$(run-test) command host/tables $@ --tap $(B)/host/tables.tap -- $(PYTHON) tests/host/tables/tables.check $< \
	    $(B)/host/story $(B)/host/tables || true
recorded := $(foreach b,mps2-an385 virt lm3s6965evb,$(B)/$b/demo-events.elf)
recorded.others := $(foreach i,demo fail-recorded fail-recorded-status,$(B)/mps2-an385/$i.elf)
suites.host += host/record=$(B)/host/record.result
$(B)/host/record.result: $(B)/host/spoor $(recorded) $(recorded.others) FORCE
	@$(run-test) command host/record $@ --timeout 200 --tap $(B)/host/record.tap -- $(PYTHON) tests/host/tool/record.check $< \
	    $(B)/host/recorded $(recorded) $(recorded.others) || true
ci-elfs := $(B)/mps2-an385/demo-stream.elf $(B)/mps2-an385/demo-slower.elf
suites.host += host/ci=$(B)/host/ci.result
$(B)/host/ci.result: $(B)/host/spoor $(ci-elfs) FORCE
	@$(run-test) command host/ci $@ --timeout 100 --tap $(B)/host/ci.tap -- $(PYTHON) tests/host/tool/ci.check $< \
	    $(B)/host/ci $(ci-elfs) || true
# Exported files, read by the tools that they are for.
exported := $(addprefix $(B)/,mps2-an385/demo-stream virt/demo-stream mps2-an385/stream-functions)
suites.host += host/export=$(B)/host/export.result
$(B)/host/export.result: $(B)/host/spoor $(exported:%=%.result) FORCE
	@$(run-test) command host/export $@ --tap $(B)/host/export.tap -- $(PYTHON) tests/host/tool/export.check $< \
	    $(B)/host/exported $(exported:%=%.elf) || true
# A running target, watched.
suites.host += host/live=$(B)/host/live.result
$(B)/host/live.result: $(B)/host/spoor $(B)/mps2-an385/demo-events.elf $(B)/mps2-an385/demo-stream.result FORCE
	@$(run-test) command host/live $@ --timeout 200 --tap $(B)/host/live.tap -- $(PYTHON) tests/host/tool/live.check $< \
	    $(B)/host/live $(B)/mps2-an385/demo-events.elf $(B)/mps2-an385/demo-stream.elf || true
# Tables for engines that keep many runs.
suites.host += host/fleet=$(B)/host/fleet.result
fleet-elfs := $(B)/mps2-an385/demo-stream.elf $(B)/mps2-an385/demo-slow.elf
$(B)/host/fleet.result: $(B)/host/spoor $(fleet-elfs) FORCE
	@$(run-test) command host/fleet $@ --timeout 200 --tap $(B)/host/fleet.tap -- $(PYTHON) tests/host/tool/fleet.check $< \
	    $(B)/host/fleet $(fleet-elfs) || true
# The report, without scripts.
suites.host += host/report=$(B)/host/report.result
$(B)/host/report.result: $(B)/host/spoor $(B)/host/story $(exported:%=%.result) FORCE
	@$(run-test) command host/report $@ --timeout 100 --tap $(B)/host/report.tap -- $(PYTHON) tests/host/tool/report.check $< \
	    $(B)/host/story $(B)/host/reports $(exported:%=%.elf) || true
# Its script: data and model by node, and all of it in a browser.
suites.host += host/viewer-data=$(B)/host/viewer-data.result host/viewer=$(B)/host/viewer.result
$(B)/host/viewer-data.result: $(B)/host/spoor $(exported:%=%.result) FORCE
	@mkdir -p $(B)/host/viewer-data
	@$(run-test) command host/viewer-data $@ --timeout 100 --tap $(B)/host/viewer-data.tap -- tests/host/web/data.check $< \
	    $(B)/host/viewer-data $(exported:%=%.elf) || true
$(B)/host/viewer.result: $(B)/host/spoor $(B)/host/story $(exported:%=%.result) FORCE
	@$(run-test) command host/viewer $@ --timeout 300 --tap $(B)/host/viewer.tap -- $(PYTHON) tests/host/web/browser.check $< \
	    $(B)/host/story $(B)/host/viewer $(exported:%=%.elf) || true
# Files made of files: parts, packs, several on one axis.
suites.host += host/files=$(B)/host/files.result
$(B)/host/files.result: $(B)/host/spoor $(B)/host/story $(exported:%=%.result) FORCE
	@$(run-test) command host/files $@ --timeout 200 --tap $(B)/host/files.tap -- $(PYTHON) tests/host/tool/files.check $< \
	    $(B)/host/story $(B)/host/files $(exported:%=%.elf) || true
# Profiles of other tools, against these tools.
profiled := $(B)/mps2-an385/stream-functions $(B)/mps2-an385/samples-stream
suites.host += host/profile=$(B)/host/profile.result
$(B)/host/profile.result: $(B)/host/spoor $(profiled:%=%.result) FORCE
	@$(run-test) command host/profile $@ --timeout 200 --tap $(B)/host/profile.tap -- $(PYTHON) tests/host/tool/profile.check $< \
	    $(B)/host/profiles $(profiled:%=%.elf) || true
compared := $(foreach b,mps2-an385 virt,$(B)/$b/demo-stream)
$(B)/bench-host.result: $(B)/host/spoor $(B)/host/generate $(compared:%=%.result) FORCE
	@$(run-test) command bench-host $@ --timeout 3000 --tap $(B)/bench-host.tap -- $(PYTHON) scripts/bench-host \
	    --events $(or $(EVENTS),5000000) $(B)/host/spoor $(B)/host/generate $(compared:%=%.elf) || true
bench-host:
	$(call conclude,bench-host=$(B)/bench-host.result)
	@grep '^#' $(B)/bench-host.tap

# The report in a browser: speed, size, memory.
$(B)/bench-report.result: $(B)/host/spoor $(B)/host/generate $(tool-elf:.elf=.result) FORCE
	@$(run-test) command bench-report $@ --timeout 600 --tap $(B)/bench-report.tap -- $(PYTHON) scripts/bench-report \
	    $(B)/host/spoor $(B)/host/generate $(viewer.js) $(tool-elf) || true
bench-report:
	$(call conclude,bench-report=$(B)/bench-report.result)
	@grep '^#' $(B)/bench-report.tap

screenshots: $(B)/demo.html $(B)/host/spoor $(B)/mps2-an385/stream-functions.result
	@$(PYTHON) scripts/screenshots $(B)/host/spoor $(B)/demo.html $(B)/mps2-an385/stream-functions.elf docs/images
$(B)/demo.html:
	@$(MAKE) --no-print-directory demo-page

# -------- from nothing to a picture: the demo recorded, shown, and in the formats of other viewers
trace-elf = $(B)/$(BOARD)/demo-events.elf
trace-dir = $(B)/trace
spoor-of  = $(B)/host/spoor $1 --elf $(trace-elf) $2 $(trace-dir)/demo.spoor
trace: $(B)/host/spoor $(trace-elf)
	@mkdir -p $(trace-dir)
	@$(B)/host/spoor record --qemu $(BOARD) $(trace-elf) -o $(trace-dir)/demo.spoor --quiet -- 'trace_stream on' 'sleep 1000'
	@echo; $(call spoor-of,timeline,--range 500ms..600ms)
	@echo; $(call spoor-of,stats sched,--summary)
	@$(call spoor-of,export,--to perfetto -o $(trace-dir)/demo.perfetto)
	@$(call spoor-of,export,--to trace.dat -o $(trace-dir)/demo.trace.dat)
	@$(call spoor-of,export,--to ctf -o $(trace-dir)/demo.ctf)
	@$(call spoor-of,report,-o $(trace-dir)/demo.html)
	@echo; echo "To look closer:"; \
	 echo "  $(trace-dir)/demo.html        any browser; it loads nothing"; \
	 echo "  $(call spoor-of,tui)    the timeline in this terminal"; \
	 echo "  $(trace-dir)/demo.perfetto    open it at https://ui.perfetto.dev (it stays in the browser)"; \
	 echo "  $(trace-dir)/demo.trace.dat   kernelshark $(trace-dir)/demo.trace.dat"; \
	 echo "  $(trace-dir)/demo.ctf         Trace Compass: File, Open Trace; or babeltrace2 $(trace-dir)/demo.ctf"; \
	 echo "  $(B)/host/spoor info --elf $(trace-elf) $(trace-dir)/demo.spoor    lists the analyses"

# -------- fuzzing the reader and the commands; the kept corpus is in tests/host/fuzz/corpus, new inputs in build/
fuzz-srcs := tests/host/fuzz/read_fuzz.c tests/host/unit/read_make.c $(READ) $(addprefix host/,validate.c cli.c help.c foreign.c usage.c output.c range.c known.c choose.c pass.c gather.c fill.c analyse.c \
             $(addprefix commands/,dump.c dump_csv.c cut.c profile.c check.c stats.c export.c timeline.c info.c)) \
             $(wildcard $(addsuffix /*.c,$(addprefix host/,follow write model table filter stats profile inputs pack sql wire record export)))
fuzz-new  := $(B)/host/fuzz-corpus
suites.host += host/read_fuzz=$(B)/host/read_fuzz.result

fuzz-run = $(B)/host/read_fuzz -max_total_time=$1 -max_len=6000 -timeout=10 -artifact_prefix=$(B)/host/fuzz- \
           $(fuzz-new) tests/host/fuzz/corpus
$(B)/host/read_fuzz.result: $(B)/host/read_fuzz FORCE
	@mkdir -p $(fuzz-new)
	@$(run-test) command host/read_fuzz $@ -- $(call fuzz-run,5) || true
text-srcs := tests/host/fuzz/text_fuzz.c $(wildcard host/swo/*.c) host/base/option.c host/base/nearest.c host/base/glob.c host/base/out.c host/record/watch.c host/report/html.c $(wildcard host/filter/*.c host/compare/*.c)
suites.host += host/text_fuzz=$(B)/host/text_fuzz.result
text-run = $(B)/host/text_fuzz -max_total_time=$1 -max_len=2000 -timeout=10 -artifact_prefix=$(B)/host/fuzz- \
           $(B)/host/text-corpus
$(B)/host/text_fuzz.result: $(B)/host/text_fuzz FORCE
	@mkdir -p $(B)/host/text-corpus
	@$(run-test) command host/text_fuzz $@ -- $(call text-run,4) || true
profile-srcs := tests/host/fuzz/profile_fuzz.c $(READ) $(wildcard $(addsuffix /*.c,$(addprefix host/,follow model \
                profile inputs table sql export)))
suites.host += host/profile_fuzz=$(B)/host/profile_fuzz.result
profile-run = $(B)/host/profile_fuzz -max_total_time=$1 -max_len=40000 -timeout=10 -artifact_prefix=$(B)/host/fuzz- \
              $(B)/host/profile-corpus tests/host/fuzz/profiles
$(B)/host/profile_fuzz.result: $(B)/host/profile_fuzz FORCE
	@mkdir -p $(B)/host/profile-corpus
	@$(run-test) command host/profile_fuzz $@ -- $(call profile-run,4) || true
# They share objects.
FUZZ_CFLAGS := $(CSTD) -O1 -g $(WARN) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Iinclude -Ihost -I$(B)/host/include -iquote tests/host/unit
fuzz-objs    = $(patsubst %.c,$(B)/host/fuzz.o/%.o,$1)
$(eval $(call stamp,$(B)/host/fuzz.flags,clang $(FUZZ_CFLAGS)))
$(sort $(call fuzz-objs,$(fuzz-srcs) $(text-srcs) $(profile-srcs))): $(B)/host/fuzz.o/%.o: %.c $(boards.h) $(B)/host/fuzz.flags
	@mkdir -p $(@D)
	$(call say,FUZZ,$@)
	@clang $(FUZZ_CFLAGS) -MMD -c -o $@ $<
$(B)/host/read_fuzz: $(call fuzz-objs,$(fuzz-srcs))
$(B)/host/text_fuzz: $(call fuzz-objs,$(text-srcs))
$(B)/host/profile_fuzz: $(call fuzz-objs,$(profile-srcs))
$(B)/host/%_fuzz:
	$(call say,FUZZ,$@)
	@clang $(FUZZ_CFLAGS) -o $@ $^ -lelf -ldw -lsqlite3 -lopen-trace-format2 -ljansson -lz -lzip -lm
fuzz: $(B)/host/read_fuzz $(B)/host/text_fuzz $(B)/host/profile_fuzz
	@mkdir -p $(fuzz-new) $(B)/host/text-corpus $(B)/host/profile-corpus
	$(call fuzz-run,$(or $(SECONDS),60))
	$(call text-run,$(or $(SECONDS),60))
	$(call profile-run,$(or $(SECONDS),60))
coverage: $(tool-elf:.elf=.result)
	@$(PYTHON) scripts/coverage $(B)/coverage $(tool-elf)
host-test:
	$(call conclude,$(suites.host))
