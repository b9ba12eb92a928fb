import { describe, expect, test } from 'bun:test'
import { answerList, decodeCursor, encodeCursor, type Listing } from '../../src/http/listing'
import { Refusal } from '../../src/lib/errors'

interface Item {
  id: number
  name: string
}

/** A list of `size` items in memory that records its queries. */
function listOf(size: number) {
  const asked: number[] = []
  const listing: Listing<Item, Item> = {
    kinds: ['number'],
    position: (row) => [row.id],
    present: (row) => row,
    async rows(limit, after) {
      asked.push(limit)
      const start = after === null ? 0 : Number(after[0]) + 1
      const ids = Array.from({ length: Math.max(0, Math.min(limit, size - start)) }, (_, at) => start + at)
      return ids.map((id) => ({ id, name: `item ${id}` }))
    },
  }
  return { listing, asked }
}

async function page(listing: Listing<Item, Item>, limit: number, cursor?: string) {
  const answer = await answerList({ limit, cursor, format: 'json' }, 'items', listing)
  if (answer instanceof Response) throw new Error('expected JSON')
  return answer
}

async function file(size: number): Promise<{ response: Response; lines: string[]; asked: number[] }> {
  const { listing, asked } = listOf(size)
  const response = await answerList({ limit: 1, format: 'csv' }, 'items', listing)
  if (!(response instanceof Response)) throw new Error('expected a file')
  return { response, lines: (await response.text()).split('\r\n'), asked }
}

describe('a page', () => {
  test('says where the next one starts, and the last one says there is none', async () => {
    const { listing } = listOf(5)
    const first = await page(listing, 2)
    const second = await page(listing, 2, first.nextCursor ?? undefined)
    const third = await page(listing, 2, second.nextCursor ?? undefined)
    expect([first, second, third].map(({ items }) => items.map(({ id }) => id))).toEqual([
      [0, 1],
      [2, 3],
      [4],
    ])
    expect(third.nextCursor).toBeNull()
  })

  test("doesn't promise another one when the list ends exactly there", async () => {
    expect((await page(listOf(4).listing, 4)).nextCursor).toBeNull()
    expect(await page(listOf(0).listing, 4)).toEqual({ items: [], nextCursor: null })
  })
})

describe('a cursor', () => {
  test('survives a round trip', () => {
    const position = [1_772_463_600_000, 'ünï "quoted"']
    expect(decodeCursor(encodeCursor(position), ['number', 'string'])).toEqual(position)
    expect(decodeCursor(undefined, ['number'])).toBeNull()
  })

  test("that isn't ours is refused", () => {
    const foreign = ['', 'x', '%%%', encodeCursor([1]), encodeCursor(['a', 'b']), encodeCursor([1, 'a', 2])]
    const objects = ['null', '{"0":1,"1":"a","length":2}', '[null,null]', '[[1],"a"]'].map((json) =>
      Buffer.from(json).toString('base64url'),
    )
    for (const cursor of [...foreign, ...objects])
      expect(() => decodeCursor(cursor, ['number', 'string'])).toThrow(Refusal)
  })
})

describe('a CSV file', () => {
  test('has the whole list under a header line, fetched page by page', async () => {
    for (const size of [1, 499, 500, 501, 1000, 1200]) {
      const { lines, asked } = await file(size)
      expect(lines[0]).toBe('id,name')
      expect(lines.length).toBe(size + 2)
      expect(lines[size]).toBe(`${size - 1},item ${size - 1}`)
      expect(lines.at(-1)).toBe('')
      expect(Math.max(...asked)).toBe(500)
    }
  })

  test('is empty for an empty list', async () => {
    expect((await file(0)).lines).toEqual([''])
  })

  test('is named after the list and offered as a download', async () => {
    const { headers } = (await file(1)).response
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="items.csv"')
  })
})
