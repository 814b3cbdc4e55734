// SPDX-License-Identifier: BSD-2-Clause
//! Compiles the C sources for the target, and reads from the compiler what a block consists of.
//!
//! Environment: SPOOR_CC is the C compiler (default arm-none-eabi-gcc), SPOOR_CFLAGS further
//! flags, such as -I with the folder of spoor_user.h. SPOOR_PORT is baremetal (the default), freertos or threadx,
//! SPOOR_LINK is uart (the default), rtt, itm, semihosting or memory.
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BLOCK: &str = ".spread.data.trace_blocks.5";

fn setting(name: &str, default: &str) -> String {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).unwrap_or_else(|_| default.to_string())
}

/// The prefix of the tools and the flags of the core. The triples are those of rustc.
fn core_of(target: &str) -> Option<(&'static str, Vec<&'static str>)> {
    let arm = |cpu, more: &[&'static str]| ("arm-none-eabi-", [&["-mthumb", cpu], more].concat());
    let hard = ["-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"];
    Some(match target {
        "thumbv6m-none-eabi" => arm("-mcpu=cortex-m0", &[]),
        "thumbv7m-none-eabi" => arm("-mcpu=cortex-m3", &[]),
        "thumbv7em-none-eabi" => arm("-mcpu=cortex-m4", &["-mfloat-abi=soft"]),
        "thumbv7em-none-eabihf" => arm("-mcpu=cortex-m4", &hard),
        "thumbv8m.base-none-eabi" => arm("-mcpu=cortex-m23", &[]),
        "thumbv8m.main-none-eabi" => arm("-mcpu=cortex-m33", &["-mfloat-abi=soft"]),
        _ => return None,
    })
}

fn run(command: &mut Command) -> Vec<u8> {
    let done = command
        .output()
        .unwrap_or_else(|e| panic!("spoor: {command:?}: {e}; SPOOR_CC names the C compiler"));
    if !done.status.success() {
        panic!("spoor: {command:?}:\n{}", String::from_utf8_lossy(&done.stderr));
    }
    done.stdout
}

/// All C files in a folder, sorted, so that the order of points and blocks doesn't depend on the file system.
fn sources_in(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("spoor: {}: {e}", folder.display()))
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources_in(&path, found);
        } else if path.extension().map_or(false, |e| e == "c") {
            found.push(path);
        }
    }
}

fn main() {
    let target = env::var("TARGET").unwrap();
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let (port, link) = (setting("SPOOR_PORT", "baremetal"), setting("SPOOR_LINK", "uart"));
    let root = here.join("spoor");
    println!("cargo:rerun-if-changed=spoor");
    println!("cargo:rerun-if-changed=layout.c");
    println!("cargo:rerun-if-changed=shim.c");

    // For documentation and tools that check sources, the macros compile without the C part.
    let (prefix, core) = match core_of(&target) {
        Some(found) => found,
        None => {
            println!("cargo:warning=spoor: no C sources for {target}: core_of() in build.rs has the targets");
            fs::write(out.join("layout.rs"), "pub const BLOCK: [u32; 1] = [0];\npub const BLOCK_MODE: usize = 0;\n").unwrap();
            return;
        }
    };
    let compiler = setting("SPOOR_CC", &format!("{prefix}gcc"));
    let mut flags: Vec<String> = core.iter().map(|f| f.to_string()).collect();
    flags.extend(["-O2", "-g", "-std=gnu11", "-ffunction-sections", "-fdata-sections"].map(String::from));
    flags.push(format!("-ffile-prefix-map={}=spoor", root.display()));
    for folder in [
        "include",
        "embed",
        "links",
        "ports",
        &format!("ports/{port}"),
        "src/arch/any",
        "src/arch/generic",
    ] {
        flags.push(format!("-I{}", root.join(folder).display()));
    }
    flags.push(format!("-DSPOOR_LINK_NAME=\"{link}\""));
    flags.push(format!("-DSPOOR_RUST_LINK=spoor_link_{link}"));
    flags.extend(setting("SPOOR_CFLAGS", "").split_whitespace().map(String::from));

    let mut sources = vec![here.join("layout.c"), here.join("shim.c")];
    for folder in ["src", "embed", &format!("ports/{port}")] {
        sources_in(&root.join(folder), &mut sources);
    }
    sources.push(root.join(format!("links/spoor_link_{link}.c")));
    let mut objects = Vec::new();
    for (n, source) in sources.iter().enumerate() {
        let object = out.join(format!("{n:03}-{}.o", source.file_stem().unwrap().to_string_lossy()));
        run(Command::new(&compiler)
            .args(&flags)
            .arg("-c")
            .arg(source)
            .arg("-o")
            .arg(&object));
        objects.push(object);
    }
    let archive = out.join("libspoor_target.a");
    let _ = fs::remove_file(&archive);
    run(Command::new(format!("{prefix}ar"))
        .arg("rcsD")
        .arg(&archive)
        .args(&objects[1..]));

    // The block that layout.c defines, which isn't in the archive, has the contents that a new block has.
    let words_of = |section: &str| -> Vec<String> {
        let words = out.join("words.bin");
        run(Command::new(format!("{prefix}objcopy"))
            .args(["-O", "binary", "-j", section])
            .arg(&objects[0])
            .arg(&words));
        fs::read(&words)
            .unwrap()
            .chunks(4)
            .map(|w| u32::from_le_bytes(w.try_into().unwrap()).to_string())
            .collect()
    };
    let (block, mode) = (words_of(BLOCK), words_of(".spoor_layout"));
    fs::write(
        out.join("layout.rs"),
        format!(
            "pub const BLOCK: [u32; {}] = [{}];\npub const BLOCK_MODE: usize = {};\n",
            block.len(),
            block.join(", "),
            mode.join("")
        ),
    )
    .unwrap();

    // The whole archive: nothing refers to most commands of the shell.
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static:+whole-archive,-bundle=spoor_target");
    // -Tspoor.ld of the program finds the script.
    println!("cargo:rustc-link-search=native={}", root.display());
}
