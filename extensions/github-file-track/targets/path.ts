/** Names that are folders of git and of svc on some file system, as they are compared. */
const RESERVED: ReadonlySet<string> = new Set([".git", "git~1", ".svc", "svc~1"]);

/** Bytes that a name in a folder may have. */
const NAME_BYTES = 255;

/** Why a path cannot be the source of a target; undefined when it can. */
export function sourceProblem(path: string): string | undefined {
  if (path.startsWith("/")) return "begins with '/': write it from the top of the repository";
  return segmentsProblem(path);
}

/** Why a path cannot be the destination of a target; undefined when it can. */
export function destinationProblem(path: string): string | undefined {
  const segments = path.startsWith("/") ? path.slice(1) : path;
  const reserved = segments.split("/").find((name) => RESERVED.has(comparedName(name)));
  return segmentsProblem(segments) ??
    (reserved === undefined ? undefined : `is in '${reserved}', which git or svc decides by`);
}

/** A path as file systems compare it that ignore case and how letters are composed. */
export function comparedPath(path: string): string {
  return path.split("/").map(comparedName).join("/");
}

/** Windows leaves out dots and spaces at the end of a name. */
function comparedName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[. ]+$/, "");
}

function segmentsProblem(path: string): string | undefined {
  if (path === "" || path.endsWith("/")) return "names a folder: name the file";
  if (/[\p{C}\u2028\u2029]/u.test(path)) return "holds a character that is not seen";
  if (path.includes("\\")) return "holds '\\': write '/' between folders";
  const segments = path.split("/");
  if (segments.some((name) => /^\.{1,2}$/.test(name))) return "holds '.' or '..'";
  if (segments.includes("")) return "holds an empty name";
  const encoder = new TextEncoder();
  if (segments.some((name) => encoder.encode(name).length > NAME_BYTES)) {
    return `holds a name of more than ${NAME_BYTES} bytes`;
  }
  return undefined;
}
