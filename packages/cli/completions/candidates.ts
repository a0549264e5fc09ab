import type { Repository } from "@svc/runtime/repository";
import type { State } from "@svc/serve/state";
import type { ArgumentSpec } from "../frame/command.ts";
import type { Host } from "../frame/host.ts";
import { parseArguments } from "../frame/parse.ts";
import { type Located, repositoryOf } from "../frame/repository.ts";
import { resolve } from "../frame/resolve.ts";
import { asksServer } from "../remote/target.ts";
import { loadShape } from "../table/load_shape.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";

/** What a shell may read of a name without finding anything to expand in it. */
const PLAIN = /^[A-Za-z0-9_@][A-Za-z0-9_@./-]*$/;

type Completed = NonNullable<ArgumentSpec["completes"]>;

/** The names for each kind of argument. `before` is the argument in front of it. */
const NAMES: Record<
  Completed,
  (repository: Repository, before: string) => Promise<readonly string[]>
> = {
  behavior: async (repository) =>
    await (await import("@svc/runtime/definitions")).definitionNames(repository),
  method: async (repository, behavior) =>
    await (await import("@svc/runtime/definitions")).methodNames(repository, behavior),
  data: dataNamesOf,
  extension: async (repository) =>
    (await (await import("@svc/runtime/installed")).listInstalled(repository))
      .map(({ name }) => name),
  report: async (repository) =>
    (await (await import("@svc/runtime/reports")).listReports(repository)).results
      .map(({ reportName }) => reportName),
  schedule: async (repository) =>
    await serveNames(repository, (await import("@svc/serve/schedules")).listSchedules),
  secret: secretKeysOf,
  vault: vaultNames,
  webhook: async (repository) =>
    await serveNames(repository, (await import("@svc/serve/webhooks")).listWebhooks),
};

/**
 * What the repository has for the argument that follows `words`: behaviors, or methods or data of one;
 * vaults, or keys of one. The scripts of the shells ask at a key press, so whatever goes wrong is no
 * candidates.
 */
export async function candidates(words: readonly string[], host: Host): Promise<string[]> {
  try {
    const found = resolve(words, { commands: COMMANDS, groups: GROUPS });
    if (found.kind === "group") return [];
    const shape = await loadShape(COMMANDS[found.path]!);
    // With --help nothing that is missing is an error.
    const parsed = parseArguments(["--help", ...found.tokens], shape, host.env);
    const rows = (shape.arguments ?? []) as readonly ArgumentSpec[];
    const next = rows.findIndex(({ name, many }) => many || parsed.arguments[name] === undefined);
    const completes = rows[next]?.completes;
    if (completes === undefined) return [];
    // A key press waits for no server, and the names of another place would be wrong.
    const { options: { server, ...options } } = parsed;
    if (asksServer({ options: { server }, given: parsed.given })) return [];
    const repository = await repositoryOf({ host, options: options as Located["options"] });
    const before = next > 0 ? String(parsed.arguments[rows[next - 1]!.name]) : "";
    const names = await NAMES[completes](repository, before);
    const given = parsed.arguments[rows[next]!.name] ?? [];
    const left = [...new Set(names)].filter((name) => !given.includes(name));
    // Names of behaviors are checked where they are read.
    return completes === "behavior" ? left : left.filter((name) => PLAIN.test(name));
  } catch {
    return [];
  }
}

async function dataNamesOf(repository: Repository, behavior: string): Promise<string[]> {
  const { listData } = await import("@svc/runtime/data");
  const { groups } = await listData(repository, behavior);
  return groups.flatMap(({ items }) => items.map(({ name }) => name));
}

/** The keys of a vault that svc itself keeps: a key press starts no code of an extension. */
async function secretKeysOf(repository: Repository, vault: string): Promise<string[]> {
  const { findVault, LOCAL_TYPE, openVault } = await import("@svc/runtime/vaults");
  const configuration = await findVault(repository, vault);
  if (configuration.type !== LOCAL_TYPE) return [];
  await using provider = await openVault(repository, configuration);
  return await provider.list();
}

async function vaultNames(repository: Repository): Promise<string[]> {
  const { listVaults } = await import("@svc/runtime/vaults");
  return (await listVaults(repository)).map(({ name }) => name);
}

/** The names of one list of what `svc serve` keeps of a repository. */
async function serveNames(
  repository: Repository,
  list: (state: State) => readonly { name: string }[],
): Promise<string[]> {
  const { withServeState } = await import("../serve/state.ts");
  return await withServeState(
    repository,
    (state) => list(state).map(({ name }) => name),
  );
}
