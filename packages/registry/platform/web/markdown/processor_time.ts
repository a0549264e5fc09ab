import { cpuUsage } from "node:process";

/**
 * The processor time that this process has had, in milliseconds. Unlike the clock it stands still while
 * the machine does something else: what a text is shown as does not depend on how busy that is.
 */
export function processorMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}
