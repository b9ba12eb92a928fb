import { sourceVersions } from './sources'

/** Raised whenever the file's layout or the rules of spelling change. */
const format = 1

/** Names what a file was made of and how, so that one of another edition is built anew. */
export const gazetteerEdition = (): string => [`format ${format}`, ...sourceVersions()].join(', ')

/** Degrees are kept as whole hundred-thousandths: about a metre, in four bytes. */
export const degreeScale = 100_000

/** The context of a name as words of the index: no name can contain the sign they begin with. */
export const regionWord = (region: number): string => `@r${region}`
export const countryWord = (country: string): string => `@c${country.toLowerCase()}`
