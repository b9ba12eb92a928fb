import { useState } from 'preact/hooks'
import { Badge } from '../../components'
import { doorPhotos } from '../device'
import { words } from '../words'
import { usePhotos } from './use-photos'
import { Picker } from './visit-photos'

interface DoorPhotoProps {
  isNeeded: boolean
  isBusy: boolean
  /** Null if this phone can't keep photos now; then nobody waits for one. */
  take: ((files: readonly File[]) => void) | null
}

/** A photo that shows somebody was there. The phone remembers that it was taken, also after it was sent. */
export function useDoorPhoto(jobId: string): DoorPhotoProps {
  const photos = usePhotos()
  const [isBusy, setBusy] = useState(false)
  const add = photos?.add ?? null
  const take = async (files: readonly File[]) => {
    setBusy(true)
    const kept = (await add?.(jobId, 'photo', files)) ?? []
    const known = doorPhotos.read() ?? []
    if (kept.length > 0) doorPhotos.write([...known.filter((id) => id !== jobId), jobId])
    setBusy(false)
  }
  const isTaken = doorPhotos.read()?.includes(jobId) ?? false
  return {
    isNeeded: add !== null && !isTaken,
    isBusy,
    take: add && ((files) => void take(files)),
  }
}

export function DoorPhoto({ isNeeded, isBusy, take }: DoorPhotoProps) {
  if (take === null) return null
  const text = words.notHome.photo
  return isNeeded ? (
    <>
      <p class="soft small">{text.why}</p>
      <Picker label={text.take} isBusy={isBusy} isCamera disabled={false} onFiles={take} />
    </>
  ) : (
    <p>
      <Badge tone="good">{text.taken}</Badge>
    </p>
  )
}
