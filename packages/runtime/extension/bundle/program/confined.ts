// Becomes the bundler's program, which from then on can open no file, make no connection and start
// nothing: it computes, and talks over the pipes that it was given. Run with its path and arguments.
import { AT_EMPTY_PATH, callFilter, EXECVEAT, type Machine } from "./filter.ts";

const [program, ...args] = Deno.args;
if (program === undefined) throw new Error("no program was named");
if (Deno.build.os === "linux") onLinux(program, args);
else if (Deno.build.os === "darwin") onMac(program, args);
throw new Error(`the bundler cannot be confined on ${Deno.build.os}`);

/** By a filter of system calls that every Linux has, for any user and in containers. */
function onLinux(path: string, args: readonly string[]): never {
  const SET_NO_NEW_PRIVILEGES = 38;
  const SET_SECCOMP = 22;
  const FILTER = 2n;
  const READ_AND_CLOSE_ON_EXEC = 0o2000000;
  const machine: Machine = Deno.build.arch;
  const { symbols: libc } = Deno.dlopen("libc.so.6", {
    open: { parameters: ["buffer", "i32"], result: "i32" },
    prctl: { parameters: ["i32", "u64", "buffer", "u64", "u64"], result: "i32" },
    syscall: {
      parameters: ["i64", "i64", "buffer", "buffer", "buffer", "i64"],
      result: "i64",
    },
  });
  const file = libc.open(text(path), READ_AND_CLOSE_ON_EXEC);
  if (file < 0) throw new Error(`${path} cannot be opened`);
  const filter = callFilter(machine, file);
  const described = new BigUint64Array([BigInt(filter.length / 8), address(filter)]);
  const empty = text("");
  const list = texts([path, ...args]);
  const environment = texts([]);
  if (libc.prctl(SET_NO_NEW_PRIVILEGES, 1n, null, 0n, 0n) !== 0) fail("new privileges");
  if (libc.prctl(SET_SECCOMP, FILTER, described, 0n, 0n) !== 0) fail("system calls");
  libc.syscall(
    BigInt(EXECVEAT[machine]),
    BigInt(file),
    empty,
    list.pointers,
    environment.pointers,
    BigInt(AT_EMPTY_PATH),
  );
  throw new Error(`${path} cannot be started`);
}

/** By the sandbox of macOS: what every program loads of the system stays readable, nothing else. */
function onMac(path: string, args: readonly string[]): never {
  const quoted = JSON.stringify(path);
  const profile = `(version 1)
(allow default)
(deny network*)
(deny process-fork)
(deny file-write*)
(deny file-read*)
(allow file-read-metadata)
(allow file-read* (literal "/") (literal ${quoted}) (literal "/dev/null") (literal "/dev/urandom")
  (subpath "/usr/lib") (subpath "/System/Library") (subpath "/System/Volumes/Preboot/Cryptexes")
  (subpath "/System/Cryptexes") (subpath "/private/var/db/dyld"))`;
  const sandbox = "/usr/bin/sandbox-exec";
  const { symbols: libc } = Deno.dlopen("libSystem.B.dylib", {
    execve: { parameters: ["buffer", "buffer", "buffer"], result: "i32" },
  });
  const list = texts([sandbox, "-p", profile, path, ...args]);
  libc.execve(text(sandbox), list.pointers, texts([]).pointers);
  throw new Error(`${sandbox} cannot be started`);
}

function fail(what: string): never {
  throw new Error(`this system does not limit ${what} of a program`);
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${value}\0`);
}

/** A list of texts as C has it, and the texts, which must live as long as it. */
function texts(values: readonly string[]) {
  const kept = values.map(text);
  return { kept, pointers: new BigUint64Array([...kept.map(address), 0n]) };
}

function address(buffer: Uint8Array<ArrayBuffer>): bigint {
  return Deno.UnsafePointer.value(Deno.UnsafePointer.of(buffer));
}
