/** Stands where content will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3, block = false }: { lines?: number; block?: boolean }) {
  return (
    <div class={block ? 'skeleton skeleton-block' : 'skeleton'} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}
