/** Real time, which a pace runs on whatever the business clock says; a test brings its own. */
export interface Timers {
  now(): number
  wait(ms: number): Promise<void>
}

export const realTimers: Timers = { now: () => Date.now(), wait: (ms) => Bun.sleep(ms) }
