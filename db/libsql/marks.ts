import type { InStatement } from '@libsql/client/http'

/** Names one batch of one process, among all that share the server. */
export interface Mark {
  writer: string
  batch: number
}

const serverTimeMs = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`
const keptMs = 24 * 60 * 60 * 1_000
const batchesBetweenCleanings = 1_000

/** Runs inside the batch it marks, so that both are kept or neither. */
export function leaveMark({ writer, batch }: Mark): InStatement[] {
  const leave: InStatement = {
    sql: `INSERT INTO commit_marks (writer, batch, committed_at) VALUES (?, ?, ${serverTimeMs})
      ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, committed_at = excluded.committed_at`,
    args: [writer, batch],
  }
  return batch % batchesBetweenCleanings === 1 ? [removeOldMarks(), leave] : [leave]
}

export function findMark({ writer, batch }: Mark): InStatement {
  return { sql: 'SELECT 1 FROM commit_marks WHERE writer = ? AND batch = ?', args: [writer, batch] }
}

/** A mark is of use for seconds; those of processes that are gone would stay for ever. */
function removeOldMarks(): InStatement {
  return { sql: `DELETE FROM commit_marks WHERE committed_at < ${serverTimeMs} - ?`, args: [keptMs] }
}
