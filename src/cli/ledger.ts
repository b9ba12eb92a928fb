import type { Command } from 'commander'
import { checkBooks } from '../modules/payments'
import { run, withDeps, type Environment } from './context'
import { withProgress, columns } from './terminal'

export function addLedgerCommand(program: Command, environment: Environment): void {
  program
    .command('ledger')
    .description('check the books')
    .addHelpText('after', '\nExample:\n  truckroll ledger check')
    .command('check')
    .description('check that every entry balances and that jobs, payments and transfers match the books')
    .addHelpText('after', '\nExample:\n  truckroll ledger check --json')
    .action((_: unknown, command: Command) =>
      run(command, () =>
        withDeps(environment, async ({ store }) => {
          const problems = await withProgress({ label: 'Ledger', done: () => null }, () =>
            checkBooks(store.read),
          )
          if (problems.length === 0) return { data: { problems }, text: 'The books balance.\n' }
          const listed = columns(
            ['about', 'problem'],
            problems.map(({ about, problem }) => [about, problem]),
          )
          return { data: { problems }, text: listed, wrong: true }
        }),
      ),
    )
}
