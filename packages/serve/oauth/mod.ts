export { type Admission, parseRules, type WrittenRule } from "./admission/rule.ts";
export type { AuthAnswer } from "./answer.ts";
export { type OAuth, type OAuthGround, type OAuthOptions, openOAuth } from "./open.ts";
export { parseProvider } from "./provider/address.ts";
