import type { Program } from "../requirement.ts";
import type { World } from "./world.ts";

/** A story of the catalogue: what a person does with it from the push to the data. */
export interface Story {
  /** What the test is called. */
  name: string;
  /** Programs it drives. */
  needs: readonly Program[];
  run(world: World, test: Deno.TestContext): Promise<void>;
}
