# SPDX-License-Identifier: BSD-2-Clause
# Builds OUT from SRCS, one object per source. OWN are flags that don't apply to Spoor's sources.
OBJECTS := $(patsubst %.c,$(OUT).objects/%.o,$(notdir $(filter-out $(SPOOR_SRCS),$(SRCS)))) $(SPOOR_OBJS)
vpath %.c $(sort $(dir $(SRCS)))

$(OUT): $(OBJECTS)
	$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $(OBJECTS)
$(OUT).objects/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(OWN) -c -o $@ $<
