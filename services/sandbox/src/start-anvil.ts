import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { anvilBinary } from "./anvil-binary.ts";

/** A running EVM node on loopback. Disposing ends the process. */
export interface Anvil extends AsyncDisposable {
  rpcUrl: string;
  pid: number;
  /** Settles when the node is gone, with a sentence, whoever ended it. */
  ended: Promise<string>;
}

export interface AnvilOptions {
  chainId: number;
  /** 0 = any free port. */
  port: number;
  /** Time of the genesis block, in seconds. */
  genesisTime: number;
  /** Accounts of the fixed mnemonic, each with 1,000,000 of the native coin. */
  accounts: number;
}

/**
 * The node must not outlive whoever started it, not even after kill -9. The kernel closes our end of the shell's stdin whatever
 * ends us, `read` returns, and the node is ended; while we live the shell only waits for the node. Both stand in a process group of their
 * own: a Ctrl-C meant for us lets us close in order.
 */
const KEEPER = 'exec 3<&0; "$@" </dev/null & node=$!; { read -r _ <&3; kill -9 "$node" 2>/dev/null; } & wait "$node"';

/** Starts a real EVM node with a fixed mnemonic, automatic mining and no pruning. Throws a sentence when its port is taken. */
export async function startAnvil({ chainId, port, genesisTime, accounts }: AnvilOptions): Promise<Anvil> {
  const chosen = await bindable(port);
  const flags = ["--host", "127.0.0.1", "--port", `${chosen}`, "--chain-id", `${chainId}`, "--timestamp", `${genesisTime}`];
  const funds = ["--accounts", `${accounts}`, "--balance", "1000000", "--quiet", "--no-cors", "--gas-limit", "60000000"];
  const child = spawn("sh", ["-c", KEEPER, "anvil", anvilBinary(), ...flags, ...funds], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const exit = once(child, "exit");
  const ended = exit.then(([code, signal]) => `the EVM node ended (${String(code ?? signal)})`);
  const rpcUrl = `http://127.0.0.1:${chosen}`;
  const stop = async () => {
    child.stdin.end();
    await exit;
  };
  const failed = await Promise.race([ended, answering(rpcUrl)]);
  if (failed !== undefined || child.pid === undefined) {
    await stop();
    throw new Error(failed ?? "the EVM node did not start");
  }
  return { rpcUrl, pid: child.pid, ended, [Symbol.asyncDispose]: stop };
}

/** Resolves to undefined once the node answers, or to a sentence after 15 s. */
async function answering(rpcUrl: string): Promise<string | undefined> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await delay(15)) {
    const answer = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => undefined);
    if (answer?.ok) return undefined;
  }
  return "the EVM node did not answer within 15 s";
}

async function bindable(port: number): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(`port ${port} is in use: choose another one with SANDBOX_EVM_PORT`, { cause: error });
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : port;
}
