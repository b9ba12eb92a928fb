/** Inside the engine time is whole minutes since 1970: exact to add, and small enough for a 32-bit array. */
const msPerMinute = 60_000

/** Later than any moment, and still room to add a day to it. */
export const never = 2_000_000_000

export const minuteAtOrAfter = (ms: number): number => clamp(Math.ceil(ms / msPerMinute))
export const minuteAtOrBefore = (ms: number): number => clamp(Math.floor(ms / msPerMinute))
export const msOf = (minute: number): number => minute * msPerMinute

/** Marks lie `step` minutes apart. */
export const markAtOrAfter = (minute: number, step: number): number => Math.ceil(minute / step) * step
export const markAtOrBefore = (minute: number, step: number): number => Math.floor(minute / step) * step

function clamp(minute: number): number {
  return Math.max(0, Math.min(never, minute))
}
