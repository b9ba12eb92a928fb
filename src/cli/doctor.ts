import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { databaseStatus, localPath } from '../../db/client'
import { StoreError } from '../../db/store'
import { compose, dismantle } from '../compose'
import { ConfigError, loadConfig, type Config } from '../config'
import { systemClock } from '../lib/clock'
import { describeError, silentLog } from '../lib/log'
import { boxChecks, findingsOf, serviceChecks, type Seen } from '../modules/operations'
import { workOnFile } from './backup'
import { run, type Answer, type Environment } from './context'
import { withProgress } from './terminal'

/** A `note` is good to know but not a problem; a `fault` is a problem, and `cure` says how to fix it. */
interface Line {
  check: string
  state: 'ok' | 'note' | 'fault'
  detail: string
  cure?: string
}

export function addDoctorCommand(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description('check this installation for problems and say how to fix each one')
    .addHelpText('after', '\nExample:\n  truckroll doctor\n  truckroll doctor --json')
    .action((_: unknown, command: Command) =>
      run(command, async () =>
        report(await withProgress({ label: 'Checking', done: () => null }, () => examine(environment))),
      ),
    )
}

/** Checks in the order in which a start would fail, and changes nothing. */
async function examine(environment: Environment): Promise<Line[]> {
  let config: Config
  try {
    config = loadConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.faults.map(({ variable, reason }) =>
      fault(
        'configuration',
        `${variable} ${reason}`,
        `Change ${variable}. See docs/configuration.md for an example.`,
      ),
    )
  }
  const stored = await examineDatabase(config)
  const lines: Line[] = [
    { check: 'configuration', state: 'ok', detail: `${config.env}, port ${config.port}` },
    stored,
  ]
  const isFaulty = (name: string) => lines.some(({ check, state }) => check === name && state === 'fault')
  // A second problem in the same place is often caused by the first.
  for (const { doctor, look } of boxChecks)
    if (doctor !== undefined && !isFaulty(doctor))
      lines.push(...linesOf(doctor, await look({ config, clock: systemClock })))
  if (stored.state === 'ok' && !isFaulty('secrets')) lines.push(...(await lookInside(config)))
  return lines
}

/** Reads the database without opening it for use, because opening it would migrate it. */
async function examineDatabase({ database }: Config): Promise<Line> {
  const check = 'database'
  const isFile = database.url.startsWith('file:')
  if (isFile && !existsSync(localPath(database.url)))
    return { check, state: 'note', detail: "It doesn't exist yet. The first start creates it." }
  try {
    if (isFile) await workOnFile({ kind: 'check', path: localPath(database.url) })
    const { applied, pending } = await databaseStatus(database)
    if (pending.length === 0)
      return { check, state: 'ok', detail: `intact and up to date (${applied.length} migrations)` }
    const detail = `It's older than this version. The next start updates it (${pending.join(', ')}).`
    return { check, state: 'note', detail }
  } catch (error) {
    const detail = error instanceof StoreError ? error.message : "It isn't responding."
    return fault(check, detail, databaseCure(detail, isFile))
  }
}

function databaseCure(detail: string, isFile: boolean): string {
  if (!isFile) return 'Check that the server at DATABASE_URL is running and accepts DATABASE_AUTH_TOKEN.'
  if (detail.includes('newer version'))
    return 'Start the newer version, or run `restore` with a backup from before the upgrade.'
  if (detail.includes("can't be opened by this user"))
    return 'Run `doctor` as the user the service runs as. The data may be fine.'
  return 'Stop the service and run `restore latest --overwrite`. It keeps the damaged file.'
}

async function lookInside(config: Config): Promise<Line[]> {
  try {
    const deps = await compose(config, silentLog, true)
    try {
      // Checks report the latest answer of each provider, so ask all of them first.
      deps.providers.probes.refreshAll()
      await deps.background.idle()
      const lines = await Promise.all(
        serviceChecks.map(async ({ doctor, look }) =>
          doctor === undefined ? [] : linesOf(doctor, await look(deps)),
        ),
      )
      return lines.flat()
    } finally {
      await dismantle(deps)
    }
  } catch (error) {
    const { error: what = 'unknown' } = describeError(error)
    return [fault('service', `It can't be opened: ${what}`, 'Start the service and read its log.')]
  }
}

function linesOf(check: string, seen: Seen): Line[] {
  const found = findingsOf(seen).map(({ title, detail, action }): Line => {
    const text = detail === '' ? title : `${title}. ${detail}`
    return seen.isNote ? { check, state: 'note', detail: text } : fault(check, text, action)
  })
  if (found.length > 0) return found
  if (seen.note !== undefined) return [{ check, state: 'note', detail: seen.note }]
  return seen.fine === undefined ? [] : [{ check, state: 'ok', detail: seen.fine }]
}

const fault = (check: string, detail: string, cure: string): Line => ({ check, state: 'fault', detail, cure })

const marks = { ok: 'ok   ', note: 'note ', fault: 'FIX  ' } as const

function report(findings: Line[]): Answer {
  const faults = findings.filter(({ state }) => state === 'fault').length
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(({ check, state, detail, cure }) => {
    const line = `${marks[state]} ${check.padEnd(width)}  ${detail}`
    return cure === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${cure}`
  })
  const verdict =
    faults === 0 ? 'No problems found.' : `${faults} ${faults === 1 ? 'problem' : 'problems'} to fix.`
  return { data: { findings, faults }, text: `${lines.join('\n')}\n\n${verdict}\n`, wrong: faults > 0 }
}
