import { afterAll, beforeAll, expect, test } from 'bun:test'
import { StoreError, type Store } from '../../db/store'
import { failureOf } from '../support/failure'
import { strike, type Fault } from '../support/fault-proxy'
import { refuse } from '../support/hrana'
import { startFaultyServer, untilUp, type FaultyServer } from '../support/libsql'
import { addNote, noteTexts } from '../support/notes'
import { needing, onlyWhen } from '../support/needs'
import { sqldBinary } from '../support/sqld'
import { testServer } from '../support/store'

let server: FaultyServer

interface Written {
  ids: number[]
  runs: number
}

/** Two units in one batch, the first with two statements; counts how often that one ran. */
async function writeTwo(store: Store): Promise<Written> {
  let runs = 0
  const ids = await Promise.all([
    store.write(async (tx) => {
      runs++
      await addNote(tx, 'one')
      return addNote(tx, 'two')
    }),
    store.write((tx) => addNote(tx, 'three')),
  ])
  return { ids, runs }
}

async function expectWrittenOnce(plan: (body: string) => Fault, runs: number): Promise<void> {
  const { store, other, proxy } = await server.open()
  proxy.plan = plan
  expect(await writeTwo(store)).toEqual({ ids: [2, 3], runs })
  expect(await noteTexts(other.read)).toEqual(['one', 'two', 'three'])
}

needing(
  sqldBinary() !== null,
  'sqld',
  'set SQLD_BINARY',
)('a batch on a server', () => {
  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server.close())

  const quick: [string, (body: string) => Fault, number][] = [
    ['is cut off after its COMMIT took effect', strike('"COMMIT"', 'cut after'), 1],
    ['is cut off before its first statement arrives', strike('BEGIN IMMEDIATE', 'cut before'), 2],
    ['is cut off between two statements', strike('"two"', 'cut before'), 2],
    ['meets a failing gateway', strike('BEGIN IMMEDIATE', { status: 502, body: '{}' }, 2), 3],
    ['meets a busy server', refuse('BEGIN IMMEDIATE', 'SQLITE_BUSY', 3), 4],
    ['loses the lock to a writer that waited too long', refuse('"two"', 'TRANSACTION_TIMEOUT'), 2],
  ]
  for (const [what, plan, runs] of quick)
    test(`that ${what} is written exactly once`, () => expectWrittenOnce(plan, runs))

  // Here the server keeps the lock of an abandoned transaction for the five seconds it allows.
  onlyWhen(testServer !== null, 'run by bun run test:libsql')('that leaves its lock behind', () => {
    const slow: [string, (body: string) => Fault, number][] = [
      ['cut off before its COMMIT arrives', strike('"COMMIT"', 'cut before'), 2],
      ['cut off after a statement took effect', strike('"two"', 'cut after'), 2],
      ['a gateway failing at COMMIT', strike('"COMMIT"', { status: 503, body: '{}' }), 2],
      ['the lock lost just before its COMMIT', refuse('"COMMIT"', 'TRANSACTION_TIMEOUT'), 2],
      ['forgotten by the server', refuse('"COMMIT"', 'STREAM_EXPIRED'), 2],
      ['the answers to two COMMITs lost', inTurn('"COMMIT"', ['cut before', 'cut after']), 2],
    ]
    test.concurrent('whose COMMIT arrives after a retry is written exactly once', async () => {
      const { store, other, proxy } = await server.open()
      proxy.plan = strike('"COMMIT"', 'late')
      expect(await writeTwo(store)).toEqual({ ids: [2, 3], runs: 2 })
      await proxy.letLateOnesArrive()
      expect(await noteTexts(other.read)).toEqual(['one', 'two', 'three'])
    })
    for (const [what, plan, runs] of slow)
      test.concurrent(`– ${what} – is written exactly once`, () => expectWrittenOnce(plan, runs), 900_000)
  })

  test('whose COMMIT arrives during a retry is written exactly once', async () => {
    const { store, other, proxy } = await server.open()
    let arriving = Promise.resolve()
    let begun = 0
    proxy.plan = (body) => {
      if (body.includes('BEGIN IMMEDIATE') && ++begun === 2) arriving = proxy.letLateOnesArrive()
      return body.includes('"COMMIT"') ? 'late' : 'pass'
    }
    expect(await writeTwo(store)).toEqual({ ids: [2, 3], runs: 1 })
    await arriving
    expect(await noteTexts(other.read)).toEqual(['one', 'two', 'three'])
  })

  test('whose COMMIT and everything after it is lost reports an unknown outcome', async () => {
    const { store, other, proxy } = await server.open({ callMs: 3_000, settleMs: 6_000 })
    let committed = false
    proxy.plan = (body) => {
      if (committed) return 'hang'
      committed = body.includes('"COMMIT"')
      return committed ? 'cut after' : 'pass'
    }
    const failure = await failureOf(writeTwo(store))
    expect(failure.message).toBe("The database server didn't confirm whether the data was saved")
    proxy.plan = () => 'pass'
    expect(await noteTexts(other.read)).toEqual(['one', 'two', 'three'])
    await untilUp(store)
    await store.write((tx) => addNote(tx, 'four'))
    expect(await noteTexts(other.read)).toHaveLength(4)
  })

  test('sends nothing more once its transaction is gone, even if a unit ignores the failure', async () => {
    const { store, other, proxy } = await server.open()
    const sent: string[] = []
    const timeout = refuse('"first"', 'TRANSACTION_TIMEOUT')
    proxy.plan = (body) => {
      sent.push(...(body.match(/BEGIN IMMEDIATE|first|second|COMMIT/g) ?? []))
      return timeout(body)
    }
    await store.write(async (tx) => {
      await addNote(tx, 'zeroth')
      await addNote(tx, 'first').catch(() => undefined)
      await addNote(tx, 'second')
    })
    expect(sent).toEqual(['BEGIN IMMEDIATE', 'first', 'BEGIN IMMEDIATE', 'first', 'second', 'COMMIT'])
    expect(await noteTexts(other.read)).toEqual(['zeroth', 'first', 'second'])
  })

  test('with one unit that breaks the transaction is written without it', async () => {
    const { store, other, proxy } = await server.open()
    proxy.plan = refuse('"two"', 'SQLITE_FULL')
    const outcomes = await Promise.allSettled(
      ['one', 'two', 'three'].map((text) => store.write((tx) => addNote(tx, text))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: expect.any(StoreError) })
    expect(await noteTexts(other.read)).toEqual(['one', 'three'])
  })
})

/** Fails the requests containing a text, one after another. */
function inTurn(text: string, faults: Fault[]): (body: string) => Fault {
  return (body) => (body.includes(text) ? (faults.shift() ?? 'pass') : 'pass')
}
