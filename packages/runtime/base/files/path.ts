/** The absolute form of `path`, `.` and `..` resolved, without touching the disk. */
export function absolutePath(path: string, base: string = Deno.cwd()): string {
  const whole = path.startsWith("/") ? path : `${base}/${path}`;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The folder that holds an absolute path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 1));
}

/** `path` relative to `folder`, or undefined when it is outside. Both absolute. */
export function relativeInside(folder: string, path: string): string | undefined {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  return path.startsWith(prefix) && path.length > prefix.length
    ? path.slice(prefix.length)
    : undefined;
}

/** The `file:` URL of an absolute path, every unusual character escaped. */
export function fileUrl(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/").replaceAll("%40", "@")}`;
}
