import assert from "node:assert/strict";
import { FACTORS } from "@svc/core/rubric";
import type { Outcome } from "@svc/core/wire";
import fc from "fast-check";
import { DEPENDENT, scored } from "../../../testing/extensions/scored.ts";
import { scorecardOf, type ScoredExtension } from "./scorecard.ts";

/** A version as it lay in a registry's database, and the factors that it did not earn there. */
interface Sample {
  extension: ScoredExtension & { name: string };
  version: Record<"manifest" | "descriptor" | "facts" | "trust", string>;
  lost: Record<string, Outcome>;
}

/**
 * What publishing stored, by release: of the first one; before grafts were listed among the
 * permissions; since then. A release that stores another shape adds a file.
 */
const RELEASES = ["first", "contents", "grafts"];
const NEWEST = RELEASES.at(-1)!;

async function samplesOf(release: string): Promise<Sample[]> {
  const file = new URL(`../../../testing/stored/${release}.json`, import.meta.url);
  return JSON.parse(await Deno.readTextFile(file));
}

/** The documents a score is composed from. */
type Documents = Record<"facts" | "trust" | "verification", string>;

function outcomesOf({ extension }: Sample, documents: Documents): Record<string, Outcome> {
  const { facts, trust, verification } = documents;
  const row = { ...extension, verification };
  const { factors } = scorecardOf({ provenance: false }, row, {
    facts,
    trust,
    provenance_kind: null,
  });
  return Object.fromEntries(factors.map(({ id, outcome }) => [id, outcome]));
}

for (const release of RELEASES) {
  for (const sample of await samplesOf(release)) {
    const documents = { ...sample.version, verification: sample.extension.verification ?? "null" };
    const what = `${sample.extension.name} as release '${release}' stored it`;

    Deno.test(`${what} earns what it earned then`, () => {
      const passed = FACTORS.map(({ id }) => [id, "passed"]);
      const outcomes = outcomesOf(sample, documents);
      assert.deepEqual(outcomes, { ...Object.fromEntries(passed), ...sample.lost });
    });

    Deno.test(`${what} earns nothing for what is missing or damaged`, () => {
      const before = outcomesOf(sample, documents);
      fc.assert(fc.property(damage(documents), (damaged) => {
        const after = outcomesOf(sample, damaged);
        for (const { id } of FACTORS) {
          if (after[id] !== before[id]) assert.equal(after[id], "notRun", id);
        }
      }));
    });

    Deno.test(`${what} earns nothing from facts of a generation that is not known`, () => {
      const facts = JSON.stringify({ ...JSON.parse(documents.facts), factsVersion: 99 });
      for (const unknown of [facts, "null", "{}", "{"]) {
        const after = outcomesOf(sample, { ...documents, facts: unknown });
        for (const id of ["has-readme", "rich-readme", "symbols-docs", "fast-check"]) {
          assert.equal(after[id], "notRun", id);
        }
      }
    });
  }
}

/** The documents with members removed, or with something else in their place. */
function damage(documents: Documents): fc.Arbitrary<Documents> {
  const places = (["facts", "trust", "verification"] as const).flatMap((name) =>
    membersOf(JSON.parse(documents[name])).map((path) => ({ name, path }))
  );
  const changes = fc.subarray(places, { minLength: 1 });
  return fc.tuple(changes, fc.boolean()).map(([changes, removed]) => {
    const damaged = { ...documents };
    for (const { name, path } of changes) {
      const text = damaged[name];
      const json = JSON.parse(text);
      const holder = path.slice(0, -1).reduce((value, key) => value?.[key], json);
      // What it was in may be gone already.
      if (typeof holder !== "object" || holder === null) continue;
      if (removed) delete holder[path.at(-1)!];
      else holder[path.at(-1)!] = { other: true };
      damaged[name] = JSON.stringify(json);
    }
    return damaged;
  });
}

/** The path of each member of an object, at any depth. */
function membersOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const inside = membersOf(member, [...path, key]);
    return Array.isArray(value) ? inside : [[...path, key], ...inside];
  });
}

Deno.test(`publishing stores what the samples of '${NEWEST}' hold: another shape needs new samples`, async () => {
  const [sample] = (await samplesOf(NEWEST)).filter(({ extension }) =>
    extension.name === "@acme/open"
  );
  await using ours = await scored();
  ours.world.osv = "down";
  const manifest = { repository: sample!.extension.repository };
  const source = DEPENDENT.replaceAll("left-pad", "right-pad");
  await ours.publish("2026.01.02.1", { name: "@acme/open", source, manifest });
  const stored = await ours.services.db.selectFrom("extension_version")
    .innerJoin("extension", "extension.id", "extension_version.extension_id")
    .select(["manifest", "descriptor", "facts", "trust", "verification"])
    .executeTakeFirstOrThrow();
  const expected = { ...sample!.version, verification: sample!.extension.verification! };
  for (const name of ["manifest", "descriptor", "facts", "trust", "verification"] as const) {
    assert.deepEqual(
      membersOf(JSON.parse(stored[name]!)).sort(),
      membersOf(JSON.parse(expected[name])).sort(),
      name,
    );
  }
});
