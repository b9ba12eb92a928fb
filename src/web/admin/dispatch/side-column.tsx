import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { DayMap, type MapProps } from './map'

interface SideColumnProps {
  /** The map's contents, or null while it is folded away. */
  map: MapProps | null
  showsPlan: boolean
  /** The dispatch plan and the jobs without a visit, below the map. */
  children: ComponentChildren
}

/** In pixels. */
const narrowest = 240
const widest = 900
const usual = { list: 280, plan: 380, map: 440 }
const stride = 24
const storedUnder = 'dispatch-side'

const within = (width: number) => Math.min(widest, Math.max(narrowest, width))

/** The column beside the board, under it on small screens. Its width follows the handle and is remembered. */
export function SideColumn({ map, showsPlan, children }: SideColumnProps) {
  const kind = map !== null ? 'map' : showsPlan ? 'plan' : 'list'
  const [widths, setWidths] = useState(() => ({ ...usual, ...stored() }))
  const column = useRef<HTMLDivElement>(null)
  const width = widths[kind]
  const resize = (next: number) => {
    const all = { ...widths, [kind]: within(next) }
    setWidths(all)
    localStorage.setItem(storedUnder, JSON.stringify(all))
  }
  const drag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    const right = column.current?.getBoundingClientRect().right ?? innerWidth
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent) => resize(right - clientX)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <div class="dispatch-side" ref={column} style={{ '--side-width': `${width}px` }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control */}
      <div
        class="dispatch-split"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the column beside the board"
        aria-valuemin={narrowest}
        aria-valuemax={widest}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={drag}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') resize(width + stride)
          else if (event.key === 'ArrowRight') resize(width - stride)
        }}
      />
      {map !== null && <DayMap {...map} />}
      {children}
    </div>
  )
}

function stored(): object {
  try {
    return JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as object
  } catch {
    return {}
  }
}
