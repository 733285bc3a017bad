/** The broker did not answer within the time allowed: retry later, nothing is known about the write. */
export class BrokerUnreachableError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the broker did not answer: ${what}`, options);
    this.name = "BrokerUnreachableError";
  }
}

/** A stream or the disk is full: nothing was written. */
export class StorageFullError extends Error {
  constructor(subject: string, options?: ErrorOptions) {
    super(`the broker has no room for ${subject}: raise max_bytes, shorten retention or free disk space`, options);
    this.name = "StorageFullError";
  }
}

/** The broker's permissions do not let this role do it. */
export class ForbiddenError extends Error {
  constructor(role: string, operation: string, options?: ErrorOptions) {
    super(
      `the broker does not let ${role} ${operation}: its permissions are not those of this release; ` +
        "run `npm run permissions`, reload deploy/nats/permissions.conf on the broker and check this service's nkey seed",
      options,
    );
    this.name = "ForbiddenError";
  }
}

/** A stream, bucket or consumer is missing or set up otherwise than this release needs. */
export class TopologyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TopologyError";
  }
}

/** Thrown by a handler for a message that can never be worked: it is logged, counted and not delivered again. */
export class DropError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "DropError";
  }
}

/** Thrown by a handler that cannot finish its delivery here, or not yet: the broker gives it to another worker, at once or after `afterMs`. */
export class HandBackError extends Error {
  readonly afterMs: number;
  constructor(reason: string, { afterMs = 0, ...options }: ErrorOptions & { afterMs?: number } = {}) {
    super(reason, options);
    this.name = "HandBackError";
    this.afterMs = afterMs;
  }
}
