type Corner = [latitude: number, longitude: number]

/** A corner a line, so that an outline can be pasted from a spreadsheet. */
export function outlineText(corners: Corner[] | null): string {
  return (corners ?? []).map(([lat, lng]) => `${lat}, ${lng}`).join('\n')
}

/** What is no number stays what it is: the service says which corner is wrong. */
export function cornersOf(text: string): (number | string)[][] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map((part) => (Number.isNaN(Number(part)) ? part : Number(part))),
  )
}
