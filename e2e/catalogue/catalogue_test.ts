import { testNeeding } from "../requirement.ts";
import { STORIES } from "./stories/mod.ts";
import { startWorld, type World } from "./world.ts";

// One world for all stories: an extension is published once, as on a real registry.
let world: Promise<World> | undefined;
const theWorld = () => world ??= startWorld();

for (const { name, needs, run } of STORIES) {
  testNeeding(needs, name, async (test) => await run(await theWorld(), test));
}

Deno.test.afterAll(async () => await (await world)?.[Symbol.asyncDispose]());
