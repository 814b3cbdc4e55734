/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sites: the places in the code that use a point, a block or an event. With CONFIG_TRACE_PATCHED a site is
 * one instruction. A no-operation switches it off; a branch leads to the code that counts or records, which
 * the compiler places behind the function's own code. `spoor switch` exchanges the two in the ELF file or the
 * binary, so that one build serves the lab and the field. With CONFIG_TRACE_PATCHED 2 the program itself
 * exchanges them, too.
 *
 * What is used at a site must be a named object. A pointer that is only known at run time has no site, and
 * neither has code that is compiled without optimisation: these use the test in trace.h and event.h. For a
 * choice of two objects the compiler reports an "impossible constraint": write it as an if statement.
 *
 * Used by trace.h and event.h; images don't use this directly.
 */
#ifndef SPOOR_CORE_SITE_H
#define SPOOR_CORE_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

/**
 * The record of a site, which the host reads. It is in flash only if the program needs it.
 *
 * `target` is the address of the code for "on". `use` is the address of the point, block or event, with
 * TRACE_SITE_END at the end of a block.
 */
struct trace_site {
    uint32_t address, target, use;
};

/** The site ends a visit to a block. */
#define TRACE_SITE_END 1u

/** Whether the records are in flash: for the shell, and for the program's own switching. */
#define TRACE_SITES_LOADED (CONFIG_TRACE_PATCHED > 1 || (CONFIG_TRACE_PATCHED && CONFIG_TRACE_SHELL))

#if CONFIG_TRACE_PATCHED

/*
 * The two instructions, as host/elf/site_code.c knows them. Both have the same size on every core, and the
 * same number of lines, from which the compiler estimates it. In the
 * small encoding of ARMv6-M the branch reaches 2 KB: in a longer function the assembler reports "branch out
 * of range".
 */
#if defined(__thumb__) && (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__))
#define TRACE_SITE_OFF   ".syntax unified\n\tmov r8, r8"
#define TRACE_SITE_NOP   0x46C0u /* the same instruction */
#define TRACE_SITE_BYTES 2
#define TRACE_SITE_ON    ".syntax unified\n\tb.n %l[on]"
#elif defined(__thumb2__)
#define TRACE_SITE_OFF "nop.w"
#define TRACE_SITE_NOP 0x8000F3AFu /* its two halves, the first in the lower bits */
#define TRACE_SITE_ON  "b.w %l[on]"
#elif defined(__arm__)
#define TRACE_SITE_OFF "mov r0, r0"
#define TRACE_SITE_NOP 0xE1A00000u
#define TRACE_SITE_ON  "b %l[on]"
#elif defined(__riscv) && __riscv_xlen == 32
#define TRACE_SITE_NOP 0x13u
#define TRACE_SITE_OFF ".option push\n\t.option norvc\n\tnop\n\t.option pop"
#define TRACE_SITE_ON  ".option push\n\t.option norvc\n\tjal x0, %l[on]\n\t.option pop"
#else
#error "CONFIG_TRACE_PATCHED: sites exist on Arm (32 bits) and RV32; leave the setting at 0"
#endif

#ifndef TRACE_SITE_BYTES
#define TRACE_SITE_BYTES 4
#endif

#endif

#if CONFIG_TRACE_PATCHED && defined(__OPTIMIZE__)

/* A unit that defines TRACE_SITES_FIXED has sites that are always on, without a record. */
#if CONFIG_TRACE_PATCHED_ON || defined(TRACE_SITES_FIXED)
#define TRACE_SITE_BUILT TRACE_SITE_ON
#else
#define TRACE_SITE_BUILT TRACE_SITE_OFF
#endif

/* gcc for RISC-V has no modifier %c. A constant has no prefix there. */
#ifdef __riscv
#define TRACE_SITE_USE "%0 + %1"
#else
#define TRACE_SITE_USE "%c0 + %c1"
#endif

/*
 * The record is in a section that the linker keeps if it keeps the code of the site: flag "o". With "?" it is
 * in the group of an inline function of C++.
 */
#if TRACE_SITES_LOADED
#define TRACE_SITE_SECTION "spoor_sites_loaded,\"ao?\""
#else
#define TRACE_SITE_SECTION "spoor_sites,\"o?\""
#endif

#ifdef TRACE_SITES_FIXED
#define TRACE_SITE_RECORD ""
#else
#define TRACE_SITE_RECORD                                                                                    \
    ".pushsection " TRACE_SITE_SECTION ",%%progbits,.Lspoor_site%=\n\t"                                      \
    ".balign 4\n\t"                                                                                          \
    ".4byte .Lspoor_site%=, %l[on], " TRACE_SITE_USE "\n\t"                                                  \
    ".popsection"
#endif

/* Whether the address of an object is known to the compiler. */
#define TRACE_SITE_KNOWN(p) (__builtin_object_size(p, 0) != (size_t)-1)

/* @return true at a site that is on. @param end  0, or TRACE_SITE_END */
static inline __attribute__((always_inline)) bool trace_site(const void *use, unsigned end)
{
    __asm__ goto(".Lspoor_site%=:\n\t" TRACE_SITE_BUILT "\n\t" TRACE_SITE_RECORD ::"i"(use), "i"(end)::on);
    return false;
on:
    return true;
}

/** @return whether what `use` points to may be on here. Without a site, always true. */
#define TRACE_SITE(use)      (!TRACE_SITE_KNOWN(use) || __builtin_expect(trace_site(use, 0), 0))
#define TRACE_SITE_LEFT(use) (!TRACE_SITE_KNOWN(use) || __builtin_expect(trace_site(use, TRACE_SITE_END), 0))
#define TRACE_SITES          1
#define TRACE_SITE_INLINE    __attribute__((always_inline))

#else

#define TRACE_SITE(use)      1
#define TRACE_SITE_LEFT(use) 1
#define TRACE_SITES          0
#define TRACE_SITE_INLINE

#endif

/* A scope has a site at its end, too, unless the program may switch it between the two. */
#define TRACE_SCOPE_SITES (TRACE_SITES && CONFIG_TRACE_PATCHED == 1)

#endif
