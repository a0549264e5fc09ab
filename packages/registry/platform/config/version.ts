import about from "../../../../package.json" with { type: "json" };

/** The version of svc that this registry is. */
export const VERSION: string = about.version;
