import assert from "node:assert/strict";
import type { DependencyTrust, Scorecard } from "@svc/core/wire";
import { testRegistry } from "../../testing.ts";
import { type Outside, outside } from "./outside.ts";
import type { PackageOptions } from "./package.ts";
import { addCollective, addPerson } from "./people.ts";
import { published, push, send } from "./push.ts";

/** The extension whose score a test is about. */
const NAME = "/api/v1/extensions/@acme/hello";

/** A source with one type-A dependency. */
export const DEPENDENT =
  `import pad from "npm:left-pad@1.0.0";\n/** It. */\nexport const it: string = pad;\n`;

/** What a test pushes. */
export type Push = PackageOptions & { channel?: "beta" | "rc" };

/** A registry with two collectives, a person who is admin of both, and the world it asks. */
export async function scored(environment: Record<string, string> = {}) {
  const world = outside();
  const registry = await testRegistry({ fetch: world.fetch, environment });
  const { services } = registry;
  await addCollective(services, "acme");
  await addCollective(services, "fork");
  const ada = await addPerson(services, "ada", { acme: "admin", fork: "admin" });
  const scorecard = async () =>
    await (await registry.request(`${NAME}/scorecard`)).json() as Scorecard;
  return {
    world,
    registry,
    services,
    ada,
    /** Does what is due. */
    work: () => registry.work(),
    later(minutes: number): void {
      registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);
    },
    publish: (version: string, more: Push = {}) => published(registry, ada, { version, ...more }),
    push: (version: string, more: Push = {}) => push(registry, ada, { version, ...more }),
    /** Sends a change that must be accepted. */
    async change(method: "POST" | "PATCH", path: string, body?: unknown): Promise<void> {
      const answer = await send(registry, method, NAME + path, ada, body);
      assert.equal(answer.status, 200, await answer.clone().text());
      await answer.body?.cancel();
    },
    info: async () => await (await registry.request(NAME)).json(),
    scorecard,
    trust: async (): Promise<DependencyTrust> => (await scorecard()).dependencyTrust,
    /** Repository and whether it is verified. */
    async verified(): Promise<[string | null, boolean | null]> {
      const { repository, repositoryVerified } = await (await registry.request(NAME)).json();
      return [repository, repositoryVerified];
    },
    waiting: () =>
      services.db.selectFrom("job").where("dead_at", "is", null)
        .select(["kind", "attempts"]).execute(),
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

/** The repositories that were asked about, in order. */
export function repositoriesAsked(world: Outside): string[] {
  return world.asked.filter((question) => question.startsWith("github.com/"));
}
