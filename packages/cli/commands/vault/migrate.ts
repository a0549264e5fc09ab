import {
  findVault,
  LOCAL_TYPE,
  migrateVault,
  type Migration,
  vaultType,
} from "@svc/runtime/vaults";
import { confirm } from "../../frame/ask.ts";
import { defineCommand, flag, text } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { interruption } from "../../behavior/interruption.ts";
import { CONFIG, CONFIG_FILE, configOf } from "../../vault/config.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { openOptions, VAULT } from "../../vault/open.ts";
import { admitType } from "../../vault/type.ts";
import { counted } from "../../frame/counted.ts";

export default defineCommand({
  description: [
    "Copies every secret into the new vault, reads each back, and then changes the configuration in one",
    "step. Until then the old vault is used. To resume an interrupted migration, run it again.",
    "The vault keeps its name. Secrets that the new vault returns correctly are then deleted from the old one.",
  ].join("\n"),
  examples: {
    "svc vault migrate prod --to-type @svc/openbao --config address=https://bao.example.org":
      "to an extension's vault",
    [`svc vault migrate prod --to-type ${LOCAL_TYPE} --dry-run`]: "show what would be done",
  },
  arguments: [VAULT],
  options: {
    "to-type": text("<type>", "The new type", { required: true }),
    config: CONFIG,
    "config-file": CONFIG_FILE,
    "dry-run": flag("Compare both vaults without changing anything"),
    ...GRANT_OPTIONS,
    yes: YES,
    force: flag("Like --yes, and overwrite different values under the same keys in the new vault", {
      short: "f",
    }),
    "repo-dir": REPO_DIR,
  },
  credential: "personal key or token",
  async run(context): Promise<Migration> {
    const { options, arguments: { vault } } = context;
    const repository = await repositoryOf(context);
    const { name, type: from } = await findVault(repository, vault);
    const type = vaultType(options["to-type"]);
    const config = await configOf(options);
    const dryRun = options["dry-run"];
    const yes = options.yes || options.force;
    const answering = { ...context, options: { ...options, yes } };
    await admitType(answering, repository, { name, type, config });
    if (!dryRun && !yes) await confirm(context, `Move ${name} from ${from} to ${type}?`);
    using interrupted = interruption(context.note, "the migration");
    const migration = await context.progress.phase(
      "Copying",
      (pause, { all, more }) =>
        migrateVault(repository, name, {
          ...openOptions(answering, interrupted.signal, pause),
          type,
          config,
          dryRun,
          overwrite: options.force,
          onCopied: (done, total) => done === 0 ? all(total) : more(1),
        }),
    );
    for (const { key, why } of migration.kept) {
      context.warn(`The old vault still has ${key}: ${why}`);
    }
    return migration;
  },
  text(migration) {
    const { vaultName, fromType, toType, copied, replaced, unchanged, others, dryRun } = migration;
    const moved = [
      ...done("copied", copied),
      ...done("replaced", replaced),
      ...done("there already", unchanged),
    ];
    const what = moved.length > 0 ? moved.join(", ") : "no secrets";
    return [
      dryRun
        ? `Would move ${vaultName} from ${fromType} to ${toType}: ${what}.`
        : `Moved ${vaultName} from ${fromType} to ${toType}: ${what}.`,
      ...(others.length > 0 ? [`The new vault also holds: ${others.join(", ")}.`] : []),
    ].join("\n");
  },
});

function done(what: string, { length }: readonly string[]): string[] {
  return length === 0 ? [] : [`${counted(length, "secret")} ${what}`];
}
