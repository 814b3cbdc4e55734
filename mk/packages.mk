# SPDX-License-Identifier: BSD-2-Clause
# Install the Debian packages that the goals need before anything else runs. scripts/bootstrap defines the sets.

goals-of-files := $(filter $(B)/%.elf $(B)/%.result,$(MAKECMDGOALS))
named-boards   := $(if $(filter run demo demo-page trace site,$(MAKECMDGOALS)),$(BOARD)) \
                  $(foreach g,$(goals-of-files),$(word 2,$(subst /, ,$g)))
# Goals that need fewer packages than the tests.
goals-light := help bootstrap clean run demo demo-page trace viewer vscode site windows all install install-library \
               dist packages spdx release $(B)/host/spoor $(B)/windows/spoor.exe $(B)/%.elf print-%
full-goals  := $(filter-out $(goals-light),$(MAKECMDGOALS))
tool-goals  := $(full-goals) $(STREAM) \
               $(filter demo demo-page trace viewer vscode site windows all install install-library packages release \
               $(B)/host/spoor $(B)/windows/spoor.exe,$(MAKECMDGOALS))
board-sets  := $(if $(full-goals)$(filter all,$(MAKECMDGOALS)),$(or $(BOARDS),*)) $(named-boards)
sets := build $(if $(strip $(tool-goals)),tool) \
        $(if $(full-goals),tests $(if $(filter true,$(CI)),readers pico site vscode windows packages)) \
        $(filter site vscode,$(MAKECMDGOALS)) $(if $(filter packages%,$(MAKECMDGOALS)),packages) \
        $(if $(filter windows $(B)/windows/spoor.exe,$(MAKECMDGOALS)),windows) \
        $(addprefix board:,$(sort $(patsubst platform/%/board.mk,%,$(wildcard $(board-sets:%=platform/%/board.mk)))))

# The sets found are remembered until a package is installed or removed. make -n installs nothing.
dry     := $(findstring n,$(filter-out --% %=%,$(firstword -$(MAKEFLAGS))))
found   := $(shell test $(B)/sets -nt /var/lib/dpkg/status -a $(B)/sets -nt scripts/bootstrap && \
           cat $(B)/sets)
lacking := $(if $(dry),,$(filter-out $(found),$(sets)))
ifneq ($(lacking),)
$(shell scripts/bootstrap $(lacking) >&2)
$(if $(filter-out 0,$(.SHELLSTATUS)),$(error could not install the missing packages; see above))
$(shell mkdir -p $(B))$(file >$(B)/sets,$(sort $(found) $(sets)))
endif
