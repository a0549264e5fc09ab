import { deepEqual, equal, ok } from "node:assert/strict";
import { writeVersions } from "../../data/store/write.ts";
import { recoverForReading } from "../../data/store/recover.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { killedAnywhere } from "../../testing/killed.ts";
import { shareThrough } from "../../testing/killed_setup.ts";
import { OWNER, stored, version } from "../../testing/stored.ts";
import { isAgreed } from "../configuration/agreement.ts";
import { configuredDatastore } from "../configuration/configured.ts";
import { filesystemDatastore } from "../filesystem/datastore.ts";
import { synchronize } from "../synchronize.ts";

Deno.test("a move to another datastore, killed before any change of the disk, loses nothing, and the same call completes it", async () => {
  await using folder = await temporaryFolder();
  const place = `${folder.path}/place`;
  const [before, after] = [`${place}/before`, `${place}/after`] as const;
  const make = async (name: string) => {
    const repository = repositoryAt(`${place}/${name}`, `${place}/of-${name}`);
    for (const path of [repository.root, repository.config!, before, after]) {
      await Deno.mkdir(path, { recursive: true, mode: 0o700 });
    }
    await initRepository(repository.root);
    return repository;
  };
  const [mine, other, late] = [await make("mine"), await make("other"), await make("late")];
  await writeVersions(mine, OWNER, [version("mine", 1), version("large", "x".repeat(300_000))]);
  await shareThrough(mine, before);
  // What only the datastore before has is taken along.
  await writeVersions(other, OWNER, [version("other", 2)]);
  await shareThrough(other, before);
  const whole = { large: { 1: "x".repeat(300_000) }, mine: { 1: 1 }, other: { 1: 2 } };
  const marked = async () => {
    const found = (await configuredDatastore(mine, () => undefined))!;
    equal(await isAgreed(mine, found), true);
    return (found.configuration as { path: string }).path;
  };

  const killed = await killedAnywhere(place, {
    module: `${import.meta.dirname}/../../testing/killed_setup.ts`,
    ...{ call: "shareThrough", args: [mine, after] },
  });
  ok(killed.count > 40, `${killed.count} changes`);
  const seen = new Set<string>();
  await killed.each(async (number) => {
    seen.add(await marked());
    await recoverForReading(mine, OWNER);
    const { other: _fetched, ...own } = await stored(mine);
    deepEqual(own, { large: whole.large, mine: whole.mine });
    await shareThrough(mine, after);
    equal(await marked(), after);
    deepEqual(await stored(mine), whole);
    if (number % 4 !== 0) return;
    // Who joins then finds all of it.
    const provider = filesystemDatastore({ path: after });
    await synchronize(late, { provider, exchange: `${late.state}/datastore/shared` });
    deepEqual(await stored(late), whole);
  });
  deepEqual(seen, new Set([before, after]));
});
