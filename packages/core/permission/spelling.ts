import { type BaseFolders, pathEntry } from "./path.ts";

// What an entry means, however it is spelled: the marks of `wide.ts` look at this, so that none is lost
// to another case, a dot at the end or a path that goes up again.

/** A path as it is judged; names in lower case, as some file systems do not tell cases apart. */
export interface JudgedPath {
  /** `~` for the person's home folder, `.` for the repository, `?` for a value that is not known. */
  base: "/" | "~" | "." | "?";
  parts: string[];
}

/** Variables that lead to or below the home folder. */
const HOME_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  home: [],
  userprofile: [],
  xdg_config_home: [".config"],
  xdg_data_home: [".local", "share"],
  xdg_state_home: [".local", "state"],
  xdg_cache_home: [".cache"],
};

/** `$HOME/x`, `${HOME}/x`, `%USERPROFILE%/x` and the placeholder `${env.HOME}/x`. */
const VARIABLE = /^(?:\$\{(?:env\.)?(\w+)\}|\$(\w+)|%(\w+)%)$/;

/** A path entry without what only spells it differently. */
export function judgedPath(entry: string, places: BaseFolders = {}): JudgedPath {
  const { base, parts } = pathEntry(entry.replaceAll("\\", "/"));
  const [first = ""] = base === "/" || base === "~" ? [] : base === "." ? parts : [base];
  const variable = VARIABLE.exec(first)?.slice(1).find((name) => name !== undefined);
  const below = HOME_VARIABLES[variable?.toLowerCase() ?? ""];
  const rest = base === "." && first !== "" && variable !== undefined ? parts.slice(1) : parts;
  if (below !== undefined) return resolved("~", [...below, ...rest]);
  if (variable !== undefined || base.startsWith("$")) return resolved("?", rest);
  const start = base as "/" | "~" | ".";
  return start === "/" ? belowHome(resolved("/", parts), places) : resolved(start, parts);
}

/** With `..` taken away; a path that goes up beyond its start may lead anywhere. */
function resolved(base: JudgedPath["base"], parts: readonly string[]): JudgedPath {
  const names: string[] = [];
  for (const part of parts) {
    if (part !== "..") names.push(part.toLowerCase());
    else if (names.pop() === undefined && base !== "/") return { base: "/", parts: [] };
  }
  // On macOS these are links to what is below /private.
  const linked = base === "/" && names[0] === "private" && /^(?:etc|tmp|var)$/.test(names[1] ?? "");
  return { base, parts: linked ? names.slice(1) : names };
}

function belowHome(path: JudgedPath, { home }: BaseFolders): JudgedPath {
  if (home === undefined || !home.startsWith("/")) return path;
  const own = resolved("/", pathEntry(home).parts).parts;
  const isBelow = own.length > 0 && own.every((name, index) => path.parts[index] === name);
  return isBelow ? { base: "~", parts: path.parts.slice(own.length) } : path;
}

/** A `net` entry as it is judged; `host` is empty for every host. */
export interface JudgedHost {
  host: string;
  below: boolean;
}

/** A `net` entry without its port and without what only spells it differently. */
export function judgedHost(entry: string): JudgedHost {
  const text = entry.trim().toLowerCase();
  if (text === "*" || text.startsWith("*:")) return { host: "", below: true };
  const below = text.startsWith("*.");
  const named = text.slice(below ? 2 : 0);
  const host = URL.parse(`http://${named}`)?.hostname ?? named.replace(/:\d+$/, "");
  return { host: host.replace(/\.+$/, ""), below };
}

/** A `run` entry as it is judged: the program's name, and whether it is the one of the system. */
export interface JudgedProgram {
  name: string;
  /** True for a bare name, and for one in a folder of the system's own programs. */
  ofSystem: boolean;
}

/** A `run` entry without folder, case and ending. */
export function judgedProgram(entry: string): JudgedProgram {
  const text = entry.replaceAll("\\", "/").replace(/[/.]+$/, "");
  const path = /^(.*?)\/*([^/]*)$/.exec(text)!;
  const folder = path[1]!.replace(/\/+/g, "/");
  return {
    name: path[2]!.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, ""),
    ofSystem: !text.includes("/") || folder === "/bin" || folder === "/usr/bin",
  };
}

/** The name of a variable in lower case, its words apart: `githubToken` as `GITHUB_TOKEN`. */
export function judgedVariable(name: string): string {
  return name.trim().replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
}
