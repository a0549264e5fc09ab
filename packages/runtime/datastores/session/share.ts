import { lazily } from "@svc/core/module";
import type { Repository } from "../../repository/repository.ts";
import { namesDatastore } from "../configuration/named.ts";
import type { Share, ShareOptions } from "./options.ts";

export { namesDatastore, type Share, type ShareOptions };

/** The way to share of one command. Nothing of a datastore is loaded where none is named. */
export function sharing(repository: Repository, options: ShareOptions): Share {
  if (options.offline || !namesDatastore(repository, options.env)) return (_, work) => work();
  let share: Promise<Share> | undefined;
  return async (behavior, work) => {
    share ??= lazily<typeof import("./session.ts")>(import.meta, "./session.ts")
      .then(({ shareThrough }) => shareThrough(repository, options));
    return await (await share)(behavior, work);
  };
}
