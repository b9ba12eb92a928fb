import type { Deps } from '../deps'
import { forbidden, unauthorised } from '../lib/errors'
import { may, type Permission, type Role } from '../lib/permissions'
import { isApiKey } from '../tokens/api-keys'
import { isStaffToken } from '../tokens/staff'
import { rolesFor, type HqRule } from './endpoint'
import { scopeOf, type Caller } from './request'

/** An administrator with an HQ token, or a person or an API key whose role and franchise allow it. */
export async function hqCaller(
  { tokens }: Pick<Deps, 'tokens'>,
  request: Request,
  rule: HqRule,
): Promise<Caller> {
  const token = bearerOf(request)
  if (isStaffToken(token)) return staffCaller(tokens, token, rule)
  if (!isApiKey(token)) return { kind: 'hq', subject: await tokens.hq.subjectOf(request) }
  const caller = await keyCaller(tokens, token)
  const { role } = caller.key
  if (!may(role, rule.needs))
    throw forbidden(
      `This API key has the role "${role}", which doesn't have the permission "${rule.needs}". Use a key with the role ${namesOf(rule)}.`,
    )
  assertReach(caller, rule)
  return caller
}

async function staffCaller(tokens: Deps['tokens'], token: string, rule: HqRule): Promise<Caller> {
  const staff = await tokens.staff.memberOf(token)
  if (!may(staff.role, rule.needs)) {
    const refuse = rule.needs === 'administrator' ? unauthorised : forbidden
    throw refuse(
      `Your role is "${staff.role}", which doesn't have the permission "${rule.needs}". Ask someone with the role ${namesOf(rule)}.`,
    )
  }
  const caller: Caller = { kind: 'hq', subject: `staff:${staff.id}`, staff }
  assertPlaced(caller, staff.role)
  assertReach(caller, rule)
  return caller
}

export async function keyCaller(tokens: Deps['tokens'], token: string) {
  if (!isApiKey(token)) throw unauthorised('An API key is required')
  const key = await tokens.keys.holderOf(token)
  const caller = { kind: 'hq' as const, subject: `key:${key.id}`, key }
  assertPlaced(caller, key.role)
  return caller
}

/** A constraint prevents it, but a franchisee without a franchise would reach all of them. */
function assertPlaced(caller: Caller, role: Role): void {
  if (role === 'franchisee' && scopeOf(caller) === null)
    throw forbidden("You don't have a franchise yet. Ask headquarters.")
}

/** An endpoint that doesn't say how it stays inside one franchise is closed to callers limited to one. */
function assertReach(caller: Caller, { scope }: HqRule): void {
  if (scope === undefined && scopeOf(caller) !== null)
    throw forbidden(
      "This concerns the whole company, and you're limited to your own franchise. Ask headquarters.",
    )
}

/** Whether an HQ caller's role has a permission beyond the one their endpoint needs. */
export const allows = ({ staff, key }: Caller, permission: Permission): boolean =>
  may((staff ?? key)?.role ?? 'owner', permission)

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const namesOf = (rule: HqRule): string => alternatives.format(rolesFor(rule))

export function bearerOf(request: Request): string {
  const header = request.headers.get('authorization') ?? ''
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}
