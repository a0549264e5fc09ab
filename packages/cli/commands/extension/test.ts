import { SvcError } from "@svc/core/error";
import { systemTemporaryFolder } from "@svc/runtime/files";
import { absoluteIn, MANIFEST_PATH, readManifest } from "../../extension/manifest.ts";
import { testConfiguration } from "../../extension/kit.ts";
import { clientCommand, testFlags } from "../../extension/test_flags.ts";
import { defineCommand, flag, text } from "../../frame/command.ts";

export default defineCommand({
  description: [
    "Runs the files that end in '_test.ts' in the folder of the manifest, with the Deno that comes with",
    "svc. They have the permissions of the manifest, and may read the extension, write temporary files, open",
    "local connections, and start svc, so that 'runInSandbox' works. Output of the tests",
    "goes to stderr. Exit code 1 when a test fails.",
  ].join("\n"),
  examples: {
    "svc extension test": "the extension in this folder",
    'svc extension test --filter "counts words"': "the tests of that name",
    "svc extension test extensions/tool --allow-all": "without permissions",
  },
  arguments: [MANIFEST_PATH],
  options: {
    filter: text("<text>", "Run only tests with this text in their name"),
    "allow-all": flag("Run the tests with all permissions"),
  },
  async run(
    { arguments: { "manifest-path": given }, options, host },
  ) {
    const file = await absoluteIn(host.cwd, given);
    const manifest = await readManifest(file);
    const folder = file.slice(0, file.lastIndexOf("/"));
    if (!await hasTests(folder)) {
      throw new SvcError("not_found", `${manifest.name} has no tests yet`, {
        hint: "Write one in a file that ends in '_test.ts', beside the code. " +
          "'svc extension init' makes an example.",
      });
    }
    const configuration = await testConfiguration(folder);
    const temporary = systemTemporaryFolder();
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--quiet",
        "--no-lock",
        "--no-prompt",
        ...configuration,
        ...(options["allow-all"] ? ["--allow-all"] : testFlags(manifest, { folder, temporary })),
        ...(options.filter === undefined ? [] : [`--filter=${options.filter}`]),
        folder,
      ],
      cwd: folder,
      env: {
        SVC_TEST_CLIENT: JSON.stringify(clientCommand()),
        TMPDIR: temporary,
        // Deno colours what it writes into a pipe, too.
        ...(host.stderrIsTerminal ? {} : { NO_COLOR: "1" }),
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const show = async (stream: ReadableStream<Uint8Array>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        host.stderr(text.replace(ADVICE, ""));
      }
    };
    const [{ success }] = await Promise.all([
      child.status,
      show(child.stdout),
      show(child.stderr),
    ]);
    return { name: manifest.name, passed: success };
  },
  text: ({ name, passed }) => `${name}: the tests ${passed ? "passed" : "failed"}`,
  exit: ({ passed }) => passed ? 0 : 1,
});

/** What Deno advises where types are wrong: an option that this command does not take. */
const ADVICE = /\n *\S*info:\S* The program failed type-checking.*\n *\S*hint:\S* Re-run with .*/;

/** True when Deno would find a file with tests in or below a folder. */
async function hasTests(folder: string): Promise<boolean> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isFile && /(?:^|[._])test\.[mc]?[jt]sx?$/.test(name)) return true;
    if (name === "node_modules" || name === ".git" || !isDirectory) continue;
    if (await hasTests(`${folder}/${name}`)) return true;
  }
  return false;
}
