// Stands in for node:os while an extension is described.
import os from "node:os";
import { ANSWERS } from "./answers.ts";

export * from "node:os";

const CPU = { model: "", speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } };

export const hostname = (): string => ANSWERS.hostname;
export const release = (): string => ANSWERS.release;
export const version = (): string => ANSWERS.release;
export const machine = (): string => "x86_64";
export const homedir = (): string => ANSWERS.home;
export const tmpdir = (): string => "/tmp";
export const uptime = (): number => 0;
export const loadavg = (): number[] => [0, 0, 0];
export const totalmem = (): number => ANSWERS.memory;
export const freemem = (): number => ANSWERS.memory;
export const availableParallelism = (): number => 1;
export const cpus = (): typeof CPU[] => [CPU];
export const networkInterfaces = (): Record<string, never> => ({});
export const userInfo = (): Record<string, unknown> => ({
  username: ANSWERS.user,
  uid: ANSWERS.id,
  gid: ANSWERS.id,
  shell: null,
  homedir: ANSWERS.home,
});

// require("os") gives this exact object.
Object.assign(os, {
  hostname,
  release,
  version,
  machine,
  homedir,
  tmpdir,
  uptime,
  loadavg,
  totalmem,
  freemem,
  availableParallelism,
  cpus,
  networkInterfaces,
  userInfo,
});

export default os;
