# SPDX-License-Identifier: BSD-2-Clause
# Programs for this machine. scripts/graph writes the rules of the `spoor` tool, its tests, checks and fuzzers from
# tests/host/suites.py (scripts/rulelib/host.py). The other rules are here.

# -------- the tool
viewer.js := $(B)/host/viewer.js
$(viewer.js): $(wildcard host/report/web/*.js host/report/web/*/*.js host/report/web/*/*/*.js) mk/host.mk
	$(call say,JS,$@)
	@esbuild host/report/web/main.js --bundle --minify --format=iife --target=chrome100 --log-level=warning --outfile=$@
worker.js := $(B)/host/worker.js
$(worker.js): $(wildcard host/report/web/engine/*.js) mk/host.mk
	$(call say,JS,$@)
	@esbuild host/report/web/engine/worker.js --bundle --minify --format=iife --target=chrome100 --log-level=warning --outfile=$@
# The files embedded in a report.
$(B)/host/include/report/assets.h: scripts/assets host/report/web/shell.html host/report/web/style.css $(viewer.js) \
    $(B)/host/engine.wasm $(worker.js)
	@mkdir -p $(@D)
	@$(PYTHON) $^ >$@
# The page of `spoor history`.
trend.js := $(B)/host/trend.js
$(trend.js): $(wildcard host/trend/web/*.js) host/report/web/engine/packed.js mk/host.mk
	$(call say,JS,$@)
	@esbuild host/trend/web/trend.js --bundle --minify --format=iife --target=chrome100 --log-level=warning --outfile=$@
$(B)/host/include/trend/assets.h: scripts/assets host/trend/web/page.html $(trend.js)
	@mkdir -p $(@D)
	@$(PYTHON) $^ >$@
# The plugin for QEMU is beside the tool that starts QEMU with it.
plugin := $(B)/host/spoor-qemu.so
all: $(B)/host/spoor $(plugin)
# The page that opens recordings.
viewer: $(B)/spoor.html
$(B)/spoor.html: $(B)/host/spoor
	@$< viewer -o $@
# A manual page for each command, and spoor.1, which is written last.
$(B)/man/spoor.1: $(B)/host/spoor
	$(call say,MAN,$(@D))
	@rm -rf $(@D) && $< man -o $(@D)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
library  := $(addprefix $(B)/host/libspoor.,a so)
all: $(library)
install: $(B)/host/spoor $(plugin) $(B)/man/spoor.1 install-library
	@install -D -m 755 $< $(DESTDIR)$(PREFIX)/bin/spoor
	@install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/spoor $(plugin)
	@install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/spoor host/gdb/spoor.py
	@install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 $(B)/man/*.1
	@cd $(DESTDIR)$(PREFIX)/bin && echo "$$PWD/spoor" && \
	case ":$$PATH:" in *":$$PWD:"*) ;; \
	*) echo "  it isn't in your PATH yet: export PATH=\"$$PWD:\$$PATH\"" ;; esac
# libspoor: its header, its archive, its shared library, and how programs are linked with them.
install-library: $(library)
	@install -D -m 644 -t $(DESTDIR)$(PREFIX)/include host/engine/libspoor.h
	@install -D -m 644 -t $(DESTDIR)$(LIBDIR) $(B)/host/libspoor.a
	@install -D -m 755 $(B)/host/libspoor.so $(DESTDIR)$(LIBDIR)/libspoor.so.0
	@ln -sf libspoor.so.0 $(DESTDIR)$(LIBDIR)/libspoor.so
	@mkdir -p $(DESTDIR)$(LIBDIR)/pkgconfig
	@version=$$(sed -n 's/^#define SPOOR_VERSION "\(.*\)"/\1/p' include/spoor/util/version.h) && \
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' -e "s|@VERSION@|$$version|" \
	    host/engine/libspoor.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/libspoor.pc

# The package for node.js.
npm.tgz := $(B)/npm/spoor.tgz
$(npm.tgz): scripts/npm $(wildcard host/node/*) $(wildcard host/report/web/engine/*.js) include/spoor/util/version.h \
    LICENSE $(B)/host/spoor.wasm $(B)/host/engine.wasm
	$(call say,NPM,$@)
	@mkdir -p $(@D) && $(PYTHON) $< $@ host/node $(filter %.wasm,$^)
npm: $(npm.tgz)
	@echo $<
# The extension for VS Code.
vscode.vsix := $(B)/vscode/spoor.vsix
$(vscode.vsix): scripts/vscode $(B)/spoor.html $(wildcard host/vscode/*) include/spoor/util/version.h LICENSE
	$(call say,VSIX,$@)
	@$< $@ $(B)/spoor.html
vscode: $(vscode.vsix)
	@echo $<

# The tool for Windows.
windows: $(B)/windows/spoor.exe
	@echo $<
# Its check is skipped without the compiler.
ifneq ($(shell command -v x86_64-w64-mingw32-gcc),)
$(B)/host/windows.result: $(B)/windows/spoor.exe
endif

# README.md's commands in a bare Debian, run in CI, with FULL=1, or by name. With FULL=1 also `make test` there, and
# Debian 13.
bare        := bookworm $(if $(filter 1,$(FULL)),trixie)
suites.bare := $(foreach r,$(bare),bare/$r=$(B)/bare/$r.result)
bare-limit  := $(if $(filter 1,$(FULL)),7200,600)
$(bare:%=$(B)/bare/%.result): $(B)/bare/%.result: tests/host/make/bare.check FORCE
	@mkdir -p $(@D)
	@$(run-test) command bare/$* $@ --timeout $(bare-limit) --tap $(B)/bare/$*.tap -- $(PYTHON) $< $(B)/bare $* || true
bare-test:
	$(call conclude,$(suites.bare))

# -------- the model of the ring, with more contexts than the check has
model: $(B)/host/ring_replay
	@$(PYTHON) tests/host/model/model.check $(B)/host/model-large $< --large --table tests/host/model/large.txt

# -------- the comparison with QEMU's plugins on all boards whose emulator has plugins
witness-boards := $(foreach b,$(all-boards),$(if $(filter qemu-%,$(board.$b.EMULATOR)),$b))
witness-elfs   := $(foreach b,$(witness-boards),$(B)/$b/witness$(if $(filter ram32k,$(board.$b.HAS)),,-small).elf \
                  $(B)/$b/witness-off.elf)
witness-needs  := $(B)/host/spoor $(plugin) $(B)/host/watch-qemu.so
witness: $(witness-needs)
	@$(MAKE) --no-print-directory $(witness-elfs)
	@$(PYTHON) tests/host/witness/witness.check $(B)/host/witness-all $^ $(witness-elfs) --write

# -------- mutants of the profiler and the reader. SHARE is the part that is tried: 1 takes hours
SHARE ?= 0.02
mutate:
	@MAKE='$(MAKE)' $(PYTHON) scripts/mutate $(B)/mutate --share $(SHARE) $(if $(KEEP),--keep) \
	    $(if $(filter file,$(origin SHARE)),--score tests/host/mutants/score.txt)
# As many others, which show how well the tests do on changes that they weren't written for.
mutate-others:
	@MAKE='$(MAKE)' $(PYTHON) scripts/mutate $(B)/mutate-others --share 0.04 --others 0.02 $(if $(KEEP),--keep) \
	    --score tests/host/mutants/others.txt
# The conditions of the reader and the ring that its unit tests show to matter.
mcdc:
	@$(PYTHON) scripts/mcdc $(B)/mcdc --score tests/host/mutants/mcdc.txt

# -------- fuzzers: the archived inputs are in tests/host/fuzz, new ones in build/
$(B)/host/fuzz/corpus: tests/host/fuzz/corpus.tar.gz
	@mkdir -p $@ && tar -C $@ -xzf $< && touch $@
fuzz: $(fuzzers:%=$(B)/host/%.long)
# Archive new inputs that reach code which the archived ones don't.
fuzz-keep: $(B)/host/read_fuzz $(B)/host/fuzz/corpus
	@scripts/fuzz-keep $< $(B)/host/fuzz tests/host/fuzz/corpus.tar.gz

suites.host += $(if $(filter true,$(CI))$(filter 1,$(FULL)),$(suites.bare))
host-test:
	$(call conclude,$(suites.host))
coverage: $(B)/mps2-an385/demo-stream.result $(B)/host/fuzz/corpus
	@$(PYTHON) scripts/coverage $(B)/coverage $(<:.result=.elf) $(B)/host/fuzz/corpus

# -------- speed of the tool compared with babeltrace2, and of its plugin compared with QEMU alone; speed and pictures of
# the report in a browser
$(B)/bench-host.result: scripts/bench-host $(B)/host/spoor $(B)/host/generate $(B)/mps2-an385/demo-stream.result \
    $(B)/virt/demo-stream.result $(plugin) $(B)/mps2-an385/stress.elf $(B)/virt/stress.elf FORCE
	@$(run-test) command bench-host $@ --timeout 3000 --tap $(B)/bench-host.tap -- $(PYTHON) $< \
	    --events $(or $(EVENTS),5000000) --plugin $(plugin) $(patsubst %,--profiled %,$(filter %/stress.elf,$^)) \
	    $(B)/host/spoor $(B)/host/generate $(patsubst %.result,%.elf,$(filter %.result,$^)) || true
$(B)/bench-report.result: scripts/bench-report $(B)/host/spoor $(B)/host/generate $(viewer.js) \
    $(B)/host/engine.wasm $(B)/mps2-an385/demo-stream.result FORCE
	@$(run-test) command bench-report $@ --timeout 3000 --tap $(B)/bench-report.tap -- $(PYTHON) $< \
	    $(addprefix --events ,$(EVENTS)) $(patsubst %.result,%.elf,$(filter $(B)/%,$^)) || true
bench-host bench-report:
	$(call conclude,$@=$(B)/$@.result)
	@grep '^#' $(B)/$@.tap
screenshots: $(B)/demo.html $(B)/host/spoor $(B)/mps2-an385/stream-functions.result
	@$(PYTHON) scripts/screenshots $(B)/host/spoor $< $(B)/mps2-an385/stream-functions.elf docs/images
$(B)/demo.html:
	@$(MAKE) --no-print-directory demo-page
# From a clean tree to a timeline.
trace: $(B)/host/spoor $(B)/$(BOARD)/demo-events.elf
	@scripts/trace $(BOARD) $^ $(B)/trace
