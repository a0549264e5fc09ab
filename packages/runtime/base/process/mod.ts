export { killerOf } from "./group.ts";
export { ranOutOfMemory } from "./limits.ts";
export { spawnOwn } from "./own_child.ts";
export { within } from "./within.ts";
