import { type ClientPackageFacts, VERSION } from "@svc/core/release";

/** The client as an npm package, as this registry hands it out. */
export interface ClientPackage {
  facts: ClientPackageFacts;
  bytes: Uint8Array<ArrayBuffer>;
}

declare module "../../access/services.ts" {
  interface Services {
    /** Undefined where the client has not been built: then there is nothing to install from here. */
    clientPackage: ClientPackage | undefined;
  }
}

const FOLDER = new URL("../../../../dist/package/", import.meta.url);
let own: Promise<ClientPackage | undefined> | undefined;

/** The package that `npm ci` or `npm run build` made; read once. */
export function ownClientPackage(): Promise<ClientPackage | undefined> {
  return own ??= readClientPackage(FOLDER);
}

/** The package in `folder`, or undefined when it is missing, of another release, or damaged. */
export async function readClientPackage(folder: URL): Promise<ClientPackage | undefined> {
  try {
    const facts = JSON.parse(await Deno.readTextFile(new URL("facts.json", folder)));
    if (facts.version !== VERSION) return undefined;
    const bytes = await Deno.readFile(new URL("svc.tgz", folder));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    return digest === facts.sha256 ? { facts, bytes } : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
