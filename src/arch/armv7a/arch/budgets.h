/* SPDX-License-Identifier: BSD-2-Clause */
/* Budgets of test/bench.h, with several CPUs and their locks. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)                                                                                           \
    B("point_off", "cold", 3, 0)                                                                             \
    B("point_on", "cold", 10, 0)                                                                             \
    B("block_scoped_off", "cold", 4, 0)                                                                      \
    B("block_scoped_on", "cold", 59, 0)                                                                      \
    B("block_scoped_on", "net", 76, 0)                                                                       \
    B("block_pair_on", "cold", 72, 0)                                                                        \
    B("block_pair_nested", "cold", 165, 0)                                                                   \
    B("block_pair_disturbed", "cold", 90, 0)                                                                 \
    B("event_u32_off", "cold", 4, 0)                                                                         \
    B("event_u32_on", "cold", 35, 0)                                                                         \
    B("event_switch", "on", 33, 0)                                                                           \
    B("irq_enter_exit", "on", 59, 0)                                                                         \
    B("event_stack", "depth_1", 206, 0)                                                                      \
    B("event_stack", "depth_4", 839, 0)                                                                      \
    B("function_pair", "off", 21, 0)                                                                         \
    B("function_pair", "on", 81, 0)                                                                          \
    B("function_pair", "excluded_ended", 81, 0)                                                              \
    B("sample", "counted", 809, 0)                                                                           \
    B("sample", "depth_0", 892, 0)                                                                           \
    B("sample", "depth_4", 4025, 0)                                                                          \
    B("context_switch", "yield", 289, 0)                                                                     \
    B("ipc_round", "short_path", 775, 0)                                                                     \
    B("sem_handover", "round", 800, 0)                                                                       \
    B("irq_to_thread", "round", 974, 0)

#endif
