import { z } from "npm:zod@4";

/** What STS says about a caller. */
export const CallerSchema = z.object({
  account: z.string(),
  arn: z.string(),
  userId: z.string(),
});

/** The parts of an ARN that people ask for. */
export const ArnPartsSchema = z.object({
  service: z.string(),
  kind: z.string(),
  name: z.string(),
});

export type Caller = z.infer<typeof CallerSchema>;

export function splitArn(arn: string): z.infer<typeof ArnPartsSchema> {
  const [, , service = "", , , rest = ""] = arn.split(":");
  const [kind = "", ...name] = rest.split("/");
  return { service, kind, name: name.join("/") };
}
