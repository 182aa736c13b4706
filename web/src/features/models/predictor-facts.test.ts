import { expect, test } from 'vitest'
import { testPredictor } from '../../engine/runs/test-predictor.ts'
import {
  changedSettings,
  detailOf,
  kindOf,
  makesOf,
  needsOf,
  rangeText,
  scoresOf,
  settingText,
} from './predictor-facts.ts'

const { input, outputs, params } = testPredictor().manifest

test('what a slide has to have is told in a line', () => {
  expect(needsOf(input)).toBe('Fluorescence · channels: Nuclei, Cytoplasm · pixels up to 2 µm')
  expect(needsOf({ ...input, modality: 'any', channels: [], stains: ['H&E'] })).toBe(
    'Any slide · pixels up to 2 µm · for H&E',
  )
})

test('what no microscope saw is called virtual', () => {
  expect(makesOf(outputs)).toBe('H&E (virtual image)')
  const [image] = outputs
  if (image?.kind !== 'image') throw new Error('the first output is an image')
  expect(kindOf({ ...image, virtual: false })).toBe('image')
})

test('a heat map tells its range, a mask its classes', () => {
  expect(
    detailOf({ kind: 'heatmap', key: 'density', label: 'Density', unit: '/mm²', low: 0, high: 5000 }),
  ).toBe('0 – 5,000 /mm²')
  const classes = [{ key: 'tumour', label: 'Tumour', color: '#ff0000' }]
  expect(detailOf({ kind: 'mask', key: 'map', label: 'Map', classes })).toBe('Tumour')
})

test('settings are told as people read them', () => {
  const [strength, look, smooth] = params
  if (strength?.kind !== 'number' || !look || !smooth) throw new Error('there are three settings')
  expect(settingText(strength, 80)).toBe('80 %')
  expect(settingText(look, 'cold')).toBe('Cold')
  expect(settingText(smooth, true)).toBe('On')
  expect(rangeText(strength)).toBe('From 10 to 200 %')
})

test('what the organisation has set is told beside the default', () => {
  expect(changedSettings(testPredictor())).toBe('')
  expect(changedSettings(testPredictor({ preferred_params: { strength: 80, look: 'cold' } }))).toBe(
    'Strength: 80 % (default: 100 %), Look: Cold (default: Warm)',
  )
})

test('scores are told with their unit, small ones with all their figures', () => {
  const score = (key: string, label: string, unit: string, digits: number) =>
    ({ kind: 'score', key, label, unit, digits }) as const
  const outputs = [
    score('h', 'H-score', 'of 300', 0),
    score('area', 'Tissue', 'mm²', 2),
    score('dab', 'DAB', '', 1),
  ]
  expect(scoresOf({ outputs }, { h: 54.3, area: 0.0048, dab: null })).toEqual([
    'H-score: 54 of 300.',
    'Tissue: 0.0048 mm².',
  ])
})
