// Changes what node:os says while an extension is described.
import { ANSWERS } from "./answers.ts";

const CPU = { model: "", speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } };

Object.assign(globalThis.process.getBuiltinModule("os"), {
  hostname: () => ANSWERS.hostname,
  release: () => ANSWERS.release,
  version: () => ANSWERS.release,
  machine: () => "x86_64",
  homedir: () => ANSWERS.home,
  tmpdir: () => "/tmp",
  uptime: () => 0,
  loadavg: () => [0, 0, 0],
  totalmem: () => ANSWERS.memory,
  freemem: () => ANSWERS.memory,
  availableParallelism: () => 1,
  cpus: () => [CPU],
  networkInterfaces: () => ({}),
  userInfo: () => ({
    username: ANSWERS.user,
    uid: ANSWERS.id,
    gid: ANSWERS.id,
    shell: null,
    homedir: ANSWERS.home,
  }),
});
