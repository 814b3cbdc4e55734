# SPDX-License-Identifier: BSD-2-Clause
# What runs on this machine: the tool `spoor`, and unit tests under sanitizers. A test is one file,
# tests/host-units/<name>_test.c, whose first lines say how it is built:
#
#     // sources: src/shell/split.c src/profiler/tracing/points.c
#     // sanitizer: thread             instead of address,undefined
#     // port: docs/examples/freertos  folders of the system below, instead of tests/host-units/port
#     // config: CPUS=4                values of conf/default.h that this test changes
#     // libs: elf                     libraries besides
#     // coverage: trace-pc            the test is called at each branch: -fsanitize-coverage
#
# It may include the private headers that lie beside its sources. What its port lacks comes from
# tests/host-units/port/; a port's .c files are named among the sources.

HOSTCC     := gcc
HOST_CFLAGS := $(CSTD) -O1 -g $(WARN) -fno-common -fno-strict-aliasing -fno-omit-frame-pointer -pthread \
               -fno-sanitize-recover=all -Iinclude -Ihost -include conf/default.h
HOST_LDFLAGS := -pthread -Wl,-T,mk/ld/spread-host.ld -lcmocka -lm

host-tests := $(patsubst tests/host-units/%.c,%,$(wildcard tests/host-units/*_test.c))
suites.host := $(foreach t,$(host-tests),host/$t=$(B)/host/$t.result)

# "<test>=<keyword>:<word>" for each; one call for all of them.
define list-heads
FNR == 1 { key = ""; test = FILENAME; gsub(/.*\/|\.c$$/, "", test) }
/^\/\/ (sources|sanitizer|port|config|libs|coverage):/ { key = $$2; $$2 = "" }
!/^\/\// { key = "" }
key != "" { for (i = 2; i <= NF; i++) if ($$i != "") print test "=" key $$i }
endef
host-heads := $(if $(host-tests),$(shell awk '$(list-heads)' $(host-tests:%=tests/host-units/%.c)))
host-head   = $(patsubst $1=$2:%,%,$(filter $1=$2:%,$(host-heads)))
host-srcs   = tests/host-units/$1.c $(call host-head,$1,sources)
sanitizer-of = $(or $(call host-head,$1,sanitizer),address$(comma)undefined)
port-of     = $(or $(call host-head,$1,port),tests/host-units/port)

# Objects are keyed by what they are compiled with.
space      := $(subst ,, )
flavour-of  = $(subst $(space),-,$(strip $(subst $(comma),-,$(call sanitizer-of,$1)) $(subst /,.,$(notdir $(call port-of,$1))) $(subst =,,$(call host-head,$1,config)) $(call host-head,$1,coverage)))
flavours   := $(sort $(foreach t,$(host-tests),$(call flavour-of,$t)))
host-objs   = $(patsubst %.c,$(B)/host/$(call flavour-of,$1)/%.o,$(call host-srcs,$1))
host-flags  = -fsanitize=$(call sanitizer-of,$1) $(addprefix -fsanitize-coverage=,$(call host-head,$1,coverage)) $(addprefix -I,$(call port-of,$1)) -Itests/host-units/port \
              $(addprefix -DCONFIG_,$(call host-head,$1,config))
# The thread sanitizer wants its addresses where it expects them; not every container lets it have that.
run-under   = $(if $(filter thread,$(call sanitizer-of,$1)),$(shell setarch -R true 2>/dev/null && echo setarch -R))

$(eval $(call stamp-rule,$(B)/host/flags,$(HOSTCC) $(HOST_CFLAGS) $(HOST_LDFLAGS)))

define host-compile-rule
$(B)/host/$1/%.o: %.c $(B)/host/flags
	@mkdir -p $$(@D)
	$$(call say,HCC,$$@)
	@$(HOSTCC) $(call host-flags,$2) $(HOST_CFLAGS) $$(QUOTES) -MMD -c -o $$@ $$<
endef
$(foreach f,$(flavours),$(eval $(call host-compile-rule,$f,$(firstword $(foreach t,$(host-tests),$(if $(filter $f,$(call flavour-of,$t)),$t))))))

define host-rule
$(B)/host/$(call flavour-of,$1)/tests/host-units/$1.o: QUOTES := $(addprefix -iquote ,$(filter src/% host/%,$(sort $(dir $(call host-srcs,$1)))))
$(B)/host/$1: $(call host-objs,$1) mk/ld/spread-host.ld
	$$(call say,HLD,$$@)
	@$(HOSTCC) -fsanitize=$(call sanitizer-of,$1) -o $$@ $(call host-objs,$1) $(HOST_LDFLAGS) $(addprefix -l,$(call host-head,$1,libs))
$(B)/host/$1.result: $(B)/host/$1 FORCE
	@$(PYTHON) scripts/run-step host/$1 $$@ --tap $(B)/host/$1.tap -- $$(call run-under,$1) $$< || true
endef
$(foreach t,$(host-tests),$(eval $(call host-rule,$t)))

# ---- the tool
SPOOR_CFLAGS := $(CSTD) -O2 -g $(WARN) -fno-common -Iinclude -Ihost
spoor-objs   := $(patsubst %.c,$(B)/host/spoor.o/%.o,$(wildcard host/*.c host/*/*.c))

$(eval $(call stamp-rule,$(B)/host/spoor.flags,$(HOSTCC) $(SPOOR_CFLAGS)))
$(B)/host/spoor.o/%.o: %.c $(B)/host/spoor.flags
	@mkdir -p $(@D)
	$(call say,HCC,$@)
	@$(HOSTCC) $(SPOOR_CFLAGS) -MMD -c -o $@ $<
$(B)/host/spoor: $(spoor-objs)
	$(call say,HLD,$@)
	@$(HOSTCC) -o $@ $(spoor-objs) -lelf
all: $(B)/host/spoor

# ---- fuzzing the reader; corpus kept in tests/fuzz/corpus, what is new in build/
SECONDS_OF_FUZZ := 5
fuzz-srcs := tests/host-units/read_fuzz.c tests/host-units/read_make.c $(wildcard host/read/*.c)
fuzz-new  := $(B)/host/fuzz-corpus
suites.host += host/read_fuzz=$(B)/host/read_fuzz.result

$(B)/host/read_fuzz: $(fuzz-srcs) $(wildcard host/read/*.h tests/host-units/read_make.h) include/profiler/wire.h $(B)/host/flags
	$(call say,FUZZ,$@)
	@clang $(CSTD) -O1 -g $(WARN) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Iinclude -Ihost \
	    -o $@ $(fuzz-srcs) -lelf
fuzz-run = $(B)/host/read_fuzz -max_total_time=$1 -max_len=6000 -timeout=10 -artifact_prefix=$(B)/host/fuzz- $(fuzz-new) tests/fuzz/corpus
$(B)/host/read_fuzz.result: $(B)/host/read_fuzz FORCE
	@mkdir -p $(fuzz-new)
	@$(PYTHON) scripts/run-step host/read_fuzz $@ -- $(call fuzz-run,$(SECONDS_OF_FUZZ)) || true
fuzz: $(B)/host/read_fuzz | bootstrap
	@mkdir -p $(fuzz-new)
	$(call fuzz-run,$(or $(SECONDS),60))

host-test: | bootstrap
	$(call conclude,$(suites.host))
