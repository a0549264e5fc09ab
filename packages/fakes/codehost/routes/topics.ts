import {
  type Call,
  invalid,
  json,
  passed,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import type { Project } from "../state/mod.ts";

/** The most topics of a repository. */
const MOST = 20;
const TOPIC = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** Topics, which the emulator keeps and does not look at. */
export const topicRoutes: Routes = {
  "GET /repos/{owner}/{repo}/topics": async (call) => {
    const { repository } = await repositoryOf(call);
    return json({ names: repository.topics ?? [] });
  },

  "PUT /repos/{owner}/{repo}/topics": async (call) => {
    const { project } = await writableOf(call);
    const { names } = call.body as { names: string[] };
    if (names.length > MOST) throw refused(`A repository cannot have more than ${MOST} topics.`);
    const lower = names.map((name) => name.toLowerCase());
    if (!lower.every((name) => TOPIC.test(name))) {
      throw refused(
        "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.",
      );
    }
    return await replaced(call, project, lower);
  },
};

async function replaced(call: Call, { owner, name }: Project, names: string[]): Promise<Response> {
  const told = await call.emulated("PUT", `/repos/${owner}/${name}/topics`, { names });
  return told.status === 200 ? json({ names }) : passed(told);
}

const refused = (message: string) => invalid([message]);
