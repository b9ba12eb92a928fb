import { useState } from 'preact/hooks'
import type { EarlierVisit, WorkSite } from '../../../modules/workforce'
import type { Api } from '../../client/api'
import { PhotoGrid, type PhotoWords } from '../../components'
import { controls, formats, words } from '../words'

const text = words.site

const photoWords: PhotoWords = { ...text.photos, loading: controls.loading, overlay: controls }

interface SiteProps {
  /** Left out for a day that the phone has kept from an older version. */
  site: WorkSite | undefined
  jobId: string
  timeZone: string
  api: Api
}

/** How to get in, and what was done at this address before. */
export function Site({ site, jobId, timeZone, api }: SiteProps) {
  const [isOpen, setOpen] = useState(false)
  if (!site) return null
  const { gateCode, pets, visits } = site
  return (
    <>
      {(gateCode !== null || pets !== null) && (
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
      )}
      {visits.length > 0 && (
        <details class="visit-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{text.earlier(visits.length)}</summary>
          {isOpen && (
            <ol class="visit-earlier">
              {visits.map((visit) => (
                <Earlier key={visit.jobId} visit={visit} jobId={jobId} timeZone={timeZone} api={api} />
              ))}
            </ol>
          )}
        </details>
      )}
    </>
  )
}

function Earlier({ visit, jobId, timeZone, api }: { visit: EarlierVisit } & Omit<SiteProps, 'site'>) {
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
