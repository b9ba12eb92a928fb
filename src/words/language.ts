/** The languages that customers and technicians can choose. The console and the API are in English. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each language's own name, for the switch between them. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'es' : 'en')

/** The wanted language if the business offers it; otherwise the one it does. */
export const spokenLanguage = (wanted: Language, offered: readonly Language[]): Language =>
  offered.includes(wanted) ? wanted : (offered[0] ?? wanted)

/** The language a browser asks for first among ours, from its `Accept-Language` header. English if it names none. */
export function preferredLanguage(header: string | null): Language {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { base: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.map(({ base }) => base).find(isLanguage) ?? 'en'
}
