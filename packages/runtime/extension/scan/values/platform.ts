import { concatenated, holeText, pieces, plainText, UNKNOWN, type Value } from "./value.ts";

const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self", "global"]);

/** What a name means that nothing in the module declares. */
export function globalValue(name: string): Value {
  return { is: "api", path: GLOBAL_OBJECTS.has(name) ? "" : name };
}

/** A built-in module, by any name code imports it under; undefined for another module. */
export function builtinModule(specifier: string): Value | undefined {
  const name = specifier.replace(/^node:/, "");
  if (name === specifier && !UNPREFIXED.has(name.split("/")[0]!)) return undefined;
  if (name === "process") return { is: "api", path: "process" };
  return { is: "api", path: `node:${name.replace(/\/(?:promises|posix|win32)$/, "")}` };
}

/** Built-in modules that packages require without `node:`. */
const UNPREFIXED = new Set(
  "child_process dgram dns fs http http2 https module net os path process tls url util".split(" "),
);

/** A member of something of the platform: `Deno` and `env` are `Deno.env`. */
export function platformMember(path: string, key: string): Value {
  if (path === "process.env") return holeText("env", key);
  if (path === "") return globalValue(key);
  // `import x from` and `require` give one object, and fs.promises has the functions of fs.
  if (path.startsWith("node:") && ["default", "promises", "posix", "win32"].includes(key)) {
    return { is: "api", path };
  }
  if (path === "process" && key === "default") return { is: "api", path };
  return { is: "api", path: `${path}.${key.replace(/Sync$/, "")}` };
}

type Arguments = readonly (readonly Value[])[];

/** The function of a method's context that finds a file which its extension brings along. */
export const EXTENSION_FILE = "context.extensionFile";

const PASSED_ON = new Set([
  "Deno.realPath",
  "Object.freeze",
  "Object.seal",
  "Promise.resolve",
  "String",
  "Request",
  "node:fs.realpath",
  "node:path.normalize",
  "node:url.fileURLToPath",
  "node:url.pathToFileURL",
  "node:util.promisify",
  "structuredClone",
]);

const TEMPORARY = new Set([
  "Deno.makeTempDir",
  "Deno.makeTempFile",
  "node:fs.mkdtemp",
  "node:os.tmpdir",
]);

/** What a call of the platform gives, undefined when that is not known. */
export function platformResult(path: string, args: Arguments): readonly Value[] | undefined {
  const [first = []] = args;
  if (TEMPORARY.has(path)) return [holeText("temporary")];
  if (path === "URL" && args[1] !== undefined) return resolved(first, args[1]);
  if (path === "URL" || path === "URL.parse") return first.flatMap(asUrl);
  if (PASSED_ON.has(path)) return first;
  switch (path) {
    case "Deno.env.get":
      return first.map((value) =>
        value.is === "text" && value.parts.length === 1 && typeof value.parts[0] === "string"
          ? holeText("env", value.parts[0])
          : UNKNOWN
      );
    case "Deno.env.toObject":
      return [{ is: "api", path: "process.env" }];
    case EXTENSION_FILE:
      return [holeText("extension")];
    case "Deno.cwd":
    case "process.cwd":
      return [holeText("repository")];
    case "node:os.homedir":
      return [holeText("home")];
    case "node:path.join":
      return concatenated(args.map(pieces), "/");
    case "node:path.resolve":
      return fromLastAbsolute(args);
    case "node:module.createRequire":
      return [{ is: "api", path: "require" }];
    case "require":
    case "process.getBuiltinModule":
      return first.flatMap((value) =>
        value.is === "text" && typeof value.parts[0] === "string" && value.parts.length === 1
          ? builtinModule(value.parts[0]) ?? []
          : []
      );
    case "Object.assign":
      return args.flat();
  }
  return undefined;
}

/** `new URL(url)`; of a setting it is told from the setting, which may be an object with a `host` itself. */
function asUrl(value: Value): Value[] {
  const isSetting = value.is === "text" && value.parts.length === 1 &&
    typeof value.parts[0] === "object";
  return isSetting ? concatenated([[value], [plainText("/")]]) : [value];
}

/** `new URL(url, base)`: an address of its own, else one below the base. */
function resolved(urls: readonly Value[], bases: readonly Value[]): Value[] {
  const whole = (value: Value) =>
    value.is === "text" && typeof value.parts[0] === "string" &&
    /^[a-z][a-z0-9+.-]*:\/\//i.test(value.parts[0]);
  const rest: Value[] = [plainText("/"), UNKNOWN];
  const below = urls.some((url) => !whole(url)) ? concatenated([bases, rest.slice(0, 1)]) : [];
  return [...urls.filter(whole), ...below];
}

/** `resolve(a, b)`: from the last part that is absolute on. */
function fromLastAbsolute(args: Arguments): Value[] {
  const absolute = (value: Value) => {
    const head = value.is === "text" ? value.parts[0] : undefined;
    return typeof head === "string" ? head.startsWith("/") : head?.name !== undefined ||
      head?.hole === "home" || head?.hole === "repository" || head?.hole === "temporary";
  };
  const start = Math.max(args.findLastIndex((list) => list.some(absolute)), 0);
  return concatenated(args.slice(start).map(pieces), "/");
}
