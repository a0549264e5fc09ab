import type { Person } from "../process/svc.ts";
import type { Listed, Step } from "./list.ts";
import { startServices } from "./service.ts";
import type { World } from "./world.ts";

/** A command that was typed, and what came of it. */
export interface Typed {
  command: string;
  code: number;
  output: string;
  /** What is wrong with it; empty when it did what the list says. */
  problems: string[];
  milliseconds: number;
}

/** What came of an extension. */
export interface Played {
  folder: string;
  typed: Typed[];
  /** What the pull asked for, a line each. */
  asked: string[];
  /** Commands that were refused something, with what they said. */
  refused: string[];
  /** The permissions that these named, which the user then granted. */
  granted: string[];
}

/**
 * Does what a user does: pulls an extension, and goes through the steps. A run that
 * is refused something is repeated behind the command that it names, as often as three times.
 *
 * @param added whether the services answer with keys that their descriptions do not have
 * @param how whether the user pulls with all that is asked for, or with the line that names it
 */
export async function play(
  world: World,
  listed: Listed,
  added: boolean,
  how: "all" | "named" = "all",
): Promise<Played> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "svc-user-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const services = stack.use(await startServices(7, added));
  const fill = (text: string) =>
    text.replaceAll("{services}", services.url).replaceAll("{secure}", services.secure)
      .replaceAll("{folder}", folder);
  await Deno.writeTextFile(`${folder}/ca.pem`, services.authority);
  await writeFiles(folder, listed, fill);
  const env = Object.fromEntries(
    Object.entries(listed.env ?? {}).map(([name, value]) => [name, fill(value)]),
  );
  const account = listed.login ? `user-${crypto.randomUUID().slice(0, 8)}` : undefined;
  const person = stack.use(await world.person(account, `${folder}/bin`, env));
  const played: Played = { folder: listed.folder, typed: [], asked: [], refused: [], granted: [] };
  const type = (step: Step) => typeStep(person, step, fill, played);

  await person.ok(["init"]);
  await Deno.writeTextFile(`${person.work}/notes.txt`, "hello\n");
  if (how === "all") {
    await type({ svc: ["extension", "pull", listed.name, "--allow-all-requested"] });
  } else await pullNamed(person, listed.name, played);
  for (const step of listed.steps) await type(step);
  return played;
}

async function typeStep(
  person: Person,
  step: Step,
  fill: (text: string) => string,
  played: Played,
): Promise<void> {
  const args = step.svc.map(fill);
  const options = step.stdin === undefined ? {} : { stdin: step.stdin };
  const started = performance.now();
  let { code, stdout, stderr } = await person.svc(args, options);
  for (let times = 0; code !== (step.exit ?? 0) && times < 3; times++) {
    const grant = /svc extension grant (@\S+) (.+)/.exec(stderr);
    // Never the service that hands out this machine's own credentials.
    if (grant === null || grant[2]!.includes("169.254.")) break;
    const permissions = grant[2]!.trim().split(/\s+/).map((one) => one.replaceAll("'", ""));
    played.refused.push(`${args.join(" ")}\n${stdout}${stderr}`);
    played.granted.push(...permissions);
    await person.svc(["extension", "grant", grant[1]!, ...permissions]);
    ({ code, stdout, stderr } = await person.svc(args, options));
  }
  const output = stdout + stderr;
  const problems = [
    ...(code === (step.exit ?? 0) ? [] : [`exit code ${code}`]),
    ...(step.has ?? []).map(fill).filter((text) => !output.includes(text))
      .map((text) => `lacks ${JSON.stringify(text)}`),
    ...(step.lacks ?? []).filter((text) => output.includes(text))
      .map((text) => `has ${JSON.stringify(text)}`),
    ...(step.json && !isJson(stdout) ? ["stdout is not JSON"] : []),
  ];
  const milliseconds = Math.round(performance.now() - started);
  played.typed.push({ command: args.join(" "), code, output, problems, milliseconds });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Pulls without an answer, and then as the hint says: with each permission by name. */
async function pullNamed(person: Person, name: string, played: Played): Promise<void> {
  // A dependency that asks for something is named first, and pulled by itself.
  for (let times = 0; times < 3; times++) {
    const { code, stderr } = await person.svc(["extension", "pull", name, "--yes"]);
    played.asked.push(...stderr.split("\n").filter((line) => line.startsWith("  ")));
    if (code === 0) return;
    const line = /^ {2}svc (extension pull .*--allow .*)$/m.exec(stderr)?.[1] ?? "";
    const args = line.split(" ").map((one) => one.replaceAll("'", ""));
    await person.svc(args);
  }
  throw new Error(`${name} cannot be pulled with the lines that are named`);
}

async function writeFiles(
  folder: string,
  listed: Listed,
  fill: (text: string) => string,
): Promise<void> {
  const write = async (path: string, content: string | Uint8Array<ArrayBuffer>, mode = 0o644) => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(path, bytes, { mode });
  };
  for (const [name, text] of Object.entries(listed.files ?? {})) {
    if (name.endsWith(".base64")) {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      await write(`${folder}/${name.replace(/\.base64$/, "")}`, bytes);
    } else await write(`${folder}/${name}`, fill(text));
  }
  for (const [name, text] of Object.entries(listed.programs ?? {})) {
    await write(`${folder}/bin/${name}`, text, 0o755);
  }
  if (listed.needs?.includes("git")) await makeRepository(`${folder}/repository`);
}

/** A git repository with one commit. */
async function makeRepository(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/notes.txt`, "hello\n");
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  for (const args of [["init", "-q"], ["add", "."], [...author, "commit", "-q", "-m", "Begin"]]) {
    const { success } = await new Deno.Command("git", { args, cwd: folder }).output();
    if (!success) throw new Error(`git ${args.join(" ")} failed`);
  }
}
