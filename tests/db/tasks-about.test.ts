import { expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../db/migrate'
import { openEmptyDatabase } from '../support/migration'

const tasks = {
  'payment.held': ['On a card', 'Release the authorisation at the processor. Job job-1.'],
  'payment.currency': ['A job was paid', 'Job job-2 was paid in eur. Nothing was booked.'],
  'payment.other-job': ['A payment', 'It belongs to job job-3 and names job job-4. Nothing was booked.'],
  'payment.twice': ['A job was paid twice', 'The payment is not on record.'],
  'sms-reply': ['A text message came in from +15035550100', 'Can you come earlier?'],
  manual: ['Call Denver', 'About job job-5.'],
}

test('open to-dos in an older database say what they are about', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('tasks-name-what-they-are-about'))
  await migrate(database.target, all.slice(0, at))
  await database.target.apply(
    Object.entries(tasks).map(
      ([kind, [title, detail]]) =>
        `INSERT INTO hq_tasks (id, kind, subject, title, detail, created_at)
         VALUES ('${kind}', '${kind}', 'pi_1', '${title}', '${detail}', 0)`,
    ),
  )
  await migrate(database.target, all.slice(0, at + 1))
  const rows = await database.target.query('SELECT kind, job_id, contact FROM hq_tasks ORDER BY kind')
  expect(rows.map(({ kind, job_id, contact }) => [kind, job_id, contact])).toEqual([
    ['manual', null, null],
    ['payment.currency', 'job-2', null],
    ['payment.held', 'job-1', null],
    ['payment.other-job', 'job-4', null],
    ['payment.twice', null, null],
    ['sms-reply', null, '+15035550100'],
  ])
  await database.close()
})
