import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs/model'
import { Skeleton } from '../../components'
import { Trouble } from '../shared/list'
import type { Day } from './day'

export interface MapProps {
  date: string
  day: Day
  onChoose: (job: Job) => void
}

/** The map is the largest script of the console: it comes only when somebody wants to see it. */
export function MapSection(props: MapProps) {
  const [Map, setMap] = useState<ComponentType<MapProps> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./map').then(
      (loaded) => setMap(() => loaded.DayMap),
      () => setFailed(true),
    )
  }, [])
  if (failed) return <Trouble text="The map could not be loaded." />
  return Map ? <Map {...props} /> : <Skeleton lines={1} block />
}
