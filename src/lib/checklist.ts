/** The last answer to an item; null if it was taken back. */
export type Answered = { itemId: string; value: boolean | number | string | null; answeredAt: string }

/** The required items that have no answer yet. */
export function openItems<Item extends { id: string; required: boolean }>(
  items: readonly Item[],
  answers: readonly Pick<Answered, 'itemId' | 'value'>[],
): Item[] {
  const answered = new Set(answers.filter(({ value }) => value !== null).map(({ itemId }) => itemId))
  return items.filter(({ id, required }) => required && !answered.has(id))
}

/** Of several answers to an item, the later one counts. */
export function latestAnswers<Answer extends Answered>(...lists: (readonly Answer[])[]): Answer[] {
  const latest = new Map<string, Answer>()
  for (const answer of lists.flat()) {
    const known = latest.get(answer.itemId)
    if (!known || Date.parse(known.answeredAt) <= Date.parse(answer.answeredAt))
      latest.set(answer.itemId, answer)
  }
  return [...latest.values()]
}

/** The label of an item in a language. Many have only one. */
export const labelIn = (
  { label, labelEs }: { label: string; labelEs?: string | null | undefined },
  language: string,
): string => (language === 'es' ? (labelEs ?? label) : label)
