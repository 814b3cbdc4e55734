# SPDX-License-Identifier: BSD-2-Clause
"""Read Perfetto traces with protoc."""
import collections
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def decoded(path):
    """@return a Perfetto trace as protoc's text"""
    with open(path, "rb") as f:
        done = subprocess.run(["protoc", "--decode=Trace", f"--proto_path={HERE}", "perfetto.proto"], stdin=f, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, check=False)
    if done.returncode:
        raise RuntimeError(f"protoc: status {done.returncode}: {done.stderr.decode(errors='replace')[:400]}")
    return done.stdout.decode(errors="replace")


def messages(text):
    """@return the packets in protoc's text; each has a list of values for each field"""
    stack, inner = [], {}
    for line in text.splitlines():
        name, _, value = line.strip().partition(": ")
        if value:
            if name in inner:
                inner[name].append(value)
            else:
                inner[name] = [value]
        elif name == "}":
            inner = stack.pop()
            if not stack:
                yield inner.popitem()[1][0]
        else:
            stack.append(inner)
            inner = {}
            stack[-1].setdefault(name[:-2], []).append(inner)


class Perfetto:
    """Interpret track events as Perfetto does: slices, instants and counters, with interned names resolved."""

    def __init__(self, text):
        self.texts = {"event_names": {}, "debug_annotation_names": {}, "debug_annotation_string_values": {}}
        self.tracks, self.slices, self.points, self.wrong = {}, [], [], []
        self.flows = collections.defaultdict(list)
        open_slices = collections.defaultdict(list)
        for packet in messages(text):
            interned = (packet.get("interned_data") or [{}])[0]
            for kind, entries in ((k, e) for k, e in interned.items() if k in self.texts):
                self.texts[kind].update({int(entry["iid"][0]): json.loads(entry.get("name", entry.get("str"))[0]) for entry in entries})
            for track in packet.get("track_descriptor", []):
                self.tracks[track["uuid"][0]] = track
            if "track_event" in packet:
                self.take(int(packet["timestamp"][0]), packet["track_event"][0], open_slices)
        self.wrong += [stack for stack in open_slices.values() if stack]

    def take(self, ns, event, open_slices):
        track, kind = event["track_uuid"][0], event["type"][0]
        stack, name = open_slices[track], None
        if "name_iid" in event:
            name = self.texts["event_names"].get(int(event["name_iid"][0]))
        if kind == "TYPE_SLICE_BEGIN":
            if stack and ns < stack[-1][0]:
                self.wrong.append((ns, track, stack[-1]))
            stack.append((ns, name))
        elif kind == "TYPE_SLICE_END":
            if not stack or ns < stack[-1][0]:
                self.wrong.append((ns, track, event))
            begin, name = stack.pop() if stack else (ns, None)
            self.slices.append((begin, ns, name, len(stack), track))
        else:
            name = name or json.loads(self.tracks[track]["name"][0])
            self.points.append((ns, name, track))
        for field in ("flow_ids", "terminating_flow_ids"):
            for flow in event.get(field, []):
                self.flows[flow].append((ns, name, track, field[0] == "t"))
