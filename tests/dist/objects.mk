# SPDX-License-Identifier: BSD-2-Clause
# OUT from SRCS, by an object each: products that differ in a few sources share the compiled others in ccache.
CCACHE  := $(firstword $(wildcard $(addsuffix /ccache,$(subst :, ,$(PATH)))))
OBJECTS := $(patsubst %.c,$(OUT).objects/%.o,$(notdir $(filter-out $(SPOOR_SRCS),$(SRCS)))) $(SPOOR_OBJS)
CC      := $(CCACHE) $(CC)
vpath %.c $(sort $(dir $(SRCS)))

$(OUT): $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS)
$(OUT).objects/%.o: %.c $(MAKEFILE_LIST)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<
