import { Alert, Button } from '../../components'
import { language, words } from '../words'
import type { Photos } from './use-photos'
import type { Waiting } from './store'

const text = words.photos

interface TroubleProps {
  photos: Photos
  photo: Waiting
}

/** A photo that the office refused, which stays on the phone until the technician decides. */
export function Trouble({ photos, photo }: TroubleProps) {
  const error = photos.refused.get(photo.key)
  if (!error) return null
  // The office's reasons are in English.
  const why = error.status === 404 ? text.gone : language === 'en' ? error.message : text.refused
  return (
    <Alert tone="bad">
      <div class="stack">
        <p>
          {text.kinds[photo.kind]} ({photo.name}): {why}
        </p>
        <div class="visit-links">
          <Button onClick={() => photos.retry(photo.key)}>{text.retry}</Button>
          <Button onClick={() => void photos.remove(photo.key)}>{text.remove}</Button>
        </div>
      </div>
    </Alert>
  )
}

/** Photos of visits that aren't in the list anymore. The others are on the cards of their visits. */
export function OtherPhotos({ photos, jobIds }: { photos: Photos; jobIds: readonly string[] }) {
  const others = photos.waiting.filter(({ jobId }) => !jobIds.includes(jobId))
  const left = others.filter(({ key }) => !photos.refused.has(key)).length
  if (others.length === 0) return null
  return (
    <div class="stack">
      {left > 0 && <Alert>{photos.isOffline ? text.waiting(left) : text.sending(left)}</Alert>}
      {others.map((photo) => (
        <Trouble key={photo.key} photos={photos} photo={photo} />
      ))}
    </div>
  )
}
