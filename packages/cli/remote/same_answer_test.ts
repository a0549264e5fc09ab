import assert from "node:assert/strict";
import { callerNamed, namedCallers } from "../../serve/testing/callers.ts";
import { testServer } from "../../serve/testing/server.ts";
import { sharedRepository } from "../../serve/testing/shared_repository.ts";
import { svc } from "../testing/host.ts";

const TOKEN = `ci.${"5".repeat(64)}`;

/** Command lines that read, the refused ones too. `{run}` is a run's id, `{part}` its beginning. */
const COMMANDS = [
  "behavior search",
  "behavior search acme",
  "behavior search nothing-like-it",
  "behavior get hello",
  "behavior get keeper",
  "behavior get helo",
  "behavior history",
  "behavior history hello --status failed",
  "behavior history --since 1h --limit 2",
  "behavior history --since nonsense",
  "behavior history nobody",
  "behavior history --method greet --limit 1",
  "behavior output hello",
  "behavior output {run}",
  "behavior output {part}",
  "behavior output ffffffff",
  "behavior output {run} --data",
  "behavior output {run} --data --name main",
  "behavior output {run} --data --name main --field text",
  "behavior output {run} --data --name main --field nothing",
  "behavior logs hello",
  "behavior logs {run} --tail 1",
  "behavior logs ffffffff",
  "data list",
  "data list hello",
  "data list hello --type file",
  "data list --limit 3 --offset 2",
  "data list nobody",
  "data get hello main",
  "data get hello main --version 1",
  "data get hello main --version 9",
  "data get hello main --no-content",
  "data get hello login",
  "data get hello log",
  "data get hello nothing",
  "data get nobody main",
  "data versions hello main",
  "data versions hello nothing",
  "data search",
  "data search main --type resource --limit 1",
  "data search --behavior keeper --content-type text/*",
  "data search --tag specName=greeting --tag type=resource",
  "data search --since 1h --lifetime infinite --owner-type model-method",
  "data search --tag =x",
  "data search --since nonsense",
  "data query true",
  "data query true --limit 2",
  "data query content.count>3 --select content.text",
  "data query version>=1 --select [name,version]",
  "data query content.count>",
  "data query nothing==1",
  "data query size",
  "data query content.text.matches('(')",
  "model type search",
  "model type search greet",
  "model type describe @acme/greeter",
  "model type describe @acme/greeter --compact",
  "model type describe command/shell",
  "model type describe @acme/nothing",
  "report list",
  "report list summary --behavior hello",
  "report list --behavior nobody",
  "report get @acme/summary",
  "report get @acme/summary --behavior hello",
  "report get @acme/summary --behavior hello --version 1",
  "report get @acme/summary --behavior hello --version 77",
  "report get @acme/nothing",
];

Deno.test("a command that reads prints, byte by byte, the same from a server as here", async () => {
  await using shared = await sharedRepository();
  const { root, config } = shared.repository;
  await using server = await testServer(
    { credentials: namedCallers(callerNamed(TOKEN)) },
    { repository: shared.repository },
  );
  const here = { SVC_REPO_DIR: root, XDG_CONFIG_HOME: config!.slice(0, config!.lastIndexOf("/")) };
  const there = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: TOKEN };
  const history = await svc(["behavior", "history", "hello", "--json"], { env: here });
  const run = JSON.parse(history.stdout).results[2].id as string;
  let succeeded = 0;
  for (const command of COMMANDS) {
    const argv = command.split(" ").map((word) =>
      word.replace("{run}", run).replace("{part}", run.slice(0, 9))
    );
    const { exit, stdout, stderr } = await svc([...argv, "--json"], { env: here });
    // A server names paths within the repository.
    const within = (text: string) => text.replaceAll(`${root}/`, "");
    const local = { exit, stdout: within(stdout), stderr: within(stderr) };
    const remote = await svc([...argv, "--json"], { env: there });
    const again = await svc([...argv, "--json"], { env: there });
    assert.deepEqual(remote, local, command);
    assert.deepEqual(again, local, `${command}, from memory`);
    if (local.exit === 0) succeeded++;
  }
  assert.equal(succeeded, 44, "the commands do what they are there for");
});
