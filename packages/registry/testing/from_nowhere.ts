/** What a call says of where it comes from, when that is not what a test is about. */
export const FROM_NOWHERE = { request: new Request("http://registry.test"), address: "" };
