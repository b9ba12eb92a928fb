/**
 * Does up to `width` pieces of work at a time. Their results come in the order of the list, and while somebody deals
 * with one, the next ones are under way.
 */
export async function* sideBySide<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for (const item of items) {
    const started = work(item)
    // Nobody waits for it once an earlier one has failed.
    started.catch(() => {})
    running.push(started)
    const [first] = running
    if (first === undefined || running.length < width) continue
    yield await first
    void running.shift()
  }
  for (const rest of running) yield await rest
}
