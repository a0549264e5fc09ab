import type { SecretPlace } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import type { DataOwner } from "./store/folder.ts";
import type { DataMetadata } from "./store/item.ts";
import { partAt } from "./part.ts";
import { isSecretKeyOf } from "./secret_key.ts";

/** What stands in the stored data in the place of a secret. */
export function referenceText({ vault, key }: Pick<SecretPlace, "vault" | "key">): string {
  return `\${{ vault.get('${vault}', '${key}') }}`;
}

/** What a vault keeps of a value: a text as it is, anything else as JSON. */
export function storedSecret(value: unknown): { text: string; json?: true } {
  // A lone surrogate is not text that every vault can keep.
  if (typeof value === "string" && value.isWellFormed()) return { text: value };
  return { text: JSON.stringify(value), json: true };
}

/**
 * The content of a data item with the secrets that svc put into a vault for it. A reference is one only
 * where the metadata says so, with a key that was made for this behavior's data: a text that an extension
 * wrote, and a record that somebody changed, give no other secret.
 *
 * @throws SvcError what the vault says, naming the place; `output_invalid` for what is not JSON any more
 */
export async function withSecrets(
  content: unknown,
  item: Pick<DataMetadata, "name" | "version" | "secrets">,
  owner: DataOwner,
  read: (vault: string, key: string) => Promise<string>,
): Promise<unknown> {
  let result = content;
  for (const place of item.secrets ?? []) {
    if (partAt(result, place.path) !== referenceText(place)) continue;
    if (!await isSecretKeyOf(owner, place.key)) continue;
    result = withPart(result, place.path, await valueOf(place, item, read));
  }
  return result;
}

async function valueOf(
  place: SecretPlace,
  { name, version }: Pick<DataMetadata, "name" | "version">,
  read: (vault: string, key: string) => Promise<string>,
): Promise<unknown> {
  const where = `'${name}' version ${version} keeps ${placeText(place.path)} in a vault`;
  try {
    const text = await read(place.vault, place.key);
    return place.json ? JSON.parse(text) : text;
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SvcError("output_invalid", `${where}, and its value there was changed`, {
        hint: `Somebody changed '${place.key}' of the vault '${place.vault}'. ` +
          "Run the method that writes it again.",
      });
    }
    if (!(error instanceof SvcError)) throw error;
    const { code, message, hint, cause } = error;
    throw new SvcError(code, `${where}: ${message}`, { cause, hint });
  }
}

/** A path for people: `accounts.0.token`, or all of it. */
export function placeText(path: readonly (string | number)[]): string {
  return path.length === 0 ? "all of it" : path.join(".");
}

function withPart(value: unknown, path: readonly (string | number)[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (Array.isArray(value)) {
    return value.map((item, index) => index === key ? withPart(item, rest, part) : item);
  }
  return Object.fromEntries(
    Object.entries(value as object).map((
      [name, item],
    ) => [name, name === key ? withPart(item, rest, part) : item]),
  );
}
