import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import { HOSTILE_TEXTS } from "../../../extensions/testing/hostile_text.ts";
import { onTerminal } from "../../../packages/cli/testing/terminal.ts";
import { LAUNCHER } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const TOKEN = "story-token";
const REPO = "octocat/hello-world";
const ISSUES = "issues.octocat~hello-world";
const ISSUE = "triageIssue.octocat~hello-world~1";

/** The longest body that the platform takes, made of what a terminal would act on. */
const LONG_BODY = "\u001b]8;;https://evil.example\u0007\u202e<!channel>".repeat(2000).slice(
  0,
  65_536,
);

/** Text that strangers wrote comes through a run unchanged, and harms no terminal it is shown on. */
export const hostileText: Story = {
  name: "what strangers write is kept as it is, and no terminal acts on it",
  needs: ["script"],
  async run(world, test) {
    await using host = await startHostile();
    await using person = await world.consumer({
      extensions: ["@svc/repo-insight"],
      env: { GITHUB_API_URL: host.url, GH_TOKEN: TOKEN },
    });
    await person.ok(["behavior", "create", "@svc/repo-insight", "insight"]);
    const shown: string[] = [];
    const show = async (...args: string[]) => {
      const argv = [...args, "--repo-dir", person.work];
      await using terminal = onTerminal(LAUNCHER, argv, { ...person.env, SVC_PAGER: "" });
      const { code, screen } = await terminal.ended();
      assert.equal(code, 0, screen);
      shown.push(screen);
    };

    await test.step("titles are stored as they are written, but for NUL", async () => {
      await show("behavior", "run", "insight", "list_issues", "--input", `repo=${REPO}`);
      await show("data", "get", "insight", ISSUES);
      const { issues } = contentOf(await person.ok(["data", "get", "insight", ISSUES, "--json"]));
      const wanted = Object.values(HOSTILE_TEXTS).map((title) => title.replaceAll("\0", "").trim());
      assert.deepEqual(issues.map(({ title }) => title.trim()).sort(), wanted.sort());
    });

    await test.step("so is a body of 65,536 characters", async () => {
      const inputs = ["--input", `repo=${REPO}`, "--input", "number=1"];
      await show("behavior", "run", "insight", "get_issue_context", ...inputs);
      await show("data", "get", "insight", ISSUE);
      const { body } = contentOf(await person.ok(["data", "get", "insight", ISSUE, "--json"]));
      assert.equal(body, LONG_BODY);
    });

    await test.step("nothing on the screen moved a cursor, opened a link or turned a line round", () => {
      assert.ok(shown.join().includes("<!channel>") && shown.join().includes("gnp.exe"));
      // Progress of our own wipes the line it stands on.
      const foreign = shown.map((screen) => screen.replaceAll("\r\x1b[2K", ""));
      const acted = /(?!\r?\n|\t)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
      assert.deepEqual(foreign.flatMap((screen) => screen.match(acted) ?? []), []);
    });
  },
};

interface Content {
  issues: { title: string }[];
  body: string;
}

function contentOf(printed: string): Content {
  const item = JSON.parse(printed);
  return item.content ?? item.attributes ?? item;
}

async function startHostile(): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { [TOKEN]: "octocat" },
    repositories: [{ owner: "octocat", name: "hello-world" }],
  });
  const titles = Object.values(HOSTILE_TEXTS);
  for (const [index, title] of titles.entries()) {
    const body = index === 0 ? LONG_BODY : "";
    await host.call(TOKEN, "POST", `/repos/${REPO}/issues`, { title, body });
  }
  return host;
}
