import { existsSync } from 'node:fs'

// The shell comes first: it's the same engine without a browser's own windows, and takes a third less CPU.
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** CHROMIUM_PATH, or where systems put it; null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/** Debian's own package, where we may install one. */
export function installChromium(): string | null {
  if (!process.env.CHROMIUM_PATH && !existsSync(usualPlaces[0]!)) installPackage('chromium-headless-shell')
  return findChromium()
}

/** Does nothing where we may not install packages, or where they don't come from Debian. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0 || Bun.which('apt-get') === null) return
  const run = (...command: string[]) =>
    Bun.spawnSync(command, {
      stdout: 'ignore',
      stderr: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = () => run('apt-get', 'install', '--yes', '--no-install-recommends', name).success
  if (!install()) {
    run('apt-get', 'update')
    install()
  }
}
