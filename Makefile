# SPDX-License-Identifier: BSD-2-Clause
# The targets for users; mk/ has the rules.

.DEFAULT_GOAL := help
SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules
B := build
# The system's Python where there is one: a version manager's stand-in takes ten times as long to start, each time.
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)

# The board and image of `make run` and `make demo`.
BOARD ?= mps2-an385
IMAGE ?= demo

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: ## build the demo, boot it in QEMU, type at its shell, check the answers; leave build/demo.html
run: ## an interactive shell in QEMU: BOARD=mps2-an385 IMAGE=demo STREAM=FILE
trace: ## record the demo in QEMU, show a timeline and a table, write files for other viewers: BOARD=mps2-an385
all: ## build every image for every board
test: ## everything CI runs; ends with "N passed, N failed"
check: ## build and run some: BOARDS="a b" IMAGES="x y"
host-test: ## unit tests of the portable parts, on this machine, under sanitizers
bench-host: ## speed of the host tool against babeltrace2: EVENTS=5000000
bench-report: ## speed, size and memory of the report in a browser
screenshots: ## the pictures of the report in docs/images
coverage: ## lines of the host tool that tests of its reader and the fuzzer's corpus reach
fuzz: ## feed random bytes to the host tool's reader: SECONDS=60
fuzz-keep: ## add to the archive of inputs what the fuzzer found
docs: ## put the output of real runs, and tables of the tree and of make bench, into the pages
site: ## the pages as a site with search, the demo's report and its recording: build/site
dist: ## build/spoor: the profiler as a folder for products on other systems
dist-test: ## products made from that folder, built and run
bare-test: ## README's commands in a bare Debian 12, made by debootstrap; FULL=1: make test there, and Debian 13
lint: ## check the sources and the documents; docs/building.md lists the checks
bench: ## instructions and bytes per operation
install: ## the host tool and its manual pages, to PREFIX=/usr/local: make install PREFIX=$HOME/.local
bootstrap: ## install the missing Debian packages of all of these
clean: ## remove build/
	rm -rf $(B)

bootstrap:
	@scripts/bootstrap

goals := demo-page $(shell sed -n 's/^\([a-z-]*\): ## .*/\1/p' Makefile)
.PHONY: $(goals)
# Another word is refused, rather than taken for a goal that needs all packages.
unknown := $(firstword $(filter-out $(goals) print-%,$(foreach g,$(MAKECMDGOALS),$(if $(findstring /,$g),,$g))))
meant   := $(if $(unknown),$(shell scripts/nearest '$(unknown)' $(goals)))
$(if $(unknown),$(error no goal "$(unknown)"; $(if $(meant),did you mean "$(meant)"?,there are: $(goals))))

# These need make and a shell alone. For all other goals packages.mk installs what is missing, before anything needs it.
ifneq ($(filter-out help bootstrap clean,$(or $(MAKECMDGOALS),help)),)
include mk/packages.mk
include mk/compile.mk
include mk/run.mk
include mk/bench.mk
include mk/lint.mk
include mk/host.mk
include mk/dist.mk
include mk/docs.mk
endif
