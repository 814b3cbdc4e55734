// SPDX-License-Identifier: BSD-2-Clause
//! Spoor in Rust: a profiler for firmware, whose C sources are compiled in.
//!
//! ```ignore
//! spoor::trace_event_def!(LEVEL = "level", User, "value");
//!
//! fn parse(n: u32) {
//!     spoor::trace_block!("parse");      // how long: until the end of the scope
//!     spoor::trace_point!("packets");    // how often
//!     LEVEL.record([n]);
//! }
//! ```
//!
//! Link the program with `-Tspoor.ld` before the script of the board, and with `--build-id`. All macros may be used in
//! any context, interrupts included.
#![no_std]

use core::cell::UnsafeCell;
use core::ffi::c_void;
use core::ptr::{null, read_volatile};

include!(concat!(env!("OUT_DIR"), "/layout.rs"));

#[doc(hidden)]
pub mod c {
    use super::*;
    extern "C" {
        pub fn trace_point_count(point: *const Point);
        pub fn trace_block_enter(block: *const Block);
        pub fn trace_block_leave(block: *const Block);
        pub fn spoor_rust_init() -> *const u8;
        pub fn spoor_poll() -> bool;
        pub fn spoor_tick();
        pub fn spoor_isr_enter();
        pub fn spoor_isr_exit();
        pub fn spoor_shell_line(line: *const u8, out: extern "C" fn(*const u8, usize)) -> i32;
    }
}

/// A counter: `struct trace_point`.
#[repr(C)]
pub struct Point {
    count: UnsafeCell<u32>,
    hit: UnsafeCell<Option<unsafe extern "C" fn(*const Point)>>,
}
// The handlers, which are C, synchronise.
unsafe impl Sync for Point {}

impl Point {
    #[doc(hidden)]
    pub const fn new(_: *const Self) -> Self {
        Point {
            count: UnsafeCell::new(0),
            hit: UnsafeCell::new(Some(c::trace_point_count)),
        }
    }

    /// Count a visit.
    #[inline(always)]
    pub fn visit(&self) {
        if let Some(hit) = unsafe { read_volatile(self.hit.get()) } {
            unsafe { hit(self) }
        }
    }

    /// The number of visits.
    pub fn count(&self) -> u32 {
        unsafe { read_volatile(self.count.get()) }
    }
}

/// The statistics of a block: `struct trace_block`.
#[repr(C, align(8))]
pub struct Block {
    before: UnsafeCell<[u32; BLOCK_MODE]>,
    /// The first number of a block is its address. TRACE_BLOCK_PLAIN is in the lower bits.
    mode: UnsafeCell<*const u8>,
    after: UnsafeCell<[u32; BLOCK.len() - BLOCK_MODE - 1]>,
}
unsafe impl Sync for Block {}

impl Block {
    #[doc(hidden)]
    pub const fn new(this: *const Self) -> Self {
        Block {
            before: UnsafeCell::new(words(0)),
            mode: UnsafeCell::new((this as *const u8).wrapping_add(BLOCK[BLOCK_MODE] as usize)),
            after: UnsafeCell::new(words(BLOCK_MODE + 1)),
        }
    }

    /// Enter the block, and leave it when the result is dropped.
    #[inline(always)]
    pub fn enter(&'static self) -> Visit {
        unsafe { c::trace_block_enter(self) };
        Visit(self)
    }
}

/// The words of a new block from `at` on.
const fn words<const N: usize>(at: usize) -> [u32; N] {
    let (mut to, mut n) = ([0; N], 0);
    while n < N {
        to[n] = BLOCK[at + n];
        n += 1;
    }
    to
}

/// A visit to a block.
pub struct Visit(&'static Block);

impl Drop for Visit {
    #[inline(always)]
    fn drop(&mut self) {
        unsafe { c::trace_block_leave(self.0) }
    }
}

/// `struct trace_event`, of events with N words.
#[repr(C)]
pub struct Event<const N: usize> {
    emit: UnsafeCell<*const c_void>,
    header: UnsafeCell<u32>,
    service: UnsafeCell<u16>,
    words: u8,
    flags: UnsafeCell<u8>,
}
unsafe impl<const N: usize> Sync for Event<N> {}

impl<const N: usize> Event<N> {
    #[doc(hidden)]
    pub const fn new(service: Service) -> Self {
        assert!(N <= 6, "an event has at most 6 words");
        Event {
            emit: UnsafeCell::new(null()),
            header: UnsafeCell::new(0),
            service: UnsafeCell::new(1 << service as u16),
            words: N as u8,
            flags: UnsafeCell::new(0),
        }
    }

    /// Record the event if it is on. The number of words must be the number of its fields.
    #[inline(always)]
    pub fn record(&self, words: [u32; N]) {
        use core::mem::transmute;
        let emit = unsafe { read_volatile(self.emit.get()) };
        if emit.is_null() {
            return;
        }
        let (e, w) = (
            self as *const Self as *const c_void,
            |n: usize| if n < N { words[n] } else { 0 },
        );
        // The function is the one for the number of words: union trace_emitter.
        unsafe {
            match N {
                0 => transmute::<_, extern "C" fn(*const c_void)>(emit)(e),
                1 => transmute::<_, extern "C" fn(*const c_void, u32)>(emit)(e, w(0)),
                2 => transmute::<_, extern "C" fn(*const c_void, u32, u32)>(emit)(e, w(0), w(1)),
                3 => transmute::<_, extern "C" fn(*const c_void, u32, u32, u32)>(emit)(e, w(0), w(1), w(2)),
                _ => transmute::<_, extern "C" fn(*const c_void, u32, u32, u32, u32, u32, u32)>(emit)(
                    e,
                    w(0),
                    w(1),
                    w(2),
                    w(3),
                    w(4),
                    w(5),
                ),
            }
        }
    }
}

/// Services: events that are started and stopped together. The order is that of TRACE_SERVICE_LIST.
#[derive(Clone, Copy)]
#[repr(u16)]
pub enum Service {
    Switch,
    Irq,
    Tick,
    Ipc,
    IpcShort,
    Sync,
    Thread,
    Timer,
    Fault,
    Memory,
    Function,
    User,
    SyncAll,
    Sample,
}

/// The description of a point or a block.
#[doc(hidden)]
#[repr(C)]
pub struct Desc {
    pub object: *const c_void,
    pub name: *const u8,
    pub file: *const u8,
    pub line: i32,
    pub func: *const u8,
}
unsafe impl Sync for Desc {}

/// The description of an event. Only the host reads it.
#[doc(hidden)]
#[repr(C)]
pub struct EventDesc {
    pub event: *const c_void,
    pub name: *const u8,
    pub fields: *const u8,
    pub file: *const u8,
    pub line: i32,
    pub kind: u32,
}
unsafe impl Sync for EventDesc {}

/// The name of an event, for the shell.
#[doc(hidden)]
#[repr(C)]
pub struct EventName(pub *const c_void, pub *const u8);
unsafe impl Sync for EventName {}

/// The bytes of a text, for a section of its own.
#[doc(hidden)]
pub const fn bytes<const N: usize>(text: &str) -> [u8; N] {
    let (from, mut to, mut n) = (text.as_bytes(), [0; N], 0);
    while n < N {
        to[n] = from[n];
        n += 1;
    }
    to
}

/// The number of fields: as many as there are texts.
#[doc(hidden)]
pub const fn count<const N: usize>(_: [&str; N]) -> usize {
    N
}

#[doc(hidden)]
#[macro_export]
macro_rules! spoor_object {
    ($vis:vis $object:ident: $type:ident, $states:literal, $descs:literal, $name:expr) => {
        #[used]
        #[link_section = $states]
        $vis static $object: $crate::$type = $crate::$type::new(&$object as *const $crate::$type);
        const _: () = {
            #[used]
            #[link_section = $descs]
            static DESC: $crate::Desc = $crate::Desc {
                object: &$object as *const $crate::$type as *const _,
                name: concat!($name, "\0").as_ptr(),
                file: concat!(file!(), "\0").as_ptr(),
                line: line!() as _,
                func: concat!(module_path!(), "\0").as_ptr(),
            };
        };
    };
}

/// Define a point: `trace_point_def!(pub PACKETS = "packets")`.
#[macro_export]
macro_rules! trace_point_def {
    ($vis:vis $object:ident = $name:expr) => {
        $crate::spoor_object! {
            $vis $object: Point, ".spread.data.trace_points.5", ".spread.rodata.trace_point_descs.5", $name
        }
    };
}

/// Count visits to this place under a name: `trace_point!("packets")`.
#[macro_export]
macro_rules! trace_point {
    ($name:expr) => {{
        $crate::trace_point_def!(POINT = $name);
        POINT.visit();
    }};
}

/// Define a block: `trace_block_def!(pub PARSE = "parse")`; then `let _visit = PARSE.enter();`.
#[macro_export]
macro_rules! trace_block_def {
    ($vis:vis $object:ident = $name:expr) => {
        $crate::spoor_object! {
            $vis $object: Block, ".spread.data.trace_blocks.5", ".spread.rodata.trace_block_descs.5", $name
        }
    };
}

/// Time the rest of the scope as a block with this name: `trace_block!("parse");`.
#[macro_export]
macro_rules! trace_block {
    ($name:expr) => {
        let _visit = {
            $crate::trace_block_def!(BLOCK = $name);
            BLOCK.enter()
        };
    };
}

/// Define an event with its fields: `trace_event_def!(pub LEVEL = "level", User, "value", "cycles")`. Then
/// `LEVEL.record([value, cycles])`.
#[macro_export]
macro_rules! trace_event_def {
    ($vis:vis $object:ident = $name:literal, $service:ident $(, $field:literal)* $(,)?) => {
        #[used]
        #[link_section = ".spread.data.trace_events.5"]
        $vis static $object: $crate::Event<{ $crate::count([$($field),*]) }> =
            $crate::Event::new($crate::Service::$service);
        const _: () = {
            const NAME: &str = concat!($name, "\0");
            const FIELDS: &str = $crate::spoor_fields!($($field),*);
            const FILE: &str = concat!(file!(), "\0");
            #[used]
            #[link_section = ".names.strings"]
            static NAME_BYTES: [u8; NAME.len()] = $crate::bytes(NAME);
            #[used]
            #[link_section = ".names.strings"]
            static FIELD_BYTES: [u8; FIELDS.len()] = $crate::bytes(FIELDS);
            #[used]
            #[link_section = ".names.strings"]
            static FILE_BYTES: [u8; FILE.len()] = $crate::bytes(FILE);
            #[used]
            #[link_section = ".names.trace_event_descs.5"]
            static DESC: $crate::EventDesc = $crate::EventDesc {
                event: &$object as *const _ as *const _,
                name: &NAME_BYTES as *const _ as *const u8,
                fields: &FIELD_BYTES as *const _ as *const u8,
                file: &FILE_BYTES as *const _ as *const u8,
                line: line!() as _,
                kind: 0,
            };
            #[used]
            #[link_section = ".spread.rodata.trace_event_names.5"]
            static ON_TARGET: $crate::EventName = $crate::EventName(&$object as *const _ as *const _, NAME.as_ptr());
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! spoor_fields {
    () => { "\0" };
    ($first:literal $(, $more:literal)*) => { concat!($first $(, ",", $more)*, "\0") };
}

/// Start the counter, the rings and the link. Call it first in `main`. An error is a text that says how to fix it;
/// points and blocks count nevertheless.
pub fn init() -> Result<(), &'static str> {
    let error = unsafe { c::spoor_rust_init() };
    if error.is_null() {
        return Ok(());
    }
    let mut n = 0;
    while unsafe { *error.add(n) } != 0 {
        n += 1;
    }
    Err(core::str::from_utf8(unsafe { core::slice::from_raw_parts(error, n) })
        .unwrap_or("spoor: an error that isn't UTF-8"))
}

/// Send what is recorded. Call it in the main loop until it returns false.
pub fn poll() -> bool {
    unsafe { c::spoor_poll() }
}

/// The tick: in a main loop `poll` calls it; a timer interrupt may call it instead.
pub fn tick() {
    unsafe { c::spoor_tick() }
}

/// An interrupt handler, from here to the end of the scope: `let _isr = spoor::isr();` first in the handler.
pub fn isr() -> Isr {
    unsafe { c::spoor_isr_enter() };
    Isr(())
}

/// An interrupt that is being served.
pub struct Isr(());

impl Drop for Isr {
    fn drop(&mut self) {
        unsafe { c::spoor_isr_exit() }
    }
}

/// Run a line of the shell, such as `b"trace_points -s\0"`, which must end with a NUL. Its output is passed to `out`,
/// which may be called several times. Returns the status of the command, or None if the NUL is missing.
pub fn shell_line(line: &[u8], out: extern "C" fn(*const u8, usize)) -> Option<i32> {
    if line.last() != Some(&0) {
        return None;
    }
    Some(unsafe { c::spoor_shell_line(line.as_ptr(), out) })
}
