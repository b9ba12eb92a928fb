import { z } from 'zod'
import { mostSorted } from '../../db/conditions'
import { invalid } from '../lib/errors'
import { csvLine } from '../lib/text'
import { queryNumber } from './fields'

/** Query parameters of every list. Spread them into the list's query schema. */
export const pageQuery = {
  limit: queryNumber(z.int().min(1).max(200))
    .default(50)
    .meta({ default: 50, description: 'Items per page' }),
  cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
  format: z.enum(['json', 'csv']).default('json').describe('Set to csv to download the whole list as a file'),
}

export interface PageQuery {
  limit: number
  cursor?: string | undefined
  format: 'json' | 'csv'
}

/** For lists whose other orders have no index. */
export const sortsNewest = `. Other orders sort the newest ${mostSorted.toLocaleString('en-US')} that match; narrow the list to sort older ones`

/** Query parameters of lists that can be sorted by more than one column. */
export const sortQuery = <const By extends readonly [string, ...string[]]>(by: By, note = '') => ({
  sort: z
    .enum(by)
    .optional()
    .describe(`The first is the usual order: ${by.join(', ')}${note}`),
  order: z.enum(['asc', 'desc']).optional().describe('Each sort has its own usual direction'),
})

const besideItems = {
  nextCursor: z.string().nullable(),
  sortedNewest: z
    .number()
    .optional()
    .describe('On a first page: only this many of the newest matches were sorted, because there are more'),
}

/** A page of `Job` is called `JobList` in the API document. */
export const pageOf = <T extends z.ZodType>(item: T) => {
  const page = z.object({ items: z.array(item), ...besideItems })
  const id = item.meta()?.id
  return id === undefined ? page : page.meta({ id: `${id}List` })
}

/** The sort values of a page's last row; callers see only an opaque cursor. */
export type Position = (string | number)[]

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** Refuses a cursor whose values don't have the types of the list's sort order. */
export function decodeCursor(cursor: string | undefined, kinds: ('string' | 'number')[]): Position | null {
  if (cursor === undefined) return null
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(position) &&
      position.length === kinds.length &&
      kinds.every((kind, place) => typeof position[place] === kind)
    )
      return position as Position
  } catch {
    // The error below covers this case too.
  }
  throw invalid('Validation failed', ['cursor: use the nextCursor of the previous page'])
}

export interface Listing<Row, Wire extends object> {
  /** Returns at most `limit` rows after the position, in the list's order. */
  rows(limit: number, after: Position | null): Promise<Row[]>
  position(row: Row): Position
  kinds: ('string' | 'number')[]
  /** For an order without an index: finds a row if there are more matches than were sorted. */
  beyond?(): Promise<unknown[]>
  present(row: Row): Wire
  /** More columns for the CSV file only, one object per row. */
  beside?(rows: Row[]): Promise<object[]>
  /** Ids that the CSV file leaves out: its readers are people, and names stand beside. */
  idsOnly?: readonly (keyof Wire)[]
}

/** Answers with one page as JSON, or streams the whole list as a CSV file. */
export async function answerList<Row, Wire extends object>(
  query: PageQuery,
  name: string,
  listing: Listing<Row, Wire>,
) {
  const after = decodeCursor(query.cursor, listing.kinds)
  if (query.format === 'csv') return csvFile(name, listing)
  // One extra row shows whether there is another page.
  const rows = await listing.rows(query.limit + 1, after)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const more = rows.length > query.limit && last !== undefined
  const isCut = more && after === null && ((await listing.beyond?.()) ?? []).length > 0
  return {
    items: shown.map((row) => listing.present(row)),
    nextCursor: more ? encodeCursor(listing.position(last)) : null,
    ...(isCut && { sortedNewest: mostSorted }),
  }
}

const csvPage = 500

function csvFile<Row, Wire extends object>(name: string, listing: Listing<Row, Wire>): Response {
  let after: Position | null = null
  let first = true
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await listing.rows(csvPage, after)
      const beside = (await listing.beside?.(rows)) ?? []
      const isShown = ([name]: [string, unknown]) => !listing.idsOnly?.includes(name as keyof Wire)
      const wire = rows.map((row, place) =>
        Object.fromEntries(Object.entries({ ...listing.present(row), ...beside[place] }).filter(isShown)),
      )
      const lines = wire.map((item) => csvLine(Object.values(item) as never))
      if (first && wire[0]) lines.unshift(csvLine(Object.keys(wire[0])))
      first = false
      if (lines.length > 0) controller.enqueue(new TextEncoder().encode(lines.join('')))
      const last = rows.at(-1)
      if (rows.length < csvPage || last === undefined) controller.close()
      else after = listing.position(last)
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })
}
