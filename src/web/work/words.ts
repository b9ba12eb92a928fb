import { controlWords } from '../../words/controls'
import { formatsFor } from '../../words/formats'
import { workWords } from '../../words/work'
import { pageLanguage } from '../client/language'

/** Everything this page says and how it writes days and times: the language stays until it is loaded again. */
export const language = pageLanguage()
export const words = workWords(language)
export const controls = controlWords(language)
export const formats = formatsFor(language)
