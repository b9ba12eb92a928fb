import { describe, expect, test } from 'bun:test'
import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program'
import { dataFolder, truckroll, truckrollHere } from './cli'

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}`.trim() : ''

/** Help as shown, with the text added after it. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text
}

describe('the command line', () => {
  const program = createProgram({})

  test('has every command it promises', () => {
    expect(program.commands.map((command) => command.name())).toEqual([
      'serve',
      'doctor',
      'alert',
      'staff',
      'token',
      'seed',
      'start-for-real',
      'backup',
      'restore',
      'export',
      'import',
      'task',
      'webhooks',
      'trigger',
      'outbox',
      'ledger',
      'openapi',
      'map',
      'fonts',
      'migrate',
      'version',
    ])
  })

  for (const command of all(program))
    test(`truckroll ${nameOf(command)} --help explains itself with an example`.replace('  ', ' '), () => {
      const help = helpOf(command)
      expect(help).toMatch(/\nExample:\n {2}(?:\w+=\S+ )?truckroll /)
      expect(command.description().length).toBeGreaterThan(10)
      for (const example of help.split('Example:\n')[1]!.trim().split('\n')) {
        const [word = ''] = example.replace(/^\s*(?:\w+=\S+ )*truckroll /, '').split(' ')
        expect(program.commands.map((one) => one.name())).toContain(word)
      }
    })
})

describe('the exit code is', () => {
  test('0 for help and version', async () => {
    expect(await truckroll(['--version'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      errors: '',
    })
    expect(await truckrollHere(['backup', '--help'])).toMatchObject({ code: 0, errors: '' })
    const version = await truckrollHere(['version', '--json'])
    expect(version.json).toEqual({
      ok: true,
      truckroll: expect.any(String),
      interface: '1.0.0',
      bun: Bun.version,
    })
  })

  test('2 for an invalid command line, in words and as JSON', async () => {
    const unknown = await truckroll(['fly'])
    expect(unknown).toMatchObject({ code: 2, output: '' })
    expect(unknown.errors).toContain("unknown command 'fly'")
    expect(await truckrollHere(['restore', '--json'])).toMatchObject({
      code: 2,
      json: { ok: false, error: "error: missing required argument 'file'" },
    })
    expect((await truckrollHere(['migrate', 'sideways'])).code).toBe(2)
    expect((await truckrollHere(['webhooks', 'replay'])).code).toBe(2)
    for (const [words, reason] of [
      ['token --ttl soon', "--ttl soon isn't a duration. Try 30m, 12h or 7d."],
      ['token --subject=', '--subject must be a name'],
      ['task run lunch', "There's no task called lunch. Choose one of: "],
      ['outbox --limit 0', '--limit must be a whole number from 1 to 1000'],
      ['trigger x.y --amount -3', '--amount must be a whole number'],
      ['trigger x.y --url nonsense', '--url must be an address, such as http://127.0.0.1:3000'],
    ] as const) {
      const { code, errors } = await truckrollHere(words.split(' '), { DATA_DIR: dataFolder() })
      expect({ words, code, errors }).toEqual({ words, code: 2, errors: expect.stringContaining(reason) })
    }
  })

  test('1 for a command that fails, without a stack trace', async () => {
    const failed = await truckroll(['token'], { PORT: 'http' })
    expect(failed).toMatchObject({ code: 1, output: '' })
    expect(failed.errors).toStartWith('The configuration has a problem:\n  PORT: ')
    expect(failed.errors).not.toContain('    at ')
    const asJson = await truckrollHere(['--json', 'restore', 'latest'], { DATA_DIR: '/nowhere' })
    expect(asJson).toMatchObject({
      code: 1,
      errors: '',
      json: { ok: false, error: "There's no dated backup in /nowhere/backups. Name a backup file instead." },
    })
  })
})
