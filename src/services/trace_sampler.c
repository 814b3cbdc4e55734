/* SPDX-License-Identifier: BSD-2-Clause */
/* The sampler: one timer per CPU, started by a thread on that CPU. */
#if CONFIG_TRACE && CONFIG_TRACE_SAMPLES

#include <errno.h>
#include <stddef.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <hal/cpu.h>
#include <hal/interrupted.h>
#include <kernel/init.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/sample.h>
#include <spoor/port/sampler.h>

/** A sample is late from this delay on, in ns. */
#define LATE_NS 1000

static volatile uint32_t mean_hz; /* 0 while the sampler is off */
static uint32_t mean_cycles;      /* mean interval between samples */
static uint32_t late_from;        /* in cycles */

static struct trace_sample_times times[CONFIG_CPUS];

static void set_next(struct trace_sample_times *t, const struct timer_dev *timer)
{
    uint32_t counter_hz = clock_hz();
    uint32_t hz = counter_hz / trace_sample_interval(t, mean_cycles); /* the timer only accepts rates */

    timer->ops->once(timer, hz);
    t->due = clock_counter_low() + counter_hz / hz;
}

/* Add the rounding of the two clocks: two ticks of the counter and one of the timer. */
static uint32_t least_late(const struct timer_dev *timer)
{
    uint32_t tick = timer->clock_hz != 0 ? clock_hz() / timer->clock_hz : 0;

    return clock_hz() / (1000000000 / LATE_NS) + 2 + tick;
}

static void sample_isr(unsigned line, void *arg)
{
    const struct timer_dev *timer = arg;
    struct trace_sample_times *t = &times[hal_cpu_id()];
    const struct thread *self = thread_self();
    struct trace_sample s = {
        .pc = hal_interrupted_pc(),
        .thread = self != NULL ? thread_id(self) : 0,
        .level = irq_depth() - 1,
        .late_cycles = trace_sample_lateness(t, clock_counter_low(), late_from),
    };

    (void)line;
    if (s.late_cycles != 0 && s.level == 0 && self != NULL && thread_priority(self) == 0) {
        s.late_cycles = 0; /* an idle CPU may wake slowly, especially an emulated one */
    }
    timer->ops->ack(timer);
    trace_sample(&s);
    set_next(t, timer); /* after the sample, so that the handler isn't sampled itself */
}

/* Call `fn` on each CPU in turn. */
static void on_each_cpu(void (*fn)(const struct timer_dev *timer))
{
    struct thread *self = thread_self();
    unsigned affinity = self->affinity;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        (void)thread_set_affinity(self, 1u << n);
        fn(board.spare_timer);
    }
    (void)thread_set_affinity(self, affinity);
}

static void start_here(const struct timer_dev *timer)
{
    struct trace_sample_times *t = &times[hal_cpu_id()];
    uint32_t state = spoor_irq_save();

    trace_sample_times_begin(t, clock_counter_low() ^ hal_cpu_id() << 24);
    (void)irq_enable_cpu(timer->line);
    set_next(t, timer);
    spoor_irq_restore(state);
}

static void stop_here(const struct timer_dev *timer)
{
    timer->ops->stop(timer);
}

int trace_sampler_start(uint32_t hz)
{
    const struct timer_dev *timer = board.spare_timer;
    int result;

    if (hz < TRACE_SAMPLER_HZ_MIN || hz > TRACE_SAMPLER_HZ_MAX) {
        return -EINVAL;
    }
    if (timer == NULL) {
        return -ENODEV;
    }
    trace_sampler_stop();
    result = irq_attach(timer->line, 0, sample_isr, (void *)timer, "sampler");
    if (result == 0) {
        mean_cycles = clock_hz() / hz;
        late_from = least_late(timer);
        mean_hz = hz;
        on_each_cpu(start_here);
    }
    return result;
}

void trace_sampler_stop(void)
{
    if (mean_hz != 0) {
        on_each_cpu(stop_here);
        (void)irq_detach(board.spare_timer->line);
        mean_hz = 0;
    }
}

uint32_t trace_sampler_hz(void)
{
    return mean_hz;
}

#if CONFIG_TRACE_SAMPLE_HZ

static int trace_sampler_boot(void)
{
    return trace_sampler_start(CONFIG_TRACE_SAMPLE_HZ);
}

INIT_HOOK(INIT_SERVICES, trace_sampler_boot);

#endif

#endif
