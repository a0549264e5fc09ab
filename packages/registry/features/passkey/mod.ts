export { Question, SignedCredential } from "./answer.ts";
export type { PasskeyContext } from "./context.ts";
export { PASSKEY_ENDPOINTS } from "./endpoints.ts";
export { askPasskey, type RightPasskey, takeSigned } from "./sign.ts";
