# SPDX-License-Identifier: BSD-2-Clause
# OUT from SRCS, by an object each; OWN are flags that Spoor's sources don't see.
OBJECTS := $(patsubst %.c,$(OUT).objects/%.o,$(notdir $(filter-out $(SPOOR_SRCS),$(SRCS)))) $(SPOOR_OBJS)
vpath %.c $(sort $(dir $(SRCS)))

$(OUT): $(OBJECTS)
	$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $(OBJECTS)
$(OUT).objects/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(OWN) -c -o $@ $<
