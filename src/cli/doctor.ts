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

/** A `note` is worth knowing and not wrong; a `fault` should be fixed, and says how. */
interface Line {
  check: string
  state: 'ok' | 'note' | 'fault'
  detail: string
  cure?: string
}

export function addDoctorCommand(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description('look for everything that could be wrong with this box, and say how to mend it')
    .addHelpText('after', '\nExample:\n  truckroll doctor\n  truckroll doctor --json')
    .action((_: unknown, command: Command) =>
      run(command, async () =>
        report(await withProgress({ label: 'Examining', done: () => null }, () => examine(environment))),
      ),
    )
}

/** The first thing that would stop a start comes first. Changes nothing. */
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
        `Correct ${variable}; docs/configuration.md has an example.`,
      ),
    )
  }
  const stored = await examineDatabase(config)
  const lines: Line[] = [
    { check: 'configuration', state: 'ok', detail: `${config.env}, port ${config.port}` },
    stored,
  ]
  const isFaulty = (name: string) => lines.some(({ check, state }) => check === name && state === 'fault')
  // A second fault of the same thing often follows from the first.
  for (const { doctor, look } of boxChecks)
    if (doctor !== undefined && !isFaulty(doctor))
      lines.push(...linesOf(doctor, await look({ config, clock: systemClock })))
  if (stored.state === 'ok' && !isFaulty('secrets')) lines.push(...(await lookInside(config)))
  return lines
}

/** Looks at the database without opening it for use: a doctor must not migrate. */
async function examineDatabase({ database }: Config): Promise<Line> {
  const check = 'database'
  const isFile = database.url.startsWith('file:')
  if (isFile && !existsSync(localPath(database.url)))
    return { check, state: 'note', detail: 'There is none yet; the first start makes it.' }
  try {
    if (isFile) await workOnFile({ kind: 'check', path: localPath(database.url) })
    const { applied, pending } = await databaseStatus(database)
    if (pending.length === 0)
      return { check, state: 'ok', detail: `whole, with all ${applied.length} migrations` }
    const detail = `It is older than this version; the next start brings it up to date (${pending.join(', ')}).`
    return { check, state: 'note', detail }
  } catch (error) {
    const detail = error instanceof StoreError ? error.message : 'It does not answer.'
    return fault(check, detail, databaseCure(detail, isFile))
  }
}

function databaseCure(detail: string, isFile: boolean): string {
  if (!isFile) return 'See that the server at DATABASE_URL is up and takes DATABASE_AUTH_TOKEN.'
  if (detail.includes('newer version'))
    return 'Start the newer version, or `restore` the backup from before the upgrade.'
  if (detail.includes('cannot be opened by this user'))
    return 'Run `doctor` as the user of the service; the data may be whole.'
  return 'Stop the service and run `restore latest --overwrite`; the damaged file is kept.'
}

async function lookInside(config: Config): Promise<Line[]> {
  try {
    const deps = await compose(config, silentLog)
    try {
      // Checks report what a provider last answered, so each has to be asked first.
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
    return [fault('service', `It cannot be opened: ${what}`, 'Start the service and read what it says.')]
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

const marks = { ok: 'ok   ', note: 'note ', fault: 'FAULT' } as const

function report(findings: Line[]): Answer {
  const faults = findings.filter(({ state }) => state === 'fault').length
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(({ check, state, detail, cure }) => {
    const line = `${marks[state]} ${check.padEnd(width)}  ${detail}`
    return cure === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${cure}`
  })
  const verdict =
    faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`
  return { data: { findings, faults }, text: `${lines.join('\n')}\n\n${verdict}\n`, wrong: faults > 0 }
}
