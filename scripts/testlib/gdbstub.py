# SPDX-License-Identifier: BSD-2-Clause
"""QEMU's gdb stub: stop a guest at any instruction, step it and read its memory."""
import os
import socket
import subprocess
import time

PIECE = 2000  # bytes that fit into one of the stub's packets, as hexadecimal digits


class Stub:
    def __init__(self, qemu, path):
        """@param qemu  command and options of a guest @param path  where its socket is made"""
        if os.path.exists(path):
            os.unlink(path)
        self.guest = subprocess.Popen([*qemu, "-S", "-chardev", f"socket,id=gdb,path={path},server=on,wait=off", "-gdb", "chardev:gdb"],
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        deadline = time.monotonic() + 60
        while self.socket.connect_ex(path) != 0:
            if self.guest.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{qemu}: {self.guest.stderr.read().decode(errors='replace')[:300]}")
            time.sleep(0.02)
        self.buffer = b""
        self.ask("qSupported:swbreak+")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.guest.kill()
        self.guest.wait()
        self.guest.stderr.close()
        self.socket.close()

    def ask(self, text):
        """@return the answer to a command"""
        data = text.encode()
        self.socket.sendall(b"$" + data + b"#%02x" % (sum(data) & 255))
        while True:
            begin = self.buffer.find(b"$")
            end = self.buffer.find(b"#", begin) if begin >= 0 else -1
            if 0 <= end <= len(self.buffer) - 3:
                answer, self.buffer = self.buffer[begin + 1:end], self.buffer[end + 3:]
                self.socket.sendall(b"+")
                return answer.decode()
            more = self.socket.recv(65536)
            if not more:
                raise EOFError("the guest ended")
            self.buffer += more

    def memory(self, address, size):
        return b"".join(bytes.fromhex(self.ask(f"m{at:x},{min(PIECE, address + size - at):x}")) for at in range(address, address + size, PIECE))

    def step(self):
        """Run one instruction. Interrupts wait meanwhile, and so does the guest's time."""
        self.ask("vCont;s:1")

    def run_to(self, address):
        """Run to an instruction; if it is the next one, to its next execution."""
        self.step()
        self.ask(f"Z1,{address:x},2")
        self.ask("vCont;c")
        self.ask(f"z1,{address:x},2")

    def pc(self, number):
        """@param number  of the program counter among the stub's registers of 32 bits"""
        text = self.ask("g")[8 * number:8 * number + 8]
        return int.from_bytes(bytes.fromhex(text), "little")
