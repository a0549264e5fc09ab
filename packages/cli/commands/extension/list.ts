import { type InstalledExtension, isHere, listInstalled } from "@svc/runtime/installed";
import {
  type InstalledState,
  installedStates,
  remarks,
  unasked,
} from "../../extension/installed_state.ts";
import { minAgeOf } from "../../extension/min_age.ts";
import { lineText } from "../../frame/terminal_text.ts";
import { listing } from "../../frame/table.ts";
import { defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

interface Result {
  /** Folders elsewhere that are used in place of what is pulled: 'svc extension link'. */
  linked: string[];
  extensions: (InstalledExtension & Partial<Omit<InstalledState, "name" | "channel">>)[];
}

export default defineCommand({
  description: [
    "Asks the registry once for their state: yanked, deprecated, older than what is published, with",
    "a known advisory in their npm dependencies. Extensions",
    "from other registries are not looked up; use 'svc extension outdated' for those.",
  ].join("\n"),
  examples: {
    "svc extension list": "what this repository has pulled, and its state",
    "svc extension list --offline --json": "without asking the registry",
  },
  options: {
    offline: flag("Do not contact the registry"),
    "repo-dir": REPO_DIR,
  },
  lists: ".extensions[]",
  credential: "optional",
  async run(context): Promise<Result> {
    const repo = await repositoryOf(context);
    const installed = await listInstalled(repo);
    const { linkedFolders } = await import("@svc/runtime/types");
    const linked = await linkedFolders(repo);
    if (context.options.offline || installed.length === 0) {
      return {
        linked,
        extensions: await Promise.all(
          installed.map(async (one) => ({ ...one, here: await isHere(repo, one.name) })),
        ),
      };
    }
    const minAge = await minAgeOf(undefined, repo);
    const found = await context.progress.phase(
      "Contacting the registry",
      () => installedStates(context, repo, { minAge, ownOnly: true }),
    );
    for (const reason of unasked(found)) context.warn(`Could not contact the registry: ${reason}`);
    return {
      linked,
      extensions: installed.map((entry, index) => {
        const { channel: _, ...state } = found[index]!;
        return { ...state, ...entry };
      }),
    };
  },
  text: ({ extensions, linked }, view) => {
    const links = linked.map((folder) => `linked: ${lineText(folder)}`).join("\n");
    if (extensions.length === 0) {
      return links || "No extensions yet; try 'svc extension search'.";
    }
    const pulled = listing(view, extensions, {
      NAME: (one) => one.name,
      VERSION: (one) => `v${one.version} ${one.channel ?? "stable"}`,
      PULLED: (one) => one.pulledAt.slice(0, 10),
      STATE: (one) =>
        one.status === undefined
          ? one.here === false ? "not installed: svc extension install" : ""
          : remarks(one as unknown as InstalledState).join("; "),
    });
    return links === "" ? pulled : `${pulled}\n${links}`;
  },
});
