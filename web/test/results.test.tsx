import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testOutput, testRun } from '../src/features/viewer/results-panel/compare/test-run.ts'
import { withAnnotations } from './support/annotated-slide.ts'
import { openApp } from './support/app.tsx'
import { makeOrganization, newId, sometime } from './support/organization.ts'
import { emptyPage, pageOf } from './support/server.ts'

const { slide, answers } = withAnnotations('manager')
const imageId = slide.image_id
const space = sourceSpace({ frame: imageId, width: 2000, height: 1500, mpp: { x: 0.5, y: 0.5 } })

const { manifest } = testRun()
const masked = {
  ...manifest,
  outputs: [
    {
      kind: 'mask' as const,
      key: 'mask',
      label: 'Mask',
      classes: [{ key: 'tissue', label: 'Tissue', color: '#aa00bb' }],
    },
  ],
}

/** A run of a predictor that makes a mask. */
function makeRun(label: string) {
  const id = newId()
  const output = testOutput({ key: 'mask', kind: 'mask', label, image_id: newId(), space })
  const run = testRun({
    id,
    organization_id: makeOrganization().id,
    slide_id: slide.id,
    input_image_id: imageId,
    predictor_id: newId(),
    manifest: masked,
    provenance: null,
    created_at: sometime,
  })
  const inState = (state: InferenceJob['state']) => {
    const outputs = state === 'succeeded' ? [output] : []
    return { ...run, state, outputs, finished_at: state === 'succeeded' ? sometime : null }
  }
  return { id, inState }
}

const legends = page.getByRole('group', { name: 'Legend of the result' })

test('what a run has made is shown when it ends, unless something else was chosen since', async () => {
  const made = [makeRun('First'), makeRun('Second'), makeRun('Third')]
  const states = new Map<string, InferenceJob['state']>()
  const known = () =>
    made.flatMap(({ id, inState }) => {
      const state = states.get(id)
      return state ? [inState(state)] : []
    })
  const { server } = await openApp(`/slide/${slide.id}?panel=results`, 'manager', {
    ...answers,
    listInferenceJobs: ({ query }) =>
      pageOf(
        known().map(({ manifest: _, provenance: _p, queue_place: _q, ...run }) => run),
        query,
      ),
    readInferenceJob: ({ params }) => {
      const found = known().find(({ id }) => id === params.id)
      if (!found) throw new Error('there is no such run')
      return found
    },
  })
  const become = (id: string, state: InferenceJob['state']) => {
    states.set(id, state)
    server.tell({ resource: 'inference_jobs', id })
  }
  const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
  const chips = (state: string) => page.getByRole('list').getByText(state, { exact: true })

  await expect.element(page.getByText('No predictor has run on this slide yet')).toBeVisible()
  become(first.id, 'queued')
  await expect.element(chips('Waiting')).toBeVisible()
  become(first.id, 'succeeded')
  await expect.element(legends.getByText('First')).toBeVisible()

  // Another takes its place, since nobody has chosen the first.
  become(second.id, 'queued')
  await expect.element(chips('Waiting')).toBeVisible()
  become(second.id, 'succeeded')
  await expect.element(legends.getByText('Second')).toBeVisible()
  expect(legends.elements()).toHaveLength(1)

  become(third.id, 'queued')
  await expect.element(chips('Waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Show on the slide: First' }).click()
  become(third.id, 'succeeded')
  await expect.element(page.getByRole('button', { name: 'Show on the slide: Third' })).toBeVisible()
  await expect.element(legends.getByText('First')).toBeVisible()
  await expect.element(legends.getByText('Third')).not.toBeInTheDocument()
})

test('what is seen already opens beside the scan, which takes its place in the first pane', async () => {
  const stained = newId()
  const output = testOutput({ key: 'stain', kind: 'image', label: 'Virtual stain', image_id: stained, space })
  const outputs = [
    {
      kind: 'image' as const,
      key: 'stain',
      label: 'Virtual stain',
      pixels: 'rgb' as const,
      channels: [],
      virtual: true,
    },
  ]
  const run = testRun({
    id: newId(),
    organization_id: makeOrganization().id,
    slide_id: slide.id,
    input_image_id: imageId,
    predictor_id: newId(),
    provenance: null,
    created_at: sometime,
    outputs: [output],
    manifest: { ...manifest, outputs },
  })
  const imageOf = (id: string) => ({
    ...answers.readImage,
    id,
    kind: id === stained ? ('output' as const) : ('source' as const),
    space,
  })
  const { manifest: _, provenance: _p, queue_place: _q, ...listed } = run
  await openApp(`/slide/${slide.id}?panel=results`, 'manager', {
    ...answers,
    readSlide: { ...slide, output_image_ids: [stained], virtual_image_ids: [stained] },
    listInferenceJobs: ({ query }) => pageOf([listed], query),
    readInferenceJob: () => run,
    readPyramid: ({ params }) => ({ ...answers.readPyramid, image_id: params.id }),
    readImage: ({ params }) => imageOf(params.id),
    listImages: ({ query }) => pageOf([imageId, stained].map(imageOf), query),
    listViewers: ({ query }) =>
      pageOf(
        [imageId, stained].map((id) => ({
          id: slide.id,
          image_id: id,
          kind: imageOf(id).kind,
          name: null,
          is_virtual: id === stained,
        })),
        query,
      ),
  })
  const seen = () => Object.fromEntries(new URLSearchParams(location.search))
  await expect.element(page.getByRole('button', { name: 'Open Virtual stain' })).toBeVisible()
  await expect.poll(seen).toMatchObject({ i1: imageId })
  await userEvent.keyboard('{Shift>}[Digit2]{/Shift}')
  await expect.poll(() => JSON.stringify(seen())).toContain(stained)
  await page.getByRole('button', { name: 'Open beside: Virtual stain' }).click()
  await expect.poll(seen).toMatchObject({ i1: imageId, i2: stained })
  await expect.poll(() => seen().s1).toBeUndefined()
})

test('the dialog of a run stays when its panel closes in a window that becomes narrow', async () => {
  onTestFinished(() => page.viewport(1440, 900))
  await openApp(`/slide/${slide.id}?panel=results`, 'manager', {
    ...answers,
    listInferenceJobs: emptyPage,
    listPredictors: emptyPage,
  })
  await page.getByRole('button', { name: 'Run a predictor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run a predictor' })
  await expect.element(dialog).toBeVisible()
  await page.viewport(390, 844)
  await expect
    .element(page.getByRole('button', { name: 'Show the panel', includeHidden: true }))
    .toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})
