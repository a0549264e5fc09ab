import { MARKER, type Repository } from "./repository.ts";
import { invalidSetting, readSetting, type Setting } from "./setting.ts";

/** The setting that names the program of the tool that a repository was made with before. */
const OTHER_TOOL: Setting = { key: "otherTool", example: "otherTool: sometool" };

/** Programs that people have, whether they are installed here or not. */
const COMMON = new Set(
  ("apt ash awk aws az base64 bash brew bun busybox bzip2 cargo cat chmod chown cp curl dash date " +
    "deno df diff dig dirname docker du echo env expr false ffmpeg find fish gcloud gcc gh git " +
    "go gpg grep gzip head helm hostname id java jq kill ksh kubectl ln ls make mkdir mktemp mv " +
    "nc nix node npm npx op openssl pass perl php pip pip3 pnpm printf ps psql pwd python python3 " +
    "rm rmdir rsync ruby scp sed sh shasum sleep sort sqlite3 ssh ssh-keygen stat su sudo svc tail " +
    "tar tee terraform test tmux touch tr true uname uniq unzip vi vim wc wget which xargs xdg-open " +
    "xz yarn yes zip zsh").split(" "),
);

/** True for a name that the program of another tool may have. */
export function isOtherTool(name: string): boolean {
  return /^[a-z][a-z0-9_-]{1,31}$/.test(name) && !COMMON.has(name);
}

/**
 * The name of the program that extensions made for another tool start to read data: `otherTool` in
 * `.svc.yaml`, which `svc init --from` writes. Undefined when it says nothing.
 *
 * @throws SvcError `validation_failed` for what no such program is called.
 */
export async function readOtherTool(repository: Repository): Promise<string | undefined> {
  const name = await readSetting(repository, OTHER_TOOL);
  if (name === undefined) return undefined;
  if (typeof name === "string" && isOtherTool(name)) return name;
  throw invalidSetting(
    OTHER_TOOL,
    `otherTool in ${MARKER} is not the name of another tool's program, or that of a common one`,
  );
}

/**
 * The program that svc answers for in runs: that of {@linkcode readOtherTool}, where none of its name is
 * here. One that is here is started itself.
 */
export async function answeredTool(repository: Repository): Promise<string | undefined> {
  const name = await readOtherTool(repository);
  return name === undefined || isHere(name) ? undefined : name;
}

/** True when a program of this name is on PATH. */
function isHere(name: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").filter((one) => one.startsWith("/"))
    .some((folder) => {
      try {
        return Deno.statSync(`${folder}/${name}`).isFile;
      } catch {
        return false;
      }
    });
}
