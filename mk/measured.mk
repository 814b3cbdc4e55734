# SPDX-License-Identifier: BSD-2-Clause
# Figures and verdicts that belong to one version of a tool, that of scripts/bootstrap in Debian 12. With another they are left out, and said to be.

measured-gcc    := 12.2
judge-format    := 14
judge-cppcheck  := 2.10
judge-biome     := 2.6
# "gcc-arm-none-eabi-=12.2 format=14.0 cppcheck=2.10", asked once for all makes of a run.
ask = $(addprefix $1=,$(shell $2 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)?' | head -n 1))
SPOOR_VERSIONS ?= $(foreach c,$(sort $(foreach a,$(archs),$(arch.$a.CROSS))),$(call ask,gcc-$c,$cgcc -dumpversion)) \
                  $(if $(strip $(full-goals)),$(call ask,format,clang-format --version) $(call ask,cppcheck,cppcheck --version) \
                  $(call ask,biome,biome --version))
export SPOOR_VERSIONS := $(strip $(SPOOR_VERSIONS))
version-of  = $(patsubst $1=%,%,$(filter $1=%,$(SPOOR_VERSIONS)))
# $1 a board: whether its compiler is the one whose figures the budgets and documents have
is-measured = $(filter $(measured-gcc),$(call version-of,gcc-$(call arch-value,$1,CROSS)))
export SPOOR_MEASURED := $(if $(call is-measured,mps2-an385),1,0)
