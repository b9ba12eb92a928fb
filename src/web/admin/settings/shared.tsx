import type { ComponentChildren } from 'preact'
import type { SettingsState } from '../../../modules/office'
import { formatDated } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Button, toast } from '../../components'
import { api, settings } from '../session'
import { useForm, type Saving } from '../shared/form'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'

/** Every part gets the settings in force, and passes on the answer to a change. */
export interface PartProps {
  state: SettingsState
  onSaved: (state: SettingsState) => void
}

export type GroupName = Exclude<keyof SettingsState, 'logo'>

/**
 * Saves the values of a group that are new, so the others keep following their source. Errors come back under
 * the names of their fields.
 */
export function useSaving(group: GroupName, typed: () => object, { state, onSaved }: PartProps): Saving {
  const before: Record<string, unknown> = state[group].values
  const changes = () =>
    Object.entries(typed()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
  const action = useAction(async () => {
    onSaved(await api.admin.settings(group).patch({ values: Object.fromEntries(changes()) }))
    toast('Saved')
  })
  const fields = Object.entries(action.fields).map(([name, fault]) => [name.replace(/^values\./, ''), fault])
  return {
    ...action,
    fields: Object.fromEntries(fields) as Record<string, string>,
    isChanged: () => changes().length > 0,
  }
}

/** The value of one section of a long form. All sections are saved together. */
export interface HoursPart<Value> {
  value: Value
  onChange: (value: Value) => void
  faults: Record<string, string>
  /** Where the value comes from, below the fields. */
  source: ComponentChildren
}

type Values = Record<string, string | boolean>

/** A form for values of one group, and the props that tell each field's source. */
export function useSettingsForm<Typed extends Values>(
  group: GroupName,
  props: PartProps,
  valuesOf: (state: SettingsState) => Typed,
  toBody: (typed: Typed) => object,
) {
  const saving = useSaving(group, () => toBody(form.values), props)
  const form = useForm(valuesOf(props.state), saving.fields)
  const about = (field: keyof Typed & string) => ({
    ...props,
    group,
    field,
    onReset: (next: SettingsState) => form.set({ [field]: valuesOf(next)[field] } as Partial<Typed>),
  })
  const { changedAt: at, changedBy: by } = props.state[group]
  return { saving, form, about, change: { at, by } }
}

interface SourceProps extends PartProps {
  group: GroupName
  field: string
  /** Called with the state after the reset, to show its value. */
  onReset: (state: SettingsState) => void
}

/** Says where a value comes from that isn't the default, and brings back the one it had before anyone changed it here. */
export function Source({ group, field, state, onSaved, onReset }: SourceProps) {
  const resetting = useAction(async () => {
    const next = await api.admin.settings(group).patch({ values: {}, reset: [field] })
    onSaved(next)
    onReset(next)
    toast('Reset')
  })
  const source = state[group].sources[field]
  // Nobody needs to read that a value is the usual one.
  if (source === undefined || source.origin === 'default') return null
  return (
    <p class="source small soft">
      {words[source.origin](source.variable)}
      {source.origin === 'console' && (
        <Button
          kind="quiet"
          size="small"
          busy={resetting.busy}
          aria-label={`Reset ${field}`}
          onClick={() => void resetting.run()}
        >
          Reset
        </Button>
      )}
      {resetting.problem !== null && <span class="field-error">{resetting.problem}</span>}
    </p>
  )
}

const words = {
  console: (variable: string | null) =>
    variable === null ? 'Changed here' : `Changed here, instead of ${variable}`,
  environment: (variable: string | null) => `From the environment variable ${variable}`,
}

/** A field with its source below it. */
export function Sourced({ children, ...source }: SourceProps & { children: ComponentChildren }) {
  return (
    <div class="sourced">
      {children}
      <Source {...source} />
    </div>
  )
}

/** Names the person who changed something last, and the day. */
export function LastChange({ at, by }: { at: string | null; by: string | null }) {
  const directory = useDirectory()
  if (at === null || by === null) return null
  return (
    <p class="small soft">
      Last changed by {actorName(by, directory)} on {formatDated(at, settings.timeZone)}
    </p>
  )
}
