import assert from "node:assert/strict";
import { addCollective, addPerson } from "../testing/extensions/people.ts";
import { published } from "../testing/extensions/push.ts";
import { testEmbedded } from "../testing/engine.ts";
import { besideServer } from "./testing/beside.ts";

testEmbedded(
  "verify names damaged, missing and unnamed archives, goes on behind one, repairs and removes",
  async () => {
    await using beside = await besideServer();
    const { registry, json, folder } = beside;
    const { services } = registry;
    await addCollective(services, "acme");
    const key = await addPerson(services, "ada", { acme: "admin" });
    const sums: string[] = [];
    for (const day of [1, 2, 3]) {
      sums.push((await published(registry, key, { version: `2026.01.0${day}.1` })).checksum);
    }
    sums.sort();
    await json(0, "backup", `${folder}/backup`);
    const whole = { ok: true, archives: 3, repaired: 0, lost: 0, unnamed: 0, removed: 0 };
    const none = { losses: [], unnamedArchives: [] };
    assert.deepEqual(await json(0, "verify"), { ...whole, ...none });

    const path = (sum: string) => `${services.folder.blobs}/${sum.slice(0, 2)}/${sum}`;
    const age = async (place: string) => await Deno.utime(place, 1, 1);
    const [first, second] = sums as [string, string];
    await Deno.writeTextFile(path(first), "rot");
    await Deno.remove(path(second));
    // Of an earlier release, without a row.
    const orphan = new TextEncoder().encode("orphan");
    const unnamed = new Uint8Array(await crypto.subtle.digest("SHA-256", orphan)).toHex();
    await services.blobs.put(unnamed, orphan);
    assert.equal((await json(1, "verify")).unnamed, 0, "a publication may be about to name it");
    await age(path(unnamed));

    const found = await json(1, "verify");
    assert.deepEqual(
      found.losses.map(({ checksum, state }: Record<string, string>) => [checksum, state]),
      [[first, "damaged"], [second, "missing"]],
    );
    assert.match(found.losses[0].versions[0], /^@acme\/hello@2026\.01\.0\d\.1$/);
    assert.deepEqual(found.unnamedArchives, [unnamed]);
    assert.deepEqual((await json(1, "verify", "--after", first)).archives, 2);

    assert.equal((await json(2, "verify", "--repair")).code, "usage");
    assert.equal((await json(1, "verify", "--repair", "--from", folder)).code, "not_found");
    // A copy that is damaged itself repairs nothing.
    const copy = `${folder}/backup/blobs/${first.slice(0, 2)}/${first}`;
    const good = await Deno.readFile(copy);
    await Deno.writeTextFile(copy, "rot, too");
    const half = await json(1, "verify", "--repair", "--from", `${folder}/backup`);
    assert.deepEqual([half.repaired, half.lost], [1, 1]);
    await Deno.writeFile(copy, good);
    const repaired = await json(
      0,
      ...["verify", "--repair", "--from", `${folder}/backup/`, "--remove-unnamed"],
    );
    assert.deepEqual([repaired.repaired, repaired.unnamed, repaired.removed], [1, 1, 1]);
    assert.deepEqual(await json(0, "verify"), { ...whole, ...none });
    assert.equal(await services.blobs.has(unnamed), false);
  },
);
