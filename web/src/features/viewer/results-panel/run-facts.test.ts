import { expect, test } from 'vitest'
import { testPredictor } from '../../../engine/runs/test-predictor.ts'
import { testRun } from './compare/test-run.ts'
import { channelFacts, factLine, learnedFacts } from './run-facts.ts'

const { provenance } = testRun()
const manifest = {
  ...testPredictor().manifest,
  learned: [
    { key: 'nuclei', label: 'Nuclei', parts: ['background', 'gain'] },
    { key: 'brown', label: 'Stains', options: ['Eosin', 'DAB'] },
  ],
}
const run = testRun({
  manifest,
  provenance: provenance && {
    ...provenance,
    learned: { nuclei: [12110.5, 0.00027314], brown: 1, other: 3 },
  },
})

test('channels are told by their names, or by their place where they have none', () => {
  expect(channelFacts(run, [{ name: 'DAPI' }, { name: null }]).map(factLine)).toEqual([
    'Nuclei: DAPI',
    'Cytoplasm: channel 2',
  ])
})

test('what was learned is told in the words of the manifest, with the channel that it is of', () => {
  expect(learnedFacts(run, [{ name: 'DAPI' }]).map(factLine)).toEqual([
    'Nuclei (DAPI): background 12,110.5, gain 0.0002731',
    'Stains: DAB',
    // Of a manifest that doesn't say.
    'other: 3',
  ])
})
