import { hole, type Piece } from './pieces'

export interface Rule {
  pattern: RegExp
  /** The advice printed after "say". */
  say: string
  /** Every kind of text unless named here. */
  kinds?: readonly Piece['kind'][]
  /** Skip names on the wire, in code or of files, which keep their spelling. */
  isName?: boolean
  /** Only at the start of a comment, or of a sentence in one that isn't a question. */
  starts?: 'comment' | 'sentence'
}

/** A space stands for any white space, so a phrase is found across line breaks. */
const phrase = (words: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d])(?:${words.replaceAll(' ', String.raw`\s+`)})(?![\p{L}\d])`, 'giu')

const stiff: Rule[] = [
  { pattern: phrase('shall'), say: '"should", "must" or "will"' },
  { pattern: phrase('anew'), say: '"again"', isName: true },
  { pattern: phrase('who(?:so)?ever'), say: '"anyone who", or name the person' },
  { pattern: phrase('thereby'), say: 'the consequence in a sentence of its own' },
  { pattern: phrase('hence'), say: '"so"' },
  { pattern: phrase('nought'), say: '"zero" or "nothing"' },
  { pattern: phrase('(?:is|are|was|were) to be'), say: '"should be", "must be" or "will be"' },
  {
    pattern: phrase('(?:somebody|someone)(?: else)? comes(?! back)'),
    say: 'who visits, by name or as "a technician"',
  },
  { pattern: phrase('by (?:itself|themselves|ourselves)'), say: '"automatically" or "alone"' },
  { pattern: phrase('in the midst of'), say: '"during"' },
  { pattern: phrase('(?<!in )the way of'), say: '"how"' },
  { pattern: phrase('stor(?:ey|eys|eyed)'), say: '"story"' },
]

/** The sentences our pages once had, by their unmistakable parts. */
const phrases: Record<string, string> = {
  'when shall we come': '"When should we come?"',
  'these times are free': '"Available arrival windows"',
  'we arrive within the window': '"Available arrival windows"',
  'the time of your visit is set': '"Your visit is confirmed."',
  'the time of your visit stays': 'when the visit is, and who comes instead',
  'who comes(?! back| first)': '"Your technician"',
  'came for your visit and found nobody': '"Sorry we missed you."',
  'does not hold for this booking': `"This promo code isn't valid for this booking."`,
  'nobody is there': '"Customer not home"',
  'your position is not sent': '"Location sharing is off"',
  'send my position': '"Share my location"',
  'no more news to': '"Unsubscribe … from marketing emails?"',
  'the least cost of all workers': 'how much driving the best fit saves',
  'ask headquarters about': '"11 need your attention"',
  [`(?:[0-9]+|${hole}) for later`]: '"7 waiting"',
  'book what stands here': '"These are the services customers can book online."',
  'when that is no longer so': '"if it has changed since"',
  'when several processes': '"when you run more than one process"',
  'what makes two reports of one fault': 'which parts of a message vary',
  'leave nothing to be sent later': `"Don't resend …"`,
  'somebody was told': '"reported" or "notified"',
}

const gone: Rule[] = [
  ...Object.entries(phrases).map(([words, say]) => ({ pattern: phrase(words), say })),
  {
    pattern: /^\s*(?:put away|look again)\s*$/gi,
    say: '"Dismiss" or "Refresh"',
    kinds: ['string', 'markup'],
  },
]

const american: [british: string, american: string][] = [
  ['e-mail(?:s|ed|ing)?', '"email"'],
  ['cancell(?:ed|ing|able)', '"canceled", "canceling"'],
  ['(?:dis|re|multi)?colour(?:s|ed|ful|less|ing)?', '"color"'],
  ['(?:mis)?behaviours?', '"behavior"'],
  ['favour(?:s|ed|able|ites?)?', '"favor", "favorite"'],
  ['(?:neighbour(?:s|ing|hoods?)?|honour(?:s|ed|ing)?|labours?|harbours?|rumours?)', 'the spelling with -or'],
  ['(?:centre[sd]?|centring|metres?|kilometres?|litres?|theatres?|fibres?)', 'the spelling with -er'],
  ['grey(?:s|ed|er)?', '"gray"'],
  ['(?:un)?licences?', '"license"'],
  ['(?:defence|offence)s?', '"defense", "offense"'],
  ['(?:catalogue[sd]?|programmes?|tyres?|kerbs?|whilst|amongst|learnt)', 'the American spelling'],
  ['(?:travell|labell|modell|signall|fuell|levell|totall)(?:ed|ing|er|ers)', 'it with one l'],
  ['(?:fulfil|enrol|instal)(?:s|ment|ments)?', '"fulfill", "enroll", "install"'],
  [
    '(?:un|re|de|dis)?(?:normal|organ|recogn|author|summar|minim|maxim|optim|initial|serial|final|priorit' +
      '|capital|custom|apolog|real|special|synchron|categor|anonym|emphas|general|visual|util|memor|standard' +
      '|token|sanit|local|random|personal|material|stabil|item|penal|equal|critic)is(?:e[sdr]?|ing|ations?)',
    'it with -ize',
  ],
  ['(?:analyse[sdr]?|analysing|paralyse[sd]?)', '"analyze"'],
]

const spelling: Rule[] = american.map(([british, say]) => ({ pattern: phrase(british), say, isName: true }))

const shapes: Rule[] = [
  {
    pattern: new RegExp(String.raw`(?<=[\d${hole}])[ \u00A0\u202F]%(?![\w%]|\s*[\d(=${hole}])`, 'gu'),
    say: 'the percentage without a space, such as 8.25%',
  },
  { pattern: phrase('What|Who|Whom|Whose|That which'), say: 'the subject first', starts: 'sentence' },
  { pattern: phrase('No longer than|So that'), say: 'the reason in a plain sentence', starts: 'comment' },
]

export const rules: readonly Rule[] = [...stiff, ...gone, ...spelling, ...shapes]
