import { controlWords } from '../../words/controls'
import { formatsFor } from '../../words/formats'
import { myWords } from '../../words/my'
import { rulesWords } from '../../words/rules'
import { pageLanguage } from '../client/language'

/** Everything this page says and how it writes money, days and times: the language stays until it is loaded again. */
export const language = pageLanguage()
export const words = myWords(language)
export const rules = rulesWords(language)
export const controls = controlWords(language)
export const formats = formatsFor(language)

/** From an amount in units, as the API has it. */
export const money = (units: number): string => formats.money(Math.round(units * 100))
