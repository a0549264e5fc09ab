import { SvcError } from "@svc/core/error";
import { REPORT_CATEGORIES } from "@svc/core/report";
import { closeReport as close, listReports } from "../../features/reports/decide.ts";
import type { ReportLine } from "../../features/reports/schema.ts";
import { openBeside } from "../beside/open.ts";
import { type AdminCommand, quoted } from "../command/command.ts";
import { requiredNote } from "../command/required_note.ts";

/** `reports [--all]` */
export const reports: AdminCommand = {
  options: { all: { help: "Also list the reports that are closed" } },
  summary: "List what people reported about extensions",
  details:
    "Each with its number, the extension, the reason, who sent it when, and its text; the\n" +
    "oldest first. What to do about one is yours to decide: 'takedown' or 'disable', or nothing.\n" +
    "Then 'close-report'.",
  async run({ config, options }) {
    await using store = await openBeside(config);
    const lines = await listReports(store.db, { closedToo: options.all === true });
    const none = options.all === true ? "There are no reports." : "There are no open reports.";
    return {
      text: lines.length === 0 ? none : lines.map(textOf).join("\n\n"),
      json: { reports: lines },
    };
  },
};

/** `close-report <number> --note <text>` */
export const closeReport: AdminCommand = {
  usage: "<number> --note <text>",
  operands: { least: 1, most: 1 },
  options: { note: { value: "<text>", help: "Answer, shown to the person who sent the report" } },
  summary: "Close a report with a note for the person who sent it",
  details: "It changes nothing about the extension. The person is told the note in their inbox.",
  async run({ config, operands, options, now }) {
    const number = /^[1-9][0-9]{0,8}$/.test(operands[0]!) ? Number(operands[0]) : undefined;
    if (number === undefined) {
      throw new SvcError("usage", `'${operands[0]}' is not the number of a report`, {
        hint: "List them: npm run admin -- reports",
      });
    }
    const note = requiredNote({ options }, "note", "A report is closed with a note");
    await using store = await openBeside(config);
    await close(store.db, number, note, now());
    return { text: `Report ${number} is closed.`, json: { number, closed: true, note } };
  },
};

function textOf(report: ReportLine): string {
  const { number, extension, version, category, text, reporter, createdAt, closedAt, note } =
    report;
  const subject = version === null ? extension : `${extension}@${version}`;
  return [
    `${number}  ${subject}  ${REPORT_CATEGORIES[category].label}`,
    `    ${createdAt.slice(0, 10)}, ${
      reporter ?? "by the registry, or an account that was deleted"
    }`,
    quoted(text),
    ...(closedAt === null ? [] : [`    closed ${closedAt.slice(0, 10)}:`, quoted(note ?? "")]),
  ].join("\n");
}
