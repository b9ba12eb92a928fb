import { Option, type Command } from 'commander'
import type { Deps } from '../deps'
import { confirmation, findPlace, readSetup, startForReal, StartInput } from '../modules/setup'
import { CommandFailed, Misused, run, withPrepared, type Answer, type Environment } from './context'
import { counted } from './terminal'

interface StartOptions {
  name: string
  address: string
  timeZone?: string
  service: string
  price: string
  minutes: string
  technician: string
  phone: string
  technicianEmail?: string
  owner: string
  trials?: 'keep' | 'remove'
  yes?: boolean
}

export function addStartCommand(program: Command, environment: Environment): void {
  program
    .command('start-for-real')
    .description('replace the demo company with your own, once; without --yes it only says what would happen')
    .requiredOption('--name <name>', 'your business, as customers see it')
    .requiredOption('--address <address>', 'where it is, with city and ZIP code')
    .option('--time-zone <zone>', 'such as America/Denver; guessed from a US address if left out')
    .requiredOption('--service <name>', 'your first service')
    .requiredOption('--price <dollars>', 'its list price')
    .requiredOption('--minutes <minutes>', 'how long a visit takes')
    .requiredOption('--technician <name>', 'your first technician')
    .requiredOption('--phone <number>', "the technician's mobile phone")
    .option('--technician-email <email>', "the technician's email address")
    .requiredOption('--owner <email>', 'your own email address; you sign in with it')
    .addOption(
      new Option(
        '--trials <choice>',
        'jobs and customers that people entered next to the demo company',
      ).choices(['keep', 'remove']),
    )
    .option('--yes', 'do it; the demo company does not come back')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll start-for-real --name "Copper Gutters" --address "1420 Larimer St, Denver, CO 80202" --service "Gutter cleaning" --price 189 --minutes 90 --technician "Sam Ortiz" --phone 303-555-0142 --owner dana@example.com --yes',
    )
    .action((options: StartOptions, command: Command) =>
      run(command, () => withPrepared(environment, (deps) => start(deps, options))),
    )
}

async function start(deps: Deps, options: StartOptions): Promise<Answer> {
  const input = await inputOf(deps, options)
  const { company, demo, trials } = await readSetup(deps)
  if (options.yes !== true && company !== 'real') {
    const counts = [
      counted(demo.jobs, 'job'),
      counted(demo.customers, 'customer'),
      counted(demo.technicians, 'technician'),
    ]
    const beside = [counted(trials.jobs, 'job'), counted(trials.customers, 'customer')]
    const text = `This removes the demo company: ${counts.join(', ')}.\nPeople entered ${beside.join(' and ')} next to it; decide with --trials keep or --trials remove.\nNothing has changed yet. To do it, add --yes.\n`
    return { data: { started: false, demo, trials }, text }
  }
  const started = await startForReal(deps, input, 'cli')
  const signIn = started.ownerLink === null ? '' : `Sign in: ${started.ownerLink}\n`
  const text = `${input.name} is ready for its first booking at ${deps.config.publicUrl}/book.\n${signIn}`
  return { data: { started: true, ...started }, text }
}

async function inputOf(deps: Deps, options: StartOptions): Promise<StartInput> {
  const { name, address, service, price, minutes, technician, phone, technicianEmail = null, owner } = options
  const place = await findPlace(deps, address)
  if (place.label === null)
    throw new CommandFailed("We couldn't find this address. Add the city and the ZIP code.")
  const timeZone = options.timeZone ?? place.timeZone
  if (timeZone === null)
    throw new CommandFailed(
      "We couldn't guess the time zone of this address. Add --time-zone, such as America/Denver.",
    )
  const input = StartInput.safeParse({
    name,
    address,
    timeZone,
    service: { name: service, price: Number(price), minutes: Number(minutes) },
    technician: { name: technician, phone, email: technicianEmail },
    ownerEmail: owner,
    trials: options.trials,
    confirm: confirmation,
  })
  if (input.success) return input.data
  const [fault] = input.error.issues
  throw new Misused(`${fault?.path.join('.') ?? 'The answers'}: ${fault?.message ?? "aren't valid"}`)
}
