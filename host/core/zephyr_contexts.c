/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Zephyr's contexts, by the names of the structures' members in releases from 3.3 on:
 *
 *   Cortex-M         callee_saved has r4 to r11 and PSP; at PSP is what the hardware stacked. The low byte of
 *                    EXC_RETURN is in arch, if threads may use floating point.
 *   Cortex-M, later  switch_handle is the address of a struct z_frame, or z_frame_fpu, with all registers
 *   A32              callee_saved has r4 to r11 and SP; at SP is a struct __esf
 *   A32, later       callee_saved has r4 to r11, SP and LR, where the thread goes on
 *   RISC-V           callee_saved has s0 to s11, SP and RA, where the thread goes on. An interrupt returns to
 *                    z_riscv_thread_start; then an exception frame is at SP. A new thread is like that, too.
 */
#include <base/count.h>
#include <elf/attributes.h>
#include <elf/format.h>
#include "zephyr_contexts.h"

enum { ARM_SP = 13, ARM_LR = 14, ARM_PC = 15, ARM_STATUS = 16, RISCV_RA = 1, RISCV_SP = 2, RISCV_PC = 32 };
enum { WORDS_STACKED = 8, R12 = 4, LR, PC, STATUS }; /* of Cortex-M and of A32: r0 to r3 and these */
enum { CPSR_MODE = 0x1f, CPSR_USER = 0x10, MSTATUS_MPP = 3 << 11 };

static const char unknown[] = "the debug information lacks a part of their saved registers";
static const char other[] = "this release of Zephyr saves their registers in a way that isn't known";

/* A member of a structure, and its register. */
struct member {
    const char *name;
    uint8_t number;
};

static bool is_arm(const struct elf_file *elf)
{
    return elf->headers.machine == EM_ARM;
}

static bool is_m(const struct elf_file *elf)
{
    return is_arm(elf) && attributes_profile(&elf->headers) == 'M';
}

static bool find(struct elf_file *elf, const char *structure, const char *member, uint32_t *offset)
{
    uint64_t at = 0, bytes = 0;

    if (!elf_file_member(elf, structure, member, &at, &bytes) || at > UINT16_MAX) {
        return false;
    }
    *offset = (uint32_t)at;
    return true;
}

static bool find_bytes(struct elf_file *elf, const char *structure, const char *member, uint32_t *bytes)
{
    uint64_t at = 0, all = 0;

    if (!elf_file_member(elf, structure, member, &at, &all) || all > UINT16_MAX) {
        return false;
    }
    *bytes = (uint32_t)all;
    return true;
}

/* Find a member of a structure in struct k_thread. */
static bool find_in_thread(struct elf_file *elf, const char *member, const char *structure, const char *name,
                           uint32_t *offset)
{
    uint32_t around = 0, inside = 0;

    if (!find(elf, "k_thread", member, &around) || !find(elf, structure, name, &inside)) {
        return false;
    }
    *offset = around + inside;
    return true;
}

static bool find_saved(struct elf_file *elf, const char *name, uint32_t *offset)
{
    return find_in_thread(elf, "callee_saved", "_callee_saved", name, offset);
}

/* A Cortex-M that switches by switch_handle: its PSP isn't used. */
static bool has_frames(struct elf_file *elf)
{
    uint32_t offset = 0;

    return is_m(elf) && find(elf, "k_thread", "switch_handle", &offset);
}

static bool add_saved(struct elf_file *elf, struct core_context_layout *l, const char *name, unsigned number)
{
    uint32_t offset = 0;

    if (!find_saved(elf, name, &offset)) {
        return false;
    }
    core_context_add_in_thread(l, number, 1, offset);
    return true;
}

/* ------------------------------------------------------------------ Arm */

static const struct member arm_saved[] = {{"v1", 4}, {"v2", 5}, {"v3", 6},  {"v4", 7},
                                          {"v5", 8}, {"v6", 9}, {"v7", 10}, {"v8", 11}};

static void add_stacked(struct core_context_layout *l, uint32_t at, bool by_hardware)
{
    core_context_add(l, 0, 4, at, by_hardware);
    core_context_add(l, 12, 1, at + 4 * R12, by_hardware);
    core_context_add(l, ARM_LR, 1, at + 4 * LR, by_hardware);
    core_context_add(l, ARM_PC, 1, at + 4 * PC, by_hardware);
    core_context_add(l, ARM_STATUS, 1, at + 4 * STATUS, by_hardware);
    l->bytes = at + 4 * WORDS_STACKED;
}

/* The byte is in a structure without a name, in a union without a name. Old releases have none, so their
 * threads must not share the FPU. */
static bool stacked_by_hardware(struct elf_file *elf, struct core_context_layout *l)
{
    uint32_t around = 0, inside = 0, floats = 0;

    add_stacked(l, 0, true);
    l->stacked = true;
    if (find_in_thread(elf, "arch", "_thread_arch", NULL, &around) &&
        find(elf, NULL, "mode_exc_return", &inside)) {
        l->has_exc_return = l->exc_in_thread = true;
        l->exc_return = around + inside;
    }
    return l->has_exc_return || !find(elf, "_thread_arch", "preempt_float", &floats);
}

/* Later releases call the structure arch_esf. */
static bool find_stacked(struct elf_file *elf, uint32_t *at)
{
    return find(elf, "__esf", "basic", at) || find(elf, "arch_esf", "basic", at);
}

static bool stacked_by_software(struct elf_file *elf, struct core_context_layout *l)
{
    const struct symbol *leaf = symbols_find(elf, "z_arm_cortex_r_svc");
    uint32_t at = 0;

    l->leaf = leaf != NULL ? leaf->address & ~1u : 0;
    if (!find_stacked(elf, &at)) {
        return false;
    }
    add_stacked(l, at, false);
    if (find_in_thread(elf, "arch", "_thread_arch", "sp_usr", &l->user.sp)) {
        l->user.mask = CPSR_MODE;
        l->user.value = CPSR_USER;
        l->user.status = at + 4 * STATUS;
        l->user.in_thread = true;
    }
    return true;
}

/* A new thread begins by a return from an exception. */
static void saved_with_link(struct elf_file *elf, struct core_context_layout *l, uint32_t link)
{
    const struct symbol *start = symbols_find(elf, "z_arm_cortex_ar_exit_exc");
    uint32_t at = 0;

    core_context_add_in_thread(l, ARM_PC, 1, link);
    core_context_add_in_thread(l, ARM_LR, 1, link);
    if (start != NULL && find_stacked(elf, &at)) {
        l->trapped = l->count;
        l->trap_return = start->address & ~1u;
        add_stacked(l, at, false);
        l->trap_bytes = l->bytes;
        l->bytes = 0;
    }
}

static bool frames(struct elf_file *elf, struct core_context_layout *l)
{
    static const struct member members[] = {
        {"r0", 0},   {"r1", 1},      {"r2", 2},      {"r3", 3},           {"r4", 4},   {"r5", 5},
        {"r6", 6},   {"r7", 7},      {"r8", 8},      {"r9", 9},           {"r10", 10}, {"r11", 11},
        {"r12", 12}, {"lr", ARM_LR}, {"pc", ARM_PC}, {"apsr", ARM_STATUS}};
    uint32_t frame = 0, with_floats = 0, flag = 0, offset = 0;

    if (!find(elf, "z_frame", "u", &frame) || !find_bytes(elf, "z_frame", "u", &l->bytes)) {
        return false;
    }
    for (size_t n = 0; n < COUNT_OF(members); n++) {
        if (!find(elf, "switch_frame", members[n].name, &offset)) {
            return false;
        }
        core_context_add(l, members[n].number, 1, frame + offset, false);
    }
    if (find(elf, "z_frame", "have_fpu", &flag)) {
        if (flag != 0 || !find(elf, "z_frame_fpu", "u", &with_floats) || with_floats <= frame) {
            return false;
        }
        l->float_bytes = with_floats - frame;
    }
    return true;
}

static const char *arm(struct elf_file *elf, struct core_context_layout *l)
{
    uint32_t link = 0;

    l->sp = ARM_SP;
    if (has_frames(elf)) {
        return frames(elf, l) ? NULL : unknown;
    }
    for (size_t n = 0; n < COUNT_OF(arm_saved); n++) {
        if (!add_saved(elf, l, arm_saved[n].name, arm_saved[n].number)) {
            return unknown;
        }
    }
    if (is_m(elf)) {
        return stacked_by_hardware(elf, l) ? NULL : other;
    }
    if (find_saved(elf, "lr", &link)) {
        saved_with_link(elf, l, link);
        return NULL;
    }
    return stacked_by_software(elf, l) ? NULL : unknown;
}

/* ------------------------------------------------------------------ RISC-V */

static const struct member riscv_saved[] = {
    {"ra", RISCV_PC}, {"ra", RISCV_RA}, {"s0", 8},  {"s1", 9},  {"s2", 18}, {"s3", 19},  {"s4", 20},
    {"s5", 21},       {"s6", 22},       {"s7", 23}, {"s8", 24}, {"s9", 25}, {"s10", 26}, {"s11", 27}};
static const struct member riscv_stacked[] = {
    {"mepc", RISCV_PC}, {"ra", RISCV_RA}, {"s0", 8},  {"t0", 5},  {"t1", 6},  {"t2", 7},
    {"a0", 10},         {"a1", 11},       {"a2", 12}, {"a3", 13}, {"a4", 14}, {"a5", 15},
    {"a6", 16},         {"a7", 17},       {"t3", 28}, {"t4", 29}, {"t5", 30}, {"t6", 31}};
enum { SAVED_NEEDED = 4, STACKED_NEEDED = 12 }; /* RV32E lacks the others */

/* A soc's own exception frame isn't known. */
static void trapped(struct elf_file *elf, struct core_context_layout *l)
{
    const struct symbol *start = symbols_find(elf, "z_riscv_thread_start");
    uint32_t offset = 0;
    const char *name = find(elf, "__esf", "mepc", &offset) ? "__esf" : "arch_esf";
    unsigned first = l->count;

    if (start == NULL) {
        return;
    }
    for (size_t n = 0; n < COUNT_OF(riscv_stacked); n++) {
        if (find(elf, name, riscv_stacked[n].name, &offset)) {
            core_context_add(l, riscv_stacked[n].number, 1, offset, false);
        } else if (n < STACKED_NEEDED) {
            l->count = first;
            return;
        }
    }
    (void)find_bytes(elf, name, "mepc", &l->trap_bytes);
    l->trapped = first;
    l->trap_return = start->address;
    if (find(elf, name, "sp", &l->user.sp) && find(elf, name, "mstatus", &l->user.status)) {
        l->user.mask = MSTATUS_MPP;
    }
}

static const char *riscv(struct elf_file *elf, struct core_context_layout *l)
{
    l->sp = RISCV_SP;
    if (symbols_find(elf, "z_riscv_switch") == NULL) {
        return other;
    }
    for (size_t n = 0; n < COUNT_OF(riscv_saved); n++) {
        if (!add_saved(elf, l, riscv_saved[n].name, riscv_saved[n].number) && n < SAVED_NEEDED) {
            return unknown;
        }
    }
    trapped(elf, l);
    return NULL;
}

/* ------------------------------------------------------------------ both */

bool zephyr_sp(struct elf_file *elf, uint32_t *offset)
{
    return has_frames(elf) ? find(elf, "k_thread", "switch_handle", offset)
                           : find_saved(elf, is_arm(elf) ? "psp" : "sp", offset);
}

const char *zephyr_context(struct elf_file *elf, struct core_context_layout *l)
{
    static const char *const begins[] = {"z_thread_entry", "arch_user_mode_enter"};

    for (unsigned n = 0; n < COUNT_OF(begins); n++) {
        const struct symbol *s = symbols_find(elf, begins[n]);

        l->begins[n] = s != NULL ? s->address & ~1u : 0;
    }
    if (elf->headers.machine == EM_RISCV) {
        return riscv(elf, l);
    }
    return is_arm(elf) ? arm(elf, l) : "their registers can be read on Arm and RISC-V only";
}
