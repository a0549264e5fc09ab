import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { ISSUE_COLUMNS } from "../../extensions/github/listing/columns.ts";
import { logItems } from "../../extensions/github/listing/log_table.ts";
import { payloadOf } from "../../extensions/github-security-alerts/messages/payload.ts";
import { tables } from "../../extensions/github-security-alerts/report/tables.ts";
import { stackPage } from "../../extensions/github-stack-status/page/stack_page.ts";
import { report as contextReport } from "../../extensions/github-local-mirror/reports/context.ts";
import { report as mirrorReport } from "../../extensions/github-local-mirror/reports/mirror_status.ts";
import { report as queueReport } from "../../extensions/github-local-mirror/reports/review_queue.ts";
import { mirrorOf } from "../../extensions/github-local-mirror/testing/hostile.ts";
import { reportContext } from "../../extensions/github-local-mirror/testing/stored.ts";
import { newAlert, newDocument } from "../../extensions/testing/alerts.ts";
import { HOSTILE_TEXTS, hostileText } from "../../extensions/testing/hostile_text.ts";

// Whatever the catalogue renders has the same structure when a stranger wrote its texts as when
// nobody meant any harm: what they write is shown, and is nothing else.

const TIME = "2026-11-22T10:00:00.000Z";
const PAGE = "https://github.com/acme/one/pull/1";

/** The tags of what Markdown becomes. */
function tagsOf(markdown: string): string[] {
  const html = new MarkdownIt({ html: true, linkify: true });
  html.linkify.set({ fuzzyLink: false });
  return html.render(markdown).match(/<[^>]*>/g) ?? [];
}

/** A report on a mirror in which strangers wrote this and nothing else. */
async function mirrorSays(
  report: typeof queueReport | typeof contextReport | typeof mirrorReport,
  text: string,
): Promise<string> {
  const context = reportContext(mirrorOf(text), { methodArgs: { prNumber: 1 } });
  return (await report.execute(context)).markdown;
}

/** A place where texts of strangers are shown: how it is rendered, and what the rendering consists of. */
interface Place {
  render(text: string): string | Promise<string>;
  /** Characters of the longest text it is tried with, where it shows the text many times. */
  longest?: number;
  structure(rendered: string): string[];
}

const PLACES: Readonly<Record<string, Place>> = {
  "the page of a stack": {
    render: (text) =>
      stackPage({
        repo: "acme/one",
        ordered: false,
        branches: [{ base: text, numbers: [1] }],
        prs: [{
          repo: "acme/one",
          number: 1,
          title: text,
          author: text,
          head: text,
          base: text,
          headSha: "0".repeat(40),
          state: "open",
          draft: false,
          reviewDecision: "approved",
          reviewers: [{ login: text, state: "approved" }],
          pendingReviewers: [text],
          checks: {
            state: "failure",
            passed: 0,
            failed: 1,
            pending: 0,
            skipped: 0,
            failing: [text],
          },
          mergeable: true,
          url: PAGE,
          mergedAt: null,
          fetchedAt: TIME,
        }],
        fetchedAt: TIME,
      }),
    structure: (html) =>
      [...html.matchAll(/<[^>]*>/g)].map(([tag]) =>
        tag.startsWith("<a ")
          ? tag.replace(/"[^"]*"/g, (value) => value.includes(PAGE) ? "page" : "")
          : tag.replace(/"[^"]*"/g, "")
      ),
  },
  "the chat message about alerts": {
    render: (text) =>
      payloadOf("acme/one", [
        newDocument("dependabot", "acme/one", [
          newAlert.dependabot({ title: text, package: text, manifestPath: text }),
        ]),
        newDocument("code-scanning", "acme/one", [
          newAlert["code-scanning"]({ title: text, path: text }),
        ]),
      ]).blocks.flatMap((block) => block.type === "section" ? [block.text.text] : []).join("\n"),
    structure: (text) =>
      text.replace(/<https:\/\/github\.com\/acme\/one\/[\w/-]+\|[^<>|]*>/g, "[link]")
        .match(/\[link\]|[<>\n]|@(?!\u200b)|:\/\//g) ?? [],
  },
  "the report on alerts": {
    render: (text) =>
      tables({
        repositories: [{
          repo: text,
          documents: [newDocument("dependabot", text, [newAlert.dependabot()])],
        }],
        notCovered: [{ repo: text, scanner: "dependabot", reason: "archived" }],
        broken: [{ behavior: text, name: text, problem: text }],
      }),
    structure: tagsOf,
  },
  "the mirror's review queue": {
    render: (text) => mirrorSays(queueReport, text),
    structure: tagsOf,
    longest: 8_192,
  },
  "the mirror's context": {
    render: (text) => mirrorSays(contextReport, text),
    structure: tagsOf,
    longest: 8_192,
  },
  "the mirror's status": {
    render: (text) => mirrorSays(mirrorReport, text),
    structure: tagsOf,
    longest: 8_192,
  },
  "the table in a run's log": {
    render: (text) => {
      const lines: string[] = [];
      const say = (_: string, { row }: Record<string, unknown> = {}) =>
        void lines.push(String(row));
      const issue = {
        repo: "acme/one",
        number: 1,
        title: text,
        state: "open",
        author: text,
        labels: [text],
        assignees: [],
        comments: 0,
        url: PAGE,
        createdAt: TIME,
        updatedAt: TIME,
        closedAt: null,
        fetchedAt: TIME,
      };
      logItems({ info: say, warn: say }, [issue, issue], ISSUE_COLUMNS, false);
      return lines.join("\n");
    },
    structure: (text) => text.match(/\n/g) ?? [],
  },
};

for (const [name, { render, structure, longest = 65_536 }] of Object.entries(PLACES)) {
  const assertHarmless = async (text: string) => {
    const rendered = await render(text);
    assert.deepEqual(structure(rendered), structure(await render("harmless")), rendered);
    const foreign = rendered.replace(/[\n\t]/g, "");
    assert.doesNotMatch(foreign, /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
  };

  Deno.test(`${name} shows texts of strangers as nothing but text`, async () => {
    for (const text of Object.values(HOSTILE_TEXTS)) await assertHarmless(text);
  });

  Deno.test(`${name} shows any text as nothing but text`, async () => {
    // What is not seen at all may be left out; that is not a change of the structure to speak of.
    const any = fc.asyncProperty(hostileText, (text) => assertHarmless(`x${text}`));
    await fc.assert(any, { numRuns: 300 });
  });

  Deno.test(`${name} shows the longest body that the platform takes`, async () => {
    for (const text of ["<!channel> ", "\u001b]8;;x\u0007", "`", "|", "<b>"]) {
      await assertHarmless(`x${text.repeat(Math.ceil(longest / text.length))}`);
    }
  });
}
