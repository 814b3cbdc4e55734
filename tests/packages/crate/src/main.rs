// SPDX-License-Identifier: BSD-2-Clause
//! The product of tests/dist/loop in Rust: two interrupts, a main loop, and lines of a console. Its own counts are compared with those of the crate.
#![no_std]
#![no_main]

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

spoor::trace_point_def!(SEEN_POINT = "seen_point");
spoor::trace_block_def!(LOOP_BLOCK = "loop_block");
spoor::trace_event_def!(SAMPLE = "sample", User, "value", "twice:x32");
spoor::trace_event_def!(PAUSE = "pause", User);

extern "C" {
    fn product_init();
    fn product_put(uart: u32, c: u8);
    fn product_get(c: *mut u8) -> bool;
    fn product_timer_next(timer: u32, cycles: u32);
    fn product_timers_stop();
    fn product_exit();
}

static LOOPS: AtomicU32 = AtomicU32::new(0);
static SEEN: AtomicU32 = AtomicU32::new(0);
static UNSEEN: AtomicU32 = AtomicU32::new(0);
static QUIET: AtomicBool = AtomicBool::new(false);

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    print("panic\n");
    loop {}
}

#[no_mangle]
extern "C" fn TIMER0_Handler() {
    let _isr = spoor::isr();
    unsafe { product_timer_next(0, 5000) };
    spoor::trace_block!("seen_block");
    SEEN_POINT.visit();
    SEEN.fetch_add(1, Relaxed);
}

#[no_mangle]
extern "C" fn TIMER1_Handler() {
    unsafe { product_timer_next(1, 1234) };
    spoor::trace_point!("unseen_point");
    UNSEEN.fetch_add(1, Relaxed);
}

#[no_mangle]
extern "C" fn SysTick_Handler() {
    spoor::tick();
}

#[no_mangle]
extern "C" fn spoor_uart_put(byte: u8) {
    unsafe { product_put(1, byte) };
}

extern "C" fn out(text: *const u8, n: usize) {
    for i in 0..n {
        let c = unsafe { *text.add(i) };
        if c == b'\n' {
            unsafe { product_put(0, b'\r') };
        }
        unsafe { product_put(0, c) };
    }
}

fn print(text: &str) {
    out(text.as_ptr(), text.len());
}

fn print_number(name: &str, mut n: u32) {
    let (mut digits, mut at) = ([0u8; 10], 10);
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    print(name);
    print(" ");
    out(digits[at..].as_ptr(), 10 - at);
    print("\n");
}

fn work() {
    let _visit = LOOP_BLOCK.enter();
    spoor::trace_point!("turns");
    let n = LOOPS.fetch_add(1, Relaxed) + 1;
    SAMPLE.record([n, n.wrapping_mul(2)]);
    if n % 64 == 0 {
        PAUSE.record([]);
    }
    for _ in 0..100 {
        unsafe { core::arch::asm!("nop") };
    }
}

fn run_line(line: &[u8]) {
    match &line[..line.len() - 1] {
        b"counts" => {
            print_number("loops", LOOPS.load(Relaxed));
            print_number("seen", SEEN.load(Relaxed));
            print_number("unseen", UNSEEN.load(Relaxed));
        }
        b"quiet" => {
            QUIET.store(true, Relaxed);
            unsafe { product_timers_stop() };
        }
        b"quit" => unsafe { product_exit() },
        _ => print_number("result", -spoor::shell_line(line, out).unwrap() as u32),
    }
}

#[no_mangle]
extern "C" fn main() -> i32 {
    let (mut line, mut n) = ([0u8; 128], 0);
    unsafe { product_init() };
    print(spoor::init().err().unwrap_or("spoor: ok"));
    print("\n# ");
    unsafe {
        product_timer_next(0, 1000);
        product_timer_next(1, 1000);
    }
    loop {
        let mut byte = 0;
        while unsafe { product_get(&mut byte) } {
            if byte == b'\r' {
                line[n] = 0;
                run_line(&line[..n + 1]);
                n = 0;
                print("# ");
            } else if n < line.len() - 1 {
                line[n] = byte;
                n += 1;
            }
        }
        if !QUIET.load(Relaxed) {
            work();
        }
        while spoor::poll() {}
    }
}
