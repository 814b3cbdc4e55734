/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of C++ functions and objects as in the source: `app::Player::update(int)` for
 * `_ZN3app6Player6updateEi`. The mangling is that of the Itanium C++ ABI, which gcc and clang use for all
 * targets; the spelling is that of c++filt. Names are untrusted: time and memory are limited.
 */
#ifndef ELF_DEMANGLE_DEMANGLE_H
#define ELF_DEMANGLE_DEMANGLE_H

#include <stdbool.h>

/**
 * Demangle a name of a symbol.
 *
 * @return the text, to be freed; NULL if the name isn't mangled, can't be read, or memory is exhausted: use
 *         the name as it is
 */
char *demangle(const char *name);

/** Switch demangling on, as it is at first, or off, for files that this thread opens from now on. */
void demangle_switch(bool on);

#endif
