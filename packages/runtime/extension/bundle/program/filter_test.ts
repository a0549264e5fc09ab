import { deepEqual } from "node:assert/strict";
import { AT_EMPTY_PATH, callFilter, EXECVEAT, type Machine } from "./filter.ts";

/** Numbers of calls that name a file, an address, another program or process. */
const REFUSED: Record<Machine, Record<string, number>> = {
  x86_64: {
    open: 2,
    stat: 4,
    socket: 41,
    connect: 42,
    fork: 57,
    vfork: 58,
    execve: 59,
    kill: 62,
    creat: 85,
    unlink: 87,
    readlink: 89,
    ptrace: 101,
    prctl: 157,
    openat: 257,
    newfstatat: 262,
    prlimit64: 302,
    process_vm_readv: 310,
    seccomp: 317,
    memfd_create: 319,
    io_uring_setup: 425,
    openat2: 437,
    "openat of the other kind of addresses": 0x40000000 + 257,
  },
  aarch64: {
    unlinkat: 35,
    openat: 56,
    readlinkat: 78,
    newfstatat: 79,
    ptrace: 117,
    kill: 129,
    prctl: 167,
    socket: 198,
    connect: 203,
    execve: 221,
    prlimit64: 261,
    process_vm_readv: 270,
    seccomp: 277,
    memfd_create: 279,
    io_uring_setup: 425,
    openat2: 437,
  },
};

const NEEDED: Record<Machine, Record<string, number>> = {
  x86_64: { read: 0, write: 1, mmap: 9, futex: 202, exit_group: 231 },
  aarch64: { read: 63, write: 64, mmap: 222, futex: 98, exit_group: 94 },
};

const MACHINES = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };
const PROGRAM = 17;

/** What the kernel would answer to a call. */
function answer(
  filter: Uint8Array<ArrayBuffer>,
  machine: number,
  call: number,
  args: number[] = [],
) {
  const view = new DataView(filter.buffer);
  const given = new DataView(new ArrayBuffer(64));
  given.setUint32(0, call, true);
  given.setUint32(4, machine, true);
  for (const [index, value] of args.entries()) given.setUint32(16 + 8 * index, value, true);
  let loaded = 0;
  for (let at = 0;; at++) {
    const value = view.getUint32(8 * at + 4, true);
    switch (view.getUint16(8 * at, true)) {
      case 0x20:
        loaded = given.getUint32(value, true);
        break;
      case 0x15:
        at += view.getUint8(8 * at + (loaded === value ? 2 : 3));
        break;
      case 0x06:
        return { 0x7fff0000: "allowed", 0x00050001: "refused", 0x80000000: "killed" }[value];
    }
  }
}

for (const machine of ["x86_64", "aarch64"] as const) {
  Deno.test(`the bundler's program can compute and write to its pipes, and no more: ${machine}`, () => {
    const filter = callFilter(machine, PROGRAM);
    const asked = (call: number, args?: number[]) => answer(filter, MACHINES[machine], call, args);
    const answers = (calls: Record<string, number>) =>
      Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, asked(call)]));
    const all = (calls: Record<string, number>, what: string) =>
      Object.fromEntries(Object.keys(calls).map((name) => [name, what]));
    deepEqual(answers(REFUSED[machine]), all(REFUSED[machine], "refused"));
    deepEqual(answers(NEEDED[machine]), all(NEEDED[machine], "allowed"));

    const start = EXECVEAT[machine];
    deepEqual([
      asked(start, [PROGRAM, 0, 0, 0, AT_EMPTY_PATH]),
      asked(start, [PROGRAM, 0, 0, 0, 0]),
      asked(start, [PROGRAM + 1, 0, 0, 0, AT_EMPTY_PATH]),
    ], ["allowed", "refused", "refused"]);

    const other = machine === "x86_64" ? 0x40000003 : 0x40000028;
    deepEqual(answer(filter, other, NEEDED[machine]["read"]!), "killed");
  });
}
