import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cleanup, createCleanup } from '../../bench/support/cleanup'
import { findFreePort, plainEnvironment, runCommand, startServer } from '../../bench/support/processes'
import { readCpuMs, readResidentBytes } from '../../bench/support/procfs'
import { CONTESTANTS } from '../../bench/store/contestants'
import { assertStored } from '../../bench/store/round'
import { countJobs } from '../../bench/store/rows'
import { failureOf } from '../support/failure'
import { onlyWhen } from '../support/needs'

let folder: string
let cleanup: Cleanup
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-processes-'))
  cleanup = createCleanup()
})
afterEach(() => {
  cleanup.run()
  rmSync(folder, { recursive: true, force: true })
})

async function startRawPeer() {
  const port = await findFreePort()
  const peer = CONTESTANTS['raw-full']
  const server = await startServer(
    {
      command: [process.execPath, ...peer.program],
      cwd: folder,
      env: { ...plainEnvironment(), ...peer.env(folder, port) },
      logFolder: folder,
      readyUrl: `http://127.0.0.1:${port}/api/vitals`,
    },
    cleanup,
  )
  const book = (body: string) => fetch(`http://127.0.0.1:${port}/api/jobs/create`, { method: 'POST', body })
  return { server, book }
}

const BOOKING = {
  customerName: 'Priya Raman',
  address: '1 Mill Road',
  type: 'Gutter cleaning',
  price: 129.99,
}

describe('the raw peer', () => {
  test('answers 201 with the job, and the job survives a kill', async () => {
    const { server, book } = await startRawPeer()
    const response = await book(JSON.stringify(BOOKING))
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      ok: true,
      data: { job: { ...BOOKING, status: 'pending' } },
    })
    await server.kill()
    expect(countJobs(folder)).toBe(1)
  })

  test('answers 400 to an invalid booking and stores nothing', async () => {
    const { server, book } = await startRawPeer()
    const faults = [
      '{',
      'null',
      JSON.stringify({ ...BOOKING, customerName: '' }),
      JSON.stringify({ ...BOOKING, customerEmail: 'nobody' }),
      JSON.stringify({ ...BOOKING, price: 100_000 }),
      JSON.stringify({ ...BOOKING, addOns: [7] }),
      JSON.stringify({ ...BOOKING, preferredDate: 'next tuesday' }),
    ]
    for (const fault of faults) expect([fault, (await book(fault)).status]).toEqual([fault, 400])
    await server.stop()
    expect(countJobs(folder)).toBe(0)
  })

  test('stops when the run is cleaned up', async () => {
    const { server, book } = await startRawPeer()
    cleanup.run()
    await server.stop()
    expect(await failureOf(book('{}'))).toBeInstanceOf(Error)
  })

  onlyWhen(process.platform === 'linux', 'only Linux has /proc')('with /proc', () => {
    test('shows the CPU time and memory it uses', async () => {
      const { server } = await startRawPeer()
      expect(readCpuMs(server.pid)).toBeGreaterThanOrEqual(0)
      expect(readResidentBytes(server.pid)).toBeGreaterThan(1_000_000)
      await server.kill()
      expect(readCpuMs(server.pid)).toBeNull()
    })
  })
})

describe('a benchmark run', () => {
  const server = (script: string) => ({
    command: [process.execPath, '-e', script],
    cwd: folder,
    env: plainEnvironment(),
    logFolder: folder,
    readyUrl: 'http://127.0.0.1:1/',
    readyWithinMs: 300,
  })

  test("says why a server didn't start, in the server's own words", async () => {
    const failing = startServer(server("console.error('port is taken'); process.exit(3)"), cleanup)
    expect((await failureOf(failing)).message).toMatch(/ended before it was ready[^]*port is taken/)
  })

  test('gives up on a server that never answers', async () => {
    const silent = startServer(server('setInterval(() => {}, 1000)'), cleanup)
    expect((await failureOf(silent)).message).toContain('not ready within 300 ms')
  })

  test('gives up on a command that never ends, and reports one that fails', async () => {
    const command = (script: string) => ({ ...server(script), withinMs: 2_000 })
    const endless = { ...command('setInterval(() => {}, 1000)'), withinMs: 100 }
    expect((await failureOf(runCommand(endless, cleanup))).message).toContain('did not end within 100 ms')
    const failing = runCommand(command("console.error('no wrk'); process.exit(2)"), cleanup)
    expect((await failureOf(failing)).message).toContain('no wrk')
    expect(await runCommand(command("console.log('done')"), cleanup)).toBe('done\n')
  })

  test('fails when fewer bookings are stored than were confirmed', () => {
    expect(() => assertStored(99, 100)).toThrow('100 bookings were confirmed and only 99 are stored')
    expect(() => assertStored(164, 100)).not.toThrow()
  })

  test('says when the data folder has no jobs', () => {
    expect(() => countJobs(folder)).toThrow('jobs table')
  })

  test('cleans up the newest first, each step once, even after a step fails', () => {
    const seen: string[] = []
    cleanup.add(() => seen.push('folder'))
    cleanup.add(() => seen.push('server'))
    const early = cleanup.add(() => seen.push('early'))
    cleanup.add(() => {
      throw new Error('already gone')
    })
    early()
    cleanup.run()
    cleanup.run()
    expect(seen).toEqual(['early', 'server', 'folder'])
  })
})
