import { z } from "zod";

/** The CI run that published a version, as its issuer vouched for it. */
export const PublishedByRun = z.object({
  issuer: z.string(),
  run: z.string().meta({ description: "Address of the run." }),
  publisher: z.string().meta({ description: "Id of the trusted publisher." }),
});
export type PublishedByRun = z.output<typeof PublishedByRun>;
