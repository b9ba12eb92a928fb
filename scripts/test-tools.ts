/** Installs the tools some tests need. CI runs this first, because no test may be skipped there. */
import { installChromium, installPackage } from './chromium'

const hasPoppler = () => Bun.which('pdftoppm') !== null && Bun.which('pdftotext') !== null
if (!hasPoppler()) installPackage('poppler-utils')
const missing = [
  ...(hasPoppler() ? [] : ['pdftoppm and pdftotext (poppler-utils)']),
  ...(installChromium() === null ? ['Chromium'] : []),
]
if (missing.length > 0) {
  console.error(`Some tests need tools that couldn't be installed: ${missing.join(', ')}.`)
  process.exit(1)
}
