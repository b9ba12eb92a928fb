import type { Block, Brand, Draft, Run } from './draft'

/** The same letter for those who read text. */
export function renderText(draft: Draft, brand: Brand, unsubscribeUrl: string | null): string {
  const ways = [brand.name, brand.phone, brand.email].filter((way) => way !== null)
  const footer = [`-- \n${ways.join(' · ')}`]
  if (unsubscribeUrl !== null) footer.push(`Unsubscribe: ${unsubscribeUrl}`)
  return `${[...draft.blocks.map(shown), footer.join('\n')].filter((part) => part !== '').join('\n\n')}\n`
}

function shown(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.runs.map(shownRun).join('')
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'button':
      return `${block.label}: ${block.url}`
    default:
      return block.code
  }
}

const shownRun = (run: Run): string => (typeof run === 'string' ? run : run.url)
