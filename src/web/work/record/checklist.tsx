import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { labelIn, openItems } from '../../../lib/checklist'
import type { WorkJob } from '../../../modules/workforce'
import { Badge, Button, Segmented, TextArea, TextField } from '../../components'
import { Picker } from '../photos/visit-photos'
import { usePhotos } from '../photos/use-photos'
import { language, words } from '../words'
import { useRecord, type Shown } from './use-record'

const text = words.record

type Item = Shown['items'][number]
type Value = Shown['answers'][number]['value']

/** The checklist of a visit, behind one line of its card. */
export function VisitChecklist({ job }: { job: WorkJob }) {
  const record = useRecord()
  const shown = record?.of(job)
  if (!record || !shown || shown.items.length === 0) return null
  const open = openItems(shown.items, shown.answers).length
  const answered = shown.answers.filter(({ value }) => value !== null).length
  const isOver = job.status === 'completed' || job.status === 'no_show'
  return (
    <Part isWanted={job.status === 'in_progress' && open > 0}>
      <summary>
        {text.title}
        <Badge tone={toneOf(open, answered)}>
          {open > 0 ? text.left(open) : text.answered(answered, shown.items.length)}
        </Badge>
      </summary>
      <div class="stack">
        {shown.items.map((item) => (
          <ItemField
            key={item.id}
            job={job}
            item={item}
            value={shown.answers.find(({ itemId }) => itemId === item.id)?.value ?? null}
            isOver={isOver}
            onAnswer={(value) => record.answer(job, item, value)}
          />
        ))}
        {shown.unsent > 0 && <p class="small soft">{text.unsent(shown.unsent)}</p>}
      </div>
    </Part>
  )
}

/** Opens when the work starts, and stays as the technician leaves it. */
function Part({ isWanted, children }: { isWanted: boolean; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const wasWanted = useRef(false)
  useEffect(() => {
    if (isWanted && !wasWanted.current) setOpen(true)
    wasWanted.current = isWanted
  }, [isWanted])
  return (
    <details
      class="visit-part opens"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {children}
    </details>
  )
}

interface ItemProps {
  job: WorkJob
  item: Item
  value: Value
  isOver: boolean
  onAnswer: (value: Value) => void
}

function ItemField({ job, item, value, isOver, onAnswer }: ItemProps) {
  const asked = labelIn(item, language)
  const label = item.required ? asked : `${asked} (${text.optional})`
  if (isOver)
    return (
      <p>
        {asked}: <strong>{answerText(item.kind, value)}</strong>
      </p>
    )
  if (item.kind === 'check') return <YesNo label={label} value={value} onAnswer={onAnswer} />
  if (item.kind === 'photo')
    return <PhotoItem label={label} job={job} isTaken={value !== null} onAnswer={onAnswer} />
  return <Written label={label} isNumber={item.kind === 'number'} value={value} onAnswer={onAnswer} />
}

/** An answer in the words of the page. */
export function answerText(kind: Item['kind'], value: Value): string {
  if (value === null) return text.none
  if (kind === 'photo') return text.photoTaken
  if (typeof value === 'boolean') return value ? text.yes : text.no
  return String(value)
}

const Question = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="record-item">
    <p class="field-label">{label}</p>
    {children}
  </div>
)

function YesNo({
  label,
  value,
  onAnswer,
}: {
  label: string
  value: Value
  onAnswer: (value: Value) => void
}) {
  const options = [
    { value: 'yes' as const, label: text.yes },
    { value: 'no' as const, label: text.no },
  ]
  return (
    <Question label={label}>
      <Segmented
        label={label}
        options={options}
        value={value === true ? 'yes' : value === false ? 'no' : ('' as 'yes')}
        onChoose={(chosen) => onAnswer(chosen === 'yes')}
      />
    </Question>
  )
}

interface WrittenProps {
  label: string
  isNumber: boolean
  value: Value
  onAnswer: (value: Value) => void
}

/** A pause this long saves what was typed, in case the phone closes the page. */
const pauseMs = 1_000

/** Saved when the technician leaves the field or pauses. */
function Written({ label, isNumber, value, onAnswer }: WrittenProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : String(value))
  const number = Number(shown.replace(',', '.'))
  const isWrong = isNumber && shown.trim() !== '' && !Number.isFinite(number)
  const save = () => {
    if (typed === null || isWrong) return
    const given = shown.trim() === '' ? null : isNumber ? number : shown.trim()
    if (given !== value) onAnswer(given)
  }
  useEffect(() => {
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const leave = () => {
    save()
    if (!isWrong) setTyped(null)
  }
  const field = { label, value: shown, onText: setTyped, onBlur: leave }
  return isNumber ? (
    <TextField {...field} inputMode="decimal" error={isWrong ? text.notANumber : undefined} />
  ) : (
    <TextArea {...field} rows={2} maxLength={2000} />
  )
}

interface PhotoItemProps {
  label: string
  job: WorkJob
  isTaken: boolean
  onAnswer: (value: Value) => void
}

/** The answer is the photo's hash; the photo itself follows with the others of the visit. */
function PhotoItem({ label, job, isTaken, onAnswer }: PhotoItemProps) {
  const photos = usePhotos()
  const [isBusy, setBusy] = useState(false)
  const add = async (files: readonly File[]) => {
    setBusy(true)
    const [hash] = (await photos?.add?.(job.id, 'photo', files)) ?? []
    if (hash !== undefined) onAnswer(hash)
    setBusy(false)
  }
  return (
    <Question label={label}>
      <div class="row">
        <Picker
          label={isTaken ? text.retake : words.photos.take}
          about={label}
          isCamera
          isBusy={isBusy}
          disabled={!photos?.add}
          onFiles={(files) => void add(files)}
        />
        {isTaken && <Badge tone="good">{text.photoTaken}</Badge>}
      </div>
    </Question>
  )
}

/** Without required items, nothing is done until something is answered. */
function toneOf(open: number, answered: number): 'warn' | 'good' | 'plain' {
  if (open > 0) return 'warn'
  return answered > 0 ? 'good' : 'plain'
}

interface GateProps {
  job: WorkJob
  /** The last step of the visit. */
  isLast: boolean
  children: ComponentChildren
}

/** Keeps a visit from being finished while something required is open, and says what. */
export function FinishGate({ job, isLast, children }: GateProps) {
  const shown = useRecord()?.of(job)
  const open = shown && isLast ? openItems(shown.items, shown.answers) : []
  if (open.length === 0) return <>{children}</>
  return (
    <div class="stack">
      <p role="status">{text.openFirst(open.map((item) => labelIn(item, language)))}</p>
      <Button kind="primary" size="large" wide disabled>
        {words.steps.completed}
      </Button>
    </div>
  )
}
