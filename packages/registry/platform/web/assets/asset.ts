import { BASE_STYLE } from "@svc/http/page";

/** Files of this folder that pages link to, with their media types. */
const MEDIA_TYPES = {
  "style.css": "text/css; charset=utf-8",
  "copy.js": "text/javascript; charset=utf-8",
  "passkey.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

/** The name of a static asset. */
export type AssetName = keyof typeof MEDIA_TYPES;

/** A static asset, loaded once. */
export interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  /** First 16 hex digits of the SHA-256 of the bytes. */
  digest: string;
}

const assets: ReadonlyMap<AssetName, Asset> = new Map(
  await Promise.all((Object.keys(MEDIA_TYPES) as AssetName[]).map(load)),
);

async function load(name: AssetName): Promise<[AssetName, Asset]> {
  const file = await Deno.readFile(new URL(`./${name}`, import.meta.url));
  const bytes = name === "style.css" ? await new Blob([BASE_STYLE, file]).bytes() : file;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [name, { bytes, mediaType: MEDIA_TYPES[name], digest: hash.toHex().slice(0, 16) }];
}

/** The address of an asset; it changes with the bytes, so it may be cached for ever. */
export function assetUrl(name: AssetName): string {
  return `/assets/${assets.get(name)!.digest}/${name}`;
}

/** The asset of that name, or undefined. */
export function findAsset(name: string): Asset | undefined {
  return assets.get(name as AssetName);
}
