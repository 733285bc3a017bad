import htm from "htm";
import { type ComponentChild, h } from "preact";

/** Markup as a tagged template. Values become text or properties, never markup. */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => ComponentChild = htm.bind(h);
