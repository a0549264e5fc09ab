// `npm run demo`: the whole loop on one machine, in a temporary folder that is removed at the end.
// `--keep` leaves the registry serving until Ctrl-C. Every line a command prints is its own.
import { startStory, STORY_TOKEN } from "@svc/fakes/codehost";
import { askLoopbackDirectly } from "@svc/core/proxy";
import { startOutside } from "@svc/fakes/outside";
import { createCollective, signUp } from "../process/account.ts";
import { startServer } from "../process/server.ts";
import { createPerson } from "../process/svc.ts";
import { createStage } from "./stage.ts";

const EXTENSION = "@svc/repo-insight";
const REPOSITORY = "octocat/hello-world";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const keep = Deno.args.includes("--keep");
askLoopbackDirectly(Deno.env);
const stage = createStage();
const stack = new AsyncDisposableStack();
const interrupted = Promise.withResolvers<void>();
Deno.addSignalListener("SIGINT", interrupted.resolve);
Deno.addSignalListener("SIGTERM", interrupted.resolve);

let exit = 0;
try {
  await Promise.race([
    play(),
    interrupted.promise.then(() => {
      exit = 130;
    }),
  ]);
} catch (error) {
  exit = 1;
  await Deno.stderr.write(
    new TextEncoder().encode(`\nThe demo stopped: ${(error as Error).message}\n`),
  );
} finally {
  await stack.disposeAsync();
}
Deno.exit(exit);

async function play(): Promise<void> {
  stage.act("Start stand-ins for outside services, and a registry");
  const outside = stack.use(
    startOutside({ repositories: [`https://github.com/svc-registry/svc`] }),
  );
  const codeHost = stack.use(await startStory());
  stage.say(
    "Not the real thing, but local stand-ins: the vulnerability database, the npm metadata",
  );
  stage.say(`and downloads APIs, the code hosts, and the GitHub API at ${codeHost.url}.`);
  const server = stack.use(await startServer({ env: { ...outside.env, SVC_ADMINS: "ada" } }));
  stage.say(`The real thing from here on: a registry on an empty store at ${server.url}`);

  stage.act("Sign up 'ada' and create the collective 'svc'");
  const ada = await signUp(server.url, "ada");
  await createCollective(server.url, ada, "svc");
  stage.say("Done over HTTP, as the sign-up page and the collective page do it.");

  const person = stack.use(
    await createPerson(server.url, {
      ...outside.env,
      GITHUB_API_URL: codeHost.url,
      GH_TOKEN: STORY_TOKEN,
    }),
  );

  stage.act("Log in");
  await stage.run(person, ["auth", "login", "--username", "ada"], { stdin: `${ada.password}\n` });
  await stage.run(person, ["auth", "whoami"]);

  stage.act("Publish the extension, and see its score");
  await stage.run(person, ["extension", "push", "extensions/repo-insight/manifest.yaml", "--yes"], {
    cwd: root,
  });

  stage.act("Pull it into a new behavior repository");
  await stage.run(person, ["init"]);
  await stage.run(person, ["extension", "pull", EXTENSION, "--allow-all-requested"]);

  stage.act("See what it can do");
  await stage.run(person, ["model", "type", "describe", EXTENSION]);

  stage.act("Create a behavior and run a method, in a sandbox with the permissions shown above");
  await stage.run(person, ["behavior", "create", EXTENSION, "insight"]);
  await stage.run(person, [
    "behavior",
    "run",
    "insight",
    "get_repo_info",
    "--input",
    `repo=${REPOSITORY}`,
  ]);

  stage.act("Read the data it wrote");
  await stage.run(person, ["data", "list", "insight"]);
  await stage.run(person, ["data", "get", "insight", "repo_info.octocat~hello-world"]);

  stage.act("The page of the extension");
  const page = `${server.url}/extensions/${EXTENSION}`;
  const response = await fetch(page);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${page} answered ${response.status}`);
  stage.say(`${page} answered ${response.status}.`);
  if (keep) {
    stage.say(`It stays up. Sign in as 'ada' with the password ${ada.password}`);
    stage.say("Ctrl-C ends the registry and removes its folder.");
    await interrupted.promise;
    exit = 0;
  } else {
    stage.say("'npm run demo -- --keep' leaves it up to look at. Everything is removed now.");
  }
}
