/* SPDX-License-Identifier: BSD-2-Clause */
/* Paths of this system. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <string.h>
#include <base/system.h>

/** @return the last component of a path */
static inline const char *path_name(const char *path)
{
    for (const char *at; (at = strpbrk(path, SYSTEM_SEPARATORS)) != NULL;) {
        path = at + 1;
    }
    return path;
}

/** @return whether a path that is in a program begins at a root, or at a drive of Windows */
static inline bool path_is_absolute(const char *path)
{
    bool has_drive = path[0] != 0 && path[1] == ':' && (path[2] == '/' || path[2] == '\\');

    return path[0] == '/' || path[0] == '\\' || has_drive;
}

#endif
