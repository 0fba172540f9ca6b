"""Hosts in network namespaces: processes that build a table together over a link with delay and loss.

    python3 hosts.py ATTRACTOR FOLDER

Each host is a namespace with one interface, and where the system allows it a clock of its own. Packets between hosts go through
this program, which delays all of them and loses some (tc netem does the same where the kernel has it; many have not). Needs root
and iproute2. Exit code 0 if every build ended with the bytes of one process alone, 77 if there can be no namespaces here.
"""

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import sys
import threading
import time

NET = "10.77.0."
TUN = 0x0001 | 0x1000  # IFF_TUN | IFF_NO_PI
MTU = 9000


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Wire:
    """Carries packets between hosts, late or never."""

    def __init__(self, count, delay, loss):
        self.count, self.delay, self.loss = count, delay, loss
        self.names = [f"attractor{i}" for i in range(count)]
        self.dead = set()
        self.carried = self.lost = 0
        self.random = random.Random(5)
        self.ends = []
        for i, name in enumerate(self.names):
            run("ip", "netns", "add", name)
            end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(end, 0x400454CA, struct.pack("16sH", f"attr{i}".encode(), TUN))
            run("ip", "link", "set", f"attr{i}", "netns", name)
            inside = ("ip", "-n", name)
            run(*inside, "link", "set", "lo", "up")
            run(*inside, "addr", "add", f"{NET}{i + 1}/24", "dev", f"attr{i}")
            run(*inside, "link", "set", f"attr{i}", "mtu", str(MTU), "txqueuelen", "10000", "up")
            self.ends.append(end)
        self.stop = False
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def carry(self):
        waiting, number = [], 0
        while not self.stop:
            now = time.monotonic()
            while waiting and waiting[0][0] <= now:
                _, _, to, packet = heapq.heappop(waiting)
                try:
                    os.write(self.ends[to], packet)
                except OSError:
                    pass  # its queue is full: lost as well
            rest = max(0.0, min(0.02, waiting[0][0] - now)) if waiting else 0.02
            for end in select.select(self.ends, [], [], rest)[0]:
                for _ in range(64):
                    try:
                        packet = os.read(end, 65536)
                    except OSError:
                        break
                    if packet[0] >> 4 != 4:
                        continue
                    to = packet[19] - 1
                    self.carried += 1
                    if self.random.random() < self.loss or {self.ends.index(end), to} & self.dead:
                        self.lost += 1
                        continue
                    number += 1
                    late = self.delay * (0.8 + 0.4 * self.random.random())
                    heapq.heappush(waiting, (time.monotonic() + late, number, to, packet))

    def close(self):
        self.stop = True
        self.thread.join()
        for end in self.ends:
            os.close(end)
        for name in self.names:
            subprocess.run(("ip", "netns", "del", name))


def own_clock(host):
    """A clock that began another day, if the system has such a thing."""
    try:
        subprocess.run(["unshare", "--time", "--monotonic", "1", "--fork", "true"], check=True, stderr=subprocess.DEVNULL)
        return ["unshare", "--time", "--monotonic", str(100_000 * host), "--fork", "--kill-child"]
    except (OSError, subprocess.CalledProcessError):
        return []


def start(program, spec, folder, wire, host, hosts):
    """One process, with a disk of its own."""
    disk = os.path.join(folder, f"host{host}")
    os.makedirs(disk, exist_ok=True)
    command = ["ip", "netns", "exec", wire.names[host], *own_clock(host), program, "table", "build", *spec]
    command += ["--out", os.path.join(disk, "table"), "--scratch", os.path.join(disk, "work"), "--hosts", hosts]
    command += ["--process", str(host), "--workers", "1", "--memory", "512M", "--save", "0.5"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def build(program, spec, folder, wire, hosts, cut=None):
    """All hosts; if `cut` is given, the last one is cut off after so many seconds. Exit codes, messages, seconds since."""
    processes = [start(program, spec, folder, wire, host, hosts) for host in range(wire.count)]
    since = time.monotonic()
    if cut is not None:
        time.sleep(cut)
        wire.dead = {wire.count - 1}
        since = time.monotonic()
    told = [process.communicate()[1] for process in processes]
    seconds = time.monotonic() - since
    wire.dead = set()
    return [process.returncode for process in processes], told, seconds


def same(a, b):
    with open(a, "rb") as one, open(b, "rb") as other:
        return one.read() == other.read()


def main(program, folder):
    if os.geteuid() != 0 or not shutil.which("ip") or not os.path.exists("/dev/net/tun"):
        print("no network namespaces here: root, iproute2 and /dev/net/tun are needed")
        return 77
    for name, spec in (("connect4:5x4", ["connect4:5x4"]), ("morris:6", ["morris:6", "--position", "XX./OOO/..XX/O../... X"])):
        place = os.path.join(folder, name.split(":")[0])
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        right = os.path.join(place, "right")
        run(program, "table", "build", *spec, "--out", right)
        for delay, loss in ((0.0005, 0.0), (0.005, 0.0), (0.005, 0.01)):
            wire = Wire(3, delay, loss)
            try:
                hosts = os.path.join(place, "hosts")
                with open(hosts, "w") as file:
                    file.writelines(f"{NET}{i + 1}:7070\n" for i in range(wire.count))
                codes, told, seconds = build(program, spec, place, wire, hosts)
                assert codes == [0, 0, 0], (codes, told)
                table = os.path.join(place, "host0", "table")
                assert same(os.path.join(table, "table"), os.path.join(right, "table")), "other bytes"
                print(f"{name}, 3 hosts, {1000 * delay:g} ms late, {100 * loss:g} % lost: same bytes in {seconds:.1f} s, "
                      f"{wire.carried} packets of which {wire.lost} lost")
                shutil.rmtree(table)
                if loss:
                    # The last host is cut off; the others notice, and so does it. Then all go on.
                    codes, told, late = build(program, spec, place, wire, hosts, cut=max(0.5, seconds / 2))
                    assert all(code == 3 for code in codes), (codes, told)
                    assert late < 30, late
                    assert all("go on from there" in text for text in told), told
                    codes, told, seconds = build(program, spec, place, wire, hosts)
                    assert codes == [0, 0, 0], (codes, told)
                    assert same(os.path.join(table, "table"), os.path.join(right, "table")), "other bytes"
                    print(f"{name}: a host cut off is noticed by all within {late:.1f} s; they go on to the same bytes")
            finally:
                wire.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
