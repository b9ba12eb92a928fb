/** Postal codes of the states, the district, the territories and the armed forces. */
export const stateCodes: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR VI GU AS MP AA AE AP'
  ).split(' '),
)

/** Five digits that stand alone, with or without the four of ZIP+4 behind them. */
const zipLike = /(?<![\w.-])(\d{5})(?:-\d{4})?(?![\w-])/g
/** After a ZIP code an address has at most a state and a country left. */
const nothingMore =
  /^[\s,.;]*(?:[a-z]{2}[\s,.;]*)?(?:(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)[\s,.;]*)?$/i
/** Words that a number belongs to which is no ZIP code. */
const unitWord =
  /(?:#|\b(?:apt|apartment|box|lot|no|number|rm|room|ste|suite|unit|hwy|highway|route|rte))[\s.]*$/i

/**
 * The ZIP code of a US address: the last five-digit number that stands behind a state or at the end.
 * House numbers (`10001 Main St`), suites and post boxes are not taken for one.
 */
export function zipIn(address: string): string | null {
  let found: string | null = null
  for (const match of address.matchAll(zipLike)) {
    const before = address.slice(0, match.index)
    const after = address.slice(match.index + match[0].length)
    if (endsInState(before) || (nothingMore.test(after) && !unitWord.test(before))) found = match[1] ?? null
  }
  return found
}

function endsInState(text: string): boolean {
  const word = /(?:^|[\s,.])([a-z]{2})[\s,.]+$/i.exec(text)?.[1]
  return word !== undefined && stateCodes.has(word.toUpperCase())
}
