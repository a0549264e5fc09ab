export { sha256Hex } from "./digest.ts";
export { isDiskFull } from "./disk_full.ts";
export { INSTALLATION } from "./installation.ts";
export { absolutePath, relativeInside } from "./path.ts";
export * from "./private.ts";
export { systemTemporaryFolder, temporaryFolder } from "./temporary.ts";
export { writeAtomic } from "./write.ts";
