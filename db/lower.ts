/** As SQLite's own `lower` does it: only A to Z change. What is compared with a lowered column goes through this. */
export const sqliteLower = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
