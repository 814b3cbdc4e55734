/* SPDX-License-Identifier: BSD-2-Clause */
/* What the Rust code assumes about the structures. Not linked. */
#include "spoor.h"

#define WITH    (CONFIG_TRACE && CONFIG_TRACE_NAMES && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SHELL)
#define WITHOUT (CONFIG_TRACE_PATCHED || CONFIG_TRACE_HISTOGRAM)
#if !WITH || WITHOUT
#error "the crate needs CONFIG_TRACE, _NAMES, _EVENTS and _SHELL 1, and CONFIG_TRACE_PATCHED and _HISTOGRAM 0"
#endif

_Static_assert(sizeof(struct trace_point) == 8 && offsetof(struct trace_point, hit) == 4,
               "struct Point in src/lib.rs");
_Static_assert(sizeof(struct trace_point_desc) == 20 &&
                   offsetof(struct trace_point_desc, location.func) == 16,
               "struct Desc in src/lib.rs");
_Static_assert(sizeof(struct trace_block_desc) == 20, "struct Desc in src/lib.rs");
_Static_assert(sizeof(struct trace_block) % 4 == 0 && _Alignof(struct trace_block) == 8,
               "struct Block in src/lib.rs");
_Static_assert(sizeof(struct trace_event) == 12 && offsetof(struct trace_event, service) == 8 &&
                   offsetof(struct trace_event, words) == 10,
               "struct Event in src/lib.rs");
_Static_assert(sizeof(struct trace_event_desc) == 24 && offsetof(struct trace_event_desc, kind) == 20,
               "struct EventDesc in src/lib.rs");
_Static_assert(sizeof(struct trace_event_name) == 8, "struct EventName in src/lib.rs");

/* build.rs copies its initial contents. The mode contains its address, which is 0 here. */
TRACE_BLOCK_DEF(block);

/* The index of the word with the mode, for build.rs. */
__attribute__((section(".spoor_layout"))) const uint32_t block_mode = offsetof(struct trace_block, mode) / 4;
