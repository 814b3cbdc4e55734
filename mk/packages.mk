# SPDX-License-Identifier: BSD-2-Clause
# Debian packages that the goals need are installed before anything else runs: scripts/bootstrap has the sets.

# The architectures of the boards that the goals name; goals on all boards take each board's.
goal-boards := $(if $(filter run demo demo-page trace,$(MAKECMDGOALS)),$(BOARD)) \
               $(filter $(all-boards),$(foreach g,$(filter $(B)/%.elf $(B)/%.result,$(MAKECMDGOALS)),$(word 2,$(subst /, ,$g))))
# Goals that are content with less than the tests' packages.
goals-light := help bootstrap clean run demo demo-page trace all install dist $(B)/host/spoor $(B)/%.elf print-%
full-goals  := $(filter-out $(goals-light),$(MAKECMDGOALS))
tool-goals  := $(full-goals) $(filter demo demo-page trace all install $(B)/host/spoor,$(MAKECMDGOALS)) $(STREAM)
sets-of     = $(sort $(foreach b,$1,$(call arch-value,$b,PACKAGES)))
sets        := build $(call sets-of,$(goal-boards) $(if $(strip $(full-goals))$(filter all,$(MAKECMDGOALS)),$(BOARDS))) \
               $(if $(strip $(tool-goals)),tool) $(if $(strip $(full-goals)),tests $(if $(filter true,$(CI)),readers))

# A make that this one starts finds them there.
# … and make -n installs none.
dry     := $(findstring n,$(filter-out --% %=%,$(firstword -$(MAKEFLAGS))))
unready := $(if $(dry),,$(filter-out $(SPOOR_PACKAGES),$(sets)))
$(if $(unready),$(shell scripts/bootstrap $(unready) >&2)$(if $(filter-out 0,$(.SHELLSTATUS)),$(error packages are missing; see above)))
export SPOOR_PACKAGES := $(sort $(SPOOR_PACKAGES) $(sets))
