import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Answering, answering } from "../answer.ts";
import type { AppContext } from "../context.ts";
import { ANSWER_MS, within } from "../deadline.ts";
import { ApiError } from "../errors.ts";
import { notRouted } from "../fallback.ts";
import type { Intake } from "../intake.ts";
import type { JobView } from "../job-view.ts";
import { parseJobId } from "../job-id.ts";
import { sendA2aError } from "./a2a-error.ts";
import { a2aMediaTypes } from "./a2a-media.ts";
import { A2A_PATH } from "./a2a-path.ts";
import { createTaskAnswers } from "./task-answers.ts";
import { contextOf, sendMessage } from "./send-message.ts";
import type { TaskRef } from "./task.ts";

/** A task before a verb: the router takes two parameters of one place apart by their patterns alone. */
const TASK = "/tasks/:task_id(^[^:]+)";

type OfTask = FastifyRequest<{ Params: { task_id: string } }>;

/** What A2A has and this agent has not, by path. */
const unsupported = [
  { path: /^\/a2a\/(?:tasks|extendedAgentCard)$/, code: "unsupported_operation" },
  { path: /^\/a2a\/tasks\/[^/]+\/pushNotificationConfigs(?:\/[^/]+)?$/, code: "push_not_supported" },
] as const;

function checkVersion({ headers, query }: FastifyRequest): void {
  const header = headers["a2a-version"];
  const asked = header ?? Object(query)["A2A-Version"];
  // The version of a request that names none is 0.3 (specification 3.6.2); patches do not matter.
  if (typeof asked !== "string" || !/^1\.0(?:\.\d+)?$/.test(asked.trim())) throw new ApiError("version_not_supported");
}

/** The service as an agent: A2A 1.0 over HTTP+JSON. One analysis is one task, and its id is the job's. */
export function registerA2a(app: FastifyInstance, context: AppContext, intake: Intake): void {
  const { bus, reader, log, tracing } = context;
  const answers: Answering = { log, tracing, send: sendA2aError };
  const submitting: Answering = { ...answers, failed: intake.rejected };
  const tasks = createTaskAnswers(context);

  /** The task of a path, and its job. @throws ApiError `job_not_found`. */
  async function taskIn(text: string): Promise<{ task: TaskRef; view: JobView }> {
    const taskId = parseJobId(text);
    if (taskId === undefined) throw new ApiError("job_not_found");
    const [view, contextId] = await within(ANSWER_MS, Promise.all([reader.read(taskId), contextOf(bus, taskId)]));
    if (!view) throw new ApiError("job_not_found");
    return { task: { taskId, contextId }, view };
  }

  app.register(
    async (agent) => {
      agent.removeAllContentTypeParsers();
      const parse = agent.getDefaultJsonParser("error", "error");
      // Clients name a type also where they send nothing.
      agent.addContentTypeParser([...a2aMediaTypes], { parseAs: "string" }, (request, body, done) =>
        body === "" ? done(null, undefined) : parse(request, body.toString(), done),
      );
      agent.setErrorHandler((error, request, reply) => {
        const code = sendA2aError(log, error, { request, reply });
        if (request.routeOptions.url?.startsWith(`${A2A_PATH}/message:`)) intake.rejected(code);
      });
      agent.setNotFoundHandler((request, reply) => {
        const path = request.url.replace(/\?.*$/s, "");
        const known = unsupported.find((one) => one.path.test(path));
        sendA2aError(log, known ? new ApiError(known.code) : notRouted(request), { request, reply });
      });

      agent.post(
        "/message::send",
        { handlerTimeout: tasks.longestMs },
        answering("POST /a2a/message:send", submitting, async (request, reply) => {
          checkVersion(request);
          const sent = await sendMessage(request, { context, intake });
          if ("message" in sent) tasks.say(request, reply, sent);
          else await tasks.settled(request, reply, sent);
        }),
      );
      agent.post(
        "/message::stream",
        { handlerTimeout: tasks.longestMs },
        answering("POST /a2a/message:stream", submitting, async (request, reply) => {
          checkVersion(request);
          tasks.stream(reply, await sendMessage(request, { context, intake }));
        }),
      );
      agent.get(
        "/tasks/:task_id",
        answering<OfTask>("GET /a2a/tasks/{task_id}", answers, async (request, reply) => {
          // A verb that a GET does not take comes here too: the router takes it for a part of the id.
          if (request.params.task_id.includes(":")) throw notRouted(request);
          checkVersion(request);
          tasks.show(request, reply, await taskIn(request.params.task_id));
        }),
      );
      agent.route({
        method: ["GET", "POST"],
        url: `${TASK}::subscribe`,
        handlerTimeout: tasks.longestMs,
        exposeHeadRoute: false,
        handler: answering<OfTask>("/a2a/tasks/{task_id}:subscribe", answers, async (request, reply) => {
          checkVersion(request);
          const found = await taskIn(request.params.task_id);
          if (found.view.final) throw new ApiError("unsupported_operation", { detail: "this task has ended: get it instead" });
          tasks.stream(reply, found);
        }),
      });
      agent.post(
        `${TASK}::cancel`,
        answering<OfTask>("POST /a2a/tasks/{task_id}:cancel", answers, async (request) => {
          checkVersion(request);
          await taskIn(request.params.task_id);
          throw new ApiError("task_not_cancelable");
        }),
      );
    },
    { prefix: A2A_PATH },
  );
}
