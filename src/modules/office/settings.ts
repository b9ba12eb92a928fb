import { z } from 'zod'
import type { Deps } from '../../deps'
import { readCapped } from '../../http/request'
import { actorText, type Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { invalid } from '../../lib/errors'
import { groups, variableOf, type Changed, type GroupName, type Values } from '../../settings/live'
import { logoPath, writeLogo } from '../../settings/logo'
import { pictureIn, type Picture } from '../../settings/picture'
import { changedFields, recordActivity, type Changes } from './activity'
import type { GroupState, LogoState, SettingsChange, SettingsState } from './settings-model'

/** Every setting with its value in force and where it comes from. */
export function readSettings(deps: Pick<Deps, 'settings'>): SettingsState {
  const names = Object.keys(groups) as GroupName[]
  const states = Object.fromEntries(names.map((name) => [name, stateOf(deps, name)]))
  return { ...states, logo: logoState(deps) } as unknown as SettingsState
}

function logoState({ settings }: Pick<Deps, 'settings'>): LogoState | null {
  const [logo, last] = [settings.logo, settings.lastChange('logo')]
  if (!logo || !last) return null
  const { width, height, bytes } = logo
  const changed = { changedAt: isoTime(last.at), changedBy: last.by }
  return { path: logoPath(logo), width, height, bytes: bytes.length, ...changed }
}

function stateOf<Name extends GroupName>({ settings }: Pick<Deps, 'settings'>, name: Name): GroupState<Name> {
  const { title, fields } = groups[name]
  const last = settings.lastChange(name)
  return {
    title,
    values: settings.valuesOf(name),
    sources: Object.fromEntries(Object.keys(fields).map((field) => [field, sourceOf(settings, name, field)])),
    changedAt: last && isoTime(last.at),
    changedBy: last?.by ?? null,
  }
}

/** A value that was changed here names its variable only if that is set to something else. */
function sourceOf(settings: Deps['settings'], name: GroupName, field: string) {
  const [origin, variable] = [settings.originOf(name, field), variableOf(name, field)]
  const isUnused = origin === 'console' && variable !== null && !settings.isGiven(variable)
  return { origin, variable: isUnused ? null : variable }
}

/** Changes a group. Everyone who reads settings sees the new values when this returns. */
export async function changeSettings(
  { store, clock, settings }: Deps,
  name: GroupName,
  { values, reset }: SettingsChange,
  actor: Actor,
): Promise<SettingsState> {
  const change = { values: accepted(name, values), reset: known(name, reset), by: actorText(actor) }
  const now = clock.now()
  await store.write(async (tx) => {
    const changed = changesIn(await settings.change(tx, name, change, now))
    if (Object.keys(changed).length > 0)
      await recordActivity(tx, now, {
        type: 'settings.changed',
        actor,
        summary: `Changed settings under ${groups[name].title}: ${changedFields(changed)}`,
        subject: { kind: 'setting', id: name, name: groups[name].title },
        changes: changed,
        metadata: { group: name },
      })
  })
  await settings.load(store.read)
  return readSettings({ settings })
}

/** Every fault at once, as if the body's own schema had found it. */
function accepted(name: GroupName, values: Values): Values {
  const fields = z.object(groups[name].fields).partial().strict()
  const parsed = fields.safeParse(values)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ code, path, message }) =>
    // Refusals never repeat what was sent, not even a name.
    code === 'unrecognized_keys'
      ? "values: one of the names isn't a setting of this group"
      : `values.${path.join('.')}: ${message}`,
  )
  throw invalid('Validation failed', faults)
}

function known(name: GroupName, reset: string[]): string[] {
  const faults = reset.flatMap((field, place) =>
    Object.hasOwn(groups[name].fields, field) ? [] : [`reset.${place}: isn't a setting of this group`],
  )
  if (faults.length > 0) throw invalid('Validation failed', faults)
  return reset
}

/** Long texts are cut, because the log is for reading. */
const longestValue = 300

function changesIn({ before, after }: Changed): Changes {
  const fields = Object.keys(after).filter((field) => !Bun.deepEquals(before[field], after[field]))
  return Object.fromEntries(
    fields.map((field) => [field, [shortened(before[field]), shortened(after[field])]]),
  )
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length <= longestValue ? value : `${text.slice(0, longestValue).toWellFormed()}…`
}

const mostBytes = 512 * 1024
const mostPixels = 2000

/** Takes the bytes of a picture as the new logo, or removes it with null. */
export async function changeLogo(
  { store, clock, settings }: Deps,
  bytes: Uint8Array | null,
  actor: Actor,
): Promise<SettingsState> {
  const picture = bytes && { ...acceptedPicture(bytes), bytes }
  const now = clock.now()
  await store.write(async (tx) => {
    if (!(await writeLogo(tx, { picture, by: actorText(actor) }, now))) return
    const summary = picture ? 'Changed the logo' : 'Removed the logo'
    const metadata = picture && { width: picture.width, height: picture.height, bytes: picture.bytes.length }
    const subject = { kind: 'setting', id: 'logo', name: 'the logo' } as const
    await recordActivity(tx, now, { type: 'settings.logo-changed', actor, summary, subject, metadata })
  })
  await settings.load(store.read)
  return readSettings({ settings })
}

export async function readPicture(request: Request): Promise<Uint8Array> {
  const bytes = await readCapped(request, mostBytes)
  if (bytes === null) throw invalid('The logo is larger than 512 KB. Make it smaller, or save it as a JPEG.')
  return bytes
}

function acceptedPicture(bytes: Uint8Array): Picture {
  const picture = pictureIn(bytes)
  if (picture === null)
    throw invalid("The logo isn't a PNG or JPEG picture. Save it as a PNG and upload that file.")
  const { width, height } = picture
  if (Math.max(width, height) > mostPixels)
    throw invalid(
      `The logo is ${width} × ${height} pixels. Make it at most ${mostPixels} pixels wide and high.`,
    )
  return picture
}
