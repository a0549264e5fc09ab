/** Where system calls have numbers of their own. */
export type Machine = "x86_64" | "aarch64";

/** How the kernel names the machine that a call is made for. */
const ARCHITECTURE: Record<Machine, number> = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };

/**
 * What a Go program needs that computes and talks over pipes which are open already: memory, threads,
 * clocks and signals. Nothing here names a file, an address or another program. What one machine does
 * not have is left out there.
 */
const ALLOWED: Record<Machine, Record<string, number>> = {
  x86_64: {
    read: 0,
    write: 1,
    close: 3,
    fstat: 5,
    mmap: 9,
    mprotect: 10,
    munmap: 11,
    brk: 12,
    rt_sigaction: 13,
    rt_sigprocmask: 14,
    rt_sigreturn: 15,
    sched_yield: 24,
    madvise: 28,
    nanosleep: 35,
    setitimer: 38,
    getpid: 39,
    clone: 56,
    exit: 60,
    uname: 63,
    fcntl: 72,
    getcwd: 79,
    gettimeofday: 96,
    getrlimit: 97,
    sigaltstack: 131,
    arch_prctl: 158,
    gettid: 186,
    futex: 202,
    sched_getaffinity: 204,
    set_tid_address: 218,
    restart_syscall: 219,
    timer_create: 222,
    timer_settime: 223,
    timer_delete: 226,
    clock_gettime: 228,
    clock_nanosleep: 230,
    exit_group: 231,
    epoll_wait: 232,
    epoll_ctl: 233,
    tgkill: 234,
    set_robust_list: 273,
    epoll_pwait: 281,
    eventfd2: 290,
    epoll_create1: 291,
    pipe2: 293,
    getrandom: 318,
    rseq: 334,
  },
  aarch64: {
    getcwd: 17,
    eventfd2: 19,
    epoll_create1: 20,
    epoll_ctl: 21,
    epoll_pwait: 22,
    fcntl: 25,
    close: 57,
    pipe2: 59,
    read: 63,
    write: 64,
    fstat: 80,
    exit: 93,
    exit_group: 94,
    set_tid_address: 96,
    futex: 98,
    set_robust_list: 99,
    nanosleep: 101,
    setitimer: 103,
    timer_create: 107,
    timer_settime: 110,
    timer_delete: 111,
    clock_gettime: 113,
    clock_nanosleep: 115,
    sched_getaffinity: 123,
    sched_yield: 124,
    restart_syscall: 128,
    tgkill: 131,
    sigaltstack: 132,
    rt_sigaction: 134,
    rt_sigprocmask: 135,
    rt_sigreturn: 139,
    uname: 160,
    getrlimit: 163,
    gettimeofday: 169,
    getpid: 172,
    gettid: 178,
    brk: 214,
    munmap: 215,
    clone: 220,
    mmap: 222,
    mprotect: 226,
    madvise: 233,
    getrandom: 278,
    rseq: 293,
  },
};

/** The call that becomes another program. */
export const EXECVEAT: Record<Machine, number> = { x86_64: 322, aarch64: 281 };

/** `execveat` of the open file itself. */
export const AT_EMPTY_PATH = 0x1000;

// Instructions and answers of linux/filter.h and linux/seccomp.h.
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001; // with EPERM
const KILL = 0x80000000;

/** Offsets in what the filter is given: number, machine, and the low half of each argument. */
const NUMBER = 0;
const MACHINE = 4;
const argument = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, value: number, ifEqual?: number, otherwise?: number];

/**
 * The seccomp filter under which the bundler runs, as the kernel takes it. A call that is not in the
 * table is refused with EPERM, one for another machine ends the process.
 *
 * @param program the descriptor of the program that may be started once; it closes as it starts
 */
export function callFilter(machine: Machine, program: number): Uint8Array<ArrayBuffer> {
  const allowed = Object.values(ALLOWED[machine]);
  return encoded([
    [LOAD, MACHINE],
    [JUMP_IF_EQUAL, ARCHITECTURE[machine], 1, 0],
    [RETURN, KILL],
    [LOAD, NUMBER],
    [JUMP_IF_EQUAL, EXECVEAT[machine], 0, 6],
    [LOAD, argument(0)],
    [JUMP_IF_EQUAL, program, 0, 3],
    [LOAD, argument(4)],
    [JUMP_IF_EQUAL, AT_EMPTY_PATH, 0, 1],
    [RETURN, ALLOW],
    [RETURN, REFUSE],
    ...allowed.map((
      number,
      index,
    ): Instruction => [JUMP_IF_EQUAL, number, allowed.length - index, 0]),
    [RETURN, REFUSE],
    [RETURN, ALLOW],
  ]);
}

function encoded(instructions: readonly Instruction[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * instructions.length);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, value, ifEqual = 0, otherwise = 0]] of instructions.entries()) {
    view.setUint16(8 * index, code, true);
    view.setUint8(8 * index + 2, ifEqual);
    view.setUint8(8 * index + 3, otherwise);
    view.setUint32(8 * index + 4, value, true);
  }
  return bytes;
}
