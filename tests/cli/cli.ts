import { join } from 'node:path'
import { runProgram } from '../../src/cli/program'
import { temporaryFolder } from '../support/temp'

export interface Ran {
  code: number
  output: string
  errors: string
  // Tests look into answers of every shape; a wrong path shows as undefined in the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

/** The command line within this process: faster, and the same except for the start. */
export async function truckrollHere(words: string[], env: Record<string, string> = {}): Promise<Ran> {
  const ran: Ran = { code: 0, output: '', errors: '', json: undefined }
  await runProgram(env, ['bun', 'truckroll', ...words], {
    out: (text) => (ran.output += text),
    err: (text) => (ran.errors += text),
    exitWith: (code) => (ran.code = code),
  })
  return { ...ran, json: parsed(ran.output) }
}

const root = join(import.meta.dir, '../..')

export const dataFolder = () => join(temporaryFolder('cli'), 'data')

/** The command line as a separate process, with nothing from this one's environment. */
export async function truckroll(words: string[], env: Record<string, string> = {}): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env
  const run = Bun.spawn([process.execPath, 'src/cli.ts', ...words], {
    cwd: root,
    env: { PATH, HOME, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [code, output, errors] = await Promise.all([
    run.exited,
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  return { code, output, errors, json: parsed(output) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
