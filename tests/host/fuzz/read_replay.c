/* SPDX-License-Identifier: BSD-2-Clause */
/* Run the fuzzer's inputs without the fuzzer, to measure their coverage. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int main(int argc, char **argv)
{
    static uint8_t bytes[65536];

    if (LLVMFuzzerInitialize(&argc, &argv) != 0) {
        return 1;
    }
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        size_t n = f != NULL ? fread(bytes, 1, sizeof bytes, f) : 0;

        (void)LLVMFuzzerTestOneInput(bytes, n);
        if (f != NULL) {
            fclose(f);
        }
    }
    return 0;
}
