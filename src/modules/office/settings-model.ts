import { z } from 'zod'
import type { Group } from '../../settings/group'
import { groups, type GroupName, type Settings } from '../../settings/live'

const origins = z.enum(['console', 'environment', 'default'])

const stateOf = ({ fields }: Group) =>
  z.object({
    title: z.string(),
    values: z.object(fields),
    sources: z
      .record(z.string(), z.object({ origin: origins, variable: z.string().nullable() }))
      .describe(
        'Where each value comes from, and the environment variable that sets its first value, unless it isn’t set and the value was changed here',
      ),
    changedAt: z.iso.datetime().nullable(),
    changedBy: z.string().nullable(),
  })

export const LogoState = z.object({
  path: z.string().describe('Its address on this site'),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
})
export type LogoState = z.infer<typeof LogoState>

/** Every group of settings, with where its values come from. */
export const SettingsState = z.object({
  ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, stateOf(group)])),
  logo: LogoState.nullable().describe('The uploaded logo'),
})
export type SettingsState = { [Name in GroupName]: GroupState<Name> } & { logo: LogoState | null }

export interface GroupState<Name extends GroupName> {
  title: string
  values: Settings[Name]
  sources: Record<string, { origin: z.infer<typeof origins>; variable: string | null }>
  changedAt: string | null
  changedBy: string | null
}

export const SettingsParams = z.object({ group: z.enum(Object.keys(groups) as [GroupName]) })

export const SettingsChange = z.object({
  values: z.record(z.string(), z.unknown()).default({}).describe('New values by the name of their field'),
  reset: z
    .array(z.string().max(100))
    .max(100)
    .default([])
    .describe('Fields that go back to the value of the environment, or to the default'),
})
export type SettingsChange = z.infer<typeof SettingsChange>
