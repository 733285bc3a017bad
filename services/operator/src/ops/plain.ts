/** A text that others had a part in, as it may be printed: one line, nothing that a terminal obeys. */
export const plain = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, "?");
