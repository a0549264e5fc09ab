export { SHORTEST_SECRET } from "./pattern.ts";
