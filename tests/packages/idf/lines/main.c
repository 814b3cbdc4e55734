/* SPDX-License-Identifier: BSD-2-Clause */
/* Nest interrupts beyond the levels that have a place of their own, end them, and print the line at each
 * level. */
#include <stdio.h>
#include "spoor_port.h"

static unsigned level;

unsigned spoor_isr_level(void)
{
    return level;
}

void spoor_isr_enter(void)
{
    level++;
}

int main(void)
{
    printf("%u", spoor_idf_line());
    for (unsigned line = 11; line <= 15; line++) {
        spoor_idf_isr_enter(line);
        printf(" %u", spoor_idf_line());
    }
    while (level != 0) {
        level--;
        printf(" %u", spoor_idf_line());
    }
    printf("\n");
    return 0;
}
