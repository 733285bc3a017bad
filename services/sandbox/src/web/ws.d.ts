/** ws 8 ships no types: what is used of it. */
declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { IncomingMessage } from "node:http";
  import type { Duplex } from "node:stream";

  export class WebSocket extends EventEmitter {
    readonly readyState: number;
    send(text: string): void;
    terminate(): void;
  }
  export class WebSocketServer {
    constructor(options: { noServer: true; maxPayload: number });
    readonly clients: Set<WebSocket>;
    // oxlint-disable-next-line max-params -- as the library has it
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, accepted: (socket: WebSocket) => void): void;
  }
}
