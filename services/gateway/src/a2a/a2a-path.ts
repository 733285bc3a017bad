/** Where the protocol begins, as the agent card says. */
export const A2A_PATH = "/a2a";
