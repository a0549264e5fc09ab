import { INSTALLATION } from "../base/files/installation.ts";
import { systemTemporaryFolder } from "../base/files/temporary.ts";
import { ownFolder } from "../base/process/deno_folder.ts";
import type { Repository } from "../repository/repository.ts";

/**
 * A text without the paths of svc's own folders: they tell nobody what to do, and are elsewhere at the
 * next run. What a method has in its temporary folder keeps the names that the method gave it.
 */
export function withoutOwnPaths(
  text: string,
  { state, config }: Pick<Repository, "state" | "config">,
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): string {
  if (!text.includes("/")) return text;
  const temporary = Deno.realPathSync(systemTemporaryFolder(env));
  const run = new RegExp(
    `(?:file://)?${RegExp.escape(temporary)}(?:/svc-\\d+)?/svc-run-[0-9a-f]+(?:/work)?`,
    "g",
  );
  const places: [folder: string | undefined, words: string][] = [
    [state, "svc's own folder"],
    [config, "svc's configuration folder"],
    [ownFolder(env), "svc's own folder"],
    [INSTALLATION, "svc itself"],
    [Deno.execPath(), "Deno itself"],
  ];
  return places.reduce(
    (kept, [folder, words]) =>
      folder === undefined || !kept.includes(folder) ? kept : kept.replaceAll(
        new RegExp(`(?:file://)?${RegExp.escape(folder)}(?![\\w.-])(?:/[^\\s'"\`<>()]*)?`, "g"),
        words,
      ),
    text.replaceAll(run, "<temporary folder>"),
  );
}
