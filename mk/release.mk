# SPDX-License-Identifier: BSD-2-Clause
# The files of a release. SIGN_KEY=ID signs the checksums. The same commit gives the same bytes in every folder, which
# tests/host/make/release.check tests. SOURCE_DATE_EPOCH replaces the time of the commit.

RELEASE := $(B)/release
spdx    := $(B)/spoor.spdx.json
# The tool as `make install` installs it.
system    := linux-$(shell uname -m)
installed := $(B)/installed/usr/local
release-files := spoor-@-target.tar.gz=$(DIST) spoor-@-$(system).tar.gz=$(installed) spoor-@.html=$(B)/spoor.html \
                 spoor-@-npm.tgz=$(npm.tgz) spoor-@.spdx.json=$(spdx)

spdx: $(spdx)
	@echo $<
$(spdx): FORCE
	@mkdir -p $(@D) && $(PYTHON) scripts/spdx $@
release: $(DIST)/VERSION $(B)/host/spoor $(plugin) $(library) $(B)/man/spoor.1 $(B)/spoor.html $(npm.tgz) $(spdx)
	@rm -rf $(B)/installed
	@$(MAKE) -s --no-print-directory install DESTDIR='$(CURDIR)/$(B)/installed' PREFIX=/usr/local >/dev/null
	@$(PYTHON) scripts/release $(RELEASE) $(if $(SIGN_KEY),--key '$(SIGN_KEY)') $(release-files)
	@cat $(RELEASE)/SHA256SUMS
