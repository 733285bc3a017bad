/** Many may pass at once, or one alone; in order of arrival. */
export interface Gate {
  shared<T>(run: () => Promise<T>): Promise<T>;
  /** Waits until nothing runs, and lets nothing run meanwhile. */
  alone<T>(run: () => Promise<T>): Promise<T>;
}

/** A gate for one process: what may have killed it before runs alone, so that nothing else dies with it. */
export function createGate(): Gate {
  const queue: { alone: boolean; enter: () => void }[] = [];
  let running = 0;
  let occupied = false;

  const admit = () => {
    for (let next = queue[0]; next && !occupied && !(next.alone && running > 0); next = queue[0]) {
      queue.shift();
      running += 1;
      occupied = next.alone;
      next.enter();
    }
  };
  const pass = async <T>(alone: boolean, run: () => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      queue.push({ alone, enter });
      admit();
    });
    try {
      return await run();
    } finally {
      running -= 1;
      if (alone) occupied = false;
      admit();
    }
  };
  return { shared: (run) => pass(false, run), alone: (run) => pass(true, run) };
}
