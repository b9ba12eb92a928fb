import { day, hour, minute, second } from './clock'

const units: Record<string, number> = { s: second, m: minute, h: hour, d: day }

/** `90s`, `30m`, `12h`, `7d` in milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const parts = /^(\d{1,6})([smhd])$/.exec(text.trim())
  return parts ? Number(parts[1]) * units[parts[2]!]! : null
}
