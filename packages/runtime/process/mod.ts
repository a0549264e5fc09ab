export { childEnvironment } from "./environment.ts";
export { killGroup } from "./group.ts";
export { limitedDeno, ranOutOfMemory } from "./limits.ts";
export { within } from "./within.ts";
