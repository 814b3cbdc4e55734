/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that can end a run of their block, and some that can't. Encodings are those of the assembler.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <bare/trap.h>

struct instruction {
    enum ending_isa isa;
    unsigned size;
    uint32_t word; /* Thumb: the first halfword is the low one */
    const char *text;
};

static const struct instruction trapping[] = {
    {ENDING_THUMB, 2, 0x6808, "ldr r0, [r1]"},
    {ENDING_THUMB, 2, 0x4801, "ldr r0, [pc, #4]"},
    {ENDING_THUMB, 2, 0xb510, "push {r4, lr}"},
    {ENDING_THUMB, 2, 0xb082, "sub sp, #8"},
    {ENDING_THUMB, 2, 0x4685, "mov sp, r0"},
    {ENDING_THUMB, 2, 0x4485, "add sp, r0"},
    {ENDING_THUMB, 2, 0xbe00, "bkpt 0"},
    {ENDING_THUMB, 2, 0xdf00, "svc 0"},
    {ENDING_THUMB, 2, 0xb672, "cpsid i"},
    {ENDING_THUMB, 2, 0xbf30, "wfi"},
    {ENDING_THUMB, 2, 0xba80, "hlt 0"},
    {ENDING_THUMB, 4, 0x7d80f5ad, "sub.w sp, sp, #256"},
    {ENDING_THUMB, 4, 0x0d00ebad, "sub.w sp, sp, r0"},
    {ENDING_THUMB, 4, 0xf0f1fb90, "sdiv r0, r0, r1"},
    {ENDING_THUMB, 4, 0xf0f1fbb0, "udiv r0, r0, r1"},
    {ENDING_THUMB, 4, 0x0000f8d1, "ldr.w r0, [r1]"},
    {ENDING_THUMB, 4, 0x0102e9d3, "ldrd r0, r1, [r3, #8]"},
    {ENDING_THUMB, 4, 0x0a20ee30, "vadd.f32 s0, s0, s1"},
    {ENDING_THUMB, 4, 0x8810f380, "msr primask, r0"},
    {ENDING_ARM, 4, 0xe5910000, "ldr r0, [r1]"},
    {ENDING_ARM, 4, 0xe1d100b0, "ldrh r0, [r1]"},
    {ENDING_ARM, 4, 0xe8bd0010, "ldm sp!, {r4}"},
    {ENDING_ARM, 4, 0xe10f0000, "mrs r0, cpsr"},
    {ENDING_ARM, 4, 0xe121f000, "msr cpsr_c, r0"},
    {ENDING_ARM, 4, 0xe321f0d3, "msr cpsr_c, #0xd3"},
    {ENDING_ARM, 4, 0xe1200070, "bkpt 0"},
    {ENDING_ARM, 4, 0xee100f10, "mrc 15, 0, r0, cr0, cr0, {0}"},
    {ENDING_ARM, 4, 0xf5d1f000, "pld [r1]"},
    {ENDING_A64, 4, 0xf9400020, "ldr x0, [x1]"},
    {ENDING_A64, 4, 0xa9bf7bfd, "stp x29, x30, [sp, #-16]!"},
    {ENDING_A64, 4, 0xd5384100, "mrs x0, sp_el0"},
    {ENDING_A64, 4, 0xd4000001, "svc #0"},
    {ENDING_A64, 4, 0x1e622820, "fadd d0, d1, d2"},
    {ENDING_A64, 4, 0xdac10020, "pacia x0, x1"},
    {ENDING_A64, 4, 0x9ac23020, "pacga x0, x1, x2"},
    {ENDING_A64, 4, 0x91810420, "addg x0, x1, #16, #1"},
    {ENDING_RV64, 4, 0x0005b503, "ld a0, 0(a1)"},
    {ENDING_RV32, 4, 0x00a5a023, "sw a0, 0(a1)"},
    {ENDING_RV32, 4, 0x30002573, "csrr a0, mstatus"},
    {ENDING_RV32, 4, 0x02b57553, "fadd.d fa0, fa0, fa1"},
    {ENDING_RV32, 4, 0x00b5252f, "amoadd.w a0, a1, (a0)"},
    {ENDING_RV32, 2, 0x4188, "c.lw a0, 0(a1)"},
    {ENDING_RV32, 2, 0xc02a, "c.swsp a0, 0(sp)"},
    {ENDING_RV32, 2, 0x4502, "c.lwsp a0, 0(sp)"},
};

static const struct instruction computing[] = {
    {ENDING_THUMB, 2, 0x2001, "movs r0, #1"},
    {ENDING_THUMB, 2, 0x4348, "muls r0, r1"},
    {ENDING_THUMB, 2, 0x4608, "mov r0, r1"},
    {ENDING_THUMB, 2, 0x4585, "cmp sp, r0"},
    {ENDING_THUMB, 2, 0xa801, "add r0, sp, #4"},
    {ENDING_THUMB, 2, 0xb2c8, "uxtb r0, r1"},
    {ENDING_THUMB, 2, 0xba08, "rev r0, r1"},
    {ENDING_THUMB, 2, 0xbf08, "it eq"},
    {ENDING_THUMB, 4, 0x1000f44f, "mov.w r0, #0x200000"},
    {ENDING_THUMB, 4, 0x0002ea01, "and.w r0, r1, r2"},
    {ENDING_THUMB, 4, 0xf081fa11, "lsls.w r0, r1, r1"},
    {ENDING_THUMB, 4, 0xf001fb02, "mul r0, r2, r1"},
    {ENDING_ARM, 4, 0xe2800001, "add r0, r0, #1"},
    {ENDING_ARM, 4, 0x10800181, "addne r0, r0, r1, lsl #3"},
    {ENDING_ARM, 4, 0xe1500001, "cmp r0, r1"},
    {ENDING_ARM, 4, 0xe3010234, "movw r0, #0x1234"},
    {ENDING_A64, 4, 0x91000420, "add x0, x1, #1"},
    {ENDING_A64, 4, 0xaa0103e0, "mov x0, x1"},
    {ENDING_A64, 4, 0xd2800020, "mov x0, #1"},
    {ENDING_A64, 4, 0x9ac20820, "udiv x0, x1, x2"},
    {ENDING_A64, 4, 0x9ac22020, "lsl x0, x1, x2"},
    {ENDING_A64, 4, 0xdac01020, "clz x0, x1"},
    {ENDING_RV32, 4, 0x00150513, "addi a0, a0, 1"},
    {ENDING_RV32, 4, 0x02b54533, "div a0, a0, a1"},
    {ENDING_RV64, 4, 0x00b5053b, "addw a0, a0, a1"},
    {ENDING_RV32, 2, 0x0505, "c.addi a0, 1"},
    {ENDING_RV32, 2, 0x852e, "c.mv a0, a1"},
    {ENDING_RV32, 2, 0x0808, "c.addi4spn a0, sp, 16"},
};

static void check(const struct instruction *list, size_t count, bool wanted)
{
    for (size_t n = 0; n < count; n++) {
        const struct instruction *i = &list[n];
        uint8_t bytes[4] = {(uint8_t)i->word, (uint8_t)(i->word >> 8), (uint8_t)(i->word >> 16),
                            (uint8_t)(i->word >> 24)};

        if (trap_possible(i->isa, bytes, i->size) != wanted) {
            fail_msg("%s: expected %d", i->text, wanted);
        }
    }
}

static void what_may_cause_an_exception_is_known(void **state)
{
    (void)state;
    check(trapping, sizeof trapping / sizeof *trapping, true);
}

static void what_only_computes_is_known(void **state)
{
    (void)state;
    check(computing, sizeof computing / sizeof *computing, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_cause_an_exception_is_known),
        cmocka_unit_test(what_only_computes_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
