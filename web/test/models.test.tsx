import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { testPredictor } from '../src/engine/runs/test-predictor.ts'
import { openApp } from './support/app.tsx'
import { newId, sometime } from './support/organization.ts'
import { pageOf, refuse } from './support/server.ts'

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const example = {
  before: { label: 'Fluorescence', picture },
  after: [{ label: 'H&E', picture }],
  width: 320,
  height: 240,
  mpp: 0.5,
  scores: {},
}

test('each card shows what its predictor makes of tissue, and nothing where there is no example', async () => {
  const versions = [{ version: '1.2.0', digest: 'ab'.repeat(32), since: sometime }]
  const shown = testPredictor({ id: newId(), versions })
  const other = testPredictor({ id: newId(), versions }, { id: 'other', name: 'Without example' })
  await openApp('/models', 'user', {
    listPredictors: ({ query }) => pageOf([shown, other], query),
    readPredictorExample: ({ params }) => (params.id === shown.id ? example : refuse('not_found')()),
  })
  const card = (name: string) => page.getByRole('listitem', { name })
  await expect.element(card('Virtual H&E').getByRole('img', { name: 'Before: Fluorescence' })).toBeVisible()
  await expect.element(card('Virtual H&E').getByRole('img', { name: 'After: H&E' })).toBeVisible()
  await expect.element(card('Without example')).toBeVisible()
  await expect
    .element(card('Without example').getByLabelText('Computing the example'))
    .not.toBeInTheDocument()
  expect(card('Without example').getByRole('img').elements()).toEqual([])
})
