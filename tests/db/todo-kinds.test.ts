import { expect, test } from 'bun:test'
import { migrate, readMigrations } from '../../db/migrate'
import { todoKinds } from '../../db/schema/office'
import { openEmptyDatabase } from '../support/migration'

const renamed = {
  'dispatch.no_skill': 'dispatch.no-skill',
  'dispatch.out_of_area': 'dispatch.out-of-area',
  'dispatch.no_duration': 'dispatch.no-duration',
  'dispatch.closed_day': 'dispatch.closed-day',
  'dispatch.window_closing': 'dispatch.window-closing',
  'dispatch.waiting_too_long': 'dispatch.waiting-too-long',
  'dispatch.awaiting_payment': 'dispatch.awaiting-payment',
  'dispatch.not_placed_yet': 'dispatch.not-placed-yet',
  'message-undelivered': 'message.undelivered',
  'sms-reply': 'sms.reply',
  'sms-unknown': 'sms.unknown',
  manual: 'office.manual',
}

test('kinds of to-dos are spelled alike', () => {
  expect(todoKinds.filter((kind) => !/^[a-z]+\.[a-z]+(?:-[a-z]+)*$/.test(kind))).toEqual([])
  expect(Object.values(renamed).filter((kind) => !todoKinds.some((known) => known === kind))).toEqual([])
})

test('to-dos in an older database keep everything except the spelling of their kind', async () => {
  const database = await openEmptyDatabase()
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.endsWith('to-dos-spelled-alike'))
  await migrate(database.target, all.slice(0, at))
  const older = [
    ...todoKinds.filter((kind) => !Object.values(renamed).includes(kind)),
    ...Object.keys(renamed),
  ]
  // Several about the same thing: one open, the others done.
  await database.target.apply(
    older.flatMap((kind) =>
      ['open', 'done', 'done'].map(
        (state, index) =>
          `INSERT INTO hq_tasks (id, kind, subject, title, detail, state, created_at, done_by, contact)
           VALUES ('${kind} ${index}', '${kind}', 'job-1', 'Look at it', 'Job job-1.', '${state}', ${index}, 'hq', '+1')`,
      ),
    ),
  )
  const rows = () => database.target.query('SELECT * FROM hq_tasks ORDER BY id')
  const before = await rows()
  await migrate(database.target, all)
  const spelled: Record<string, string | undefined> = renamed
  expect(await rows()).toEqual(before.map((row) => ({ ...row, kind: spelled[String(row.kind)] ?? row.kind })))
  expect(new Set((await rows()).map(({ kind }) => kind))).toEqual(new Set(todoKinds))
  await database.close()
})
