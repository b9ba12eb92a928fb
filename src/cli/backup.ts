import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { localPath } from '../../db/client'
import { makeBackup } from '../backups'
import { restoreBackup } from '../../db/local/restore'
import { CommandFailed, configOf, run, withDeps, type Environment } from './context'

export function addBackupCommands(program: Command, environment: Environment): void {
  program
    .command('backup')
    .argument('[file]', 'where to; a dated file in DATA_DIR/backups when left out')
    .option('--keep <count>', 'how many dated backups to keep', '14')
    .description('copy the database while the service runs; the copy is verified')
    .addHelpText('after', '\nExample:\n  truckroll backup\n  truckroll backup /mnt/usb/truckroll.db')
    .action((file: string | undefined, options: { keep: string }, command: Command) =>
      run(command, () => withDeps(environment, (deps) => makeBackup(deps, { file, keep: Number(options.keep) }))),
    )

  program
    .command('restore')
    .argument('<file>', 'the backup')
    .option('--overwrite', 'replace the database that is there; it is kept beside it')
    .description('put a backup in place of the database; stop the service first')
    .addHelpText('after', '\nExample:\n  truckroll restore ./data/backups/2026-03-02T06-00-00-000Z.db --overwrite')
    .action((file: string, options: { overwrite?: boolean }, command: Command) =>
      run(command, async () => {
        const { database } = configOf(environment)
        if (!database.url.startsWith('file:'))
          throw new CommandFailed('Restore works on a database file; a server is restored with its own tools')
        if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}`)
        const target = localPath(database.url)
        const kept = restoreBackup(resolve(file), target, Boolean(options.overwrite))
        // Windows that were counted after the backup was taken mean nothing to the restored data.
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${configOf(environment).dataDir}/limits.db${suffix}`, { force: true })
        return { restored: target, ...(kept === null ? {} : { previous: kept }) }
      }),
    )
}
