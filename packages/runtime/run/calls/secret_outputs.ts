import type { SecretPlace } from "@svc/core/answer";
import type { ResourceSpec } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { replaceSensitive, type SensitivePlace } from "@svc/core/sensitive";
import { partAt } from "../../data/part.ts";
import { isSecretKeyOf, newSecretKey } from "../../data/secret_key.ts";
import { placeText, referenceText, storedSecret } from "../../data/secret_reference.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";
import type { DataOwner } from "../../data/store/folder.ts";
import { isLive } from "../../data/store/item_state.ts";
import type { RunData } from "../../data/store/run_data.ts";
import type { OutputSecrets } from "./output_secrets.ts";

/** What hiding the secrets of outputs depends on. */
interface SecretOutputInput {
  owner: DataOwner;
  data: Pick<RunData, "find" | "content">;
  definition: Definition;
  redactor: Redactor;
  secrets: OutputSecrets;
}

/** A resource as it is stored. */
interface HiddenResource {
  /** Without any secret that is known: references stand in their places. */
  content: unknown;
  secrets: SecretPlace[];
}

/** A resource whose secrets have been found and not yet been put anywhere. */
interface FoundSecrets {
  output: ResourceSpec;
  name: string;
  /** With a mark in the place of each secret. */
  marked: unknown;
  places: Map<symbol, SensitivePlace>;
}

/** Secrets of one call. Each is a write of its own in a vault. */
const MOST_SECRETS = 1000;

/**
 * Finds the secrets of resources: what the schema marks, or all of it under `sensitiveOutput`. The redactor
 * knows them from then on.
 *
 * @throws SvcError `output_invalid` for more, or larger ones, than vaults take
 */
export function findSecrets(
  { redactor }: Pick<SecretOutputInput, "redactor">,
  items: readonly { output: ResourceSpec; name: string; data: unknown }[],
): FoundSecrets[] {
  const found = items.map(({ output, name, data }) => {
    const places = new Map<symbol, SensitivePlace>();
    const mark = (place: SensitivePlace) => {
      const symbol = Symbol();
      places.set(symbol, place);
      return symbol;
    };
    const marked = output.sensitiveOutput
      ? mark({ path: [], value: data, reason: "marked" })
      : replaceSensitive(output.schema, data, mark, { isOutput: true });
    return { output, name, marked, places };
  });
  const count = found.reduce((sum, { places }) => sum + places.size, 0);
  if (count > MOST_SECRETS) {
    throw new SvcError("output_invalid", `The outputs hold ${count} secrets`, {
      hint:
        `At most ${MOST_SECRETS} can be written at once. Write fewer outputs at a time, or mark ` +
        "the list that they are in as the secret.",
    });
  }
  for (const { name, places } of found) {
    for (const place of places.values()) assertFits(name, place);
  }
  for (const { places } of found) for (const { value } of places.values()) redactor.add(value);
  return found;
}

/**
 * Puts the secrets of resources into vaults. One that the newest version holds as well stays where it is.
 *
 * @param options the lifetime of each
 * @returns the resources as they are to be stored, and what takes back what was put for them
 * @throws SvcError `vault_required`, `vault_not_found` and what else the vault says; nothing stays in it
 *   then
 */
export async function hideSecrets(
  input: SecretOutputInput,
  found: readonly FoundSecrets[],
  options: { lifetimes: readonly string[]; signal: AbortSignal | undefined },
): Promise<{ hidden: HiddenResource[]; takeBack(): Promise<void> }> {
  const put: SecretPlace[] = [];
  const takeBack = () => input.secrets.takeBack(put);
  try {
    const hidden: HiddenResource[] = [];
    for (const [index, one] of found.entries()) {
      const ephemeral = options.lifetimes[index] === "ephemeral";
      const references = new Map<symbol, Omit<SecretPlace, "path">>();
      const before = one.places.size === 0 ? undefined : await newestOf(input, one.name);
      for (const [mark, place] of one.places) {
        const kept = await keptBefore(input, before, place, one.output);
        if (kept === undefined) {
          const made = await newSecret(input, one.output, one.name, place);
          const { text, ...reference } = made;
          put.push({ path: [...place.path], ...reference });
          const { signal } = options;
          await input.secrets.put(reference, text, { name: one.name, ephemeral, signal });
          references.set(mark, reference);
        } else references.set(mark, kept);
      }
      hidden.push(referred(input.redactor.value(one.marked), references));
    }
    return { hidden, takeBack };
  } catch (error) {
    await takeBack();
    throw error;
  }
}

function assertFits(name: string, { path, value }: SensitivePlace): void {
  const bytes = new TextEncoder().encode(storedSecret(value).text).length;
  const most = LIMITS.secrets.valueBytes;
  if (bytes <= most) return;
  throw new SvcError(
    "output_invalid",
    `The output '${name}' has a secret of ${bytes} bytes (${placeText(path)})`,
    { hint: `A vault stores at most ${most} bytes per secret. Mark only the part that is secret.` },
  );
}

/** The newest version of an item with the secrets in it; undefined when there are none. */
async function newestOf(
  { data }: SecretOutputInput,
  name: string,
): Promise<{ content: unknown; secrets: SecretPlace[] } | undefined> {
  const item = await data.find(name);
  // What ends with the run takes its secrets with it.
  if (item?.secrets === undefined || !isLive(item) || item.lifetime === "ephemeral") {
    return undefined;
  }
  const content: unknown = JSON.parse(new TextDecoder().decode(await data.content(item)));
  return { content, secrets: item.secrets };
}

/** The reference of the newest version at this place, when the same value is behind it. */
async function keptBefore(
  input: SecretOutputInput,
  before: Awaited<ReturnType<typeof newestOf>>,
  place: SensitivePlace,
  spec: ResourceSpec,
): Promise<Omit<SecretPlace, "path"> | undefined> {
  const path = JSON.stringify(place.path);
  const known = before?.secrets.find((one) => JSON.stringify(one.path) === path);
  if (known === undefined || !await isSecretKeyOf(input.owner, known.key)) return undefined;
  if (partAt(before!.content, known.path) !== referenceText(known)) return undefined;
  if (known.vault !== await vaultOf(input, spec, place)) return undefined;
  const { text, json } = storedSecret(place.value);
  if (json !== known.json || await input.secrets.held(known) !== text) return undefined;
  const { vault, key } = known;
  return { vault, key, ...(json === undefined ? {} : { json }) };
}

async function newSecret(
  input: SecretOutputInput,
  spec: ResourceSpec,
  name: string,
  place: SensitivePlace,
): Promise<Omit<SecretPlace, "path"> & { text: string }> {
  const { owner, definition, redactor } = input;
  const vault = await vaultOf(input, spec, place);
  const words = place.vaultKey === undefined
    ? [definition.name, name, ...place.path.map(String)]
    : [definition.name, place.vaultKey];
  // Names of properties can hold a secret of another place.
  const key = await newSecretKey(owner, words.map((word) => redactor.text(word)));
  return { vault, key, ...storedSecret(place.value) };
}

/** The person's word on where secrets go comes before the extension's. */
async function vaultOf(
  { definition: { resources = {} }, secrets }: SecretOutputInput,
  { specName, vaultName }: ResourceSpec,
  place: SensitivePlace,
): Promise<string> {
  const own = Object.hasOwn(resources, specName) ? resources[specName]!.vaultName : undefined;
  return await secrets.choose(own ?? place.vaultName ?? vaultName, specName);
}

/** The marked value with its references, and where they stand now. */
function referred(
  marked: unknown,
  references: ReadonlyMap<symbol, Omit<SecretPlace, "path">>,
): HiddenResource {
  const secrets: SecretPlace[] = [];
  const walk = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof part === "symbol") {
      const reference = references.get(part)!;
      secrets.push({ path: [...path], ...reference });
      return referenceText(reference);
    }
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map((item, index) => walk(item, [...path, index]));
    return Object.fromEntries(
      Object.entries(part).map(([name, item]) => [name, walk(item, [...path, name])]),
    );
  };
  return { content: walk(marked, []), secrets };
}
