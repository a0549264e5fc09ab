import { asGrants, covers, type FoundUse, grantText } from "@svc/core/permission";
import { lockedGraph } from "../bundle/lock.ts";
import { KNOWN_SDKS } from "./known_sdks.ts";
import { isListed, type Sdk } from "./sdk.ts";

/**
 * What was found of an extension's needs, with those of each SDK that it brings as one unit: what the
 * SDK's packages and theirs name is left out, and what the table says it needs is there instead, marked.
 * What the extension's own code names beyond that stays as it was found.
 *
 * An SDK is brought when its code is in the bundles and the lock names its package, whose content the
 * package registry vouches for. Nothing an extension can say adds to what the table asks for, and what is
 * left out is granted to nobody.
 *
 * @param lock the content of `bundle.lock.json`
 */
export function withSdks(
  found: readonly FoundUse[],
  lock: Uint8Array,
  sdks: readonly Sdk[] = KNOWN_SDKS,
): FoundUse[] {
  const stops = (name: string) => sdks.some(({ packages }) => isListed(packages, name));
  if (!found.some(({ file }) => stops(packageOf(file)?.name ?? ""))) return [...found];
  const { packages, reached } = lockedGraph(lock);
  const brought = sdks.map((sdk) => ({ sdk, place: placeOf(sdk, found, packages) }))
    .filter(({ place }) => place !== undefined);
  const others = reached((name) => brought.some(({ sdk }) => isListed(sdk.packages, name)));
  const isOfSdk = ({ file, line, ...use }: FoundUse) => {
    const from = line === undefined ? packageOf(file) : undefined;
    if (from !== undefined && packages.has(from.full) && !others.has(from.full)) return true;
    const { kind, entry } = use;
    return entry !== undefined &&
      brought.some(({ sdk: { asks, later } }) =>
        covers(asks, { kind, entry }) ||
        // A place without a line is of code that nobody knows the owner of.
        line === undefined && later.some((one) => one.kind === kind && one.entry === entry)
      );
  };
  const units = brought.flatMap(({ sdk, place }) =>
    asGrants(sdk.asks).map((grant) => ({ ...grant, file: place!, by: "", sdk: sdk.name }))
  );
  const own = found.filter((use) => !isOfSdk(use));
  // Two SDKs may ask for the same: it is in the line of the first.
  const each = new Map<string, FoundUse>();
  for (const one of units) if (!each.has(grantText(one))) each.set(grantText(one), one);
  return [...own, ...each.values()];
}

/** A package of an SDK that reads credentials and whose code was found; undefined without one. */
function placeOf(
  { packages, signsIn = packages }: Sdk,
  found: readonly FoundUse[],
  locked: ReadonlySet<string>,
): string | undefined {
  return found.filter(({ file, line }) => {
    const from = line === undefined ? packageOf(file) : undefined;
    return from !== undefined && isListed(signsIn, from.name) && locked.has(from.full);
  }).map(({ file }) => file).sort()[0];
}

/** `npm:@a/b@1.2.3` taken apart. */
function packageOf(file: string): { name: string; full: string } | undefined {
  const [, full, name] = /^npm:((@?[^@]+)@.+)$/.exec(file) ?? [];
  return full === undefined || name === undefined ? undefined : { name, full };
}
