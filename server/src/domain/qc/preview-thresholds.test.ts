import { measureOf, type QcMeasureKey, qcMeasureKeys } from '@cresyl/contract/qc/qc-measures'
import type { QcThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { type QcVerdict, worstOf } from '@cresyl/contract/qc/qc-verdict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, request, type TestApi } from '../../http/test-api.ts'
import { makeSlide } from '../../http/test-support/slides-examples.ts'
import { makeStainer } from '../../http/test-support/stainers-examples.ts'
import { judgeMeasurement } from './judge-measures.ts'
import { addJudged, findingOf } from './test-support/add-check.ts'

let api: TestApi
let stain: string
const checked: { state: QcVerdict; stainerId: string | null; finding: ReturnType<typeof findingOf> }[] = []

/** The same figures every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
}
const random = createRandom(7)

/** Every measure, of two channels where it has some, a few without a value, those by tiles with tiles of all kinds. */
function anyFinding(): ReturnType<typeof findingOf> {
  const channelsOf = (key: QcMeasureKey) => (measureOf(key).perChannel ? [0, 1] : [null])
  const wanted = qcMeasureKeys.flatMap((key) => channelsOf(key).map((channel) => ({ key, channel })))
  const measurements = wanted.map(({ key, channel }) => {
    const { tiles, limits } = measureOf(key)
    const scale = 2 * (limits.fail ?? limits.warn ?? 1)
    return {
      key,
      channel,
      where: null,
      unmeasured: null,
      value: random() < 0.1 ? null : random() * scale,
      tileCounts: tiles
        ? Array.from({ length: 256 }, () => (random() < 0.7 ? 0 : Math.floor(random() * 20)))
        : null,
    }
  })
  return { ...findingOf(), measurements }
}

beforeAll(async () => {
  api = await openTestApi()
  stain = (await makeStainer(api, api.home.admin)).id
  for (let n = 0; n < 40; n += 1) {
    const stainerId = n % 3 === 0 ? stain : null
    const { id } = await makeSlide(api, api.home.admin, { stainerId })
    const finding = anyFinding()
    const { state } = await api.context.database.asSystem((tx) => addJudged(tx, id, finding))
    checked.push({ state: state as QcVerdict, stainerId, finding })
  }
})
afterAll(() => api.close())

const anyLimits = (keys: readonly QcMeasureKey[], hasTiles = true): QcThresholds['common'] =>
  Object.fromEntries(
    keys.map((key) => {
      const { limits } = measureOf(key)
      const changed = (limit: number | null) => (limit === null ? null : limit * (0.5 + random()))
      const tileFail =
        limits.tileFail === undefined || !hasTiles ? {} : { tileFail: limits.tileFail * (0.5 + random()) }
      return [
        key,
        { warn: changed(limits.warn), fail: random() < 0.2 ? null : changed(limits.fail), ...tileFail },
      ]
    }),
  )

test.each([
  ['limits', false],
  ['limits', false],
  ['limits for tiles', true],
  ['limits for tiles', true],
] as const)('of other %s the database counts what judging each would give', async (_, hasTiles) => {
  const thresholds = {
    common: anyLimits(qcMeasureKeys, hasTiles),
    stains: { [stain]: anyLimits(['focus', 'pen', 'saturation', 'snr'], hasTiles) },
  }
  const expected = new Map<string, number>()
  for (const { state, stainerId, finding } of checked) {
    const judged = finding.measurements.map((each) => judgeMeasurement(each, thresholds, stainerId).verdict)
    const flip = `${state} ${worstOf(judged)}`
    expected.set(flip, (expected.get(flip) ?? 0) + 1)
  }
  const { status, json } = await request(api, api.home.admin, {
    method: 'POST',
    url: '/api/qc-jobs/thresholds/preview/',
    body: { thresholds },
  })
  expect([status, json.total]).toEqual([200, checked.length])
  const flips = [...expected].filter(([flip]) => new Set(flip.split(' ')).size === 2)
  const told = json.flips.map((flip: { from: string; to: string; count: number }) => [
    `${flip.from} ${flip.to}`,
    flip.count,
  ])
  expect(new Map(told)).toEqual(new Map(flips))
})
