// SPDX-License-Identifier: BSD-2-Clause
// Mark the slowest wake-up of each thread, and list how far it is from the thread's average.
//
//     spoor report --plugin slowest.js --elf demo.elf demo.spoor
const threads = await spoor.table("latency");

await spoor.addMarks(
  threads.map((t) => ({ at: Math.round(t.max_at_s * 1e9), text: `slowest wake-up of ${t.thread}: ${t.max_us} us` })),
);
await spoor.addTable(
  "Slowest wake-ups",
  ["thread", "max us", "average us", "times the average"],
  threads.map((t) => [t.thread, t.max_us, t.avg_us, t.avg_us > 0 ? Math.round((10 * t.max_us) / t.avg_us) / 10 : null]),
);
