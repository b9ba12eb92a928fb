import { describe, expect, test } from 'bun:test'
import { faceOf, readFace } from '../../../src/modules/invoices/pdf/fonts'
import { linesOf } from '../../../src/modules/invoices/pdf/runs'

/**
 * The words of each line as they're drawn from left to right; the font reverses the letters within a word.
 */
const drawn = (text: string, perLine = 99) =>
  linesOf(text, perLine).map((runs) => runs.map((run) => run.text).join(''))

describe('printed text', () => {
  test('stays as it is when it runs left to right, in runs of one font each', () => {
    expect(linesOf('Brzęk 北京', 99)).toEqual([
      [
        { text: 'Brz', face: '@fontsource/noto-sans latin' },
        { text: 'ę', face: '@fontsource/noto-sans latin-ext' },
        { text: 'k ', face: '@fontsource/noto-sans latin' },
        { text: '北京', face: '@embedpdf/fonts-sc' },
      ],
    ])
  })

  test('is drawn last word first when it runs right to left', () => {
    expect(drawn('שלום עולם')).toEqual(['עולם שלום'])
    expect(drawn('עבד الرحمن')).toEqual(['الرحمن עבד'])
  })

  test('keeps the order of foreign words and numbers inside it', () => {
    expect(drawn('שלום big world עולם')).toEqual(['עולם big world שלום'])
    expect(drawn('Mr. שלום עולם and son')).toEqual(['Mr. עולם שלום and son'])
    expect(drawn('רחוב 12.50 עיר')).toEqual(['עיר 12.50 רחוב'])
  })

  test('mirrors brackets so they still open toward their content', () => {
    expect(drawn('שלום (עולם 2)')).toEqual(['(2 עולם) שלום'])
  })

  test('treats words with a meaning in JavaScript like any other', () => {
    expect(drawn('ש-constructor')).toEqual(['constructor-ש'])
  })

  test('is broken into lines before its words change places', () => {
    expect(drawn('אחד שתיים שלוש ארבע', 11)).toEqual(['שתיים אחד', 'ארבע שלוש'])
  })

  test("drops characters that can't be printed", () => {
    expect(drawn(' Ada \u{1f600}')).toEqual(['Ada'])
    expect(drawn('Ada\u0000\n\u202eLovelace \u{1f600}!')).toEqual(['Ada Lovelace !'])
  })

  test('has a font for names in every script our customers use', () => {
    const names =
      'Zoë Łukasz Nguyễn Ολυμπία Юлія हिन्दी বাংলা ગુજરાતી ਪੰਜਾਬੀ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල ไทย ລາວ ខ្មែរ မြန်မာ አማርኛ Հայերեն ქართული עברית العربية 中文 繁體 かな カナ 한국어'
    const without = Array.from(names).filter(
      (character) => !/\s/.test(character) && faceOf(character) === null,
    )
    expect(without).toEqual([])
    const faces = new Set(Array.from(names).map((character) => faceOf(character)!))
    for (const face of faces)
      for (const weight of ['normal', 'bold'] as const)
        expect(['00010000', '4f54544f']).toContain(readFace(face, weight).subarray(0, 4).toString('hex'))
  })
})
