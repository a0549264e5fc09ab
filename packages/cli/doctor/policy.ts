import { readPolicy } from "@svc/runtime/policy";
import { maybeConfigFolder } from "../frame/config_folder.ts";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { failed, type Finding } from "./finding.ts";

/** Reports the policy that applies here, or why nothing would run: one that cannot be read. */
export async function examinePolicy(at: Located): Promise<Finding> {
  const { env } = at.host;
  const config = maybeConfigFolder({ env });
  const named = env("SVC_POLICY") || undefined;
  try {
    const repository = await maybeRepository(at);
    const policy = await readPolicy(
      repository ?? {
        ...(config === undefined ? {} : { config }),
        ...(named === undefined ? {} : { policy: named }),
      },
    );
    const found = policy === undefined
      ? "none: nothing is allowed or denied beyond what you grant"
      : `${policy.path} applies`;
    return { check: "policy", outcome: "passed", found };
  } catch (error) {
    return failed("policy", error);
  }
}
