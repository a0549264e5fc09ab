import assert from "node:assert/strict";

/** The outside services a registry asks, in process; each part answers as it is set. */
export interface Outside {
  fetch: typeof fetch;
  repository: "public" | "private" | "down";
  osv: "clean" | "vulnerable" | "down";
  downloads: number | "down";
  /** Questions that get no answer, whatever else is set. */
  down: Set<string>;
  /** True while questions are taken and never answered: whoever asks has to give up. */
  silent: boolean;
  /** What was asked, in order: `github.com/acme/hello`, `osv left-pad`, `downloads left-pad`. */
  asked: string[];
  /** Keeps the next question that begins with `start` without an answer until told. */
  hold(start: string): Held;
}

/** A question that waits for its answer. */
export interface Held {
  /** Settles when it was asked. */
  asked: Promise<void>;
  /** Answers as the service is set now. */
  answer(): void;
}

/** A world that answers well until told otherwise. */
export function outside(): Outside {
  const holds: { start: string; asked: () => void; answered: Promise<void> }[] = [];
  const world: Outside = {
    repository: "public",
    osv: "clean",
    downloads: 50_000,
    down: new Set(),
    silent: false,
    asked: [],
    hold(start) {
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      holds.push({ start, asked: asked.resolve, answered: answered.promise });
      return { asked: asked.promise, answer: answered.resolve };
    },
    fetch: async (input, init) => {
      const { question, answer } = questionOf(new URL(String(input)), init?.body);
      world.asked.push(question);
      if (world.silent) return await neverAnswered(init?.signal);
      const held = holds.findIndex(({ start }) => question.startsWith(start));
      if (held >= 0) {
        const [{ asked, answered }] = holds.splice(held, 1) as [typeof holds[number]];
        asked();
        await answered;
      }
      return world.down.has(question) ? DOWN() : answer(world);
    },
  };
  return world;
}

function neverAnswered(signal: AbortSignal | null | undefined): Promise<never> {
  const given = Promise.withResolvers<never>();
  signal!.addEventListener("abort", () => given.reject(signal!.reason));
  return given.promise;
}

interface Question {
  question: string;
  answer(world: Outside): Response;
}

function questionOf(url: URL, body: unknown): Question {
  const last = decodeURIComponent(url.pathname.split("/").at(-1)!);
  switch (url.host) {
    case "api.github.com": {
      const path = url.pathname.replace("/repos/", "");
      return {
        question: `github.com/${path}`,
        answer: ({ repository }) =>
          repository === "down"
            ? DOWN()
            : Response.json({ private: repository === "private", full_name: path }),
      };
    }
    case "api.osv.dev":
      return {
        question: `osv ${JSON.parse(String(body)).package.name}`,
        answer: ({ osv }) =>
          osv === "down" ? DOWN() : Response.json({
            vulns: osv === "clean" ? [] : [{
              id: "GHSA-1",
              summary: "Lets anybody in",
              database_specific: { severity: "HIGH" },
            }],
          }),
      };
    case "registry.npmjs.org":
      return { question: `npm ${last}`, answer: () => Response.json(packument()) };
    case "api.npmjs.org":
      return {
        question: `downloads ${last}`,
        answer: ({ downloads }) => downloads === "down" ? DOWN() : Response.json({ downloads }),
      };
    default:
      return assert.fail(`nobody is to ask ${url}`);
  }
}

const DOWN = () => new Response("busy", { status: 503 });

function packument() {
  return {
    "dist-tags": { latest: "1.0.0" },
    versions: { "1.0.0": { license: "MIT" } },
    time: { "1.0.0": new Date().toISOString() },
    maintainers: [{ name: "ada" }],
  };
}
