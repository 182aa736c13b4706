import { describe, expect, test } from 'vitest'
import { measureOf, qcMeasureKeys } from './qc-measures.ts'
import { measureSentence, type ToldMeasure, verdictSentence } from './qc-sentences.ts'

const told = (given: Partial<ToldMeasure>): ToldMeasure => ({
  key: 'focus',
  channelName: null,
  value: 12.3,
  verdict: 'failed',
  where: null,
  unmeasured: null,
  ...given,
})

describe('a measure', () => {
  test.each<[string, Partial<ToldMeasure>, string]>([
    [
      'where it is',
      { where: 'lower left' },
      '12 % of the tissue is out of focus, mostly lower left: rescan.',
    ],
    ['everywhere', {}, '12 % of the tissue is out of focus: rescan.'],
    [
      'that is doubtful',
      { verdict: 'warned', value: 7.26, where: 'top' },
      '7.3 % of the tissue is out of focus, mostly at the top: rescan if that part matters.',
    ],
    ['that is well', { verdict: 'passed', value: 1.04 }, '1 % of the tissue is out of focus.'],
    ['with nothing of it', { verdict: 'passed', value: 0 }, 'All tissue is in focus.'],
    [
      'with next to nothing of it',
      { verdict: 'passed', value: 0.01 },
      'Less than 0.1 % of the tissue is out of focus.',
    ],
    ['without tissue', { key: 'tissue', value: 0, verdict: 'warned' }, 'No tissue was found.'],
    [
      'of a channel',
      { key: 'snr', channelName: 'DAPI', value: 2.04 },
      'DAPI: The signal is only 2 times the noise: use a longer exposure and rescan.',
    ],
    [
      'that is next to nothing',
      { key: 'snr', channelName: 'DAPI', value: 0.01 },
      'DAPI: The signal is less than 0.1 times the noise: use a longer exposure and rescan.',
    ],
    [
      'that is next to nothing, at the beginning',
      { key: 'tissue', value: 0.01, verdict: 'warned' },
      'Less than 0.1 % of the image is tissue: check that the right area was scanned.',
    ],
    [
      'of a channel without signal',
      { key: 'presence', channelName: 'CD3', value: 0, verdict: 'warned' },
      'CD3: There is no signal: check staining and exposure.',
    ],
    [
      'that could not be taken',
      { value: null, verdict: null, unmeasured: 'There is no tissue to look at.' },
      'There is no tissue to look at.',
    ],
  ])('%s', (_, given, sentence) => {
    expect(measureSentence(told(given))).toBe(sentence)
  })

  test.each(qcMeasureKeys)('%s says what was found and, where it is bad, what to do', (key) => {
    const channelName = measureOf(key).perChannel ? 'DAPI' : null
    for (const verdict of ['passed', 'warned', 'failed'] as const) {
      for (const value of [0, 3.5]) {
        const sentence = measureSentence(told({ key, channelName, verdict, value }))
        expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
        if (value > 0 && verdict !== 'passed') expect(sentence).toMatch(/: .+\.$/)
      }
    }
  })
})

describe('the verdict in a line', () => {
  test('is the worst measure, with how many more there are', () => {
    const measures = [
      told({ key: 'pen', verdict: 'warned', value: 2 }),
      told({ verdict: 'failed' }),
      told({ key: 'folds', verdict: 'passed', value: 0 }),
    ]
    expect(verdictSentence(measures)).toBe(
      '12 % of the tissue is out of focus: rescan. One more measure to look at.',
    )
  })

  test('says that all is well, and what could not be measured', () => {
    expect(verdictSentence([told({ verdict: 'passed' })])).toBe('Good enough to be used.')
    expect(verdictSentence([told({ value: null, verdict: null }), told({ verdict: 'passed' })])).toBe(
      'Good enough to be used. One measure could not be taken.',
    )
  })
})
