/* SPDX-License-Identifier: BSD-2-Clause */
/* Budgets of test/bench.h: enter and leave of a block are in C. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)                                                                                           \
    B("point_off", "cold", 5, 0)                                                                             \
    B("point_on", "cold", 14, 0)                                                                             \
    B("block_scoped_off", "cold", 4, 0)                                                                      \
    B("block_scoped_on", "cold", 50, 0)                                                                      \
    B("block_scoped_on", "net", 98, 0)                                                                       \
    B("block_pair_on", "cold", 85, 0)                                                                        \
    B("block_pair_nested", "cold", 171, 0)                                                                   \
    B("block_pair_disturbed", "cold", 189, 0)                                                                \
    B("event_u32_off", "cold", 6, 0)                                                                         \
    B("event_u32_on", "cold", 28, 0)                                                                         \
    B("event_switch", "on", 24, 0)                                                                           \
    B("irq_enter_exit", "on", 42, 0)                                                                         \
    B("function_pair", "off", 18, 0)                                                                         \
    B("function_pair", "on", 60, 0)                                                                          \
    B("function_pair", "excluded_ended", 60, 0)                                                              \
    B("context_switch", "yield", 200, 0)                                                                     \
    B("ipc_round", "short_path", 579, 0)                                                                     \
    B("sem_handover", "round", 483, 0)                                                                       \
    B("irq_to_thread", "round", 761, 0)

#endif
