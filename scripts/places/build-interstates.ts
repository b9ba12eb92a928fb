import { interstatesFile, interstateScale, type PackedInterstate } from '../../src/modules/geo/highways'
import { compileGazetteer, type Gazetteer } from './compile'
import { listInterstates, resolveInterstates } from './interstates'

/** The list with the places of its towns, one line for each highway. */
export function packInterstates(gazetteer: Gazetteer): string {
  const packed = resolveInterstates(gazetteer, listInterstates()).map(
    ({ name, points }): PackedInterstate => [
      name,
      points.flatMap(({ lat, lng, isExact }) => [
        Math.round(lat * interstateScale),
        Math.round(lng * interstateScale),
        isExact ? 1 : 0,
      ]),
    ],
  )
  return packed.map((one) => `${JSON.stringify(one)}\n`).join('')
}

if (import.meta.main) {
  const text = packInterstates(compileGazetteer())
  await Bun.write(interstatesFile, text)
  process.stdout.write(`${Math.round(text.length / 1_000)} KB written to ${interstatesFile}\n`)
}
