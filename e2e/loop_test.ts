import assert from "node:assert/strict";
import { startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { startOutside } from "@svc/fakes/outside";
import { catalogueVersion } from "./process/catalogue_version.ts";
import { withPage } from "./process/browser.ts";
import { startServer } from "./process/server.ts";
import { createPerson } from "./process/svc.ts";
import { inOrder } from "./process/in_order.ts";
import { testNeeding } from "./requirement.ts";
import { readUntil } from "./process/read_until.ts";

const EXTENSION = "@svc/repo-insight";
const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

testNeeding(
  ["chromium", "gh"],
  "a stranger signs up, logs in by device grant, publishes, scores, pulls, describes and runs with the token of the real gh",
  async (test) => {
    const step = inOrder(test);
    await using outside = startOutside({ repositories: ["https://github.com/svc-registry/svc"] });
    await using codeHost = await startStory();
    await using server = await startServer({ env: { ...outside.env, SVC_ADMINS: "ada" } });
    await using person = await createPerson(server.url, {
      ...outside.env,
      GITHUB_API_URL: codeHost.url,
    });
    const settings = `${person.home}/.config/gh`;
    await Deno.mkdir(settings, { recursive: true });
    await Deno.writeTextFile(
      `${settings}/hosts.yml`,
      `127.0.0.1:\n    user: octocat\n    oauth_token: ${STORY_TOKEN}\n    git_protocol: https\n`,
    );

    await withPage(async (page) => {
      await step("sign up on the page and create a collective there", async () => {
        await page.goto(`${server.url}/sign-up`);
        await page.fill("input[name=username]", "ada");
        await page.fill("input[name=email]", "ada@example.org");
        await page.fill("input[name=password]", "a long enough passphrase");
        await page.click("button:has-text('Create account')");
        await page.waitForURL(`${server.url}/`);
        await page.goto(`${server.url}/account`);
        await page.click("summary:has-text('Create a collective')");
        await page.fill("input[name=slug]", "svc");
        await page.click("button:has-text('Create collective')");
        await page.waitForSelector("main :text('@svc')");
      });

      await step("log in by device grant, approved in the browser", async () => {
        const login = person.start(["auth", "login", "--no-browser"]);
        const { text, rest } = await readUntil(login.stderr, /this code: \S+/);
        const [, url] = /^Open (\S+)$/m.exec(text)!;
        const [, code] = /this code: (\S+)/.exec(text)!;
        await page.goto(url!);
        const shown = (await page.innerText("main")).replaceAll(/[^A-Z0-9]/g, "");
        assert.ok(shown.includes(code!.replaceAll("-", "")), "the page shows the terminal's code");
        await page.click("button:has-text('Allow')");
        const [status] = await Promise.all([login.status, rest]);
        await login.stdout.cancel();
        assert.equal(status.code, 0);
      });
    });

    await step("whoami tells the person and both collectives", async () => {
      const whoami = JSON.parse(await person.ok(["auth", "whoami", "--json"]));
      assert.equal(whoami.username, "ada");
      assert.deepEqual([...whoami.collectives].sort(), ["ada", "svc"]);
      const stored = await Deno.stat(`${person.home}/.config/svc/auth.json`);
      assert.equal(stored.mode! & 0o777, 0o600);
    });

    await step("the local score is 12/12, the 2 points of verification pending", async () => {
      const text = await person.ok(["extension", "quality", "extensions/repo-insight"], {
        cwd: root,
      });
      assert.match(text, /12\/12 \(\+2 pending server verification\)/);
    });

    await step("push publishes it with 14/14", async () => {
      const manifest = "extensions/repo-insight/manifest.yaml";
      const pushed = JSON.parse(
        await person.ok(["extension", "push", manifest, "--yes", "--json"], { cwd: root }),
      );
      assert.equal(pushed.name, EXTENSION);
      assert.equal(pushed.scorecard.earnedPoints, 14, JSON.stringify(pushed.scorecard, null, 1));
      assert.equal(pushed.scorecard.maxPoints, 14);
      assert.equal(pushed.scorecard.grade, "A");
    });

    await step("pushing the same again changes nothing", async () => {
      const again = JSON.parse(
        await person.ok([
          "extension",
          "push",
          "extensions/repo-insight",
          "--yes",
          "--no-check",
          "--json",
        ], {
          cwd: root,
        }),
      );
      assert.equal(again.alreadyPublished, true);
    });

    await step("it is found by search", async () => {
      const found = JSON.parse(await person.ok(["extension", "search", "insight", "--json"]));
      assert.ok(JSON.stringify(found).includes(EXTENSION));
    });

    await step("pull installs it into a new repository", async () => {
      await person.ok(["init"]);
      await person.ok(["extension", "pull", EXTENSION, "--allow-all-requested"]);
      const lock = JSON.parse(await Deno.readTextFile(`${person.work}/upstream_extensions.json`));
      assert.ok(JSON.stringify(lock).includes(await catalogueVersion("repo-insight")));
    });

    await step("describe tells methods and outputs in three forms", async () => {
      const describe = ["model", "type", "describe", EXTENSION];
      const text = await person.ok(describe);
      assert.match(text, /^Type: @svc\/repo-insight$/m);
      assert.match(text, /^ {2}list_prs - List the pull requests of one repository$/m);
      assert.match(text, /repo \(string\) \*required/);
      const full = JSON.parse(await person.ok([...describe, "--json"]));
      assert.deepEqual(full.methods.map((method: { name: string }) => method.name), [
        "list_repos",
        "get_repo_info",
        "list_prs",
        "list_issues",
        "list_releases",
        "list_workflows",
        "get_issue_context",
        "get_pull_request_context",
        "create_issue",
        "add_issue_comment",
        "close_issue",
        "get_workflow_run",
        "retry_workflow_run",
        "watch_pr_checks",
        "merge_pull_request",
      ]);
      const compact = JSON.parse(await person.ok([...describe, "--compact", "--json"]));
      assert.deepEqual(compact.dataOutputSpecs, [
        "repos",
        "repo_info",
        "pull_requests",
        "issues",
        "releases",
        "workflow_runs",
        "triageIssue",
        "triagePullRequest",
        "triageAction",
      ]);
      assert.deepEqual(compact.methods[1].arguments, {
        properties: { repo: { type: "string" } },
        required: ["repo"],
      });
    });

    await step(
      "a behavior runs all six listing methods in the sandbox and its data is read",
      async () => {
        await person.ok(["behavior", "create", EXTENSION, "insight"]);
        const listed = await person.svc(["behavior", "run", "insight", "list_repos"]);
        assert.equal(listed.code, 0, listed.stderr);
        assert.ok(!(listed.stdout + listed.stderr).includes(STORY_TOKEN), "the token was printed");
        for (
          const method of ["get_repo_info", "list_prs", "list_issues", "list_releases"]
            .concat("list_workflows")
        ) {
          const input = ["--input", "repo=octocat/hello-world"];
          const ran = JSON.parse(
            await person.ok(["behavior", "run", "insight", method, ...input, "--json"]),
          );
          assert.equal(ran.status, "succeeded", method);
        }
        const data = JSON.parse(
          await person.ok(["data", "get", "insight", "repo_info.octocat~hello-world", "--json"]),
        );
        assert.equal(data.content.fullName, "octocat/hello-world");
        assert.equal(data.version, 1);
        const repos = JSON.parse(await person.ok(["data", "get", "insight", "repos", "--json"]));
        assert.equal(repos.content.repositories.length, 2);
      },
    );

    await step("a wrong argument is named with what is expected, and nothing runs", async () => {
      const before = codeHost.received.length;
      const missing = await person.svc(["behavior", "run", "insight", "list_prs"]);
      assert.notEqual(missing.code, 0);
      assert.match(missing.stderr, /repo/);
      const unknown = await person.svc(
        ["behavior", "run", "insight", "list_prs", "--input", "repo=a/b", "--input", "colour=red"],
      );
      assert.notEqual(unknown.code, 0);
      assert.match(unknown.stderr, /colour/);
      assert.equal(codeHost.received.length, before);
    });

    await step("logout forgets the key, and the server has revoked it", async () => {
      const auth = JSON.parse(await Deno.readTextFile(`${person.home}/.config/svc/auth.json`));
      await person.ok(["auth", "logout"]);
      const response = await fetch(`${server.url}/api/whoami`, {
        headers: { authorization: `Bearer ${auth.apiKey}` },
      });
      await response.body?.cancel();
      assert.equal(response.status, 401);
    });
  },
);
