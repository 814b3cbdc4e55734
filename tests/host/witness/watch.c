/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plugin for QEMU, for witness.check: logs in which order chosen instructions are executed, and how many
 * instructions were executed before. QEMU loads it with -plugin FILE,list=LIST,out=LOG. A line of LIST is
 *
 *     at ADDRESS      log each execution of this instruction
 *     next ADDRESS    log where the CPU continues after it: the first instruction of the next block
 *     access ADDRESS  log the addresses that this instruction accesses
 * *     clock ADDRESS   log each instruction that accesses this address
 *
 * and a line of LOG is KIND INSTRUCTIONS CPU PC VALUE, with the kinds a, n, m and c. Addresses are
 * hexadecimal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bare/qemu_api.h>

#define CPUS_MAX    64
#define WATCHED_MAX 4096

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_udata_cb_t cb,
                                            enum qemu_plugin_cb_flags flags, void *userdata);

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static struct {
    FILE *log;
    struct watched {
        char kind;
        uint64_t address;
    } watched[WATCHED_MAX];
    unsigned count;
    uint64_t clock; /* the address of kind c */
    bool clocks;
    uint64_t instructions;
    uint64_t left[CPUS_MAX]; /* the instruction of kind n after which the CPU has yet to continue */
    bool leaves[CPUS_MAX];
} run;

static void put(char kind, uint64_t before, unsigned cpu, uint64_t pc, uint64_t value)
{
    fprintf(run.log, "%c %" PRIu64 " %u %" PRIx64 " %" PRIx64 "\n", kind, before, cpu, pc, value);
}

/* ------------------------------------------------------------------ callbacks */

static uint64_t address_of(const void *userdata)
{
    return (uint64_t)(uintptr_t)userdata;
}

/* QEMU calls this before it counts the instruction. */
static void on_execution(unsigned cpu, void *userdata)
{
    put('a', run.instructions, cpu, address_of(userdata), 0);
}

static void on_leave(unsigned cpu, void *userdata)
{
    run.left[cpu] = address_of(userdata);
    run.leaves[cpu] = true;
}

static void on_block(unsigned cpu, void *userdata)
{
    if (run.leaves[cpu]) {
        run.leaves[cpu] = false;
        put('n', run.instructions, cpu, run.left[cpu], address_of(userdata));
    }
}

/* Accesses are reported after the instruction was counted. */
static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t vaddr, void *userdata)
{
    (void)info;
    put('m', run.instructions - 1, cpu, address_of(userdata), vaddr);
}

static void on_clock(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t vaddr, void *userdata)
{
    (void)info;
    if (vaddr == run.clock) {
        put('c', run.instructions - 1, cpu, address_of(userdata), vaddr);
    }
}

static void watch(struct qemu_plugin_insn *insn, uint64_t address)
{
    void *userdata = (void *)(uintptr_t)address;

    for (unsigned n = 0; n < run.count; n++) {
        if (run.watched[n].address != address) {
            continue;
        }
        switch (run.watched[n].kind) {
        case 'a':
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_execution, QEMU_PLUGIN_CB_NO_REGS, userdata);
            break;
        case 'n':
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_leave, QEMU_PLUGIN_CB_NO_REGS, userdata);
            break;
        default:
            qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                             userdata);
            break;
        }
    }
    if (run.clocks) {
        qemu_plugin_register_vcpu_mem_cb(insn, on_clock, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                         userdata);
    }
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    if (n == 0) {
        return;
    }
    qemu_plugin_register_vcpu_tb_exec_cb(
        tb, on_block, QEMU_PLUGIN_CB_NO_REGS,
        (void *)(uintptr_t)qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0)));
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

        watch(insn, qemu_plugin_insn_vaddr(insn));
        qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &run.instructions, 1);
    }
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void *userdata)
{
    (void)id;
    (void)userdata;
    fprintf(run.log, "end %" PRIu64 "\n", run.instructions);
    fclose(run.log);
}

/* ------------------------------------------------------------------ begin */

static bool read_list(const char *path)
{
    FILE *f = fopen(path, "r");
    char word[16];
    uint64_t address;

    if (f == NULL) {
        return false;
    }
    while (fscanf(f, "%15s %" SCNx64, word, &address) == 2) {
        if (strcmp(word, "clock") == 0) {
            run.clock = address;
            run.clocks = true;
        } else if (run.count < WATCHED_MAX) {
            run.watched[run.count++] =
                (struct watched){word[0] == 'a' && word[1] == 'c' ? 'm' : word[0], address};
        }
    }
    bool all = feof(f) && run.count < WATCHED_MAX;

    fclose(f);
    return all;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                                           char **argv)
{
    for (int n = 0; n < argc; n++) {
        if (strncmp(argv[n], "list=", 5) == 0) {
            if (!read_list(argv[n] + 5)) {
                fprintf(stderr, "watch: %s: can't be read\n", argv[n] + 5);
                return -1;
            }
        } else if (strncmp(argv[n], "out=", 4) == 0) {
            run.log = fopen(argv[n] + 4, "w");
        }
    }
    if (run.log == NULL || info->system.max_vcpus > CPUS_MAX) {
        fprintf(stderr, "watch: needs out=LOG, and a board with at most %d CPUs\n", CPUS_MAX);
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
    return 0;
}
