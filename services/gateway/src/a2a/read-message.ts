import { ApiError, type FieldProblem, invalid } from "../errors.ts";
import { bodyOf, requestIdOf } from "../submission.ts";
import { A2aRequest, type GivenPart } from "./a2a-shapes.ts";
import { requestInText } from "./read-text.ts";

/** A message, read: what it asks for, or undefined when its text names no token. */
export interface ReadMessage {
  asked: { body: Record<string, unknown>; requestId: string } | undefined;
  /** The conversation, as the client named it. */
  contextId: string | undefined;
  /** The client wants the task as it is now, not its end. */
  atOnce: boolean;
  /** A task of before that it belongs to. */
  taskId: string | undefined;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** The object of the only data part, else of the only text. @throws ApiError when there is neither, or more than one. */
function requestIn(parts: readonly GivenPart[]): Record<string, unknown> | undefined {
  if (parts.some(({ text, data: object, raw, url }) => [text, object, raw, url].filter(isSet).length > 1))
    throw invalid("message.parts", "a part has one of text, data, raw and url");
  const data = parts.filter((part) => isSet(part.data));
  const texts = parts.flatMap(({ text }) => text ?? []);
  if (data.length > 1 || (data.length === 0 && texts.length > 1))
    throw invalid("message.parts", "one part that names one token is expected: send one message for each");
  const [part] = data;
  if (part) {
    if (typeof part.data !== "object" || part.data === null || Array.isArray(part.data))
      throw new ApiError("content_type_not_supported", { detail: "a data part holds a JSON object with coin_symbol" });
    return bodyOf(part.data);
  }
  if (texts[0] === undefined) throw new ApiError("content_type_not_supported");
  return requestInText(texts[0]);
}

/** Reads the body of `message:send`. @throws ApiError `invalid_parameter` naming each field that does not fit, or by what A2A calls it. */
export function readMessage(body: unknown): ReadMessage {
  const parsed = A2aRequest.safeParse(bodyOf(body));
  if (!parsed.success) {
    const problems: FieldProblem[] = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), detail: message }));
    throw new ApiError("invalid_parameter", { detail: problems.map(({ field, detail }) => `${field}: ${detail}`).join("; "), problems });
  }
  const { message, configuration } = parsed.data;
  if (isSet(configuration?.taskPushNotificationConfig)) throw new ApiError("push_not_supported");
  const request = requestIn(message.parts);
  return {
    asked: request && { body: request, requestId: requestIdOf({ request_id: message.messageId, ...named(request) }).requestId },
    contextId: message.contextId || undefined,
    atOnce: configuration?.returnImmediately ?? false,
    taskId: message.taskId || undefined,
  };
}

/** Its own request_id, when it has one: `null` and `""` count as left out. */
const named = ({ request_id }: Record<string, unknown>): { request_id?: unknown } =>
  request_id === undefined || request_id === null || request_id === "" ? {} : { request_id };
