# SPDX-License-Identifier: BSD-2-Clause
"""A CMSIS-Pack: the folder for products with a description of its components, for IDEs of Cortex-M. The sources need GNU ld, for spoor.ld."""
import os
import time
import xml.etree.ElementTree as xml
import zipfile

from packages.archive import TARGET
from testlib.release import below

NEEDS = ()
VENDOR = NAME = "Spoor"
CORES = ("Cortex-M0", "Cortex-M0+", "Cortex-M3", "Cortex-M4", "Cortex-M7", "Cortex-M23", "Cortex-M33", "Cortex-M55")
PORTS = {"baremetal": "a main loop", "freertos": "FreeRTOS", "threadx": "ThreadX"}
LINKS = {"uart": "a function of the program", "rtt": "a ring for a debug probe", "itm": "the SWO pin", "semihosting": "a file on the debugger's host", "memory": "a buffer"}
GROUP = {"Cclass": "Profiler", "Cgroup": "Spoor"}
# Other build systems and Zephyr's module aren't for packs.
LEFT_OUT = ("cmake/", "zephyr/", "CMakeLists.txt", "meson", "spoor.mk", "spoor-target.pc", "ports/zephyr/")


def add(parent, tag, text=None, **attributes):
    element = xml.SubElement(parent, tag, attributes)
    element.text = text
    return element


def component(parent, fields, description, files, condition, sub, variant=None):
    more = {"Cvariant": variant} if variant else {}
    if variant in ("baremetal", "uart"):
        more["isDefaultVariant"] = "true"
    at = add(parent, "component", **GROUP, Csub=sub, **more, Cversion=fields["semver"], condition=condition)
    add(at, "description", description)
    listed = add(at, "files")
    for category, name in files:
        add(listed, "file", category=category, name=name)


def describe(fields, names):
    """@return the description, as bytes"""
    root = xml.Element("package", {"schemaVersion": "1.7.2", "xmlns:xs": "http://www.w3.org/2001/XMLSchema-instance", "xs:noNamespaceSchemaLocation": "PACK.xsd"})
    for tag, text in (("vendor", VENDOR), ("name", NAME), ("description", fields["summary"]), ("url", ""), ("license", "LICENSE")):
        add(root, tag, text)
    add(add(root, "releases"), "release", f"Release {fields['version']}.", version=fields["semver"], date=time.strftime("%Y-%m-%d", time.gmtime(fields["time"])))
    keywords = add(root, "keywords")
    for word in fields["keywords"]:
        add(keywords, "keyword", word)
    add(add(root, "taxonomy"), "description", "Profilers and tracers", Cclass=GROUP["Cclass"])
    conditions = add(root, "conditions")
    built = add(conditions, "condition", id="GNU")
    add(built, "description", "Cortex-M, GNU compiler and linker")
    for core in CORES:
        add(built, "accept", Dcore=core)
    add(built, "require", Tcompiler="GCC")
    whole = add(conditions, "condition", id="Whole")
    add(whole, "description", "with a port and a link")
    add(whole, "require", condition="GNU")
    for sub in ("Port", "Link"):
        add(whole, "require", **GROUP, Csub=sub)
    components = add(root, "components")
    core = [("include", f"{name}/") for name in ("include", "embed", "links", "ports", "src/arch/any", "src/arch/generic")]
    core += [("source", name) for name in names if name.startswith(("src/", "embed/")) and name.endswith(".c")]
    component(components, fields, "counters, timings, events and the shell", [*core, ("header", "embed/spoor.h"), ("other", "spoor.ld")], "Whole", "Core")
    for port, text in PORTS.items():
        files = [("include", f"ports/{port}/"), *(("source", name) for name in names if name.startswith(f"ports/{port}/") and name.endswith(".c"))]
        component(components, fields, f"port to {text}", files, "GNU", "Port", port)
    for link, text in LINKS.items():
        component(components, fields, f"link by {text}", [("source", f"links/spoor_link_{link}.c")], "GNU", "Link", link)
    xml.indent(root)
    return xml.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def make(fields, folder):
    """@return the pack, and its description, from which tools find out about packs"""
    files = {name: path for name, path in below(TARGET) if not name.startswith(LEFT_OUT)}
    description = describe(fields, sorted(files))
    beside = os.path.join(folder, f"{VENDOR}.{NAME}.pdsc")
    with open(beside, "wb") as f:
        f.write(description)
    made = os.path.join(folder, f"{VENDOR}.{NAME}.{fields['semver']}.pack")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as z:
        for name, path in sorted({**files, os.path.basename(beside): beside}.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(fields["time"])[:6])
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o100644 << 16, zipfile.ZIP_DEFLATED
            with open(path, "rb") as f:
                z.writestr(entry, f.read())
    return [made, beside]
