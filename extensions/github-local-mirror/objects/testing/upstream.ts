import { model } from "../../github_local_mirror.ts";
import type { MirrorContext } from "../../context/context.ts";
import { type Locations, openLocations } from "../../locations/mod.ts";
import {
  describeHeads,
  type DescribeOptions,
  fetchAll,
  type HeadDocument,
  type Objects,
  type Observed,
  observeHeads,
  openObjects,
} from "../mod.ts";
import { type Change, streamOf } from "./stream.ts";

/** The time of fetches in tests. */
export const AT = "2026-11-22T08:00:00.000Z";

/** What a test's git is called with. */
export interface CallOptions {
  cwd?: string;
  input?: string | Uint8Array;
  env?: Readonly<Record<string, string>>;
}

/** A repository that a mirror follows over `file:`, and the mirror's places. */
export interface Upstream extends AsyncDisposable {
  /** Folder of everything. */
  root: string;
  /** The bare repository that is followed. */
  folder: string;
  globalArgs: Record<string, unknown>;
  /** Calls git as a person would, in the followed repository unless told. */
  git(args: readonly string[], options?: CallOptions): Promise<string>;
  /** Commits on top of `parents`, and moves a ref there; gives the commit's id. */
  commit(ref: string, change?: Change): Promise<string>;
  places(more?: Record<string, unknown>): Promise<Locations>;
  open(more?: Record<string, unknown>): Promise<Objects>;
  /** Fetches and observes. */
  observe(objects: Objects, at?: string): Promise<Observed>;
  /** All documents of what waits, each batch done. */
  describe(objects: Objects, options?: Partial<DescribeOptions>): Promise<HeadDocument[]>;
}

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  LC_ALL: "C",
};

const signal = new AbortController().signal;

/** Makes an empty repository to follow. */
export async function startUpstream(): Promise<Upstream> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-mirror-" }));
  const folder = `${root}/upstream.git`;
  await callGit(["init", "--quiet", "--bare", "--initial-branch=main", folder], { cwd: root });
  const globalArgs = {
    owner: "octocat",
    repo: "hello",
    gitObjectPath: "mirror/objects.git",
    workspaceRoot: "mirror/work",
    artifactRoot: "mirror/artifacts",
    gitRemoteUrl: `file://${folder}`,
  };
  const git: Upstream["git"] = (args, options) => callGit(args, { cwd: folder, ...options });
  const places: Upstream["places"] = (more = {}) =>
    openLocations({
      globalArgs: model.globalArguments.parse({ ...globalArgs, ...more }),
      repoDir: `${root}/svc`,
      signal,
    } as unknown as MirrorContext);
  return {
    root,
    folder,
    globalArgs,
    git,
    places,
    async commit(ref, change = {}) {
      const tip = await git(["for-each-ref", "--format=%(objectname)", ref]);
      const parents = change.parents ?? (tip === "" ? [] : [tip.trim()]);
      const input = streamOf(ref, { ...change, parents });
      await git(["fast-import", "--quiet", "--force"], { input });
      return (await git(["rev-parse", "--verify", ref])).trim();
    },
    open: async (more) => await openObjects(await places(more), { create: true, signal }),
    async observe(objects, at = AT) {
      await fetchAll(objects);
      return await observeHeads(objects, at);
    },
    async describe(objects, options = {}) {
      const documents: HeadDocument[] = [];
      for await (const batch of describeHeads(objects, { ...ALL, ...options })) {
        documents.push(...batch.documents);
        await batch.done();
      }
      return documents;
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** Describes everything, with nothing known from the platform. */
const ALL: DescribeOptions = {
  defaultBranch: "main",
  basesOf: () => Promise.resolve(new Map()),
  isOver: () => false,
};

/** Runs git as a person without any configuration. */
export async function callGit(
  args: readonly string[],
  { cwd, input, env = {} }: CallOptions,
): Promise<string> {
  const child = new Deno.Command("git", {
    args: [...args],
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...ENVIRONMENT, ...env },
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) await new Response(input as BodyInit).body!.pipeTo(child.stdin);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

/** Documents by the output they are of. */
type Documents = { [Document in HeadDocument as Document["spec"]]: Document["data"] };

/** The documents of one output. */
export function ofSpec<Spec extends keyof Documents>(
  documents: readonly HeadDocument[],
  spec: Spec,
): Documents[Spec][] {
  return documents.flatMap((one) => one.spec === spec ? [one.data as Documents[Spec]] : []);
}
