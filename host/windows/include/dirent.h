/* SPDX-License-Identifier: BSD-2-Clause */
/* Folders, with names in UTF-8: ../files.c. */
#ifndef WINDOWS_DIRENT_H
#define WINDOWS_DIRENT_H

typedef struct DIR DIR;

struct dirent {
    char d_name[1024];
};

DIR *opendir(const char *path);
struct dirent *readdir(DIR *d);
int closedir(DIR *d);

#endif
