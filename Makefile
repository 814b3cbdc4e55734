# SPDX-License-Identifier: BSD-2-Clause
# The targets for users. The rules are in mk/.

.DEFAULT_GOAL := help
SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules
B := build
# Prefer the system's Python: the wrapper of a version manager takes ten times as long to start, on every run.
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)

# Board and image of `make run` and `make demo`.
BOARD ?= mps2-an385
IMAGE ?= demo

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: ## build the demo, boot it in QEMU, run a scripted shell session, check its output; write build/demo.html
run: ## an interactive shell in QEMU: BOARD=mps2-an385 IMAGE=demo STREAM=FILE
trace: ## record the demo in QEMU, show a timeline and a table, write files for other viewers: BOARD=mps2-an385
viewer: ## write build/spoor.html, the page that opens recordings in a browser
all: ## build every image for every board
test: ## everything CI runs; ends with "N passed, N failed"
check: ## build and run a selection: BOARDS="a b" IMAGES="x y"
host-test: ## unit tests of the portable code on this machine, with sanitizers
model: ## check the model of the event ring with more contexts than make test: minutes
witness: ## compare the profiler's values with QEMU's plugins on all boards, and write the table in docs/design.md
mutate: ## change the profiler and the reader in small ways, and count what the tests notice: SHARE=0.02 of all changes
mutate-others: ## the same with as many others, for most of which no test was written
mcdc: ## MC/DC of the reader and the event ring by their unit tests; needs clang-19
bench-host: ## speed of the host tool compared with babeltrace2: EVENTS=5000000
bench-report: ## speed, size and memory of the report in a browser
screenshots: ## update the pictures of the report in docs/images
coverage: ## line coverage of the host tool by its reader's tests and the fuzzer's corpus
fuzz: ## feed random bytes to the host tool's reader: SECONDS=60
fuzz-keep: ## add the fuzzer's new inputs to the archive
docs: ## update the output of real runs, and the generated tables, in the pages
site: ## build the pages as a site with search, the demo's report and its recording: build/site
dist: ## make build/spoor: the profiler as a folder for products on other systems
dist-test: ## build and run products made from that folder
bare-test: ## run README's commands in a bare Debian 12 (debootstrap); FULL=1: also make test, and Debian 13
lint: ## check the sources and the documents; docs/building.md lists the checks
bench: ## instructions and bytes per operation
install: ## install the host tool, its manual pages and libspoor to PREFIX=/usr/local: make install PREFIX=$HOME/.local
install-library: ## install libspoor only
windows: ## make the host tool for Windows: build/windows/spoor.exe
npm: ## make the package of the host tool for node.js: build/npm/spoor.tgz
vscode: ## make the extension for VS Code: build/vscode/spoor.vsix
packages: ## make packages for package managers in build/packages: KINDS="a b"
packages-test: ## install each package, and build and run a product with it
spdx: ## write build/spoor.spdx.json: the files with their checksums and licences, for tools that read SPDX
release: ## write archives, checksums, and their signature to build/release: SIGN_KEY=ID
bootstrap: ## install the missing Debian packages for all of these
clean: ## remove build/
	rm -rf $(B)

bootstrap:
	@scripts/bootstrap

goals := demo-page $(shell sed -n 's/^\([a-z-]*\): ## .*/\1/p' Makefile)
.PHONY: $(goals)
# Refuse an unknown goal, instead of installing all packages for it.
unknown := $(firstword $(filter-out $(goals) print-%,$(foreach g,$(MAKECMDGOALS),$(if $(findstring /,$g),,$g))))
meant   := $(if $(unknown),$(shell scripts/nearest '$(unknown)' $(goals)))
$(if $(unknown),$(error no goal "$(unknown)"; $(if $(meant),did you mean "$(meant)"?,there are: $(goals))))

# These goals need only make and a shell. For all others packages.mk first installs the missing packages.
ifneq ($(filter-out help bootstrap clean,$(or $(MAKECMDGOALS),help)),)
include mk/packages.mk
include mk/compile.mk
include mk/run.mk
include mk/bench.mk
include mk/lint.mk
include mk/host.mk
include mk/dist.mk
include mk/docs.mk
include mk/packaging.mk
include mk/release.mk
endif
