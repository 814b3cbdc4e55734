/* SPDX-License-Identifier: BSD-2-Clause */
/* Mapping of files. */
#include <base/file.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint8_t nothing[1];

uint8_t *file_map(const char *path, size_t *size, const struct spoor_report *report)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    uint8_t *bytes = NULL;

    if (fd < 0 || fstat(fd, &st) != 0) {
        message_say(report, path, "%s", strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        message_say(report, path, "not a regular file");
    } else if (st.st_size == 0) {
        bytes = (uint8_t *)(uintptr_t)nothing;
        *size = 0;
    } else {
        *size = (size_t)st.st_size;
        bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED) {
            message_say(report, path, "%s", strerror(errno));
            bytes = NULL;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return bytes;
}

void file_unmap(const uint8_t *bytes, size_t size)
{
    if (bytes != NULL && bytes != nothing) {
        munmap((void *)(uintptr_t)bytes, size);
    }
}
