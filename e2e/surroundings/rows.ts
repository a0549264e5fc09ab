import type { StepName } from "./steps.ts";

/** What a row is given: a folder of its own, which everybody may enter. */
export interface Place {
  folder: string;
}

/** The surroundings of one person, as far as they differ from everybody's. */
export interface Life {
  home?: string;
  /** Their repository's folder. */
  work?: string;
  env?: Readonly<Record<string, string>>;
  /** Words that start a command, which follows them. */
  words?: readonly string[];
  /** Who owns their folders. */
  user?: number;
  /** Whether pushing checks types; what it needs of the surroundings, bundling needs as well. */
  checksTypes?: boolean;
  /** Done once the repository has its files, before anything runs in it. */
  withRepository?: (work: string) => Promise<void>;
  /** What then cannot be done, and what svc says of it. */
  refused?: Readonly<Partial<Record<StepName, RegExp>>>;
  /** Undoes what removing the folder does not. */
  undo?: () => Promise<void>;
}

/** One kind of surroundings that people have. */
export interface Row {
  name: string;
  /** Sets it up, or says why this machine cannot have it. */
  setUp(place: Place): Promise<Life | { lacks: string }> | Life | { lacks: string };
}

const OTHER_USER = 61_234;

const umask = (mask: string) => ["/bin/sh", "-c", `umask ${mask}; exec "$0" "$@"`];

const asOther = ["setpriv", `--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups"];

/** Runs a program; what it says when it fails. */
async function failure(program: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stderr } = await new Deno.Command(program, { args }).output();
    return success
      ? undefined
      : new TextDecoder().decode(stderr).split("\n")[0] || `${program} failed`;
  } catch (error) {
    return String(error);
  }
}

/** Mounts a file system at a folder. */
async function mounted(at: string, ...args: string[]): Promise<string | undefined> {
  await Deno.mkdir(at, { recursive: true });
  const why = await failure("mount", ...args, at);
  return why && `nothing can be mounted here: ${why}`;
}

const unmount = (at: string) => async () => {
  await failure("umount", "--lazy", at);
};

/** Why there is nobody else to be. */
const notRoot = () => Deno.uid() === 0 ? undefined : "only root can be another user";

async function made(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  return path;
}

/** The surroundings in which everything has to work. */
export const ROWS: readonly Row[] = [
  {
    name: "a home with spaces and letters beyond ASCII, of another user than root",
    setUp: async ({ folder }) => {
      const place = `${folder}/Zoë's Büro 東京 100% $HOME`;
      return {
        home: await made(`${place}/home`),
        work: await made(`${place}/work`),
        checksTypes: true,
        ...notRoot() === undefined ? { words: asOther, user: OTHER_USER } : {},
      };
    },
  },
  {
    name: "umask 077, and folders of XDG elsewhere",
    setUp: async ({ folder }) => ({
      words: umask("077"),
      env: Object.fromEntries(
        await Promise.all(
          ["CONFIG_HOME", "CACHE_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"].map(
            async (name) => [`XDG_${name}`, await made(`${folder}/xdg/${name}`)] as const,
          ),
        ),
      ),
    }),
  },
  {
    name: "umask 002, LANG=C, temporary files in /dev/shm, and no terminal, stdin or session",
    setUp: () => ({
      words: [...umask("002"), "setsid", "--wait"],
      env: { LANG: "C", LC_ALL: "C", TMPDIR: "/dev/shm" },
    }),
  },
  {
    name: "a repository that cannot be written",
    setUp: () => {
      const lacks = notRoot();
      if (lacks) return { lacks };
      return {
        words: asOther,
        user: OTHER_USER,
        withRepository: async (work) => {
          for await (const { name } of Deno.readDir(work)) {
            if (name !== ".svc") await failure("chown", "-R", "0:0", `${work}/${name}`);
          }
          await failure("chown", "0:0", work);
        },
      };
    },
  },
  {
    name: "a repository on another file system than the home and the temporary folder",
    setUp: async ({ folder }) => {
      const work = `${folder}/work`;
      const lacks = await mounted(work, "-t", "tmpfs", "-o", "size=64m", "tmpfs");
      return lacks ? { lacks } : { work, undo: unmount(work) };
    },
  },
  {
    name: "a temporary folder that fills up",
    setUp: async ({ folder }) => {
      const full = `${folder}/full`;
      const lacks = await mounted(full, "-t", "tmpfs", "-o", "size=64m", "tmpfs");
      if (lacks) return { lacks };
      return {
        env: { TMPDIR: full },
        undo: unmount(full),
        withRepository: async () => {
          await failure("dd", "if=/dev/zero", `of=${full}/file`, "bs=64k");
        },
        refused: { runs: /No space left/ },
      };
    },
  },
  {
    name: "a file system that knows no capitals",
    setUp: async ({ folder }) => {
      const at = `${folder}/folding`;
      const image = `${folder}/image`;
      await Deno.writeTextFile(image, "");
      await Deno.truncate(image, 64 * 1024 * 1024);
      const options = ["-q", "-O", "casefold", "-E", "encoding=utf8", image];
      const lacks = await failure("mkfs.ext4", ...options) ??
        await mounted(at, "-o", "loop", image);
      if (lacks) return { lacks };
      const undo = unmount(at);
      const work = await made(`${at}/Work`);
      const unfolded = await failure("chattr", "+F", work);
      if (unfolded === undefined) return { work, undo };
      await undo();
      return { lacks: unfolded };
    },
  },
];
