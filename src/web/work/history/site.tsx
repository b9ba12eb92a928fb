import { useState } from 'preact/hooks'
import type { EarlierVisit, WorkSite } from '../../../modules/workforce'
import type { Api } from '../../client/api'
import { PhotoGrid, type PhotoWords } from '../../components'
import { controls, formats, words } from '../words'

const text = words.site

const photoWords: PhotoWords = { ...text.photos, loading: controls.loading, overlay: controls }

/** How to get in. */
export function Access({ site: { gateCode, pets } }: { site: WorkSite }) {
  if (gateCode === null && pets === null) return null
  return (
    <dl class="visit-access">
      {gateCode !== null && (
        <div>
          <dt>{text.gateCode}</dt>
          <dd class="visit-code">{gateCode}</dd>
        </div>
      )}
      {pets !== null && (
        <div>
          <dt>{text.pets}</dt>
          <dd>{pets}</dd>
        </div>
      )}
    </dl>
  )
}

interface Place {
  jobId: string
  timeZone: string
  api: Api
}

/** The work that was done at this address before. */
export function EarlierVisits({ visits, ...place }: Place & { visits: readonly EarlierVisit[] }) {
  const [isOpen, setOpen] = useState(false)
  if (visits.length === 0) return null
  return (
    <details class="visit-more opens" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.earlier(visits.length)}</summary>
      {isOpen && (
        <ol class="visit-earlier">
          {visits.map((visit) => (
            <Earlier key={visit.jobId} visit={visit} {...place} />
          ))}
        </ol>
      )}
    </details>
  )
}

function Earlier({ visit, jobId, timeZone, api }: { visit: EarlierVisit } & Place) {
  const day = formats.date(Date.parse(visit.at), timeZone)
  const { photos, notes } = visit
  return (
    <li>
      <p>
        <strong>{day}</strong> · {visit.type}
      </p>
      <p class="soft small">
        {[visit.technician, visit.status === 'no_show' && text.missed].filter(Boolean).join(' · ')}
      </p>
      {notes.map((note) => (
        <p class="visit-note" key={note}>
          {note}
        </p>
      ))}
      {photos.length > 0 && (
        <PhotoGrid
          label={text.photos.title(day)}
          files={photos}
          load={(id, which) => api.work.jobs(jobId).earlier(id)[which].file()}
          words={photoWords}
          onDocument={() => {}}
        />
      )}
    </li>
  )
}
