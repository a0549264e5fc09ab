// Answers what code asks `process` and `Deno` while an extension is described.
import { ANSWERS } from "./answers.ts";

// Code makes paths of it while it loads, and would fail without.
Deno.env.set("HOME", ANSWERS.home);

const id = () => ANSWERS.id;

Object.assign(globalThis.process, {
  cwd: () => ANSWERS.folder,
  umask: () => ANSWERS.umask,
  getuid: id,
  geteuid: id,
  getgid: id,
  getegid: id,
  getgroups: () => [ANSWERS.id],
  execPath: ANSWERS.program,
});
// Packages tell by it which of their native add-ons this system would take.
Object.assign(globalThis.process.report, { getReport: () => ({ header: {}, sharedObjects: [] }) });

Object.assign(Deno, {
  cwd: () => ANSWERS.folder,
  execPath: () => ANSWERS.program,
  hostname: () => ANSWERS.hostname,
  osRelease: () => ANSWERS.release,
  osUptime: () => 0,
  loadavg: () => [0, 0, 0],
  uid: id,
  gid: id,
  networkInterfaces: () => [],
  systemMemoryInfo: () => ({
    total: ANSWERS.memory,
    free: ANSWERS.memory,
    available: ANSWERS.memory,
    buffers: 0,
    cached: 0,
    swapTotal: 0,
    swapFree: 0,
  }),
});

const READS = ["stat", "lstat", "readFile", "readTextFile", "readDir", "readLink", "open"];

// No file is there: code that reads one while it loads expects that it may be absent.
const api = Deno as unknown as Record<string, (...given: unknown[]) => unknown>;
for (const name of READS) {
  const atOnce = api[`${name}Sync`]!;
  api[`${name}Sync`] = (...given) => {
    try {
      return atOnce(...given);
    } catch (error) {
      throw absent(error);
    }
  };
  if (name === "readDir") continue;
  const later = api[name]!;
  api[name] = async (...given) => {
    try {
      return await later(...given);
    } catch (error) {
      throw absent(error);
    }
  };
}

function absent(error: unknown): unknown {
  if (!(error instanceof Deno.errors.NotCapable) || !/ read /.test(error.message)) return error;
  return new Deno.errors.NotFound("No such file or directory (os error 2)");
}
