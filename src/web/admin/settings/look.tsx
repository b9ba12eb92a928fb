import { useRef } from 'preact/hooks'
import { brandTokens } from '../../assets/brand-tokens'
import { useAction } from '../../client/hooks'
import { Alert, Button, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, textOf } from '../shared/form'
import { LastChange, Sourced, useSettingsForm, type PartProps } from './shared'

const valuesOf = ({ business: { values } }: PartProps['state']) => ({
  color: values.color,
  logoUrl: textOf(values.logoUrl),
})

/** The logo and the color of the company's pages, emails and invoices. */
export function Look(props: PartProps) {
  const { state } = props
  const { saving, form, about, change } = useSettingsForm('business', props, valuesOf, (typed) => ({
    color: typed.color,
    logoUrl: orNull(typed.logoUrl),
  }))
  return (
    <div class="halves">
      <div class="card stack">
        <Logo {...props} />
        <Section title={state.logo === null ? 'Color and email logo' : 'Color'}>
          <Form action={saving} submit="Save" onDone={() => {}} fields={Object.keys(form.values)}>
            <Sourced {...about('color')}>
              <TextField
                label="Brand color"
                type="color"
                hint="Franchises have their own color on their emails and invoices"
                {...form.text('color')}
              />
            </Sourced>
            {state.logo === null && (
              <Sourced {...about('logoUrl')}>
                <TextField
                  label="Logo for emails"
                  type="url"
                  optional
                  hint="The https:// address of a picture for the top of your emails. If you upload a logo, emails, pages and invoices show that one."
                  {...form.text('logoUrl')}
                />
              </Sourced>
            )}
          </Form>
          <LastChange {...change} />
        </Section>
      </div>
      <div class="card stack">
        <h3>Preview</h3>
        <Preview scheme="light" color={form.values.color} state={state} />
        <Preview scheme="dark" color={form.values.color} state={state} />
      </div>
    </div>
  )
}

function Logo({ state, onSaved }: PartProps) {
  const picker = useRef<HTMLInputElement>(null)
  const uploading = useAction(async (file: File) => {
    onSaved(await api.admin.settings.logo.put(file))
    toast('Logo saved')
  })
  const removing = useAction(async () => {
    onSaved(await api.admin.settings.logo.delete())
    toast('Logo removed')
  })
  const problem = uploading.problem ?? removing.problem
  const { logo } = state
  return (
    <Section title="Logo">
      {logo === null ? (
        <p class="soft">No logo yet. Pages show the Truckroll logo, and invoices show your name.</p>
      ) : (
        <div class="logo-shown">
          <img src={logo.path} alt="Your logo" width={logo.width} height={logo.height} />
        </div>
      )}
      <p class="small soft">A PNG or JPEG, up to 512 KB and 2000 pixels wide and high.</p>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <input
        ref={picker}
        type="file"
        class="hidden-visually"
        accept="image/png,image/jpeg"
        aria-label="Logo file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again after an error.
          if (file) void uploading.run(file).then(() => (currentTarget.value = ''))
        }}
      />
      <div class="actions">
        <Button busy={uploading.busy} onClick={() => picker.current?.click()}>
          {logo === null ? 'Upload logo' : 'Replace logo'}
        </Button>
        {logo !== null && (
          <Button kind="quiet" busy={removing.busy} onClick={() => void removing.run()}>
            Remove logo
          </Button>
        )}
      </div>
      {logo !== null && <LastChange at={logo.changedAt} by={logo.changedBy} />}
    </Section>
  )
}

interface PreviewProps {
  scheme: 'light' | 'dark'
  color: string
  state: PartProps['state']
}

/** The head of a page and its main button, in the color that isn't saved yet. */
function Preview({ scheme, color, state: { logo, business } }: PreviewProps) {
  const tokens = /^#[\da-f]{6}$/i.test(color) ? brandTokens(color) : {}
  return (
    <div class="look-preview" style={{ colorScheme: scheme, ...tokens }} data-scheme={scheme}>
      <div class="brand">
        {logo && <img class="brand-logo" src={logo.path} alt="" width={logo.width} height={logo.height} />}
        <span>{business.values.name}</span>
      </div>
      <p>
        Your visit is confirmed. <span class="look-link">View or change it</span>
      </p>
      <div>
        <span class="button button-primary">Book a visit</span>
      </div>
    </div>
  )
}
