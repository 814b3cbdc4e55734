# SPDX-License-Identifier: BSD-2-Clause
# Unit tests of the portable parts on this machine, under ASan and UBSan. A test is one file,
# tests/host-units/<name>_test.c, whose first lines name what it links with:
#
#     // sources: src/shell/split.c src/profiler/tracing/points.c
#
# It may include the private headers that lie beside those. The system below them is the port in
# tests/host-units/port/: its headers are found first, and every .c there is linked in.

HOSTCC     := gcc
HOST_CFLAGS := $(CSTD) -O1 -g $(WARN) -fno-common -fno-strict-aliasing -fno-omit-frame-pointer \
               -fsanitize=address,undefined -fno-sanitize-recover=all \
               -Itests/host-units/port -Iinclude -include conf/default.h
HOST_LDFLAGS := -fsanitize=address,undefined -Wl,-T,mk/ld/spread-host.ld -lcmocka -lm

host-tests := $(patsubst tests/host-units/%.c,%,$(wildcard tests/host-units/*_test.c))
suites.host := $(foreach t,$(host-tests),host/$t=$(B)/host/$t.result)

# "<test>=<source>" for each; one call for all of them.
define list-sources
FNR == 1 { on = 0; test = FILENAME; gsub(/.*\/|\.c$$/, "", test) }
/^\/\/ sources:/ { on = 1; $$2 = "" }
!/^\/\// { on = 0 }
on { for (i = 2; i <= NF; i++) print test "=" $$i }
endef
host-links := $(if $(host-tests),$(shell awk '$(list-sources)' $(host-tests:%=tests/host-units/%.c)))
host-srcs   = tests/host-units/$1.c $(patsubst $1=%,%,$(filter $1=%,$(host-links)))
host-objs   = $(patsubst %.c,$(B)/host/obj/%.o,$(call host-srcs,$1))

$(B)/host/flags: FORCE | bootstrap
	@mkdir -p $(@D)
	@printf '%s\n' '$(HOSTCC) $(HOST_CFLAGS) $(HOST_LDFLAGS)' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/host/obj/%.o: %.c $(B)/host/flags
	@mkdir -p $(@D)
	$(call say,HCC,$@)
	@$(HOSTCC) $(HOST_CFLAGS) $(QUOTES) -MMD -MP -c -o $@ $<

define host-rule
$(B)/host/obj/tests/host-units/$1.o: QUOTES := $(addprefix -iquote ,$(filter src/%,$(sort $(dir $(call host-srcs,$1)))))
$(B)/host/$1: $(call host-objs,$1) mk/ld/spread-host.ld
	$$(call say,HLD,$$@)
	@$(HOSTCC) -o $$@ $(call host-objs,$1) $(HOST_LDFLAGS)
$(B)/host/$1.result: $(B)/host/$1 FORCE
	@scripts/run-step host/$1 $$@ --tap $(B)/host/$1.tap -- $$< || true
endef
$(foreach t,$(host-tests),$(eval $(call host-rule,$t)))

host-test: | bootstrap
	$(call conclude,$(suites.host))

-include $(wildcard $(sort $(foreach t,$(host-tests),$(patsubst %.o,%.d,$(call host-objs,$t)))))
