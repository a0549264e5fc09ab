import tls from "node:tls";

/**
 * With `NODE_EXTRA_CA_CERTS`, `node:https` asks for the text of every authority, which Deno shows to
 * nobody without all of the system's information. Given none, it trusts the same authorities.
 */
const { getCACertificates } = tls;
tls.getCACertificates = (type = "default") =>
  type === "default" ? undefined as unknown as string[] : getCACertificates(type);
