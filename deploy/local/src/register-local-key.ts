import { openApiKeys } from "@token-sentiment/bus";
import { type Broker, connectAs } from "./broker.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** Makes `key` a production key with the id `local`, unless it is one already. The broker keeps its hash. @throws StartError, also when it was revoked. */
export async function registerLocalKey(broker: Broker, key: string): Promise<void> {
  await using bus = await connectAs(broker, "operator");
  let revoked = false;
  try {
    const keys = await openApiKeys(bus);
    await keys.add(key, { id: "local", name: "npm start", created_at: Date.now() });
    revoked = (await keys.find(key))?.revoked_at !== undefined;
  } catch (error) {
    throw new StartError(`the local key cannot be registered: ${reasonOf(error)}`, { cause: error });
  }
  if (revoked) throw new StartError("the local key was revoked: delete local-key in DATA_DIR, and the next start makes another");
}
