/** What keeps the project from starting, told in one sentence that says what to do. Printed without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}

/** The first line of any failure, for the middle of a sentence. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const inner = cause instanceof Error && cause.message !== "" ? `${message} (${cause.message})` : message;
  return inner.split("\n", 1)[0] ?? "";
};
