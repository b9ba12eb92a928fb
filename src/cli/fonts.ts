import type { Command } from 'commander'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  clearMissingFont,
  downloadFont,
  fontPackages,
  fontsFolder,
  isArchiveOf,
  unpackFont,
  type FontPackage,
} from '../modules/invoices'
import { CommandFailed, configOf, Misused, run, withDeps, type Answer, type Environment } from './context'
import { counted } from './terminal'

export function addFontsCommands(program: Command, environment: Environment): void {
  const fonts = program
    .command('fonts')
    .description('manage fonts for PDF invoices; Latin, Greek and Cyrillic are always there')
    .addHelpText('after', '\nExample:\n  truckroll fonts add arabic')

  fonts
    .command('add')
    .argument('<names...>', 'such as arabic; `truckroll fonts list` shows all of them')
    .option('--from <file>', "the font's package as a .tgz file, for a machine without internet access")
    .description('download fonts into the data folder; the service uses them at once')
    .addHelpText('after', '\nExample:\n  truckroll fonts add arabic hebrew')
    .action((names: string[], options: { from?: string }, command: Command) =>
      run(command, () => addFonts(environment, names, options.from)),
    )

  fonts
    .command('list')
    .description('show all fonts and which ones are in the data folder')
    .addHelpText('after', '\nExample:\n  truckroll fonts list')
    .action((_: unknown, command: Command) => run(command, async () => listFonts(environment)))
}

async function addFonts(environment: Environment, names: string[], from?: string): Promise<Answer> {
  const wanted = names.map(fontNamed)
  if (from !== undefined && wanted.length !== 1) throw new Misused('--from takes one font at a time')
  return withDeps(environment, async (deps) => {
    for (const font of wanted) {
      const archive = from === undefined ? await downloadFont(font) : fileNamed(from)
      if (!isArchiveOf(font, archive))
        throw new CommandFailed(`This isn't ${font.package} ${font.version}: its hash is another one`)
      await unpackFont(fontsFolder(deps.config), font, archive)
      await clearMissingFont(deps, font)
    }
    const added = wanted.map(({ name }) => name)
    return { data: { added }, text: `Added ${counted(added.length, 'font')}: ${added.join(', ')}.\n` }
  })
}

function fontNamed(name: string): FontPackage {
  const font = fontPackages.find((one) => one.name === name.toLowerCase())
  if (font) return font
  throw new Misused(`There's no font ${name}. Choose from: ${fontPackages.map((one) => one.name).join(', ')}`)
}

function fileNamed(path: string): Uint8Array {
  if (!existsSync(path)) throw new CommandFailed(`There's no file ${path}`)
  return readFileSync(path)
}

function listFonts(environment: Environment): Answer {
  const folder = fontsFolder(configOf(environment))
  const fonts = fontPackages.map(({ name, package: source, version }) => ({
    name,
    package: `${source}@${version}`,
    added: existsSync(join(folder, source)),
  }))
  const lines = fonts.map(
    (font) => `${font.added ? 'added ' : '      '}${font.name.padEnd(10)} ${font.package}`,
  )
  return { data: { fonts }, text: `${lines.join('\n')}\n` }
}
