import type { Repository } from "@svc/runtime/repository";
import type { State } from "@svc/serve/state";
import type { Pickable } from "../frame/ask.ts";
import type { ArgumentSpec } from "../frame/command.ts";
import type { Host } from "../frame/host.ts";
import { parseArguments, type Parsed } from "../frame/parse.ts";
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
  Exclude<Completed, "run">,
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

/** An argument that a command line lacks, and the names that it may have. */
export interface Candidates {
  argument: ArgumentSpec;
  names: readonly Pickable[];
}

/** How long a key press waits for a server, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * What the repository has for the argument that follows `words`: behaviors, or methods or data of one;
 * vaults, or keys of one; or the newest runs of the server that the command asks. The scripts of the
 * shells ask at a key press, so whatever goes wrong is no candidates.
 */
export async function candidates(
  words: readonly string[],
  host: Host,
): Promise<Candidates | undefined> {
  try {
    const found = resolve(words, { commands: COMMANDS, groups: GROUPS });
    if (found.kind === "group") return undefined;
    const shape = await loadShape(COMMANDS[found.path]!);
    // With --help nothing that is missing is an error.
    const parsed = parseArguments(["--help", ...found.tokens], shape, host.env);
    const rows = (shape.arguments ?? []) as readonly ArgumentSpec[];
    const next = rows.findIndex(({ name, many }) => many || parsed.arguments[name] === undefined);
    const argument = rows[next];
    if (argument?.completes === undefined) return undefined;
    const { options: { server, ...options } } = parsed;
    if (argument.completes === "run") {
      return { argument, names: await runsOf(host, parsed) };
    }
    // The names of a repository would be wrong at a server.
    if (asksServer({ options: { server }, given: parsed.given })) return undefined;
    const repository = await repositoryOf({ host, options: options as Located["options"] });
    const before = next > 0 ? String(parsed.arguments[rows[next - 1]!.name]) : "";
    const names = await NAMES[argument.completes](repository, before);
    const given = parsed.arguments[argument.name] ?? [];
    const left = [...new Set(names)].filter((name) => !given.includes(name));
    // Names of behaviors are checked where they are read.
    const plain = argument.completes === "behavior"
      ? left
      : left.filter((name) => PLAIN.test(name));
    return { argument, names: plain.map((name) => ({ name })) };
  } catch {
    return undefined;
  }
}

/** The newest runs of the server that a command asks, each with what it runs. */
async function runsOf(host: Host, { options, given }: Parsed): Promise<Pickable[]> {
  const { server, "ca-cert": caCert } = options as Record<string, string | undefined>;
  if (server === undefined) return [];
  const { remoteOf } = await import("../remote/remote.ts");
  const asking = { host, given, options: { server, "ca-cert": caCert }, warn: () => {} };
  using remote = await remoteOf(asking);
  const { runs } = await remote.ask("runs.list", { query: { limit: 20 }, patienceMs: PATIENCE_MS });
  return runs.filter(({ id }) => PLAIN.test(id)).map(({ id, behavior, method, status }) => ({
    name: id,
    hint: `${behavior} ${method}, ${status}`,
  }));
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
  const { withStateOf } = await import("../serve/state.ts");
  return await withStateOf(
    repository,
    (state) => list(state).map(({ name }) => name),
  );
}
