// Answers what code asks `process` and `Deno` while an extension is described.
import process from "node:process";
import { ANSWERS } from "./answers.ts";

const id = () => ANSWERS.id;

Object.assign(process, {
  cwd: () => ANSWERS.folder,
  umask: () => ANSWERS.umask,
  getuid: id,
  geteuid: id,
  getgid: id,
  getegid: id,
  getgroups: () => [ANSWERS.id],
  execPath: ANSWERS.program,
});

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
