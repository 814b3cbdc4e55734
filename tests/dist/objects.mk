# SPDX-License-Identifier: BSD-2-Clause
# Builds OUT from SRCS, one object per source. OWN are flags that don't apply to Spoor's sources.
# Places name the product's sources without their folder: sizes don't depend on where the checkout lies.
OBJECTS := $(patsubst %.c,$(OUT).objects/%.o,$(notdir $(filter-out $(SPOOR_SRCS),$(SRCS)))) $(SPOOR_OBJS)
vpath %.c $(sort $(dir $(SRCS)))

$(OUT): $(OBJECTS)
	$(CC) $(CFLAGS) $(OWN) $(LDFLAGS) -o $@ $(OBJECTS)
$(OUT).objects/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(OWN) -fmacro-prefix-map=$(HERE)= -c -o $@ $<
