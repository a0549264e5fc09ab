import assert from "node:assert/strict";
import { startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { startOutside } from "@svc/fakes/outside";
import { createCollective, signUp } from "./process/account.ts";
import { startServer } from "./process/server.ts";
import { createPerson } from "./process/svc.ts";
import { testNeeding } from "./requirement.ts";

const EXTENSION = "@svc/repo-insight";
const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

testNeeding(
  ["gh"],
  "a published extension runs the real gh from inside the sandbox to get its token",
  async () => {
    await using outside = startOutside();
    await using codeHost = await startStory();
    await using server = await startServer({ env: { ...outside.env, SVC_ADMINS: "ada" } });
    const ada = await signUp(server.url, "ada");
    await createCollective(server.url, ada, "svc");
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
    await person.ok(["auth", "login", "--username", "ada"], { stdin: `${ada.password}\n` });
    await person.ok(["extension", "push", "extensions/repo-insight", "--no-check", "--yes"], {
      cwd: root,
    });
    await person.ok(["init"]);
    await person.ok(["extension", "pull", EXTENSION, "--allow-all-requested"]);
    await person.ok(["behavior", "create", EXTENSION, "insight"]);
    const run = ["behavior", "run", "insight", "list_repos", "--json"];
    const ran = await person.svc(run);
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(!(ran.stdout + ran.stderr).includes(STORY_TOKEN), "the token was printed");
    const data = JSON.parse(await person.ok(["data", "get", "insight", "repos", "--json"]));
    assert.equal(data.content.repositories.length, 2);
  },
);
