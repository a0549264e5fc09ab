import assert from "node:assert/strict";
import { auditedToken } from "./audited_token.ts";

const SECRET = "ghp_aaaabbbbccccddddeeeeffff0000111122223333";

/** Runs `body` with the path of a file in a folder of its own, and the lines that were logged. */
function inFolder(body: (path: string, log: string[]) => Promise<void>) {
  return async () => {
    const folder = await Deno.makeTempDir();
    try {
      await body(`${folder}/token`, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  };
}

const logger = (log: string[]) => ({
  info: (line: string) => void log.push(line),
  warn: (line: string) => void log.push(line),
});

const fromFile = (tokenFile: string, log: string[] = []) =>
  auditedToken({ tokenFile }, logger(log));

/** The file is refused in these words, none of which is the token's. */
async function refused(path: string, words: RegExp): Promise<void> {
  await assert.rejects(fromFile(path), (error: Error) => {
    assert.match(error.message, words);
    assert.ok(!error.message.includes("aaaabbbb"), error.message);
    return true;
  });
}

async function write(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  await Deno.writeFile(
    path,
    typeof content === "string" ? new TextEncoder().encode(content) : content,
    { mode },
  );
}

Deno.test("exactly one of token and tokenFile is given", async () => {
  await assert.rejects(auditedToken({}, logger([])), /give the argument token or tokenFile/);
  await assert.rejects(
    auditedToken({ token: SECRET, tokenFile: "x" }, logger([])),
    /cannot be used together/,
  );
});

Deno.test("a token is taken without the space around it", async () => {
  const given = await auditedToken({ token: ` ${SECRET}\r\n` }, logger([]));
  assert.deepEqual(given, { token: SECRET, source: "argument" });
});

Deno.test("what cannot be sent as a header is refused without being repeated", async () => {
  for (const token of [`${SECRET} x`, `${SECRET}\u00e9`, `${SECRET}\0`, `a\n${SECRET}`, " \n"]) {
    await assert.rejects(auditedToken({ token }, logger([])), (error: Error) => {
      assert.ok(!error.message.includes("aaaabbbb"), error.message);
      return /^token (is empty|has more than one line|has characters that)/.test(error.message);
    });
  }
});

Deno.test(
  "a file's token is read and trimmed, also with a byte order mark and Windows line ends",
  inFolder(async (path) => {
    for (const text of [SECRET, `${SECRET}\n`, `\uFEFF${SECRET}\r\n`, `\n\t${SECRET} \n\n`]) {
      await write(path, text);
      assert.deepEqual(await fromFile(path), { token: SECRET, source: "file" });
    }
  }),
);

Deno.test(
  "a file of 4 KB is read, one byte more is refused",
  inFolder(async (path) => {
    await write(path, "a".repeat(4096));
    assert.equal((await fromFile(path)).token.length, 4096);
    await write(path, SECRET + " ".repeat(4097 - SECRET.length));
    await refused(path, /longer than 4 KB/);
  }),
);

Deno.test(
  "a file with a second line, without a token, or in another encoding is refused",
  inFolder(async (path) => {
    await write(path, `${SECRET}\n${SECRET}\n`);
    await refused(path, /more than one line/);
    await write(path, " \n");
    await refused(path, /is empty/);
    await write(
      path,
      new Uint8Array(new Uint16Array([...SECRET].map((c) => c.charCodeAt(0))).buffer),
    );
    await refused(path, /characters that are not allowed in a token/);
  }),
);

Deno.test(
  "a link, a folder, a pipe and a missing file are refused",
  inFolder(async (path) => {
    await refused(path, /does not exist/);
    await write(`${path}.real`, SECRET);
    await Deno.symlink(`${path}.real`, path);
    await refused(path, /is a link/);
    await Deno.remove(path);
    await Deno.mkdir(path);
    await refused(path, /not a regular file/);
    await refused(`${path}.real/below`, /does not exist/);
    await Deno.remove(path);
    // Opening a pipe that nobody writes to would wait for ever.
    await new Deno.Command("mkfifo", { args: [path] }).output();
    await refused(path, /not a regular file/);
  }),
);

Deno.test(
  "others who may read the file are worth a warning, and only they",
  inFolder(async (path) => {
    for (const [mode, warned] of [[0o600, 0], [0o400, 0], [0o640, 1], [0o604, 1]] as const) {
      const log: string[] = [];
      await write(path, SECRET);
      await Deno.chmod(path, mode);
      assert.equal((await fromFile(path, log)).token, SECRET);
      assert.equal(log.length, warned, mode.toString(8));
      await Deno.remove(path);
    }
  }),
);

Deno.test(
  "a path below ~ is in the home folder",
  inFolder(async (path) => {
    await write(path, SECRET);
    const home = Deno.env.get("HOME");
    Deno.env.set("HOME", path.replace(/\/token$/, ""));
    try {
      assert.equal((await fromFile("~/token")).token, SECRET);
    } finally {
      if (home === undefined) Deno.env.delete("HOME");
      else Deno.env.set("HOME", home);
    }
  }),
);

Deno.test("a token given as the path of a file is not repeated", () =>
  refused(SECRET, /is a token, not the path/));
