import type { Command } from 'commander'
import { newId } from '../../db/store'
import { taskHealth, taskNamed, scheduledTasks, runTask } from '../modules/operations'
import { CommandFailed, Misused, record, run, withDeps, type Answer, type Environment } from './context'
import { withProgress, columns } from './terminal'

const names = scheduledTasks.map(({ name }) => name).join(', ')

export function addTaskCommand(program: Command, environment: Environment): void {
  const task = program
    .command('task')
    .description('run a scheduled task now, or see how the scheduled tasks are doing')
    .addHelpText('after', '\nExample:\n  truckroll task run webhook-retry\n  truckroll task list')

  task
    .command('run')
    .argument('<name>', names)
    .description('run a scheduled task now, unless it is already running')
    .addHelpText('after', '\nExample:\n  truckroll task run recurring-jobs')
    .action((name: string, _: unknown, command: Command) =>
      run(command, () => withProgress({ label: name, done: () => null }, () => runNow(environment, name))),
    )

  task
    .command('list')
    .description('show when each task last ran and when it runs next')
    .addHelpText('after', '\nExample:\n  truckroll task list --json')
    .action((_: unknown, command: Command) =>
      run(command, () =>
        withDeps(environment, async (deps) => {
          const found = await taskHealth(deps)
          const rows = found.map((one) => [
            one.name,
            one.status,
            one.lastRun?.startedAt ?? null,
            one.lastSuccessAt,
            one.nextAt,
          ])
          const text = columns(['task', 'status', 'last run', 'last success', 'next'], rows)
          return { data: { tasks: found }, text, wrong: found.some(({ status }) => status !== 'ok') }
        }),
      ),
    )
}

async function runNow(environment: Environment, name: string): Promise<Answer> {
  const task = taskNamed(name)
  if (!task) throw new Misused(`There's no task called ${name}. Choose one of: ${names}`)
  return withDeps(environment, async (deps) => {
    const counts = await runTask(deps, name, { name: `cli:${newId()}`, trigger: 'cli' }, async () => {
      const done = await task.run(deps)
      return { answer: done, counts: done }
    })
    if (counts === null)
      throw new CommandFailed(`${name} is already running. Try again when it has finished.`)
    await record(deps, { type: 'task.run', summary: `Ran the scheduled task ${name}` })
    return { data: { task: name, ...counts } }
  })
}
