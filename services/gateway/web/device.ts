const KEY = "token-sentiment-device";

/** This browser's own name, made up once; the demo calls are counted on it. Lives as long as the page where nothing can be stored. */
export function deviceName(): string {
  const made = `web-${crypto.randomUUID()}`;
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null && /^[A-Za-z0-9._:-]{8,128}$/.test(kept)) return kept;
    localStorage.setItem(KEY, made);
  } catch {
    // A browser that stores nothing is a new device each time.
  }
  return made;
}
