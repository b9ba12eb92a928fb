import type { Command } from 'commander'
import { run, type Answer, type Environment } from '../context'
import { withProgress } from '../terminal'
import { examine } from './examine'
import type { Finding } from './finding'

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

function report(findings: Finding[]): Answer {
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

const marks = { ok: 'ok   ', note: 'note ', fault: 'FAULT' } as const
