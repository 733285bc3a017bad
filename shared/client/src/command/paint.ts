import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Colours text for where it is written: not at all for a file, a pipe, or with `NO_COLOR`. */
export type Paint = (style: Style, text: string) => string;

/** Where text is written. */
export interface Sink {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Colours for `sink`. */
export const paintFor =
  (sink: Sink, env: Record<string, string | undefined>): Paint =>
  (style, text) =>
    sink.isTTY === true && (env["NO_COLOR"] ?? "") === "" ? styleText(style, text, { validateStream: false }) : text;

/** Text from elsewhere without what a terminal would obey: controls, escapes, direction marks. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, " ");
