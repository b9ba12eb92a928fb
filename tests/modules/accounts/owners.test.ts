import { describe, expect, test } from 'bun:test'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import * as schema from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { owners as forgetting, placesNamed } from '../../../src/modules/accounts/erase'
import { owners as merging } from '../../../src/modules/accounts/merge'

const columns = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .flatMap((table) =>
    Object.values(getTableColumns(table)).map(({ name, dataType }) => ({
      table: getTableName(table),
      name,
      dataType,
    })),
  )

/** Words in a column's name that may mean a person, or text that names one. */
const words =
  /(?:^|_)(?:customer|email|phone|address|recipient|contact|name|street|city|zip|place|notes?|text|comment|description|title|details?|summary|message|reason|refusal|subject|label|data|metadata|content|order|payload|answer|error|bytes|photo|signature)(?:_|$)/
const isPersonal = ({ table, name, dataType }: (typeof columns)[number]) =>
  /(?:^|_)(?:lat|lng|customer_id)$/.test(name) ||
  (dataType !== 'boolean' &&
    dataType !== 'number' &&
    !/_(?:id|state)$/.test(name) &&
    (words.test(name) || (aboutPeople.has(table) && !ours.test(name))))

/**
 * Names that hold no words of a customer: ids, our own words, dates and keys. In a table about customers or
 * jobs, any other text may be about a person, whatever its column is called.
 */
const ours =
  /^(?:id|kind|state|status|source|cause|channel|template|language|period|actor|author|reference|number|provider|about|memo|lines|before|after|url|promo_code)$|_(?:id|date|on|start|state|status|by|via|into|key|url|group|brand|last4|period|decline)$/
const aboutPeople = new Set(
  columns.filter(({ name }) => /(?:^|_)(?:customer|job)_id$/.test(name)).map(({ table }) => table),
)

/** Columns that needn't be erased, each with the reason; `table.*` means every column of a table. */
const kept: Record<string, string> = {
  'activity.address': 'is where someone at HQ called from',
  'activity.subject_kind': 'is a kind of record',
  'alert_calls.last_error': 'is about a call to the owner',
  'api_keys.name': 'is another program',
  'billing_charges.refusal': "is the processor's code",
  'billing_schedules.customer_id': 'leads to the record without the person',
  'business_settings.name': 'is a group of settings',
  'campaigns.subject': 'is what many were sent',
  'cancellations.answer': 'says what was refunded',
  'demo_accounts.*': 'belongs to a franchise',
  'demo_cards.customer_id': "is the demo processor's own",
  'demo_events.payload': "is the demo processor's own",
  'demo_intents.customer_id': "is the demo processor's own",
  'demo_keys.refusal': "is the demo processor's own",
  'demo_refunds.reason': "is the demo processor's own word",
  'demo_sessions.*': "is the demo processor's own",
  'demo_setups.customer_id': "is the demo processor's own",
  'extra_approvals.extras': 'is what the catalog offers',
  'franchise_zips.zip': 'belongs to a franchise',
  'franchises.*': 'is a business, not a customer',
  'hq_tasks.subject': 'is an id',
  'hq_tokens.subject': 'is somebody at headquarters',
  'imports.file_name': 'is what the owner calls a file',
  'incidents.check_name': 'is a part of the service',
  'incidents.title': 'is about a part of the service',
  'job_templates.customer_id': 'leads to the record without the person',
  'jobs.customer_id': 'leads to the record without the person',
  'jobs.zip': 'counts in reports by area',
  'jobs.booking_rules': 'are the terms of the office',
  'logos.bytes': "is the company's own picture",
  'maintenance_plans.customer_id': 'leads to the record without the person',
  'message_texts.*': "is the office's own wording",
  'opt_outs.address': 'must apply to the address, whichever customer has it',
  'payments.method': 'is one of our words',
  'refunds.method': 'is one of our words',
  'refunds.refusal': "is the processor's code",
  'saved_cards.customer_id': 'leads to the record without the person',
  'saved_views.*': 'is how somebody at headquarters sees a list, without searches',
  'service_types.label': 'names a service',
  'staff.*': 'is somebody at headquarters',
  'taken_visits.way': 'is one of four words of ours',
  'task_runs.error': 'is about a run of a scheduled task',
  'transfer_reversals.refusal': "is the processor's code",
  'transfers.restores': 'is an id',
  'transfers.refusal': "is the processor's code",
  'verification_codes.email_hash': 'is a keyed hash, and is swept after a day',
  'webhook_attempts.error': 'is our own word for what went wrong',
  'webhook_events.*': 'is what the processor said, and is swept after 90 days',
  'webhook_subscriptions.*': 'is another program, and the person at HQ who looks after it',
  'window_holds.lat': 'is where someone may book, without a name, and is swept after a day',
  'window_holds.lng': 'is where someone may book, without a name, and is swept after a day',
  'worker_locations.*': 'is where a worker was',
  'worker_time_off.reason': "is a worker's",
  'workers.*': 'is a worker, not a customer',
}

/** The columns these statements overwrite, and those of the rows they delete. */
async function columnsWrittenBy(work: (tx: Tx) => Promise<void>): Promise<Set<string>> {
  const written = new Set<string>()
  const handle = drizzle(async (statement, _, method) => {
    const [, table, changes = ''] = /^update "(\w+)" set (.*?) where /.exec(statement) ?? []
    for (const [, name] of changes.matchAll(/"(\w+)" = /g)) written.add(`${table}.${name}`)
    const [, emptied] = /^delete from "(\w+)"/.exec(statement) ?? []
    for (const { table: of, name } of columns) if (of === emptied) written.add(`${of}.${name}`)
    return { rows: method === 'get' ? columns.map(() => null) : [] }
  })
  await work(handle)
  return written
}

describe('every column that may identify a customer', () => {
  const personal = columns.filter(isPersonal)

  test('is erased by the owner of its table, or has a reason to stay', async () => {
    const person = {
      ids: ['c1'],
      addresses: ['ada@lovelace.dev', '303-867-5309'],
      words: ['Ada Lovelace'],
      at: 1,
    }
    const forgotten = await columnsWrittenBy(async (tx) => {
      for (const forget of forgetting) await forget(tx, person)
    })
    expect(forgotten).toContain('jobs.customer_name')
    expect(forgotten).toContain('job_notes.text')
    const remembered = personal.filter(({ table, name }) => !forgotten.has(`${table}.${name}`))
    const reasonFor = ({ table, name }: (typeof columns)[number]) =>
      [`${table}.${name}`, `${table}.*`].find((place) => place in kept)
    // Erase them in their owner's forgetCustomer, or say above why they stay.
    expect(remembered.filter((column) => !reasonFor(column))).toEqual([])
    // A reason no column needs anymore would hide the next column with that name.
    const needed = new Set(remembered.map(reasonFor))
    expect(Object.keys(kept).filter((place) => !needed.has(place))).toEqual([])
  })

  test("with a customer's id moves along when two customers are merged", async () => {
    const moved = await columnsWrittenBy(async (tx) => {
      for (const merge of merging) await merge(tx, { from: 'c1', into: 'c2', at: 1 })
    })
    // The processor's own ids of customers are other ids.
    const isOurs = ({ table, name }: (typeof columns)[number]) =>
      /(?:^|_)customer_id$/.test(name) && name !== 'payments_customer_id' && !table.startsWith('demo_')
    const named = columns.filter(isOurs)
    expect(named.length).toBeGreaterThan(3)
    // Move them in their owner's mergeCustomer.
    expect(named.filter(({ table, name }) => !moved.has(`${table}.${name}`))).toEqual([])
  })

  test('helps to find the person elsewhere, in every table of theirs', () => {
    const found = placesNamed(/^(?:customer)?(?:name|email|phone|address)$/i).flatMap(([, ...all]) =>
      all.map(({ table, name }) => `${getTableName(table)}.${name}`),
    )
    const owned = new Set([
      'customers',
      ...columns.filter(({ name }) => name === 'customer_id').map(({ table }) => table),
    ])
    const identifying = /^(?:customer_)?(?:name|email|phone|address)$/
    const expected = columns.filter(({ table, name }) => owned.has(table) && identifying.test(name))
    expect(expected.length).toBeGreaterThan(10)
    expect(found.toSorted()).toEqual(expected.map(({ table, name }) => `${table}.${name}`).toSorted())
  })
})
