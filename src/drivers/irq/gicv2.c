/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * GICv2 (Arm IHI0048B; QEMU hw/intc/arm_gic.c). Lines are INTIDs: 0 to 15 are inter-processor interrupts,
 * 16 to 31 are per CPU, and the rest are shared and routed to CPU 0. Levels use the top two priority bits,
 * which every GIC implements.
 */
#include <stdbool.h>
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <hal/irqctl.h>

#define REG(address)  (*(volatile uint32_t *)(address))
#define BYTE(address) (*(volatile uint8_t *)(address))

/* Distributor (4.3). Registers are arrays of one bit or one byte per line. */
#define GICD(offset)       REG(board_irqctl.lines + (offset))
#define GICD_CTLR          GICD(0x000)
#define GICD_TYPER         GICD(0x004)
#define GICD_ISENABLER(n)  GICD(0x100 + 4 * (n))
#define GICD_ICENABLER(n)  GICD(0x180 + 4 * (n))
#define GICD_ISPENDR(n)    GICD(0x200 + 4 * (n))
#define GICD_ICPENDR(n)    GICD(0x280 + 4 * (n))
#define GICD_IPRIORITYR(l) BYTE(board_irqctl.lines + 0x400 + (l))
#define GICD_ITARGETSR(l)  BYTE(board_irqctl.lines + 0x800 + (l))
#define GICD_SGIR          GICD(0xF00)

/* CPU interface (4.4). */
#define GICC(offset) REG(board_irqctl.cpu + (offset))
#define GICC_CTLR    GICC(0x00)
#define GICC_PMR     GICC(0x04)
#define GICC_BPR     GICC(0x08)
#define GICC_IAR     GICC(0x0C)
#define GICC_EOIR    GICC(0x10)

#define SGIR_SELF   (2u << 24) /* target filter: the requesting CPU */
#define SGIR_CPUS   16         /* without a filter: shift of the mask of CPUs */
#define IAR_LINE    0x3FFu
#define BPR_TOP_TWO 5 /* priority bits 7 and 6 decide preemption (3.3.3, table 3-2) */

#define LEVEL_SHIFT 6
#define SGIS        16
#define FIRST_SPI   32
#define LINES_MAX   1020 /* INTIDs from here on mean that no interrupt is pending */

unsigned irqctl_lines(void)
{
    unsigned lines = 32 * ((GICD_TYPER & 0x1F) + 1);

    return lines < LINES_MAX ? lines : LINES_MAX;
}

static void init_lines(unsigned first, unsigned end)
{
    for (unsigned line = first; line < end; line += 32) {
        GICD_ICENABLER(line / 32) = ~0u;
        GICD_ICPENDR(line / 32) = ~0u;
    }
    for (unsigned line = first; line < end; line++) {
        irqctl_set_level(line, SPOOR_IRQ_LEVELS - 1);
    }
}

void irqctl_init(void)
{
    if (hal_cpu_id() == 0) {
        unsigned lines = irqctl_lines();

        GICD_CTLR = 0;
        init_lines(FIRST_SPI, lines);
        for (unsigned line = FIRST_SPI; line < lines; line++) {
            GICD_ITARGETSR(line) = 1;
        }
        GICD_CTLR = 1;
    }
    init_lines(0, FIRST_SPI);
    GICC_PMR = 0xFF;
    GICC_BPR = BPR_TOP_TWO;
    GICC_CTLR = 1;
}

void irqctl_enable(unsigned line)
{
    GICD_ISENABLER(line / 32) = 1u << line % 32;
}

void irqctl_disable(unsigned line)
{
    GICD_ICENABLER(line / 32) = 1u << line % 32;
}

void irqctl_set_level(unsigned line, unsigned level)
{
    GICD_IPRIORITYR(line) = (uint8_t)(level << LEVEL_SHIFT);
}

void irqctl_pend(unsigned line)
{
    hal_barrier();
    if (line < SGIS) {
        GICD_SGIR = SGIR_SELF | line;
    } else {
        GICD_ISPENDR(line / 32) = 1u << line % 32;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    __asm__ volatile("dsb ishst" ::: "memory"); /* so that the interrupted CPU sees all earlier writes */
    GICD_SGIR = cpu_mask << SGIR_CPUS | line;
}

void hal_irqctl_serve(void)
{
    uint32_t iar = GICC_IAR;
    unsigned line = iar & IAR_LINE;

    if (line >= LINES_MAX) {
        return;
    }
    spoor_irq_enable();
    hal_on_irq(line);
    spoor_irq_disable();
    GICC_EOIR = iar;
}
