import { expect, test } from 'vitest'
import { testManifest } from '../test-support/test-manifest.ts'
import { fitPredictor } from './predictor-fit.ts'

const fluorescence = {
  width: 100,
  height: 80,
  mpp_x: 0.5,
  mpp_y: 0.5,
  samples: 1,
  modality: null,
  channels: [
    { name: 'DAPI', emission_wavelength: null },
    { name: 'CD3', emission_wavelength: null },
  ],
}
const brightfield = { ...fluorescence, samples: 3, channels: [{ name: null, emission_wavelength: null }] }
const manifest = testManifest({
  modality: 'fluorescence',
  channels: [
    { key: 'nuclei', label: 'Nuclei', role: 'nuclear' },
    { key: 'marker', label: 'Marker', role: 'marker' },
  ],
})
const sentencesOf = (...given: Parameters<typeof fitPredictor>) =>
  fitPredictor(...given).misfits.map(({ sentence }) => sentence)

test('says with what it would run', () => {
  expect(fitPredictor(manifest, fluorescence)).toEqual({
    misfits: [],
    channels: { nuclei: 0, marker: 1 },
    mpp: { x: 0.5, y: 0.5 },
  })
})

test('of the wrong kind of slide, that is all it says', () => {
  expect(sentencesOf(manifest, brightfield)).toEqual([
    'Test needs a fluorescence slide; this is a brightfield slide.',
  ])
})

test('what quality control saw counts more than the number of channels', () => {
  expect(
    sentencesOf(testManifest({ modality: 'brightfield' }), { ...brightfield, modality: 'fluorescence' }),
  ).toEqual(['Test needs a brightfield slide; this is a fluorescence slide.'])
})

test('a missing channel is named with those there are', () => {
  const channels = [
    { name: 'CD8', emission_wavelength: null },
    { name: null, emission_wavelength: null },
  ]
  expect(sentencesOf(manifest, { ...fluorescence, channels })).toEqual([
    'Test needs a channel for "Nuclei", and none of CD8, channel 2 matches by name. Choose one.',
  ])
  expect(sentencesOf(manifest, { ...fluorescence, channels }, { channels: { nuclei: 1 } })).toEqual([])
})

test('chosen channels must exist and differ', () => {
  expect(sentencesOf(manifest, fluorescence, { channels: { nuclei: 7 } })).toEqual([
    'There is no channel 8 for "Nuclei": this slide has 2.',
  ])
  expect(sentencesOf(manifest, fluorescence, { channels: { nuclei: 1, marker: 1 } })).toEqual([
    '"Marker" and "Nuclei" can\'t both be the same channel.',
  ])
})

test('the size of a pixel must be known and fine enough', () => {
  const unknown = { ...fluorescence, mpp_x: null, mpp_y: null }
  expect(sentencesOf(manifest, unknown)).toEqual([
    'The file does not state the pixel size, which Test needs. Enter it in µm.',
  ])
  expect(fitPredictor(manifest, unknown, { mpp: 0.4 })).toMatchObject({
    misfits: [],
    mpp: { x: 0.4, y: 0.4 },
  })
  expect(sentencesOf(manifest, { ...fluorescence, mpp_x: 2, mpp_y: 2 })).toEqual([
    'A pixel of this slide is 2 µm; Test needs pixels of at most 1 µm. Scan it at a higher magnification.',
  ])
  // What the file says counts more than what a person says.
  expect(fitPredictor(manifest, fluorescence, { mpp: 9 }).mpp).toEqual({ x: 0.5, y: 0.5 })
})
