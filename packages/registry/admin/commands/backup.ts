import { existsSync } from "node:fs";
import { storeFailure } from "../../platform/store/damage.ts";
import { backUp, LEFT_OUT } from "../backup/backup.ts";
import type { AdminCommand } from "../command/command.ts";
import { assertEmbedded } from "../backup/embedded.ts";
import { openBeside } from "../beside/open.ts";

/** `backup [folder]` */
export const backup: AdminCommand = {
  usage: "[folder]",
  operands: { least: 0, most: 1 },
  summary: "Back up database and archives into a new folder while the server runs",
  details:
    "Without a folder it creates svc-backup-<time> here. Folders get mode 0700, files 0600;\n" +
    "manifest.json lists each file with its checksum. The server's secret is not included: keep a\n" +
    "copy of it in a safe place. Ends with 1 when an archive was missing or damaged on the server.",
  async run({ config, operands, now }) {
    assertEmbedded(config);
    const at = now();
    const target = (operands[0] ?? defaultName(at)).replace(/(?<=.)\/+$/, "");
    await using store = await openBeside(config);
    try {
      const manifest = await backUp(store, target, at);
      const { archives, missing } = manifest;
      const bytes = archives.reduce((sum, archive) => sum + archive.bytes, manifest.database.bytes);
      const left = LEFT_OUT.map((name) => `${store.folder.root}/${name}`).filter(existsSync);
      return {
        text: [
          `Backed up to ${target}: the database and ${archives.length} archives, ${
            Math.ceil(bytes / 2 ** 20)
          } MiB.`,
          ...missing.map((checksum) =>
            `missing  archive ${checksum} is not on the server, or damaged`
          ),
          ...(left.length === 0 ? [] : [`Not in it: ${left.join(", ")}.`]),
          config.secret === ""
            ? `Keep a copy of ${store.folder.secret} in a safe place, apart from the backup.`
            : "Keep a copy of SVC_SECRET in a safe place, apart from the backup.",
        ].join("\n"),
        json: {
          folder: target,
          archives: archives.length,
          bytes,
          missing,
          leftOut: left,
          createdAt: manifest.createdAt,
        },
        code: missing.length === 0 ? 0 : 1,
      };
    } catch (error) {
      throw storeFailure(error, target) ?? error;
    }
  },
};

function defaultName(at: Date): string {
  return `svc-backup-${at.toISOString().replace(/\.\d+/, "").replaceAll(/[:-]/g, "")}`;
}
