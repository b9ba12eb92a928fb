import type { Command } from 'commander'
import { roles } from '../lib/permissions'
import { deactivateByCommand, inviteByCommand, listStaff, StaffInput } from '../modules/staff'
import { Misused, run, wholeNumber, withDeps, type Answer, type Environment } from './context'
import { columns } from './terminal'

interface InviteOptions {
  name?: string
  role: string
  franchise?: string
}

export function addStaffCommand(program: Command, environment: Environment): void {
  const staff = program
    .command('staff')
    .description('invite the people who use the console, list them or keep one out')
    .addHelpText('after', '\nExample:\n  truckroll staff list')
  staff
    .command('invite')
    .description('add someone, or send them a new link; prints the link, which works once, within 7 days')
    .argument('<email>', 'their email address')
    .option('--name <name>', 'their name; the part before the @ if left out')
    .option('--role <role>', `their role: ${roles.join(', ')}`, 'owner')
    .option('--franchise <id>', 'the one franchise they reach')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll staff invite dana@example.com --name "Dana Reyes"\n  truckroll staff invite sam@example.com --role dispatcher',
    )
    .action((email: string, options: InviteOptions, command: Command) =>
      run(command, () => invite(environment, email, options)),
    )
  staff
    .command('list')
    .description('list the people who can sign in, newest first')
    .option('--limit <count>', 'how many to list', '50')
    .addHelpText('after', '\nExample:\n  truckroll staff list')
    .action((options: { limit: string }, command: Command) =>
      run(command, () => list(environment, wholeNumber(options.limit, '--limit', 1, 1_000))),
    )
  staff
    .command('revoke')
    .description('sign someone out everywhere and keep them out')
    .argument('<person>', 'their email address or id')
    .addHelpText('after', '\nExample:\n  truckroll staff revoke sam@example.com')
    .action((person: string, _: unknown, command: Command) =>
      run(command, () =>
        withDeps(environment, async (deps) => ({ data: await deactivateByCommand(deps, person) })),
      ),
    )
}

async function invite(environment: Environment, email: string, options: InviteOptions): Promise<Answer> {
  const { name = email.split('@')[0], role, franchise = null } = options
  const input = StaffInput.safeParse({ email, name, role, franchiseId: franchise })
  if (!input.success) {
    const [fault] = input.error.issues
    throw new Misused(`${fault?.path.join('.') ?? 'The invitation'}: ${fault?.message ?? "isn't valid"}`)
  }
  return withDeps(environment, async (deps) => {
    const { id, link, ...person } = await inviteByCommand(deps, input.data)
    return { data: { id, name: person.name, email: person.email, role: person.role, link } }
  })
}

async function list(environment: Environment, limit: number): Promise<Answer> {
  return withDeps(environment, async (deps) => {
    const listing = listStaff(deps)
    const people = (await listing.rows(limit, null)).map((row) => listing.present(row))
    const text = columns(
      ['id', 'name', 'email', 'role', 'last sign-in', 'state'],
      people.map(({ id, name, email, role, lastSignInAt, active }) => [
        id,
        name,
        email,
        role,
        lastSignInAt,
        active ? 'active' : 'deactivated',
      ]),
      'Nobody yet. To invite someone, run: truckroll staff invite',
    )
    return { data: { staff: people }, text }
  })
}
