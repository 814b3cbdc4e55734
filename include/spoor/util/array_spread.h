/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Spread arrays: arrays whose elements come from any compilation unit.
 *
 * Each element is placed in a section named after its array. The linker sorts the sections by name, and so
 * places head, elements and tail next to each other. Two wildcards in the linker script (one for flash, one
 * for RAM) are enough for all arrays, and keep the elements with --gc-sections.
 *
 *     SPOOR_ARRAY_SPREAD_DEF(const struct cmd, shell_cmds);             in one .c file
 *     SPOOR_ARRAY_SPREAD_DECLARE(const struct cmd, shell_cmds);         in the header
 *     SPOOR_ARRAY_SPREAD_ADD(shell_cmds, { "ps", ps_main });            anywhere, even inside functions
 *     spoor_array_spread_foreach_ptr(c, shell_cmds) c->run();
 *
 * Arrays defined in this way are constant and in flash. Arrays of the *_RW forms are initialised data in RAM.
 * Elements of one compilation unit are in source order; compilation units are in link order.
 *
 * A unit that knows an element by its own name must access it through the array only with the foreach loops.
 * For the compiler name[i] is another object.
 *
 * The *_CALLED forms are constant arrays that the linker removes with the code that reads them. Each has a
 * section of its own name, which --gc-sections keeps while something refers to its bounds.
 *
 * Context: any.
 * Cost: none at run time.
 */
#ifndef SPOOR_UTIL_ARRAY_SPREAD_H
#define SPOOR_UTIL_ARRAY_SPREAD_H

#include <stddef.h>
#include <spoor/util/language.h>

#define SPOOR_SPREAD_PASTE_(a, b)    a##b
#define SPOOR_SPREAD_PASTE(a, b)     SPOOR_SPREAD_PASTE_(a, b)
#define SPOOR_SPREAD_UNIQUE(prefix)  SPOOR_SPREAD_PASTE(prefix, __COUNTER__)
#define SPOOR_SPREAD_SECTION_RO(tag) ".spread.rodata." tag
#define SPOOR_SPREAD_SECTION_RW(tag) ".spread.data." tag

/*
 * The explicit alignment prevents padding between elements, which the compiler may add for large objects.
 * no_reorder keeps a unit's elements in source order.
 */
#ifdef __clang__ /* clang keeps source order by default */
#define SPOOR_SPREAD_IN_ORDER
#else
#define SPOOR_SPREAD_IN_ORDER no_reorder,
#endif
/*
 * In C++ each element has its own section: g++ can't put elements of inline functions and other elements into
 * the same one.
 */
#ifdef __cplusplus
#define SPOOR_SPREAD_TEXT_(n)              #n
#define SPOOR_SPREAD_TEXT(n)               SPOOR_SPREAD_TEXT_(n)
#define SPOOR_SPREAD_OWN_SECTION(section_) section_ "." SPOOR_SPREAD_TEXT(__COUNTER__)
#else
#define SPOOR_SPREAD_OWN_SECTION(section_) section_
#endif
#define SPOOR_SPREAD_PLACE(section_, type)                                                                   \
    __attribute__((used, SPOOR_SPREAD_IN_ORDER section(SPOOR_SPREAD_OWN_SECTION(section_)),                  \
                   aligned(__alignof__(type))))

/* Hide the object from the compiler, because the array spans many objects. */
#define SPOOR_SPREAD_LAUNDER(ptr)                                                                            \
    __extension__({                                                                                          \
        __typeof__(&(ptr)[0]) spoor_spread_p = (ptr);                                                        \
        __asm__("" : "+r"(spoor_spread_p));                                                                  \
        spoor_spread_p;                                                                                      \
    })

/* The bounds are plain labels, so that the array has an unknown size even in the defining unit. */
#define SPOOR_SPREAD_BOUND(label, section_, flags, alignment)                                                \
    __asm__(".pushsection " section_ ",\"" flags "\",%progbits\n"                                            \
            ".balign " alignment "\n"                                                                        \
            ".global " #label "\n" #label ":\n"                                                              \
            ".popsection")

/**
 * Define the constant array `name` with elements of `type`, whose alignment must be at most 8. Must be used
 * once, at file scope.
 */
#define SPOOR_ARRAY_SPREAD_DEF(type, name)                                                                   \
    SPOOR_SPREAD_BOUND(name, SPOOR_SPREAD_SECTION_RO(#name ".0"), "a", "8");                                 \
    SPOOR_SPREAD_BOUND(name##_spread_end, SPOOR_SPREAD_SECTION_RO(#name ".9"), "a", "1");                    \
    SPOOR_STATIC_ASSERT(__alignof__(__typeof__(type)) <= 8, "spread arrays are aligned to 8");               \
    SPOOR_ARRAY_SPREAD_DECLARE(type, name)

/**
 * Define a constant array with one more element after the last, the terminator. SPOOR_ARRAY_SPREAD_SIZE()
 * doesn't count it.
 */
#define SPOOR_ARRAY_SPREAD_DEF_TERMINATED(type, name, ...)                                                   \
    SPOOR_ARRAY_SPREAD_DEF(type, name);                                                                      \
    static const __typeof__(type) name##_spread_terminator SPOOR_SPREAD_PLACE(                               \
        SPOOR_SPREAD_SECTION_RO(#name ".9t"), __typeof__(type)) = __VA_ARGS__

/** Define an array in RAM. SPOOR_ARRAY_SPREAD_ADD_RW_NAMED() adds its elements. */
#define SPOOR_ARRAY_SPREAD_DEF_RW(type, name)                                                                \
    SPOOR_SPREAD_BOUND(name, SPOOR_SPREAD_SECTION_RW(#name ".0"), "aw", "8");                                \
    SPOOR_SPREAD_BOUND(name##_spread_end, SPOOR_SPREAD_SECTION_RW(#name ".9"), "aw", "1");                   \
    SPOOR_ARRAY_SPREAD_DECLARE_RW(type, name)

/** Declare a constant array that another unit defines. */
#define SPOOR_ARRAY_SPREAD_DECLARE(type, name)                                                               \
    extern const __typeof__(type) name[];                                                                    \
    extern const __typeof__(type) name##_spread_end[]

/** Declare an array in RAM that another unit defines. */
#define SPOOR_ARRAY_SPREAD_DECLARE_RW(type, name)                                                            \
    extern __typeof__(type) name[];                                                                          \
    extern __typeof__(type) name##_spread_end[]

/**
 * Add an element to `name`, which must be declared. May be used at file scope or inside any function. Each
 * unit that compiles an inline function adds its own element.
 *
 * @param ...  the element's initialiser
 */
#define SPOOR_ARRAY_SPREAD_ADD(name, ...)                                                                    \
    SPOOR_ARRAY_SPREAD_ADD_NAMED(name, SPOOR_SPREAD_UNIQUE(name##_spread_), __VA_ARGS__)

/** Add an element that can be referred to as `element` in this scope. */
#define SPOOR_ARRAY_SPREAD_ADD_NAMED(name, element, ...)                                                     \
    static const __typeof__((name)[0]) element SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RO(#name ".5"),       \
                                                                  __typeof__((name)[0])) = __VA_ARGS__

/** Add a named element to an array in RAM. */
#define SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(name, element, ...)                                                  \
    SPOOR_NOT_IN_TEMPLATE;                                                                                   \
    static __typeof__((name)[0]) element SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RW(#name ".5"),             \
                                                            __typeof__((name)[0])) = __VA_ARGS__

/*
 * ld defines symbols for the bounds of a section whose name is a C identifier. A reference to these keeps the
 * section.
 */
#define SPOOR_ARRAY_CALLED_DECLARE(type, name)                                                               \
    extern const __typeof__(type) name[] __asm__("__start_" #name);                                          \
    extern const __typeof__(type) name##_spread_end[] __asm__("__stop_" #name)

/** Add an element to an array that SPOOR_ARRAY_CALLED_DECLARE() declares. At file scope. */
#define SPOOR_ARRAY_CALLED_ADD(name, ...)                                                                    \
    static const __typeof__((name)[0]) SPOOR_SPREAD_UNIQUE(name##_spread_)                                   \
        __attribute__((used, SPOOR_SPREAD_IN_ORDER section(#name),                                           \
                       aligned(__alignof__(__typeof__((name)[0]))))) = __VA_ARGS__

/** @return the number of elements, excluding a terminator */
#define SPOOR_ARRAY_SPREAD_SIZE(name)                                                                        \
    ((size_t)(SPOOR_SPREAD_LAUNDER(name##_spread_end) - SPOOR_SPREAD_LAUNDER(name)))

/** Loop over all elements with the pointer `ptr`, which is declared here. */
#define spoor_array_spread_foreach_ptr(ptr, name)                                                            \
    for (__typeof__(&(name)[0]) ptr = SPOOR_SPREAD_LAUNDER(name);                                            \
         ptr < SPOOR_SPREAD_LAUNDER(name##_spread_end); ptr++)

/** Loop over all elements, copying each to `item`, a variable of the element's type. */
#define spoor_array_spread_foreach(item, name)                                                               \
    SPOOR_SPREAD_EACH(item, name, SPOOR_SPREAD_UNIQUE(spoor_spread_at_))
#define SPOOR_SPREAD_EACH(item, name, at)                                                                    \
    for (__typeof__(&(name)[0]) at = SPOOR_SPREAD_LAUNDER(name);                                             \
         at < SPOOR_SPREAD_LAUNDER(name##_spread_end) && ((item) = *at, 1); at++)

#endif
