/* SPDX-License-Identifier: BSD-2-Clause */
/* The mutant of a program on this machine: $SPOOR_MUTANT. Those reached are marked in the file
 * $SPOOR_REACHED. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "select.h"

unsigned spoor_mutant;
static unsigned char unseen[SPOOR_MUTANTS];
unsigned char *spoor_mutant_reached = unseen;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("SPOOR_MUTANT"), *path = getenv("SPOOR_REACHED");
    int fd = path ? open(path, O_RDWR) : -1;

    spoor_mutant = number ? (unsigned)atoi(number) : 0;
    if (fd >= 0) {
        void *map = mmap(NULL, SPOOR_MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

        spoor_mutant_reached = map != MAP_FAILED ? map : unseen;
    }
}
