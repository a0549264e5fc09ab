export { childEnvironment } from "./environment.ts";
export { killerOf } from "./group.ts";
export { limitedDeno, ranOutOfMemory } from "./limits.ts";
export { within } from "./within.ts";
