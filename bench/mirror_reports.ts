// What the mirror's reports cost on the mirror of a large repository: the time of each, made by the
// real program. Reports have 512 MB, so that one which keeps too much fails.
import { createDefinition } from "../packages/runtime/behavior/definitions/create.ts";
import { findDefinition } from "../packages/runtime/repository/definitions/find.ts";
import { initRepository } from "../packages/runtime/repository/init.ts";
import { repositoryAt } from "../packages/runtime/repository/repository.ts";
import { openRunData } from "../packages/runtime/data/store/run_data.ts";
import {
  eventDocument,
  newEvent,
  newIssue,
  newPr,
  newReferences,
  newReviewer,
  newSelection,
  newState,
  prDocuments,
  shaOf,
  type Stored,
  stored,
} from "../extensions/github-local-mirror/testing/stored.ts";

const PULLS = Number(Deno.env.get("BENCH_PULLS") ?? 5_000);
const ISSUES = Number(Deno.env.get("BENCH_ISSUES") ?? 20_000);
const OPEN = Number(Deno.env.get("BENCH_OPEN") ?? 300);
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 3);
const BATCH = 500;
const BODY = "x".repeat(1_000);
const EXTENSIONS = new URL("../extensions", import.meta.url).pathname;
const SVC = new URL("../bin/svc", import.meta.url).pathname;

const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-reports-" }));
try {
  const root = `${folder}/repository`;
  const env = { XDG_CONFIG_HOME: `${folder}/config` };
  await makeRepository(root, env.XDG_CONFIG_HOME);
  const run = await svc(root, env, [
    "behavior",
    "run",
    "mirror",
    "status",
    "--skip-reports",
    "--allow-all-requested",
  ]);
  if (run.code !== 0) throw new Error(run.stderr);
  await say(`${PULLS} pull requests, ${OPEN} of them open, ${ISSUES} issues; medians of ${ROUNDS}`);
  for (const report of ["mirror-status", "context", "review-queue"]) {
    const args = ["report", "run", `@svc/github-local-mirror/${report}`, "mirror", "--json"];
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now();
      const { code, stderr } = await svc(root, env, args);
      if (code !== 0) throw new Error(stderr);
      // The first one makes the index.
      if (round > 0) times.push(performance.now() - began);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    await say(`  ${report}: ${(median / 1_000).toFixed(1)} s`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function makeRepository(root: string, config: string): Promise<void> {
  await Deno.mkdir(root);
  await initRepository(root);
  for (const name of ["platform", "github-local-mirror"]) {
    await copySources(`${EXTENSIONS}/${name}`, `${root}/extensions/${name}`);
  }
  const marker = `${root}/.svc.yaml`;
  const text = await Deno.readTextFile(marker);
  await Deno.writeTextFile(marker, `${text}modelsDir: extensions\nreportsDir: extensions\n`);
  const repository = repositoryAt(root, config);
  await createDefinition(repository, {
    type: "@svc/github-local-mirror",
    name: "mirror",
    globalArguments: {
      owner: "octocat",
      repo: "hello-world",
      gitObjectPath: `${folder}/objects.git`,
      workspaceRoot: `${folder}/worktrees`,
      artifactRoot: `${folder}/artifacts`,
    },
  });
  const { type, definition } = await findDefinition(repository, "mirror");
  const data = await openRunData(repository, { type, id: definition.id });
  const encoder = new TextEncoder();
  let batch: Parameters<typeof data.write>[0][number][] = [];
  for (const { spec, name, data: content } of documents()) {
    batch.push({
      data: {
        name,
        contentType: "application/json",
        lifetime: "infinite",
        garbageCollection: 10,
        streaming: false,
        tags: { type: "resource", specName: spec, modelName: "mirror" },
        ownerDefinition: { ownerType: "model-method", ownerRef: definition.id },
        lifecycle: "active",
      },
      content: encoder.encode(JSON.stringify(content)),
    });
    if (batch.length < BATCH) continue;
    await data.write(batch);
    batch = [];
  }
  if (batch.length > 0) await data.write(batch);
}

function* documents(): Generator<Stored> {
  const openPrNumbers = Array.from({ length: OPEN }, (_, index) => PULLS - OPEN + 1 + index);
  yield newState({ openPrNumbers });
  yield newSelection("pr", PULLS);
  for (let number = 1; number <= PULLS; number++) yield* pull(number);
  for (let number = PULLS + 1; number <= PULLS + ISSUES; number++) {
    yield stored("issueSnapshot", [String(number)], newIssue(number, { body: BODY }));
    yield eventDocument("issue", number, talk(3));
    const from = number - PULLS - 1;
    yield newReferences(
      "issue",
      number,
      [[1 + number % PULLS, "cross-reference"]],
      from > 0 && from <= PULLS ? [["pr", from, "closing"]] : [],
    );
  }
}

function* pull(number: number): Generator<Stored> {
  const open = number > PULLS - OPEN;
  const reviewers = number % 2 === 0 ? [newReviewer("bob", "approved", shaOf(number))] : [];
  const reviewDecision = reviewers.length > 0 ? "approved" as const : null;
  const state = open ? "open" as const : "merged" as const;
  const pr = newPr(number, { state, body: BODY, reviewers, reviewDecision });
  yield* prDocuments(pr, { events: talk(8) });
  const from = Array.from({ length: ISSUES }, (_, index) => PULLS + 1 + index)
    .filter((issue) => 1 + issue % PULLS === number);
  yield newReferences(
    "pr",
    number,
    [[PULLS + 1 + number % ISSUES, "closing"]],
    from.map((issue) => ["issue", issue, "cross-reference"]),
  );
}

function talk(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2026, 10, 1) + index * 60_000).toISOString();
    return newEvent({ id: `${index}`, at, body: BODY });
  });
}

async function copySources(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copySources(`${from}/${name}`, `${to}/${name}`);
    else if (!name.endsWith("_test.ts")) await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

async function svc(cwd: string, env: Record<string, string>, args: readonly string[]) {
  const { code, stderr } = await new Deno.Command(SVC, {
    args: [...args],
    cwd,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
