import { SvcError } from "@svc/core/error";
import { temporaryFolder } from "@svc/runtime/files";
import { initRepository, repositoryAt } from "@svc/runtime/repository";
import { localTypes } from "@svc/runtime/types";
import { parseDocument } from "yaml";
import type { Progress } from "../frame/progress.ts";
import type { Sources } from "./package.ts";

/**
 * Makes a repository of its own, with a configuration of its own, for the sources of an extension. It is
 * removed when disposed of.
 */
export async function trialRepository({ files, manifest }: Sources) {
  const temporary = await temporaryFolder("trial");
  const folder = temporary.path;
  const root = `${folder}/repository`;
  await initRepository(root);
  for (const [key, { bytes, executable }] of files) {
    const target = `${root}/extensions/${key.replace(/^files\//, "")}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    const content = key === "manifest.yaml" ? withoutPaths(bytes) : bytes;
    await Deno.writeFile(target, content, executable ? { mode: 0o755 } : {});
  }
  const repository = repositoryAt(root, `${folder}/config`);
  return {
    repository,
    /**
     * The type to run: the one that is asked for, or the only one, or the only one with that method.
     *
     * @throws SvcError `describe_failed` or `bundle_failed`; `unknown_type`; `usage` when there are several
     */
    async typeOf(asked: string | undefined, method: string, progress: Progress) {
      const local = await progress.phase("Bundling", () => localTypes(repository));
      const [failure] = local.failures;
      if (failure !== undefined) throw new SvcError("describe_failed", failure);
      if (asked !== undefined) return asked;
      const all = Object.keys(local.types);
      const having = all.filter((type) =>
        local.types[type]!.model.methods.some(({ name }) => name === method)
      );
      const [names, which] = having.length > 0 ? [having, ` with ${method}`] : [all, ""];
      const [first, ...others] = names;
      if (first === undefined) {
        throw new SvcError("unknown_type", `${manifest.name} has no behavior type to run`, {
          hint:
            "To try its other parts, put its folder into the folder 'extensions' of a repository.",
        });
      }
      if (others.length === 0) return first;
      throw new SvcError(
        "usage",
        `${manifest.name} has several types${which}: ${names.join(", ")}`,
        {
          hint: `Name one, for example: --type ${first}`,
        },
      );
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

/** In the repository the modules are where those of its own do. */
function withoutPaths(manifest: Uint8Array): Uint8Array {
  const document = parseDocument(new TextDecoder().decode(manifest));
  document.delete("paths");
  return new TextEncoder().encode(document.toString());
}
