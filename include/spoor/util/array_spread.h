/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Spread arrays: an array whose elements come from any compilation unit.
 *
 * Every element is placed in a section named after its array; the linker sorts the sections by name and
 * so lays head, elements and tail next to each other. Two wildcards in the linker script (one for flash,
 * one for RAM) serve every array there will ever be, and keep the elements through --gc-sections.
 *
 *     SPOOR_ARRAY_SPREAD_DEF(const struct cmd, shell_cmds);             in one .c file
 *     SPOOR_ARRAY_SPREAD_DECLARE(const struct cmd, shell_cmds);         in the header
 *     SPOOR_ARRAY_SPREAD_ADD(shell_cmds, { "ps", ps_main });            anywhere, inside functions too
 *     spoor_array_spread_foreach_ptr(c, shell_cmds) c->run();
 *
 * Arrays defined so are constant and live in flash. Those of the *_RW forms are initialised data and live
 * in RAM. Within a compilation unit elements keep the order of the source, between units
 * that of linking.
 *
 * A unit that knows an element by its own name reaches it through the array by the foreach loops only: to the
 * compiler name[i] is another object.
 *
 * The *_CALLED forms are constant arrays that the linker drops with the code that reads them: each has a
 * section of its own name, which --gc-sections keeps while something refers to its bounds.
 *
 * Context: any. Cost: none at run time.
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
 * The explicit alignment keeps the compiler from padding between elements, as it may for large objects;
 * no_reorder keeps a unit's elements in the order of the source.
 */
#ifdef __clang__ /* keeps it without being asked */
#define SPOOR_SPREAD_IN_ORDER
#else
#define SPOOR_SPREAD_IN_ORDER no_reorder,
#endif
/* In C++ each element has a section of its own: g++ can't have those of inline functions and others in one.
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

/* Hides from the compiler which object the address belongs to: the array spans many. */
#define SPOOR_SPREAD_LAUNDER(ptr)                                                                            \
    __extension__({                                                                                          \
        __typeof__(&(ptr)[0]) spoor_spread_p = (ptr);                                                        \
        __asm__("" : "+r"(spoor_spread_p));                                                                  \
        spoor_spread_p;                                                                                      \
    })

/* The bounds are bare labels: to the compiler the array is of unknown size in the defining unit as well. */
#define SPOOR_SPREAD_BOUND(label, section_, flags, alignment)                                                \
    __asm__(".pushsection " section_ ",\"" flags "\",%progbits\n"                                            \
            ".balign " alignment "\n"                                                                        \
            ".global " #label "\n" #label ":\n"                                                              \
            ".popsection")

/**
 * Define the constant array `name` of elements of `type`, whose alignment is at most 8. Once, at file scope.
 */
#define SPOOR_ARRAY_SPREAD_DEF(type, name)                                                                   \
    SPOOR_SPREAD_BOUND(name, SPOOR_SPREAD_SECTION_RO(#name ".0"), "a", "8");                                 \
    SPOOR_SPREAD_BOUND(name##_spread_end, SPOOR_SPREAD_SECTION_RO(#name ".9"), "a", "1");                    \
    SPOOR_STATIC_ASSERT(__alignof__(__typeof__(type)) <= 8, "spread arrays are aligned to 8");               \
    SPOOR_ARRAY_SPREAD_DECLARE(type, name)

/**
 * The same with one more element, the terminator, after the last. SPOOR_ARRAY_SPREAD_SIZE() does not count
 * it.
 */
#define SPOOR_ARRAY_SPREAD_DEF_TERMINATED(type, name, ...)                                                   \
    SPOOR_ARRAY_SPREAD_DEF(type, name);                                                                      \
    static const __typeof__(type) name##_spread_terminator SPOOR_SPREAD_PLACE(                               \
        SPOOR_SPREAD_SECTION_RO(#name ".9t"), __typeof__(type)) = __VA_ARGS__

/** The same as SPOOR_ARRAY_SPREAD_DEF(), in RAM; elements are added with SPOOR_ARRAY_SPREAD_ADD_RW_NAMED().
 */
#define SPOOR_ARRAY_SPREAD_DEF_RW(type, name)                                                                \
    SPOOR_SPREAD_BOUND(name, SPOOR_SPREAD_SECTION_RW(#name ".0"), "aw", "8");                                \
    SPOOR_SPREAD_BOUND(name##_spread_end, SPOOR_SPREAD_SECTION_RW(#name ".9"), "aw", "1");                   \
    SPOOR_ARRAY_SPREAD_DECLARE_RW(type, name)

/** Make a constant array known that another unit defines. */
#define SPOOR_ARRAY_SPREAD_DECLARE(type, name)                                                               \
    extern const __typeof__(type) name[];                                                                    \
    extern const __typeof__(type) name##_spread_end[]

/** Make an array in RAM known that another unit defines. */
#define SPOOR_ARRAY_SPREAD_DECLARE_RW(type, name)                                                            \
    extern __typeof__(type) name[];                                                                          \
    extern __typeof__(type) name##_spread_end[]

/**
 * Add an element to `name`, whose declaration must be in sight. At file scope or inside any function,
 * inline ones included (each unit that compiles the function adds its own element).
 *
 * @param ...  the element's initialiser
 */
#define SPOOR_ARRAY_SPREAD_ADD(name, ...)                                                                    \
    SPOOR_ARRAY_SPREAD_ADD_NAMED(name, SPOOR_SPREAD_UNIQUE(name##_spread_), __VA_ARGS__)

/** The same, and the element can be referred to as `element` in this scope. */
#define SPOOR_ARRAY_SPREAD_ADD_NAMED(name, element, ...)                                                     \
    static const __typeof__((name)[0]) element SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RO(#name ".5"),       \
                                                                  __typeof__((name)[0])) = __VA_ARGS__

/** The same for an array in RAM. */
#define SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(name, element, ...)                                                  \
    static __typeof__((name)[0]) element SPOOR_SPREAD_PLACE(SPOOR_SPREAD_SECTION_RW(#name ".5"),             \
                                                            __typeof__((name)[0])) = __VA_ARGS__

/* ld has symbols for the bounds of a section whose name is an identifier of C, and knows that they need it.
 */
#define SPOOR_ARRAY_CALLED_DECLARE(type, name)                                                               \
    extern const __typeof__(type) name[] __asm__("__start_" #name);                                          \
    extern const __typeof__(type) name##_spread_end[] __asm__("__stop_" #name)

/** Add an element to an array that SPOOR_ARRAY_CALLED_DECLARE() declares. At file scope. */
#define SPOOR_ARRAY_CALLED_ADD(name, ...)                                                                    \
    static const __typeof__((name)[0]) SPOOR_SPREAD_UNIQUE(name##_spread_)                                   \
        __attribute__((used, SPOOR_SPREAD_IN_ORDER section(#name),                                           \
                       aligned(__alignof__(__typeof__((name)[0]))))) = __VA_ARGS__

/**
 * @return the number of elements, a terminator not counted
 */
#define SPOOR_ARRAY_SPREAD_SIZE(name)                                                                        \
    ((size_t)(SPOOR_SPREAD_LAUNDER(name##_spread_end) - SPOOR_SPREAD_LAUNDER(name)))

/** Loop with `ptr`, declared here, pointing at each element in turn. */
#define spoor_array_spread_foreach_ptr(ptr, name)                                                            \
    for (__typeof__(&(name)[0]) ptr = SPOOR_SPREAD_LAUNDER(name);                                            \
         ptr < SPOOR_SPREAD_LAUNDER(name##_spread_end); ptr++)

/** Loop with `item`, a variable of the element's type, set to each element in turn. */
#define spoor_array_spread_foreach(item, name)                                                               \
    SPOOR_SPREAD_EACH(item, name, SPOOR_SPREAD_UNIQUE(spoor_spread_at_))
#define SPOOR_SPREAD_EACH(item, name, at)                                                                    \
    for (__typeof__(&(name)[0]) at = SPOOR_SPREAD_LAUNDER(name);                                             \
         at < SPOOR_SPREAD_LAUNDER(name##_spread_end) && ((item) = *at, 1); at++)

#endif
