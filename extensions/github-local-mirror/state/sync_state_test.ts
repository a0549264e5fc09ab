import assert from "node:assert/strict";
import { freshState } from "./sync_state.ts";
import { loadState, saveState, statePath } from "./sync_state.ts";

const OWNER = { repo: "octocat/app", apiBaseUrl: "https://api.github.com" };

async function withArtifacts(body: (artifacts: string) => Promise<void>): Promise<void> {
  const artifacts = await Deno.makeTempDir();
  try {
    await body(artifacts);
  } finally {
    await Deno.remove(artifacts, { recursive: true });
  }
}

Deno.test("state: there is none before the first sync", () =>
  withArtifacts(async (artifacts) => {
    assert.equal(await loadState(artifacts, OWNER), null);
  }));

Deno.test("state: what was saved last is what is loaded, whatever the case of the name", () =>
  withArtifacts(async (artifacts) => {
    const state = freshState(OWNER.repo, OWNER.apiBaseUrl);
    await saveState(artifacts, state);
    state.cursors.index = "2026-11-22T00:00:00Z";
    state.queue.push({ number: 7, want: "details", open: true, updatedAt: "2026", tries: 0 });
    await saveState(artifacts, state);
    assert.deepEqual(await loadState(artifacts, { ...OWNER, repo: "Octocat/App" }), state);
  }));

Deno.test("state: one from before readings that came too soon were noted is loaded", () =>
  withArtifacts(async (artifacts) => {
    const { readTooSoon: _, ...earlier } = freshState(OWNER.repo, OWNER.apiBaseUrl);
    await Deno.writeTextFile(statePath(artifacts), JSON.stringify(earlier));
    assert.deepEqual((await loadState(artifacts, OWNER))?.readTooSoon, []);
  }));

Deno.test("state: a file that was written aside and never renamed changes nothing", () =>
  withArtifacts(async (artifacts) => {
    const state = freshState(OWNER.repo, OWNER.apiBaseUrl);
    await saveState(artifacts, state);
    await Deno.writeTextFile(`${statePath(artifacts)}.new`, `{"version":1,"repo":"octo`);
    assert.deepEqual(await loadState(artifacts, OWNER), state);
    await saveState(artifacts, { ...state, gap: 3 });
    assert.equal((await loadState(artifacts, OWNER))?.gap, 3);
  }));

for (
  const [name, text] of Object.entries({
    "half of it": `{"version":1,"repo":"octocat/app","apiBase`,
    "nothing": "",
    "a list": "[]",
    "a word for a number": JSON.stringify({
      ...freshState(OWNER.repo, OWNER.apiBaseUrl),
      gap: "3",
    }),
    "a key that nobody knows": JSON.stringify({
      ...freshState(OWNER.repo, OWNER.apiBaseUrl),
      more: 1,
    }),
  })
) {
  Deno.test(`state: ${name} is damaged, is left as it is, and the error says how to go on`, () =>
    withArtifacts(async (artifacts) => {
      await Deno.writeTextFile(statePath(artifacts), text);
      await assert.rejects(loadState(artifacts, OWNER), (error: Error) => {
        assert.match(
          error.message,
          /state\.json: the mirror's state is damaged: .* Delete the file/,
        );
        return true;
      });
      assert.equal(await Deno.readTextFile(statePath(artifacts)), text);
    }));
}

Deno.test("state: one of a later version asks for a newer extension", () =>
  withArtifacts(async (artifacts) => {
    await Deno.writeTextFile(statePath(artifacts), `{"version":2,"repo":"octocat/app"}`);
    await assert.rejects(loadState(artifacts, OWNER), /newer version .*svc extension pull/);
  }));

Deno.test("state: one of another repository or another host is refused", () =>
  withArtifacts(async (artifacts) => {
    await saveState(artifacts, freshState("octocat/other", OWNER.apiBaseUrl));
    await assert.rejects(loadState(artifacts, OWNER), /state of octocat\/other .*artifactRoot/);
    await saveState(artifacts, freshState(OWNER.repo, "https://git.example/api/v3"));
    await assert.rejects(loadState(artifacts, OWNER), /git\.example/);
  }));
