import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components'

interface SignatureFieldProps {
  label: string
  clear: string
  strokes: number[][]
  onStrokes: (strokes: number[][]) => void
}

/** The field of a signature, whatever the size of the screen. */
const [fieldWidth, fieldHeight] = [1000, 400]
/** As the service accepts them. */
const [mostStrokes, mostNumbers] = [100, 2000]
const inkWidth = 6

/** Drawn with a finger, a pen or a mouse. People who can't draw type their name instead. */
export function SignatureField({ label, clear, strokes, onStrokes }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const current = useRef<number[] | null>(null)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, strokes)
  }, [strokes])
  const add = (event: PointerEvent) => {
    const stroke = current.current
    if (stroke === null || !canvas.current || stroke.length >= mostNumbers) return
    stroke.push(...placeOf(event, canvas.current))
    draw(canvas.current, [...strokes, stroke])
  }
  const end = () => {
    if (current.current) onStrokes([...strokes, current.current])
    current.current = null
  }
  return (
    <div class="signature-field">
      <canvas
        ref={canvas}
        width={fieldWidth}
        height={fieldHeight}
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          if (strokes.length >= mostStrokes) return
          event.currentTarget.setPointerCapture(event.pointerId)
          current.current = []
          add(event)
        }}
        onPointerMove={add}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {strokes.length === 0 ? (
        <span class="signature-hint" aria-hidden="true">
          {label}
        </span>
      ) : (
        <Button size="small" onClick={() => onStrokes([])}>
          {clear}
        </Button>
      )}
    </div>
  )
}

function placeOf({ clientX, clientY }: PointerEvent, canvas: HTMLCanvasElement): [number, number] {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const within = (at: number, size: number, most: number) =>
    Math.round(Math.min(1, Math.max(0, at / size)) * most)
  return [within(clientX - left, width, fieldWidth), within(clientY - top, height, fieldHeight)]
}

function draw(canvas: HTMLCanvasElement, strokes: readonly number[][]): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, fieldWidth, fieldHeight)
  context.strokeStyle = getComputedStyle(canvas).color
  context.lineWidth = inkWidth
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [x = 0, y = 0, ...rest] of strokes) {
    context.beginPath()
    context.moveTo(x, y)
    // A tap is a dot.
    if (rest.length === 0) context.lineTo(x, y)
    for (let next = 0; next + 1 < rest.length; next += 2) context.lineTo(rest[next] ?? 0, rest[next + 1] ?? 0)
    context.stroke()
  }
}
