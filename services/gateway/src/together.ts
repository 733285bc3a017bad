/** `read`, shared by those who ask for one key before its read begins: a ring that wakes many costs one read, and nobody gets an answer from before they asked. */
export function together<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const shared =
      asked.get(key) ??
      Promise.resolve().then(() => {
        asked.delete(key);
        return read(key);
      });
    asked.set(key, shared);
    return shared;
  };
}
