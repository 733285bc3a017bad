/** An upstream could not answer. Costs this engine's evidence, never the job; the message is the reason people read, so it holds no foreign text. */
export class UnavailableError extends Error {
  /** The HTTP status of the upstream, when it answered at all. */
  readonly status: number | undefined;
  /** It answered more than is read of it: less may be asked of it at once. */
  readonly tooLarge: boolean;
  constructor(reason: string, options: ErrorOptions & { status?: number; tooLarge?: boolean } = {}) {
    super(reason, options);
    this.name = "UnavailableError";
    this.status = options.status;
    this.tooLarge = options.tooLarge ?? false;
  }
}

/** This input can never be analyzed by this engine, so it is not tried again: answered `not_applicable` with the message as reason. */
export class RejectedError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "RejectedError";
  }
}
