import { expect, test } from 'vitest'
import { sharedBelonging } from './shared-belonging.ts'

test('what all drafts share is known, and where they differ', () => {
  const one = { projectId: 'p', tissueId: null, stainerId: 's' }
  expect(sharedBelonging([one, { ...one, stainerId: 't' }])).toEqual({
    projectId: 'p',
    tissueId: null,
    stainerId: undefined,
  })
})
