/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists that the linker collects: an object's declaration also registers it. */
#ifndef BASE_REGISTRY_H
#define BASE_REGISTRY_H

/**
 * Add a pointer to an object to a list. `__start_LIST` and `__stop_LIST` are its bounds; its order is that of
 * the files. It isn't static, since WebAssembly's linker drops unreferenced objects without a global name.
 *
 * @param type  of the objects: struct TYPE
 * @param name  unique in the list
 */
#define REGISTRY_ADD(list, type, name, object)                                                               \
    const struct type *const list##_##name __attribute__((REGISTRY_KEPT, section(#list))) = &(object)

/* With --gc-sections some linkers drop sections to which only their bounds refer. */
#if defined(__ELF__) && __has_attribute(retain)
#define REGISTRY_KEPT used, retain
#else
#define REGISTRY_KEPT used
#endif

#endif
