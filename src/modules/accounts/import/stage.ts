import { imports } from '../../../../db/schema'
import type { ImportKind } from '../../../../db/schema/accounts'
import { newId } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import { invalid } from '../../../lib/errors'
import { readCsv } from './csv'
import { guessMapping, originOf, type Mapping } from './fields'
import { resumeImports } from './run'
import { addRows, changeImport, chunkRows, restPerWork } from './rows'
import { cardColumns, isVCard, readVCards } from './vcard'

/** More than any business of this size has, and still a matter of minutes. */
const mostRows = 200_000
const mostColumns = 300
const longestCell = 10_000

export interface Upload {
  kind: ImportKind
  fileName: string
  bytes: Uint8Array
  actor: Actor
  /** The field of each column by its header, where the guess isn't right. */
  map?: Record<string, string | null>
  duplicates?: 'merge' | 'skip'
  faulty?: 'stop' | 'skip'
}

/** Copies a file into the store row by row, because the process that imports it may be another one. */
export async function stageFile(deps: Deps, upload: Upload): Promise<string> {
  const { kind, bytes, fileName, actor, map = {}, duplicates = 'merge', faulty = 'stop' } = upload
  const isCards = isVCard(bytes)
  if (isCards && kind === 'jobs') throw invalid('A vCard file has no jobs. Import it as customers.')
  const id = newId()
  const { store, clock } = deps
  let plan: typeof imports.$inferInsert | null = null
  let count = 0
  let waiting: string[][] = []
  const keep = async () => {
    const [rows, after, startedAt] = [waiting, count, performance.now()]
    waiting = []
    if (after + rows.length > mostRows)
      throw invalid(`The file has more than ${mostRows.toLocaleString('en-US')} rows. Split it.`)
    await store.write(async (tx) => {
      // With the first rows, so that a file without any leaves nothing behind.
      if (after === 0 && plan) await tx.insert(imports).values(plan)
      await addRows(tx, id, after, rows)
    })
    count += rows.length
    await deps.background.restAfter(startedAt, restPerWork)
  }
  try {
    for await (const cells of isCards ? readVCards(bytes) : readCsv(bytes)) {
      if (plan === null) {
        const columns = cells.slice(0, mostColumns).map((cell) => cell.trim())
        const guess = isCards ? Object.values(cardColumns) : guessMapping(kind, columns)
        const now = clock.now()
        plan = {
          id,
          kind,
          state: 'reading',
          fileName,
          origin: isCards ? 'vcard' : originOf(columns),
          columns,
          mapping: changed(guess, columns, map),
          duplicates,
          faulty,
          createdBy: actorText(actor),
          createdAt: now,
          updatedAt: now,
        }
      } else {
        waiting.push(cells.slice(0, mostColumns).map((cell) => cell.slice(0, longestCell)))
        if (waiting.length >= chunkRows) await keep()
      }
    }
    if (waiting.length > 0) await keep()
    if (count === 0) throw invalid("The file has no rows. Export it again, and check that it isn't empty.")
    const rows = count
    await store.write((tx) => changeImport(tx, id, { rows, state: 'checking', updatedAt: clock.now() }))
    return id
  } catch (error) {
    // The rows that are there already go in the background.
    if (count > 0) {
      const rows = count
      await store.write((tx) =>
        changeImport(tx, id, { state: 'undoing', rows, position: rows, updatedAt: clock.now() }),
      )
      resumeImports(deps)
    }
    throw error
  }
}

/** The guess with the caller's changes, which name columns by their headers. */
function changed(guess: Mapping, columns: readonly string[], map: Record<string, string | null>): Mapping {
  const wanted = new Map(Object.entries(map).map(([header, field]) => [header.trim().toLowerCase(), field]))
  const unknown = [...wanted.keys()].filter(
    (header) => !columns.some((column) => column.toLowerCase() === header),
  )
  if (unknown.length > 0) throw invalid(`The file has no column named ${unknown.join(', ')}`)
  return columns.map((column, at) => {
    const field = wanted.get(column.toLowerCase())
    return field === undefined ? (guess[at] ?? null) : field
  })
}
