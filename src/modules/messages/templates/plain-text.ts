import { footerLines } from './layout'
import { emailIn, type Block, type Brand, type Draft, type Run } from './template'

/** The same email for people who read plain text. */
export function renderText(draft: Draft, brand: Brand, unsubscribeUrl: string | null): string {
  const { frame } = emailIn(brand).words
  const footer = [
    // Two hyphens and a space: mail programs know the rest as the signature.
    `-- \n${footerLines(brand).join('\n')}`,
    unsubscribeUrl === null ? '' : `${frame.whyBulk(brand.name)}\n${frame.unsubscribe}: ${unsubscribeUrl}`,
    frame.poweredBy,
  ]
  const parts = [
    brand.simulated ? frame.simulated : '',
    draft.headline ?? '',
    ...draft.blocks.map(textOfBlock),
    ...footer,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.runs.map(textOfRun).join('')
    case 'facts':
      return textOfRows(block.rows)
    case 'person':
      return textOfRows([[block.label, block.name]])
    case 'amounts':
      return textOfRows([...block.rows, block.total])
    case 'button':
      return `${block.label}: ${block.url}`
    case 'code':
      return block.code
  }
}

const textOfRows = (rows: [string, string][]): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n')

const textOfRun = (run: Run): string => (typeof run === 'string' ? run : run.url)
