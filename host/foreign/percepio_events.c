/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of the events of Percepio's recorder, from its trcKernelPort.h for FreeRTOS. */
#include "percepio_priv.h"

#define COMMON 0x40 /* below, all kernels have the same numbers */

static const char *const names[PERCEPIO_EVENTS] = {
    [0x00] = "null_event",
    [0x01] = "trace_start",
    [0x02] = "ts_config",
    [0x03] = "obj_name",
    [0x04] = "task_priority",
    [0x05] = "task_priority_inherit",
    [0x06] = "task_priority_disinherit",
    [0x07] = "define_isr",
    [0x10] = "task_create",
    [0x11] = "queue_create",
    [0x12] = "semaphore_binary_create",
    [0x13] = "mutex_create",
    [0x14] = "timer_create",
    [0x15] = "event_group_create",
    [0x16] = "semaphore_counting_create",
    [0x17] = "mutex_recursive_create",
    [0x18] = "stream_buffer_create",
    [0x19] = "message_buffer_create",
    [0x20] = "task_delete",
    [0x21] = "queue_delete",
    [0x22] = "semaphore_delete",
    [0x23] = "mutex_delete",
    [0x24] = "timer_delete",
    [0x25] = "event_group_delete",
    [0x28] = "stream_buffer_delete",
    [0x29] = "message_buffer_delete",
    [0x30] = "task_ready",
    [0x31] = "new_time",
    [0x32] = "new_time_scheduler_suspended",
    [0x33] = "isr_begin",
    [0x34] = "isr_resume",
    [0x35] = "ts_begin",
    [0x36] = "ts_resume",
    [0x37] = "task_activate",
    [0x38] = "malloc",
    [0x39] = "free",
    [0x3A] = "low_power_begin",
    [0x3B] = "low_power_end",
    [0x3C] = "ife_next",
    [0x3D] = "ife_direct",
    [0x40] = "task_create_failed",
    [0x41] = "queue_create_failed",
    [0x42] = "semaphore_binary_create_failed",
    [0x43] = "mutex_create_failed",
    [0x44] = "timer_create_failed",
    [0x45] = "event_group_create_failed",
    [0x46] = "semaphore_counting_create_failed",
    [0x47] = "mutex_recursive_create_failed",
    [0x48] = "timer_delete_failed",
    [0x49] = "stream_buffer_create_failed",
    [0x4A] = "message_buffer_create_failed",
    [0x50] = "queue_send",
    [0x51] = "semaphore_give",
    [0x52] = "mutex_give",
    [0x53] = "queue_send_failed",
    [0x54] = "semaphore_give_failed",
    [0x55] = "mutex_give_failed",
    [0x56] = "queue_send_block",
    [0x57] = "semaphore_give_block",
    [0x58] = "mutex_give_block",
    [0x59] = "queue_send_from_isr",
    [0x5A] = "semaphore_give_from_isr",
    [0x5C] = "queue_send_from_isr_failed",
    [0x5D] = "semaphore_give_from_isr_failed",
    [0x60] = "queue_receive",
    [0x61] = "semaphore_take",
    [0x62] = "mutex_take",
    [0x63] = "queue_receive_failed",
    [0x64] = "semaphore_take_failed",
    [0x65] = "mutex_take_failed",
    [0x66] = "queue_receive_block",
    [0x67] = "semaphore_take_block",
    [0x68] = "mutex_take_block",
    [0x69] = "queue_receive_from_isr",
    [0x6A] = "semaphore_take_from_isr",
    [0x6C] = "queue_receive_from_isr_failed",
    [0x6D] = "semaphore_take_from_isr_failed",
    [0x70] = "queue_peek",
    [0x71] = "semaphore_peek",
    [0x72] = "mutex_peek",
    [0x73] = "queue_peek_failed",
    [0x74] = "semaphore_peek_failed",
    [0x75] = "mutex_peek_failed",
    [0x76] = "queue_peek_block",
    [0x77] = "semaphore_peek_block",
    [0x78] = "mutex_peek_block",
    [0x79] = "task_delay_until",
    [0x7A] = "task_delay",
    [0x7B] = "task_suspend",
    [0x7C] = "task_resume",
    [0x7D] = "task_resume_from_isr",
    [0x80] = "timer_pend_call",
    [0x81] = "timer_pend_call_from_isr",
    [0x82] = "timer_pend_call_failed",
    [0x83] = "timer_pend_call_from_isr_failed",
    [0xA0] = "timer_start",
    [0xA1] = "timer_reset",
    [0xA2] = "timer_stop",
    [0xA3] = "timer_change_period",
    [0xA4] = "timer_start_from_isr",
    [0xA5] = "timer_reset_from_isr",
    [0xA6] = "timer_stop_from_isr",
    [0xA7] = "timer_change_period_from_isr",
    [0xA8] = "timer_start_failed",
    [0xA9] = "timer_reset_failed",
    [0xAA] = "timer_stop_failed",
    [0xAB] = "timer_change_period_failed",
    [0xAC] = "timer_start_from_isr_failed",
    [0xAD] = "timer_reset_from_isr_failed",
    [0xAE] = "timer_stop_from_isr_failed",
    [0xAF] = "timer_change_period_from_isr_failed",
    [0xB0] = "event_group_sync",
    [0xB1] = "event_group_wait_bits",
    [0xB2] = "event_group_clear_bits",
    [0xB3] = "event_group_clear_bits_from_isr",
    [0xB4] = "event_group_set_bits",
    [0xB5] = "event_group_set_bits_from_isr",
    [0xB6] = "event_group_sync_block",
    [0xB7] = "event_group_wait_bits_block",
    [0xB8] = "event_group_sync_failed",
    [0xB9] = "event_group_wait_bits_failed",
    [0xC0] = "queue_send_front",
    [0xC1] = "queue_send_front_failed",
    [0xC2] = "queue_send_front_block",
    [0xC3] = "queue_send_front_from_isr",
    [0xC4] = "queue_send_front_from_isr_failed",
    [0xC5] = "mutex_give_recursive",
    [0xC6] = "mutex_give_recursive_failed",
    [0xC7] = "mutex_take_recursive",
    [0xC8] = "mutex_take_recursive_failed",
    [0xC9] = "task_notify",
    [0xCA] = "task_notify_wait",
    [0xCB] = "task_notify_wait_block",
    [0xCC] = "task_notify_wait_failed",
    [0xCD] = "task_notify_from_isr",
    [0xD2] = "timer_expired",
    [0xD3] = "stream_buffer_send",
    [0xD4] = "stream_buffer_send_block",
    [0xD5] = "stream_buffer_send_failed",
    [0xD6] = "stream_buffer_receive",
    [0xD7] = "stream_buffer_receive_block",
    [0xD8] = "stream_buffer_receive_failed",
    [0xD9] = "stream_buffer_send_from_isr",
    [0xDA] = "stream_buffer_send_from_isr_failed",
    [0xDB] = "stream_buffer_receive_from_isr",
    [0xDC] = "stream_buffer_receive_from_isr_failed",
    [0xDD] = "stream_buffer_reset",
    [0xDE] = "message_buffer_send",
    [0xDF] = "message_buffer_send_block",
    [0xE0] = "message_buffer_send_failed",
    [0xE1] = "message_buffer_receive",
    [0xE2] = "message_buffer_receive_block",
    [0xE3] = "message_buffer_receive_failed",
    [0xE4] = "message_buffer_send_from_isr",
    [0xE5] = "message_buffer_send_from_isr_failed",
    [0xE6] = "message_buffer_receive_from_isr",
    [0xE7] = "message_buffer_receive_from_isr_failed",
    [0xE8] = "message_buffer_reset",
    [0xE9] = "malloc_failed",
    [0xEA] = "free_failed",
    [0xEB] = "unused_stack",
    [0xEC] = "state_machine_state_create",
    [0xED] = "state_machine_create",
    [0xEE] = "state_machine_state_change",
    [0xEF] = "interval_channel_create",
    [0xF0] = "interval_start",
    [0xF1] = "extension_create",
    [0xF2] = "heap_create",
    [0xF3] = "counter_create",
    [0xF4] = "counter_change",
    [0xF5] = "counter_limit_exceeded",
    [0xF6] = "mutex_take_recursive_block",
    [0xF7] = "interval_stop",
    [0xF8] = "interval_channel_set_create",
    [0xF9] = "runnable_register",
    [0xFA] = "runnable_start",
    [0xFB] = "runnable_stop",
    [0xFC] = "dependency_register",
};

const char *percepio_name(unsigned id, bool is_freertos)
{
    return id < PERCEPIO_EVENTS && (is_freertos || id < COMMON) ? names[id] : NULL;
}

enum percepio_wait percepio_wait(unsigned id)
{
    switch (id) {
    case 0x56:
    case 0x66:
    case 0x76:
    case 0xC2:
        return PERCEPIO_QUEUE;
    case 0x57:
    case 0x67:
    case 0x77:
        return PERCEPIO_SEMAPHORE;
    case 0x58:
    case 0x68:
    case 0x78:
    case 0xF6:
        return PERCEPIO_MUTEX;
    case 0xB6:
    case 0xB7:
        return PERCEPIO_EVENT_GROUP;
    case 0xCB:
        return PERCEPIO_NOTIFICATION;
    case 0xD4:
    case 0xD7:
        return PERCEPIO_STREAM_BUFFER;
    case 0xDF:
    case 0xE2:
        return PERCEPIO_MESSAGE_BUFFER;
    default:
        return PERCEPIO_NO_WAIT;
    }
}
