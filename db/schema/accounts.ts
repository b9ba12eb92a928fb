import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json, stamps } from './columns'

/**
 * Every code of the last day and who asked for it. Addresses, requesters and codes are keyed hashes, so a
 * stolen file is useless for signing in.
 */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    emailHash: text('email_hash').notNull(),
    /** The client that asked: an IPv4 address or an IPv6 /64. */
    requesterHash: text('requester_hash').notNull(),
    /** The client's IPv6 /48; the same as the requester for IPv4. */
    networkHash: text('network_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    /**
     * Null until the provider has accepted the message, because a code that wasn't sent could only be
     * guessed.
     */
    sentAt: instant('sent_at'),
    /**
     * Attempts by the requester and by others are counted separately, so strangers can't use up the
     * requester's.
     */
    attempts: integer('attempts').notNull().default(0),
    otherAttempts: integer('other_attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('verification_codes_by_email').on(table.emailHash, table.createdAt),
    index('verification_codes_by_age').on(table.expiresAt),
  ],
)

export const importKinds = ['customers', 'jobs'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * `checking`, `running` and `undoing` are intents: a process that dies leaves them behind, and the next one
 * carries on from `position`. A run that fails goes on as `undoing` and ends as `failed`.
 */
export const importStates = [
  'reading',
  'checking',
  'ready',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** A file of customers or jobs that somebody brought along from other software. */
export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<ImportKind>().notNull(),
    state: text('state').$type<ImportState>().notNull(),
    fileName: text('file_name').notNull(),
    /** The software that wrote the file, as far as its header tells. */
    origin: text('origin').$type<'jobber' | 'housecall-pro' | 'vcard' | 'other'>().notNull(),
    columns: json<string[]>('columns').notNull(),
    /** The field each column fills, in the order of the columns; null leaves a column out. */
    mapping: json<(string | null)[]>('mapping').notNull(),
    duplicates: text('duplicates').$type<'merge' | 'skip'>().notNull().default('merge'),
    /** Whether rows with errors stop the import or are left out. */
    faulty: text('faulty').$type<'stop' | 'skip'>().notNull().default('stop'),
    rows: integer('rows').notNull().default(0),
    /** The last row that the current step has finished. */
    position: integer('position').notNull().default(0),
    /** The result of the check. */
    findings: json<unknown>('findings'),
    /** The results of the run and the undo. */
    counts: json<Record<string, number>>('counts').notNull().default({}),
    failure: text('failure'),
    createdBy: text('created_by').notNull(),
    /** The moment on every row of the run, by which the undo sees what has changed since. */
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    ...stamps(),
  },
  (table) => [
    index('imports_unfinished')
      .on(table.state)
      .where(sql`${table.state} IN ('checking', 'running', 'undoing')`),
  ],
)

/** The rows of a file until they are imported, and afterwards the journal by which an import is undone. */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Counted from 1, without the header. */
    line: integer('line').notNull(),
    /** The row as the file has it. Null once it is imported, so that no copy of a person stays here. */
    cells: json<string[]>('cells'),
    outcome: text('outcome').$type<'made' | 'merged' | 'skipped'>(),
    /** The customer that was made or filled in. */
    recordId: text('record_id'),
    jobId: text('job_id'),
    /** The fields a merge filled in, and the time of the customer's last change before it. */
    filled: json<{ fields: string[]; updatedAt: number }>('filled'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('import_rows_by_job')
      .on(table.jobId)
      .where(sql`${table.jobId} IS NOT NULL`),
  ],
)
