import { z } from "zod";

/** A setting that lists URLs of some protocols, separated by commas; empty = none. */
export const urlList = (protocol: RegExp) =>
  z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((url) => url.trim())
        .filter((url) => url !== ""),
    )
    .pipe(z.array(z.url({ protocol })));
