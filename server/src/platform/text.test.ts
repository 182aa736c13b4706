import { describe, expect, test } from 'vitest'
import { foldText, searchPatterns } from './text.ts'

describe('folding', () => {
  test.each([
    ['case', 'LUNG Ä É', 'lung ä é'],
    ['composition', 'a\u0308', 'ä'],
    ['compatibility forms', 'ﬁne ½ Ｈ＆Ｅ', 'fine 1⁄2 h&e'],
    ['white space', ' \t lung \u00a0\n tissue\u3000', 'lung tissue'],
    ['nothing', '   ', ''],
  ])('evens out %s', (_case, text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('keeps what tells names apart', () => {
    expect(foldText('Präparat')).not.toBe(foldText('Praparat'))
    expect(foldText('a_b')).not.toBe(foldText('a b'))
  })

  test('folded text folds to itself, whatever the character', () => {
    const changed: string[] = []
    for (let code = 0; code < 0x3_0000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const folded = foldText(`a${String.fromCodePoint(code)}b`)
      if (foldText(folded) !== folded) changed.push(code.toString(16))
    }
    expect(changed).toEqual([])
  })
})

describe('search patterns', () => {
  test.each([
    ['one word', 'Lung', ['%lung%']],
    ['every word, the longest first', 'he LUNG tissue', ['%tissue%', '%lung%', '%he%']],
    ['words of one length as they came', 'bb aa', ['%bb%', '%aa%']],
    ['a percent sign', '50%', ['%50\\%%']],
    ['an underscore', 'case_1', ['%case\\_1%']],
    ['a backslash', 'a\\b', ['%a\\\\b%']],
    ['all of them', '\\%_', ['%\\\\\\%\\_%']],
    ['a full-width percent sign, which folds to a plain one', '％', ['%\\%%']],
    ['quotes, which are the driver’s concern', `o'neil`, [`%o'neil%`]],
    ['nothing', '', []],
    ['white space', ' \t\n ', []],
  ])('for %s', (_case, query, patterns) => {
    expect(searchPatterns(query)).toEqual(patterns)
  })
})
