import { openApiKeys } from "@token-sentiment/bus";
import { type Broker, connectAs } from "./broker.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** Makes `key` a production key with the id `local`, unless it is one already. The broker keeps its hash. @throws StartError. */
export async function registerLocalKey(broker: Broker, key: string): Promise<void> {
  await using bus = await connectAs(broker, "operator");
  try {
    const keys = await openApiKeys(bus);
    await keys.add(key, { id: "local", name: "npm start", created_at: Date.now() });
  } catch (error) {
    throw new StartError(`the local key cannot be registered: ${reasonOf(error)}`, { cause: error });
  }
}
