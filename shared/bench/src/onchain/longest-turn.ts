import { threadCpuUsage } from "node:process";

/**
 * Preloaded into a process under test: the most CPU time that one turn of its event loop took, told over IPC on request and begun anew. By CPU
 * time and not by the clock, so that what else the machine does is not charged to the process.
 */
const spent = (): number => {
  const { user, system } = threadCpuUsage();
  return user + system;
};

let [last, longest] = [spent(), 0];
const turned = (): void => {
  const now = spent();
  longest = Math.max(longest, now - last);
  last = now;
  // does not keep the loop awake: it fires once in each turn that happens anyway
  setImmediate(turned).unref();
};
turned();

process.on("message", () => {
  process.send?.({ longestTurnMs: longest / 1000 });
  longest = 0;
});
process.channel?.unref();
