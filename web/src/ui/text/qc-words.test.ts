import { isolate } from '@cresyl/contract/api/isolate'
import { qcStates } from '@cresyl/contract/slides/slides'
import { expect, test } from 'vitest'
import { qcSentence } from './qc-words.ts'

const plain = { qc_overridden: false, qc_overridden_by: null }
const mia = { id: 'mia', name: 'Mia', picture: null }

test.each(qcStates)('%s is told in a sentence', (state) => {
  expect(qcSentence({ ...plain, qc_state: state })).toMatch(/^The [a-z ]+\.$/)
})

test('who overrode it is told, as far as that is known', () => {
  const failed = { qc_state: 'failed', qc_overridden: true } as const
  expect(qcSentence({ ...failed, qc_overridden_by: mia })).toMatch(
    new RegExp(`QC overridden by ${isolate('Mia')}\\.$`),
  )
  expect(qcSentence({ ...failed, qc_overridden_by: null })).toMatch(/QC overridden\.$/)
})
