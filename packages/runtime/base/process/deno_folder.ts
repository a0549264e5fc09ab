import { absolutePath } from "../files/path.ts";

/** Where Deno keeps what it fetched and compiled for this person; undefined without a home. */
export function denoFolder(
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): string | undefined {
  const [named, xdg, home] = [env("DENO_DIR"), env("XDG_CACHE_HOME"), env("HOME")];
  if (named) return absolutePath(named);
  if (xdg?.startsWith("/")) return `${xdg}/deno`;
  if (!home?.startsWith("/")) return undefined;
  return Deno.build.os === "darwin" ? `${home}/Library/Caches/deno` : `${home}/.cache/deno`;
}

/** The part of it that is ours: compiled starts, and packages fetched to bundle extensions. */
export function ownFolder(env?: (name: string) => string | undefined): string | undefined {
  const folder = denoFolder(env);
  return folder === undefined ? undefined : `${folder}/svc`;
}
