import { expect, test } from 'vitest'
import { candidatesFor, emptyRun, isTyped, lookAhead, orderAgain, withPredictor } from './run-draft.ts'
import { testFitImage, testPredictor } from './test-predictor.ts'

const predictor = testPredictor({ preferred_params: { strength: 80 } })
const draft = withPredictor(emptyRun, predictor)
const visible = { x: 10, y: 20, width: 30, height: 40 }

test('nothing is ordered before a predictor is chosen', () => {
  expect(lookAhead(emptyRun, testFitImage()).order).toBeNull()
})

test('what fits is ordered with what the organisation prefers, and names that tell are not repeated', () => {
  expect(lookAhead(draft, testFitImage()).order).toEqual({
    predictor_id: predictor.id,
    params: { strength: 80, look: 'warm', smooth: false },
  })
})

test('a channel that no name tells has to be chosen', () => {
  const image = testFitImage({
    channels: [
      { name: 'C1', emission_wavelength: null },
      { name: 'Eosin', emission_wavelength: null },
    ],
  })
  const before = lookAhead(draft, image)
  expect(before.order).toBeNull()
  expect(before.fit?.misfits[0]?.sentence).toContain('"Nuclei"')
  expect(lookAhead({ ...draft, channels: { nuclei: 0 } }, image).order?.channels).toEqual({ nuclei: 0 })
})

test('the size of a pixel is asked for where the file does not say, and only sent there', () => {
  const unscaled = testFitImage({ mpp_x: null, mpp_y: null })
  expect(lookAhead(draft, unscaled).fit?.misfits[0]?.about).toBe('mpp')
  expect(lookAhead({ ...draft, mpp: '0,5' }, unscaled).order?.mpp).toBe(0.5)
  expect(lookAhead({ ...draft, mpp: '0' }, unscaled).order).toBeNull()
  expect(lookAhead({ ...draft, mpp: '0.4' }, testFitImage()).order).not.toHaveProperty('mpp')
})

test('a setting out of its range keeps the run from being ordered', () => {
  const outlook = lookAhead({ ...draft, params: { ...draft.params, strength: '999' } }, testFitImage())
  expect(outlook.order).toBeNull()
  expect(outlook.faults).toHaveProperty('strength')
})

test('what is seen is ordered as it is, and not where nothing is seen', () => {
  expect(lookAhead({ ...draft, part: 'part' }, testFitImage(), visible).order?.region).toEqual(visible)
  expect(lookAhead({ ...draft, part: 'part' }, testFitImage(), null).order).toBeNull()
})

test('a run is made again with what it was made with', () => {
  const again = withPredictor(emptyRun, predictor, {
    params: { strength: 50, gone: 1 },
    channels: { nuclei: 1, body: 0 },
    mpp: 0.25,
    region: visible,
  })
  expect(again).toMatchObject({
    params: { strength: '50', look: 'warm' },
    channels: { nuclei: 1, body: 0 },
    mpp: '0.25',
    part: 'part',
  })
  expect(again.params).not.toHaveProperty('gone')
})

test('it is ordered again as it was, with nothing said that was not said then', () => {
  const plain = {
    predictor_id: predictor.id,
    params: { strength: 50 },
    channels: {},
    mpp: null,
    region: null,
  }
  expect(orderAgain(plain)).toEqual({ predictor_id: predictor.id, params: { strength: 50 } })
  const said = { ...plain, channels: { nuclei: 1, body: 0 }, mpp: 0.25, region: visible }
  expect(orderAgain(said)).toEqual(said)
})

test('those that are enabled are offered, first those that fit; what can be said is no refusal', () => {
  const input = { ...predictor.manifest.input, modality: 'brightfield' as const, channels: [] }
  const brightfield = testPredictor({ id: 'b' }, { name: 'Macenko', input })
  const off = testPredictor({ id: 'off', enabled: false })
  const image = testFitImage({ mpp_x: null, mpp_y: null })
  const found = candidatesFor([brightfield, off, predictor], image)
  expect(found.map(({ predictor: { id }, refusal }) => [id, refusal])).toEqual([
    [predictor.id, null],
    ['b', 'Macenko needs a brightfield slide; this is a fluorescence slide.'],
  ])
})

test('too few channels are a refusal: nobody can say which', () => {
  const image = testFitImage({ channels: [{ name: 'DAPI', emission_wavelength: null }] })
  expect(candidatesFor([predictor], image)[0]?.refusal).toContain('"Cytoplasm"')
})

test('of many slides only the settings are looked at', () => {
  expect(lookAhead(draft, null).order).not.toBeNull()
})

test('a predictor that was chosen is no loss, what was typed for it is', () => {
  expect([isTyped(emptyRun), isTyped(draft)]).toEqual([false, false])
  expect(isTyped({ ...draft, mpp: '0.5' })).toBe(true)
  const [param] = predictor.manifest.params
  expect(isTyped({ ...draft, params: { ...draft.params, [param?.key ?? '']: '12' } })).toBe(true)
})
