import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createApp } from '../app'
import { CommandFailed, run, withPrepared, type Environment } from './context'

export function addOpenapiCommand(program: Command, environment: Environment): void {
  program
    .command('openapi')
    .argument('[file]', 'the file to write; by default standard output')
    .description('write the API as an OpenAPI document')
    .addHelpText('after', '\nExample:\n  truckroll openapi openapi.json')
    .action((file: string | undefined, _: unknown, command: Command) =>
      run(command, async () => {
        const document = await describeInterface(environment)
        const text = `${JSON.stringify(document, null, 2)}\n`
        if (file === undefined) return { data: document, text }
        await Bun.write(file, text)
        return { data: { file, paths: Object.keys(document.paths as object).length } }
      }),
    )
}

/** The document doesn't depend on any data, so it is made from an empty temporary store. */
async function describeInterface(environment: Environment): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'truckroll-openapi-'))
  try {
    const { LOG_LEVEL: _, DATABASE_URL: __, ...rest } = environment
    return await withPrepared({ ...rest, DATA_DIR: folder, SEED_DEMO: 'off' }, async (deps) => {
      const answer = await createApp(deps).handle(new Request('http://localhost/swagger/json'))
      if (!answer.ok) throw new CommandFailed(`The document couldn't be made (status ${answer.status})`)
      return (await answer.json()) as Record<string, unknown>
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
