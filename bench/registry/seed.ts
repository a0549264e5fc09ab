import { calVerSortKey } from "@svc/core/calver";
import { readConfig } from "../../packages/registry/config/mod.ts";
import { addCollective, addPerson } from "../../packages/registry/extensions/testing/people.ts";
import { createLog } from "../../packages/registry/log/mod.ts";
import { closeServices, openServices } from "../../packages/registry/open.ts";

/** The name of the n-th extension; all names are equally long, so all answers are. */
export function nameOf(n: number): string {
  return `@bench/extension-${String(n).padStart(6, "0")}`;
}

/** A description; all are equally long. */
function aboutOf(n: number): string {
  return `Extension of the benchmark, about topic${String(n % 1000).padStart(3, "0")}`;
}

const VERSION = "2026.01.02.1";

const descriptor = JSON.stringify({
  descriptorVersion: 1,
  models: [{
    file: "model.ts",
    type: "@bench/model",
    version: VERSION,
    dataOutputSpecs: [],
    methods: Array.from({ length: 6 }, (_, n) => ({
      name: `method-${n}`,
      description: "Reads one thing and writes it down.",
      arguments: {
        type: "object",
        properties: { repo: { type: "string", minLength: 1 } },
        required: ["repo"],
        additionalProperties: false,
      },
    })),
  }],
  reports: [],
  vaults: [],
  datastores: [],
  permissions: { net: ["api.example.com"] },
});

const facts = JSON.stringify({
  factsVersion: 1,
  rubricVersion: 1,
  readme: { path: "files/README.md", characters: 800, codeBlocks: 3 },
  licenseFile: "files/LICENSE",
  entryPoints: ["models/model.ts"],
  symbols: { outcome: "passed", total: 4, documented: 4, moduleDocs: [], undocumented: [] },
  slowTypes: { outcome: "passed", total: 0, findings: [] },
});

/** Brings the store in `data` from `from` to `to` extensions; returns a key that may push. */
export async function seed(data: string, from: number, to: number): Promise<string> {
  const services = await openServices(readConfig({ SVC_DATA: data }), {
    log: createLog("off", () => new Date()),
  });
  const { db, search } = services;
  const key = from === 0 ? await people() : "";
  const collective = await db.selectFrom("collective").select("id").where("slug", "=", "bench")
    .executeTakeFirstOrThrow();
  for (let start = from; start < to; start += 1000) {
    await db.transaction().execute(async (trx) => {
      for (let n = start; n < Math.min(start + 1000, to); n++) {
        const name = nameOf(n);
        const at = "2026-01-02T00:00:00.000Z";
        const id = crypto.randomUUID();
        const { number } = await trx.insertInto("extension").values({
          id,
          name,
          collective_id: collective.id,
          description: aboutOf(n),
          repository: null,
          homepage: null,
          license: "MIT",
          platforms: "[]",
          labels: '["bench"]',
          dependencies: "[]",
          content_types: '["models"]',
          content_names: '["@bench/model"]',
          latest_stable: VERSION,
          latest_rc: null,
          latest_beta: null,
          author_user_id: null,
          created_at: at,
          updated_at: at,
          yanked_at: null,
          yank_reason: null,
          deprecated_at: null,
          deprecated_by_user_id: null,
          deprecation_reason: null,
          superseded_by: null,
          repository_verified: null,
          repository_verified_at: null,
          repository_verified_url: null,
          verification: null,
        }).returning("number").executeTakeFirstOrThrow();
        await trx.insertInto("extension_version").values({
          id: crypto.randomUUID(),
          extension_id: id,
          version: VERSION,
          sort_key: calVerSortKey(VERSION),
          channel: "stable",
          checksum: "0".repeat(64),
          packed_bytes: 1000,
          unpacked_bytes: 5000,
          file_count: 4,
          manifest: "{}",
          descriptor,
          readme: null,
          release_notes: null,
          rubric_version: 1,
          facts,
          trust: '{"outcome":"passed","audited":[]}',
          published_at: at,
          published_by_user_id: null,
          published_by_token_id: null,
          yanked_at: null,
          yank_reason: null,
        }).execute();
        await search.put(trx, {
          number,
          name,
          description: aboutOf(n),
          labels: ["bench"],
          contents: ["@bench/model"],
        });
      }
    });
  }
  await closeServices(services);
  return key;

  async function people(): Promise<string> {
    await addCollective(services, "bench");
    return await addPerson(services, "bencher", { bench: "owner" });
  }
}
