import { useState } from 'preact/hooks'
import {
  Button,
  ButtonLink,
  CheckField,
  ChipsField,
  Choice,
  Choices,
  Icon,
  MoneyField,
  Segmented,
  SelectField,
  TabPanel,
  Tabs,
  TextArea,
  TextField,
} from '../../components'
import { Shown } from './shown'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const views = [
  { value: 'day', label: 'Day' },
  { value: 'three', label: '3 days' },
  { value: 'week', label: 'Week' },
] as const
const tabs = [
  { name: 'visits', label: 'Visits' },
  { name: 'plans', label: 'Plans' },
]

export const Controls = ({ scheme }: { scheme: string }) => (
  <>
    <Shown name="Buttons">
      {kinds.map((kind) => (
        <div key={kind} class="row">
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind}>
            <Icon name="plus" />
            With icon
          </Button>
          <Button kind={kind} size="small">
            Small
          </Button>
          <Button kind={kind} busy>
            Busy
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
          <Button kind={kind} size="icon" aria-label={`Edit, ${kind}`} data-tip="Edit">
            <Icon name="settings" />
          </Button>
        </div>
      ))}
      <ButtonLink href="#buttons">A link that looks like a button</ButtonLink>
    </Shown>
    <Shown name="Fields">
      <div class="form-grid">
        <TextField label="Name" value="Ada Young" hint="As on the invoice" />
        <TextField label="Email" optional placeholder="ada@example.com" />
        <TextField label="Phone" value="12" error="Enter 10 digits, such as (303)&nbsp;555-0100" />
        <TextField label="Reference" value="TR-7K2Q9" disabled />
        <TextField label="Date" type="date" value="2026-11-16" />
        <TextField label="Time" type="time" value="08:30" />
        <SelectField label="Franchise" value="b" options={franchises} />
        <div class="wide">
          <TextArea label="Notes" value="Gate code 4411" />
        </div>
      </div>
    </Shown>
    <Changing scheme={scheme} />
  </>
)

const franchises = [
  { value: 'a', label: 'All franchises' },
  { value: 'b', label: 'Front Range Gutters' },
]

function Changing({ scheme }: { scheme: string }) {
  const [price, setPrice] = useState('$199.50')
  const [bad, setBad] = useState('about 50')
  const [skills, setSkills] = useState(['Gutter cleaning', 'Chimney sweeping'])
  const [on, setOn] = useState(true)
  const [view, setView] = useState<(typeof views)[number]['value']>('day')
  const [tab, setTab] = useState('visits')
  const panel = `design-tabs-${scheme}`
  return (
    <>
      <Shown name="Money and chips">
        <div class="form-grid">
          <MoneyField label="Price" value={price} onText={setPrice} />
          <MoneyField label="Nonsense" value={bad} onText={setBad} error="Enter an amount, such as $199.50" />
        </div>
        <ChipsField
          label="Skills"
          values={skills}
          onChange={setSkills}
          suggestions={['Gutter cleaning', 'Window washing', 'Roof inspection']}
          warningOf={(skill) => (skill === 'Chimney sweeping' ? `No technician has “${skill}” yet.` : null)}
        />
      </Shown>
      <Shown name="Choices">
        <div class="row">
          <CheckField label="Notify customer" checked={on} onCheck={setOn} />
          <CheckField label="Disabled" checked disabled />
        </div>
        <Choices legend="Payment">
          <Choice name={`pay-${scheme}`} value="now" label="Pay now" note="By card" end="$199.50" checked />
          <Choice name={`pay-${scheme}`} value="later" label="Pay after the visit" />
        </Choices>
      </Shown>
      <Shown name="Segmented control and tabs">
        <Segmented label="View" options={[...views]} value={view} onChoose={setView} />
        <Tabs label="Recurring" items={tabs} current={tab} onChoose={setTab} panel={panel} />
        <TabPanel id={panel} current={tab}>
          <p class="soft small">The panel of {tab}</p>
        </TabPanel>
      </Shown>
    </>
  )
}
