import { describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDataFolder } from '../support/server'
import { temporaryFolder } from '../support/temp'

const root = join(import.meta.dir, '../..')
const { packageManager, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const npxCall = `-y --package=${packageManager} -c command -v bun`

/** A machine with Node and npm but no Bun, where npm has a Bun that only shows how it was called. */
function machineWithoutBun(): { folder: string; path: string } {
  const folder = temporaryFolder('launcher')
  const path = join(folder, 'bin')
  mkdirSync(path)
  for (const tool of ['sh', 'sed', 'dirname', 'sort', 'head']) symlinkSync(Bun.which(tool)!, join(path, tool))
  const fromNpm = join(folder, 'npm')
  mkdirSync(fromNpm)
  addTool(fromNpm, 'bun', '#!/bin/sh\necho "npm\'s bun $*"\n')
  addTool(path, 'npx', `#!/bin/sh\n[ "$*" = "${npxCall}" ] && PATH=${fromNpm}:$PATH sh -c "$4"\n`)
  for (const file of ['truckroll', 'package.json']) cpSync(join(root, file), join(folder, file))
  return { folder, path }
}

function addTool(path: string, name: string, script: string): void {
  writeFileSync(join(path, name), script, { mode: 0o755 })
}

async function called(words: string[], env: Record<string, string> = {}, bun?: string): Promise<string[]> {
  const { folder, path } = machineWithoutBun()
  if (bun) addTool(path, 'bun', bun)
  const launcher = Bun.spawn([join(folder, 'truckroll'), ...words], {
    cwd: '/',
    env: { PATH: path, TRUCKROLL_ENV: join(folder, 'none'), ...env },
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(launcher.stdout).text(),
    new Response(launcher.stderr).text(),
  ])
  expect(await launcher.exited).toBe(0)
  return `${errors}${output}`.trim().split('\n')
}

describe('./truckroll', () => {
  test('passes a command on to the command line, from any folder', async () => {
    const launcher = Bun.spawn([join(root, 'truckroll'), '--version'], { cwd: '/', env: process.env })
    expect((await new Response(launcher.stdout).text()).trim()).toBe(version)
  })

  test('takes the right Bun from npm when the machine has none', async () => {
    expect(await called(['test', 'tests/lib'])).toEqual(["npm's bun run test tests/lib"])
  })

  test('takes it from npm as well when the machine has an older one', async () => {
    const old = '#!/bin/sh\necho 1.3.9\n'
    expect(await called(['test'], {}, old)).toEqual(["npm's bun run test"])
    const newer = '#!/bin/sh\n[ "$1" = --version ] && echo 1.40.0 || echo "bun $*"\n'
    expect(await called(['test'], {}, newer)).toEqual(['bun run test'])
  })

  test('installs first when nothing has been installed', async () => {
    for (const [word, command] of [
      ['start', 'src/index.ts'],
      ['token', 'src/cli.ts token'],
    ] as const)
      expect(await called([word])).toEqual(["npm's bun run scripts/install.ts", `npm's bun ${command}`])
  })

  test("reads the server's settings file", async () => {
    const settings = join(temporaryFolder('launcher'), 'truckroll.env')
    writeFileSync(settings, 'BUSINESS_NAME=Acme Gutters\n')
    const [, command] = await called(['doctor', '--json'], { TRUCKROLL_ENV: settings })
    expect(command).toBe(`npm's bun --env-file=${settings} src/cli.ts doctor --json`)
  })

  test('lets Bun from npm take its place, so that a signal reaches the service', async () => {
    const { folder, path } = machineWithoutBun()
    addTool(join(folder, 'npm'), 'bun', '#!/bin/sh\necho $$\n')
    const launcher = Bun.spawn([join(folder, 'truckroll'), 'start'], {
      env: { PATH: path },
      stderr: 'ignore',
    })
    expect(Number(await new Response(launcher.stdout).text())).toBe(launcher.pid)
  })

  test('stops the service when its process group is told to stop', async () => {
    const launcher = Bun.spawn([join(root, 'truckroll'), 'start'], {
      cwd: '/',
      env: { ...process.env, DATA_DIR: emptyDataFolder(), PORT: '0', HOST: '127.0.0.1', SEED_DEMO: 'off' },
      // A process group of its own, like one that a terminal or a service manager makes.
      detached: true,
      stderr: 'ignore',
    })
    let output = ''
    for await (const chunk of launcher.stdout.pipeThrough(new TextDecoderStream())) {
      const wasListening = output.includes('"listening"')
      output += chunk
      if (!wasListening && output.includes('"listening"')) process.kill(-launcher.pid, 'SIGTERM')
    }
    // The output ends when the last process of the group has closed it.
    expect(output).toContain('"message":"stopping","signal":"SIGTERM"')
    expect(await launcher.exited).toBe(0)
  })
})
