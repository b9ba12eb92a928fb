import type { Language } from '../../../words/language'
import type { FontPackage } from './font-packages'
import { missingFont } from './fonts'

/**
 * Replaces words in a script whose font isn't installed with the script's name, such as `[Arabic]`; otherwise
 * they would be empty boxes. Adds the fonts to `missing`.
 */
export function readable(text: string, language: Language, missing: Set<FontPackage>): string {
  const shown: string[] = []
  let current: FontPackage | null = null
  // Spaces and signs between two words of the same script belong to them.
  let between = ''
  for (const character of text) {
    const font = missingFont(character)
    if (font !== null) {
      if (font !== current) shown.push(between, `[${scriptName(font, language)}]`)
      between = ''
      missing.add(font)
      current = font
    } else if (current !== null && /[\s\p{M}\p{P}]/u.test(character)) between += character
    else {
      shown.push(between, character)
      between = ''
      current = null
    }
  }
  return [...shown, between].join('')
}

export function scriptName({ name, code }: FontPackage, language: Language): string {
  return name === 'chinese' ? chinese[language] : (scriptNames(language).of(code) ?? name)
}

/** One font for all three. */
const chinese = { en: 'Chinese or Japanese', es: 'chino o japonés' }
/** Rarely needed, and kept names would take a megabyte. */
const scriptNames = (language: Language) => new Intl.DisplayNames(language, { type: 'script' })
