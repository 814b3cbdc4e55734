// SPDX-License-Identifier: BSD-2-Clause
// Paths of the system, and those of the WebAssembly program. The program has POSIX paths, and joins its folder and a
// path that doesn't begin with "/". On Windows its folder is "/C:/lab", and a path of the command line may be
// "D:\run.spoor", so the program opens "/C:/lab/D:\run.spoor": the last absolute path in it is meant.

/** A drive and a separator, "\\server\share", or a path of the current drive, at the beginning or after a "/". */
const ABSOLUTE = /^(?:.*\/)?((?:[A-Za-z]:[\\/]|[A-Za-z]:$|\\).*)$/s;

/**
 * @param {string} path of the program, without the "/" that it begins with
 * @param {boolean} windows
 * @returns {string} the same for the system
 */
export function toSystem(path, windows) {
  if (!windows) {
    return `/${path}`;
  }
  if (path === "dev/null") {
    return "\\\\.\\nul";
  }
  const absolute = ABSOLUTE.exec(path)?.[1];
  if (absolute === undefined) {
    return `\\${path.replaceAll("/", "\\")}`; // of the current drive
  }
  return (absolute.length === 2 ? `${absolute}/` : absolute).replaceAll("/", "\\");
}

/**
 * @param {string} path an absolute path of the system
 * @param {boolean} windows
 * @returns {string} the same for the program
 */
export function toProgram(path, windows) {
  if (!windows) {
    return path;
  }
  const share = path.startsWith("\\\\");
  return share ? `/\\\\${path.slice(2).replaceAll("\\", "/")}` : `/${path.replaceAll("\\", "/")}`;
}
