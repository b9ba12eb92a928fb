/** The size of a text message as carriers count it. */
export interface SmsLength {
  /** `UCS-2` as soon as one character isn't in the cheap GSM-7 alphabet. */
  encoding: 'GSM-7' | 'UCS-2'
  characters: number
  /** Each one is billed as a text message. */
  segments: number
}

const cheap =
  /^[A-Za-z0-9 \r\n\f@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/
/** These count twice, because an escape goes before them. */
const extended = /[\f^{}\\[~\]|€]/g

export function smsLength(text: string): SmsLength {
  const isCheap = cheap.test(text)
  const characters = text.length + (isCheap ? (text.match(extended)?.length ?? 0) : 0)
  // A longer text loses a few characters of each segment to the mark that joins them.
  const [alone, joined] = isCheap ? [160, 153] : [70, 67]
  return {
    encoding: isCheap ? 'GSM-7' : 'UCS-2',
    characters,
    segments: characters <= alone ? 1 : Math.ceil(characters / joined),
  }
}
