/* SPDX-License-Identifier: BSD-2-Clause */
/* Budgets of test/bench.h, where one load reads the counter; of further cores by budget_more.h. */
#ifndef ARCH_BUDGETS_H
#define ARCH_BUDGETS_H

#define BUDGETS(B)                                                                                           \
    B("point_off", "cold", 3, 0)                                                                             \
    B("point_on", "cold", 9, 0)                                                                              \
    B("block_scoped_off", "cold", 6, 0)                                                                      \
    B("block_scoped_on", "cold", 46, 0)                                                                      \
    B("block_scoped_on", "net", 70, 0)                                                                       \
    B("block_pair_on", "cold", 60, 0)                                                                        \
    B("block_pair_nested", "cold", 140, 0)                                                                   \
    B("block_pair_disturbed", "cold", 90, 0)                                                                 \
    B("event_u32_off", "cold", 3, 0)                                                                         \
    B("event_u32_on", "cold", 24, 0)                                                                         \
    B("event_switch", "on", 30, 0)                                                                           \
    B("irq_enter_exit", "on", 48, 0)                                                                         \
    B("event_stack", "depth_1", 200, 0)                                                                      \
    B("event_stack", "depth_4", 720, 0)                                                                      \
    B("function_pair", "off", 20, 0)                                                                         \
    B("function_pair", "on", 56, 0)                                                                          \
    B("function_pair", "excluded_ended", 56, 0)                                                              \
    B("sample", "counted", 660, 0)                                                                           \
    B("sample", "depth_0", 730, 0)                                                                           \
    B("sample", "depth_4", 2300, 0)                                                                          \
    B("context_switch", "yield", 144, 1)                                                                     \
    B("ipc_round", "short_path", 450, 2)                                                                     \
    B("sem_handover", "round", 380, 2)                                                                       \
    B("irq_to_thread", "round", 500, 2)                                                                      \
    B("ipc_round_more", "both", 216, 0)                                                                      \
    B("ipc_round_more", "both_streamed", 920, 0)                                                             \
    B("ipc_round_more", "both_streamed_raw", 340, 0)

#endif
