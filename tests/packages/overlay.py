# SPDX-License-Identifier: BSD-2-Clause
"""This system with a layer above it, in which packages can be installed. The layer is in memory, has no network, and disappears with the process."""
import os
import shutil
import subprocess

# The mounts and the processes are private. The folder `layer` becomes the system.
BEGIN = """mount -t tmpfs spoor "$1" && mkdir "$1/upper" "$1/work" "$1/root" &&
mount -t overlay spoor -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root" &&
mount --rbind /dev "$1/root/dev" && mount -t proc proc "$1/root/proc" && ip link set lo up 2>/dev/null; mountpoint -q "$1/root/proc" &&
echo ready && exec sleep infinity"""
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}


class Overlay:
    def __init__(self, folder):
        """After this, `why` is None, or the reason why there is no layer."""
        self.layer = os.path.join(os.path.abspath(folder), "layer")
        os.makedirs(self.layer, exist_ok=True)
        self.process = None
        self.why = "needs root, to mount a layer above this system" if os.geteuid() else None if shutil.which("unshare") else "needs unshare"
        if self.why:
            return
        self.process = subprocess.Popen(["unshare", "--mount", "--net", "bash", "-c", BEGIN, "begin", self.layer], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            self.why = "needs mounts of its own: " + self.process.stderr.read().strip()

    def run(self, script, folder="/", **environment):
        """Run a script of bash in the layer. @return (status, output)"""
        done = subprocess.run(["nsenter", "--target", str(self.process.pid), "--mount", "--net", "chroot", os.path.join(self.layer, "root"), "bash", "-e", "-c",
                               f"cd '{folder}' && {script}"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False,
                              env={**ENVIRONMENT, **environment})
        return done.returncode, done.stdout.decode(errors="replace")

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process.stderr.close()
