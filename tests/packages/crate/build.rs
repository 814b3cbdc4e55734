// SPDX-License-Identifier: BSD-2-Clause
//! Compiles the start-up code and the drivers of tests/dist/loop, and links with the board's script. LOOP is their folder.
use std::env;
use std::process::Command;

fn main() {
    let (folder, out) = (env::var("LOOP").unwrap(), env::var("OUT_DIR").unwrap());
    for name in ["startup", "product"] {
        let done = Command::new("arm-none-eabi-gcc")
            .args([
                "-mcpu=cortex-m3",
                "-mthumb",
                "-O2",
                "-std=gnu11",
                "-c",
                &format!("{folder}/{name}.c"),
                "-o",
                &format!("{out}/{name}.o"),
            ])
            .status();
        assert!(done.unwrap().success());
        println!("cargo:rustc-link-arg={out}/{name}.o");
    }
    println!("cargo:rustc-link-arg=-Wl,-Tspoor.ld");
    println!("cargo:rustc-link-arg=-Wl,--build-id");
    println!("cargo:rustc-link-arg=-Wl,-T{folder}/vendor.ld");
    for flag in [
        "-mcpu=cortex-m3",
        "-mthumb",
        "-nostartfiles",
        "--specs=nano.specs",
        "-Wl,--start-group,-lc_nano,-lnosys,-lgcc,--end-group",
    ] {
        println!("cargo:rustc-link-arg={flag}");
    }
}
