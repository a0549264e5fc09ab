import { type Beside, childMain } from "../child_command.ts";
import type { ChildToStart } from "../child_start.ts";
import { childEnvironment, NAMES_AS_IPV4 } from "../../base/process/environment.ts";

/** How the child of a run was started: all but what is made for one start of it. */
export interface RememberedProgram extends Beside {
  /** Of this form; another is not read. */
  form: 1;
  /** Absolute path of the bundle. */
  bundle: string;
  /** Absolute. */
  cwd: string;
  /** Flags of permissions, with {@linkcode SCRATCH} for the folder of the run. */
  flags: readonly string[];
  /** Names of variables that were passed on beside those that every child gets. */
  passed: readonly string[];
  /** Where programs are looked for, when that is not what svc's own PATH says. */
  path?: string;
  /** True when names are looked up as IPv4 addresses alone. */
  ipv4?: boolean;
  startsPrograms: boolean;
  timeLimitMs: number;
  memoryLimitMb: number;
}

/** Stands for the folder of the run. No path holds a zero byte. */
const SCRATCH = "\0scratch";

/** Flags that say what a method may do, and no other flag of Deno. */
const PERMISSION = /^--(?:allow|deny)-(?:net|read|write|env|sys|run)(?:=|$)/;

/** What is remembered of a program; values of variables are not, but for where programs are looked for. */
export function remembered(
  program: ChildToStart,
  scratch: string,
  beside: Beside,
): RememberedProgram {
  const { bundle, cwd, permissionFlags, environment, startsPrograms } = program;
  const { PATH, RES_OPTIONS } = environment;
  const ipv4 = RES_OPTIONS === NAMES_AS_IPV4.RES_OPTIONS;
  const usual = childEnvironment();
  return {
    form: 1,
    bundle,
    cwd,
    flags: permissionFlags.map((flag) => flag.replaceAll(scratch, SCRATCH)),
    passed: Object.keys(environment).filter((name) =>
      name !== "PATH" && name !== "TMPDIR" && !(ipv4 && name === "RES_OPTIONS") &&
      environment[name] !== usual[name]
    ),
    ...(PATH === undefined || PATH === Deno.env.get("PATH") ? {} : { path: PATH }),
    ...(ipv4 ? { ipv4 } : {}),
    startsPrograms,
    timeLimitMs: program.timeLimitMs,
    memoryLimitMb: program.memoryLimitMb,
    ...beside,
  };
}

/** The program again, for a new folder of a run; the variables have their values of now. */
export function programOf(
  { bundle, cwd, flags, passed, path, ipv4, startsPrograms, timeLimitMs, memoryLimitMb }:
    RememberedProgram,
  scratch: string,
): ChildToStart {
  return {
    bundle,
    cwd,
    permissionFlags: flags.map((flag) => flag.replaceAll(SCRATCH, scratch)),
    environment: {
      ...childEnvironment(passed),
      ...(ipv4 ? NAMES_AS_IPV4 : {}),
      TMPDIR: scratch,
      ...(path === undefined ? {} : { PATH: path }),
    },
    startsPrograms,
    timeLimitMs,
    memoryLimitMb,
  };
}

/** True for two programs that are started in the same way. */
export function sameProgram(one: ChildToStart, other: ChildToStart): boolean {
  const text = (program: ChildToStart) =>
    JSON.stringify([
      program.entry,
      program.bundle,
      program.cwd,
      program.permissionFlags,
      Object.entries(program.environment).sort(),
      program.startsPrograms,
      program.timeLimitMs,
      program.memoryLimitMb,
    ]);
  return text(one) === text(other);
}

/** The module that Deno is told to run for it. */
export function mainOf(known: RememberedProgram): string {
  return childMain({ bundle: known.bundle }, known);
}

/**
 * What a text says is remembered; undefined for anything that is not of this form. It may say anything:
 * flags but for permissions are refused, and the program is always our own.
 */
export function readRemembered(text: string): RememberedProgram | undefined {
  let value: Partial<Record<keyof RememberedProgram, unknown>>;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const isPath = (one: unknown) => typeof one === "string" && one.startsWith("/");
  const isCount = (one: unknown) => Number.isSafeInteger(one) && Number(one) > 0;
  const isList = (one: unknown, each: (text: string) => boolean) =>
    Array.isArray(one) && one.every((text) => typeof text === "string" && each(text));
  const good = value.form === 1 && isPath(value.bundle) && isPath(value.cwd) &&
    isList(value.flags, (flag) => PERMISSION.test(flag)) &&
    isList(value.passed, (name) => /^[^=\0]+$/.test(name)) &&
    (value.path === undefined || typeof value.path === "string") &&
    (value.ipv4 === undefined || value.ipv4 === true) &&
    typeof value.startsPrograms === "boolean" && typeof value.cel === "boolean" &&
    typeof value.https === "boolean" &&
    isCount(value.timeLimitMs) && isCount(value.memoryLimitMb);
  return good ? value as RememberedProgram : undefined;
}
