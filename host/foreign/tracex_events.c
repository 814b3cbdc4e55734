/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ThreadX's events and their words of information, from tx_trace.h. Fields of a role come first. Words that a
 * role would take for something else are left out.
 */
#include <base/count.h>
#include "tracex_priv.h"

#define ALLOC(object) "memory:ptr,bytes," object ":ptr,wait:i32"
#define STATE         "state:" TRACEX_STATE_NAMES
#define ROLE(name)    SPOOR_WIRE_ROLE_##name

static const struct tracex_event events[] = {
    {3, ROLE(IRQ_ENTER), "isr_enter", "line:irq,stack:ptr,system_state,preempt_disable", "2134"},
    {4, ROLE(IRQ_EXIT), "isr_exit", "line:irq,stack:ptr,system_state,preempt_disable", "2134"},
    {TRACEX_TIME_SLICE, 0, "time_slice", "next:thread,system_state,preempt_disable,stack:ptr", "1234"},
    {6, 0, "running", "", ""},
    {TRACEX_BLOCK_ALLOCATE, 0, "block_allocate", "pool:ptr,memory:ptr,wait:i32,available", "1234"},
    {11, 0, "block_pool_create", "pool:ptr,start:ptr,blocks,block_size", "1234"},
    {12, 0, "block_pool_delete", "pool:ptr,stack:ptr", "12"},
    {13, 0, "block_pool_info_get", "pool:ptr", "1"},
    {14, 0, "block_pool_performance_info_get", "pool:ptr", "1"},
    {15, 0, "block_pool_performance_system_info_get", "", ""},
    {16, 0, "block_pool_prioritize", "pool:ptr,suspended,stack:ptr", "123"},
    {17, ROLE(FREE), "block_release", "memory:ptr", "2"},
    {TRACEX_BYTE_ALLOCATE, ROLE(ALLOC), "byte_allocate", ALLOC("pool"), "2314"},
    {21, 0, "byte_pool_create", "pool:ptr,start:ptr,size,stack:ptr", "1234"},
    {22, 0, "byte_pool_delete", "pool:ptr,stack:ptr", "12"},
    {23, 0, "byte_pool_info_get", "pool:ptr", "1"},
    {24, 0, "byte_pool_performance_info_get", "pool:ptr", "1"},
    {25, 0, "byte_pool_performance_system_info_get", "", ""},
    {26, 0, "byte_pool_prioritize", "pool:ptr,suspended,stack:ptr", "123"},
    {27, ROLE(FREE), "byte_release", "memory:ptr", "2"},
    {30, 0, "event_flags_create", "group:ptr,stack:ptr", "12"},
    {31, 0, "event_flags_delete", "group:ptr,stack:ptr", "12"},
    {TRACEX_FLAGS_GET, 0, "event_flags_get", "group:ptr,requested:x32,current:x32,option", "1234"},
    {33, 0, "event_flags_info_get", "group:ptr", "1"},
    {34, 0, "event_flags_performance_info_get", "group:ptr", "1"},
    {35, 0, "event_flags_performance_system_info_get", "", ""},
    {36, 0, "event_flags_set", "group:ptr,flags:x32,option,suspended", "1234"},
    {37, 0, "event_flags_set_notify", "group:ptr", "1"},
    {40, 0, "interrupt_control", "posture:x32,stack:ptr", "12"},
    {50, 0, "mutex_create", "mutex:ptr,inherit,stack:ptr", "123"},
    {51, 0, "mutex_delete", "mutex:ptr,stack:ptr", "12"},
    {TRACEX_MUTEX_GET, 0, "mutex_get", "mutex:ptr,wait:i32,owner:thread,count", "1234"},
    {53, 0, "mutex_info_get", "mutex:ptr", "1"},
    {54, 0, "mutex_performance_info_get", "mutex:ptr", "1"},
    {55, 0, "mutex_performance_system_info_get", "", ""},
    {56, 0, "mutex_prioritize", "mutex:ptr,suspended,stack:ptr", "123"},
    {57, 0, "mutex_put", "mutex:ptr,owner:thread,count,stack:ptr", "1234"},
    {60, 0, "queue_create", "queue:ptr,message_size,start:ptr,size", "1234"},
    {61, 0, "queue_delete", "queue:ptr,stack:ptr", "12"},
    {62, 0, "queue_flush", "queue:ptr,stack:ptr", "12"},
    {TRACEX_QUEUE_FRONT_SEND, 0, "queue_front_send", "queue:ptr,source:ptr,wait:i32,enqueued", "1234"},
    {64, 0, "queue_info_get", "queue:ptr", "1"},
    {65, 0, "queue_performance_info_get", "queue:ptr", "1"},
    {66, 0, "queue_performance_system_info_get", "", ""},
    {67, 0, "queue_prioritize", "queue:ptr,suspended,stack:ptr", "123"},
    {TRACEX_QUEUE_RECEIVE, 0, "queue_receive", "queue:ptr,destination:ptr,wait:i32,enqueued", "1234"},
    {TRACEX_QUEUE_SEND, 0, "queue_send", "queue:ptr,source:ptr,wait:i32,enqueued", "1234"},
    {70, 0, "queue_send_notify", "queue:ptr", "1"},
    {80, 0, "semaphore_ceiling_put", "semaphore:ptr,count,suspended,ceiling", "1234"},
    {81, 0, "semaphore_create", "semaphore:ptr,count,stack:ptr", "123"},
    {82, 0, "semaphore_delete", "semaphore:ptr,stack:ptr", "12"},
    {TRACEX_SEMAPHORE_GET, 0, "semaphore_get", "semaphore:ptr,wait:i32,count,stack:ptr", "1234"},
    {84, 0, "semaphore_info_get", "semaphore:ptr", "1"},
    {85, 0, "semaphore_performance_info_get", "semaphore:ptr", "1"},
    {86, 0, "semaphore_performance_system_info_get", "", ""},
    {87, 0, "semaphore_prioritize", "semaphore:ptr,suspended,stack:ptr", "123"},
    {88, 0, "semaphore_put", "semaphore:ptr,count,suspended,stack:ptr", "1234"},
    {89, 0, "semaphore_put_notify", "semaphore:ptr", "1"},
    {100, ROLE(THREAD_NEW), "thread_create", "thread:thread,priority", "12"},
    {101, 0, "thread_delete", "thread:thread,stack:ptr", "12"},
    {102, 0, "thread_entry_exit_notify", "thread:thread," STATE ",stack:ptr", "123"},
    {103, 0, "thread_identify", "", ""},
    {104, 0, "thread_info_get", "thread:thread," STATE, "12"},
    {105, 0, "thread_performance_info_get", "thread:thread," STATE, "12"},
    {106, 0, "thread_performance_system_info_get", "", ""},
    {107, 0, "thread_preemption_change", "thread:thread,threshold,before," STATE, "1234"},
    {TRACEX_PRIORITY_CHANGE, ROLE(PRIORITY), "thread_priority_change", "thread:thread,priority,before," STATE,
     "1234"},
    {TRACEX_RELINQUISH, 0, "thread_relinquish", "stack:ptr,next:thread", "12"},
    {110, 0, "thread_reset", "thread:thread," STATE, "12"},
    {111, 0, "thread_resume_api", "thread:thread," STATE ",stack:ptr", "123"},
    {112, 0, "thread_sleep", "ticks," STATE ",stack:ptr", "123"},
    {113, 0, "thread_stack_error_notify", "", ""},
    {114, 0, "thread_suspend_api", "thread:thread," STATE ",stack:ptr", "123"},
    {115, 0, "thread_terminate", "thread:thread," STATE ",stack:ptr", "123"},
    {116, 0, "thread_time_slice_change", "thread:thread,slice,before", "123"},
    {117, 0, "thread_wait_abort", "thread:thread," STATE ",stack:ptr", "123"},
    {120, 0, "time_get", "ticks,stack:ptr", "12"},
    {121, 0, "time_set", "ticks", "1"},
    {122, 0, "timer_activate", "timer:ptr", "1"},
    {123, 0, "timer_change", "timer:ptr,initial,period", "123"},
    {124, 0, "timer_create", "timer:ptr,initial,period,enable", "1234"},
    {125, 0, "timer_deactivate", "timer:ptr,stack:ptr", "12"},
    {126, 0, "timer_delete", "timer:ptr", "1"},
    {127, 0, "timer_info_get", "timer:ptr,stack:ptr", "12"},
    {128, 0, "timer_performance_info_get", "timer:ptr", "1"},
    {129, 0, "timer_performance_system_info_get", "", ""},
};

const struct tracex_event *tracex_event(uint32_t id)
{
    for (size_t n = 0; n < COUNT_OF(events); n++) {
        if (events[n].id == id) {
            return &events[n];
        }
    }
    return NULL;
}

void tracex_name(char *name, size_t room, uint32_t id)
{
    const char *owner = id < 200    ? "threadx"
                        : id < 300  ? "filex"
                        : id < 600  ? "netx"
                        : id < 1000 ? "usbx"
                        : id < 4096 ? "event"
                                    : "user";

    snprintf(name, room, "%s_%u", owner, (unsigned)id);
}
