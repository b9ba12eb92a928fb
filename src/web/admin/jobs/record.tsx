import { openItems } from '../../../lib/checklist'
import type { Job } from '../../../modules/jobs'
import type { JobRecord } from '../../../modules/records'
import { download } from '../../client/download'
import { formatPast } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Badge, Button } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Trouble } from '../shared/list'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'

/** `version` grows with every change of the job. */
export const useJobRecord = (jobId: string, version: number) =>
  useLoad((signal) => api.admin.jobs(jobId).record.get({ signal }), [jobId, version])

interface RecordProps {
  job: Job
  load: ReturnType<typeof useJobRecord>
  zone: string
}

/** The technician's answers and the customer's signature. Most services ask for neither. */
export function JobRecordSection({ job, load, zone }: RecordProps) {
  const { data, problem, reload } = load
  if (problem !== null) return <Trouble text={problem} onRetry={reload} />
  if (data === null || (data.items.length === 0 && data.signature === null)) return null
  const open = openItems(
    data.items,
    data.items.map(({ id, value }) => ({ itemId: id, value })),
  ).length
  return (
    <Section
      title="Checklist and signature"
      actions={
        job.status === 'completed' && (
          <Button
            size="small"
            onClick={() => void download(api.admin.jobs(job.id).report, `report-${job.reference}.pdf`)}
          >
            Download report
          </Button>
        )
      }
    >
      {open > 0 && (
        <p>
          <Badge tone="warn">{open === 1 ? '1 required item open' : `${open} required items open`}</Badge>
        </p>
      )}
      {data.items.length > 0 && (
        <dl class="facts">
          {data.items.map((item) => (
            <Answer key={item.id} item={item} zone={zone} />
          ))}
        </dl>
      )}
      {data.signature && <Signature signature={data.signature} zone={zone} />}
    </Section>
  )
}

function Answer({ item, zone }: { item: JobRecord['items'][number]; zone: string }) {
  const directory = useDirectory()
  const { label, answeredAt, answeredBy } = item
  const about =
    answeredAt !== null && answeredBy !== null
      ? `${actorName(answeredBy, directory)}, ${formatPast(answeredAt, zone)}`
      : undefined
  return (
    <>
      <dt>{label}</dt>
      <dd title={about}>{answerText(item)}</dd>
    </>
  )
}

function answerText({ kind, value, required, photoId }: JobRecord['items'][number]): string {
  if (value === null) return required ? 'Not answered (required)' : 'Not answered'
  if (kind === 'photo') return photoId === null ? 'Photo taken, not here yet' : 'Photo taken'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

function Signature({ signature, zone }: { signature: NonNullable<JobRecord['signature']>; zone: string }) {
  const { signer, way, strokes, statement, lines, signedAt, signedHash } = signature
  return (
    <figure class="job-signature">
      {way === 'drawn' && (
        <svg viewBox="0 0 1000 400" role="img" aria-label={`Signature of ${signer}`}>
          {strokes.map((stroke, place) => (
            <path key={place} d={pathOf(stroke)} />
          ))}
        </svg>
      )}
      <figcaption>
        <strong>{signer}</strong>
        <span class="soft small">
          {way === 'drawn' ? 'Signed' : 'Typed their name as a signature'} {formatPast(signedAt, zone)}
        </span>
        <details class="small">
          <summary>Signed statement</summary>
          <p>{statement}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <details>
            <summary>Signature details</summary>
            <p class="soft">
              This fingerprint (SHA-256) is made from the words above. If anyone changed them, it wouldn't
              match anymore.
            </p>
            <code class="wrap-anywhere">{signedHash}</code>
          </details>
        </details>
      </figcaption>
    </figure>
  )
}

/** A tap becomes a dot by a line of no length with round ends. */
function pathOf([x = 0, y = 0, ...rest]: readonly number[]): string {
  const to = rest.length === 0 ? [x, y] : rest
  return `M${x} ${y}L${to.join(' ')}`
}
