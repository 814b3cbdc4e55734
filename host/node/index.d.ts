// SPDX-License-Identifier: BSD-2-Clause

/** A call that failed. Its message is that of the tool. */
export class EngineError extends Error {
  /** As the exit statuses of the tool: 1: the recording contradicts itself; 2: the input can't be read, or the request
   * is wrong; 3: the recording lacks an event that the answer needs. */
  status: 1 | 2 | 3;
}

/** The part of a recording that a call covers. Default: all of it. */
export interface Part {
  /** As --range: "1.5..2" in seconds, "20ms..21ms". */
  range?: string;
  /** As --where: "thread=filter && duration>50us". */
  where?: string;
  /** The N-th recording of a file with several. */
  recording?: number;
}

export interface Recording {
  /** Damage that the last call skipped, a line each. */
  readonly messages: string[];
  /** The rows of `spoor stats NAME --json`. */
  table(name: string, part?: Part & { thread?: string }): Record<string, string | number | null>[];
  /** The lines of `spoor dump --json`: `most` events (0: all) after the first `first`, and what is between them. */
  events(part?: Part, options?: { first?: number; most?: number }): Record<string, unknown>[];
  /** The file that `spoor export --to FORMAT` writes. Formats of folders are refused. */
  export(format: string, part?: Part): Uint8Array;
  close(): void;
}

/** Open a recording, a pack, or a profile of another tool. `elf` is the program that ran; `rate` is as --rate. */
export function open(path: string, options?: { elf?: string; rate?: number }): Recording;
