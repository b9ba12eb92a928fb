import { desc, lt } from 'drizzle-orm'
import { imports } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import type { Listing } from '../../../http/listing'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { conflict, invalid } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
import { Decider, readRows, type Decision, type ReadRow } from './decide'
import { importFields } from './fields'
import type { Import, ImportChange, ImportPreview, PreviewRow } from './model'
import {
  changeImport,
  nextRows,
  readingOf,
  requireImport,
  undoableFor,
  type Findings,
  type ImportRow,
} from './rows'

export function presentImport(row: ImportRow, now: number): Import {
  const isUndoing = row.state === 'undoing'
  const share = row.rows === 0 ? 0 : row.position / row.rows
  const isOver = row.state === 'done' || row.state === 'undone' || row.state === 'failed'
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    fileName: row.fileName,
    origin: row.origin,
    columns: row.columns.map((name, at) => ({ name, field: row.mapping[at] ?? null })),
    fields: importFields(row.kind),
    duplicates: row.duplicates,
    faulty: row.faulty,
    rows: row.rows,
    progress: isOver ? 1 : isUndoing ? 1 - share : share,
    findings: findingsOf(row),
    counts: row.counts,
    failure: row.failure,
    canUndo: row.state === 'done' && (row.finishedAt ?? 0) >= now - undoableFor,
    createdBy: row.createdBy,
    createdAt: isoTime(row.createdAt),
    startedAt: isoTimeOrNull(row.startedAt),
    finishedAt: isoTimeOrNull(row.finishedAt),
  }
}

export async function readImport({ store, clock }: Deps, id: string): Promise<Import> {
  return presentImport(await requireImport(store.read, id), clock.now())
}

/** Newest first. */
export function listImports({ store, clock }: Deps): Listing<ImportRow, Import> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: (row) => presentImport(row, clock.now()),
    rows: (limit, after) =>
      store.read
        .select()
        .from(imports)
        .where(after ? lt(imports.id, String(after[0])) : undefined)
        .orderBy(desc(imports.id))
        .limit(limit),
  }
}

/** Changes the plan before the import runs. Every change means another check. */
export async function changePlan(
  deps: Deps,
  id: string,
  { columns, duplicates, faulty }: ImportChange,
): Promise<Import> {
  const now = deps.clock.now()
  const row = await deps.store.write(async (tx) => {
    const known = await requireImport(tx, id)
    if (known.state !== 'ready' && known.state !== 'checking')
      throw conflict('This file is imported already. Upload it again to change how.')
    const mapping = columns ?? known.mapping
    refuseOddMapping(known, mapping)
    // The moment tells a running check that it looks at an older plan.
    const updatedAt = Math.max(now, known.updatedAt + 1)
    const plan = { mapping, duplicates: duplicates ?? known.duplicates, faulty: faulty ?? known.faulty }
    return changeImport(tx, id, { ...plan, state: 'checking', position: 0, updatedAt })
  })
  return presentImport(row, now)
}

function refuseOddMapping({ kind, columns }: ImportRow, mapping: readonly (string | null)[]): void {
  const fields = new Map(importFields(kind).map((field) => [field.name, field]))
  const faults: string[] = []
  if (mapping.length !== columns.length) faults.push(`columns: must have ${columns.length} entries`)
  for (const [at, name] of mapping.entries()) {
    if (name === null) continue
    const field = fields.get(name)
    if (!field) faults.push(`columns.${at}: isn't a field of ${kind}`)
    else if (!field.several && mapping.indexOf(name) !== at)
      faults.push(`columns.${at}: another column is the ${field.label.toLowerCase()} already`)
  }
  if (faults.length > 0) throw invalid("The columns don't fit", faults)
}

const shown = 20
const longestSample = 80

/** The first rows as they would come in, and the first ones with a fault or a duplicate. */
export async function previewImport(deps: Deps, id: string): Promise<ImportPreview> {
  const { read } = deps.store
  const row = await requireImport(read, id)
  const reading = await readingOf(deps, row)
  const findings = findingsOf(row)
  const duplicates = new Set(findings?.duplicates)
  const wanted = [...new Set([...(findings?.examples ?? []), ...duplicates])]
    .filter((line) => line > shown)
    .toSorted((one, other) => one - other)
  const staged = await nextRows(read, id, 0, shown)
  for (const line of wanted) staged.push(...(await nextRows(read, id, line - 1, 1)))
  const rows = readRows(row, reading, staged)
  const decisions = await new Decider(row).decide(read, rows)
  const samples = row.columns.map((_, at) => {
    const found = staged.find(({ cells }) => cells[at]?.trim())
    return (found?.cells[at] ?? '').trim().slice(0, longestSample)
  })
  const merged = new Set(findings?.mergedRows)
  const fateOf = (line: number, decision: Decision | undefined): Fate =>
    // The check saw the rows in between; this decision didn't.
    duplicates.has(line)
      ? { isDuplicate: true, fillsIn: merged.has(line) }
      : { isDuplicate: isRepeat(decision), fillsIn: decision?.outcome === 'merged' }
  return { samples, rows: rows.map((one, at) => presentRow(one, fateOf(one.line, decisions[at]))) }
}

/** A file that an older version checked has no list of duplicates. */
function findingsOf({ findings }: Pick<ImportRow, 'findings'>): Findings | null {
  if (findings === null) return null
  const { merged = 0, duplicates = [], mergedRows = [], ...rest } = findings as OlderFindings
  return { ...rest, merged, duplicates, mergedRows }
}
type Added = 'merged' | 'duplicates' | 'mergedRows'
type OlderFindings = Omit<Findings, Added> & Partial<Pick<Findings, Added>>

const isRepeat = (decision: Decision | undefined): boolean =>
  decision?.reason === 'known' || decision?.reason === 'repeated'

type Fate = Pick<PreviewRow, 'isDuplicate' | 'fillsIn'>

function presentRow({ line, customer, job, faults }: ReadRow, fate: Fate): PreviewRow {
  return {
    line,
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    notes: job?.notes ?? customer.notes,
    job: job
      ? {
          service: job.type,
          status: job.status,
          start: isoTimeOrNull(job.scheduledStart) ?? job.preferredDate,
          total: unitsFromCents(job.totalCents),
          isPaid: job.paymentState === 'paid',
          paid: unitsFromCents(job.paidBeforeCents),
        }
      : null,
    ...fate,
    faults,
  }
}
