export { security } from "./security.ts";
