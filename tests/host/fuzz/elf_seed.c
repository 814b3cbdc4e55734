/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program whose ELF files are the first inputs of elf_fuzz.c, in elfs/: with debug information of each
 * version, by gcc and clang, and compressed. For example:
 *
 *     arm-none-eabi-gcc -O2 -gdwarf-5 -mcpu=cortex-m3 -nostdlib -Wl,-z,max-page-size=4,-Ttext=0x100
 * elf_seed.c
 */
volatile int port;

static inline int twice(int value)
{
    return value * 2 + port;
}

__attribute__((cold, noinline)) void fail(int code)
{
    static int count;

    port = twice(code) + ++count;
}

int _start(int value)
{
    if (value == 7) {
        fail(value);
    }
    return twice(twice(value));
}
