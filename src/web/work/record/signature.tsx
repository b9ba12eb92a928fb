import { useRef, useState } from 'preact/hooks'
import { labelIn } from '../../../lib/checklist'
import type { WorkJob } from '../../../modules/workforce'
import { Badge, Button, CheckField, Dialog, TextField } from '../../components'
import { controls, formats, language, words } from '../words'
import { answerText } from './checklist'
import { SignatureField } from './signature-field'
import { useRecord, type Shown } from './use-record'

const text = words.record.signature

/** Asks the customer to sign for the work, if the office wants that. */
export function VisitSignature({ job, timeZone }: { job: WorkJob; timeZone: string }) {
  const record = useRecord()
  const shown = record?.of(job)
  const [isOpen, setOpen] = useState(false)
  if (!record || !shown?.asksSignature) return null
  const { signature } = shown
  const canSign = job.status === 'in_progress'
  if (!signature && !canSign) return null
  return (
    <div class="visit-part record-signed">
      {signature ? (
        <p>
          <Badge tone="good">{text.done}</Badge>{' '}
          {text.by(signature.signer, formats.time(Date.parse(signature.signedAt), timeZone))}
        </p>
      ) : (
        <p>{text.ask}</p>
      )}
      {canSign && (
        <Button size={signature ? undefined : 'large'} wide onClick={() => setOpen(true)}>
          {signature ? text.again : text.sign}
        </Button>
      )}
      <Dialog title={text.title} open={isOpen} onClose={() => setOpen(false)} words={controls}>
        {isOpen && (
          <Sheet
            job={job}
            shown={shown}
            onBack={() => setOpen(false)}
            onSigned={async (signature) => {
              await record.sign(job, signature)
              setOpen(false)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

interface Signed {
  signer: string
  way: 'drawn' | 'typed'
  strokes: number[][]
  statement: string
  lines: string[]
}

interface SheetProps {
  job: WorkJob
  shown: Shown
  onSigned: (signature: Signed) => Promise<void>
  onBack: () => void
}

/** The text that the customer reads and signs. Exactly these words are stored with the signature. */
function Sheet({ job, shown, onSigned, onBack }: SheetProps) {
  const [signer, setSigner] = useState(job.customerName)
  const [way, setWay] = useState<Signed['way']>('drawn')
  const [strokes, setStrokes] = useState<number[][]>([])
  const [agreed, setAgreed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const statement = text.statement
  const lines = useRef(linesOf(job, shown)).current
  const isReady = signer.trim() !== '' && (way === 'drawn' ? strokes.length > 0 : agreed)
  const save = async () => {
    setBusy(true)
    await onSigned({ signer: signer.trim(), way, strokes: way === 'drawn' ? strokes : [], statement, lines })
    setBusy(false)
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void save()
      }}
    >
      <p>{statement}</p>
      <ul class="signed-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <TextField label={text.name} autoComplete="off" maxLength={200} value={signer} onText={setSigner} />
      {way === 'drawn' ? (
        <SignatureField label={text.draw} clear={text.clear} strokes={strokes} onStrokes={setStrokes} />
      ) : (
        <CheckField label={text.agree} checked={agreed} onCheck={setAgreed} />
      )}
      <Button kind="quiet" onClick={() => setWay(way === 'drawn' ? 'typed' : 'drawn')}>
        {way === 'drawn' ? text.typeInstead : text.drawInstead}
      </Button>
      <div class="actions actions-fill">
        <Button onClick={onBack}>{controls.back}</Button>
        <Button kind="primary" type="submit" disabled={!isReady} busy={isBusy}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

/** The work and the answers, a line each. */
function linesOf(job: WorkJob, { items, answers }: Shown): string[] {
  const answered = items.flatMap((item) => {
    const value = answers.find(({ itemId }) => itemId === item.id)?.value ?? null
    return value === null ? [] : [`${labelIn(item, language)}: ${answerText(item.kind, value)}`]
  })
  return [text.work(job.type, job.address), ...job.addOns, ...answered]
}
