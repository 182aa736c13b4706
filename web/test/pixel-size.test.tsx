import { ApiError } from '@cresyl/contract/api/errors'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import type { Slide } from '@cresyl/contract/slides/slides'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testRun } from '../src/features/viewer/results-panel/compare/test-run.ts'
import { withAnnotations } from './support/annotated-slide.ts'
import { openApp } from './support/app.tsx'
import { newId } from './support/organization.ts'
import { emptyPage, pageOf } from './support/server.ts'

/** A slide whose file doesn't say how large a pixel is, until somebody does; kept as the server would. */
function withUnscaled() {
  const { slide, answers, there } = withAnnotations('manager', { name: 'Gland' })
  const stated = { mpp_x: null, mpp_y: null, file_mpp_x: null, file_mpp_y: null }
  let now: Slide = { ...slide, ...stated }
  const scale = () => (now.mpp === null ? undefined : { x: now.mpp, y: now.mpp })
  const { readPyramid, readImage, listViewers } = answers
  const edits: unknown[] = []
  const give = (mpp: number | null) => {
    now = { ...now, mpp, mpp_x: mpp, mpp_y: mpp, version: now.version + 1 }
  }
  return {
    slide,
    there,
    edits,
    give,
    answers: {
      ...answers,
      listViewers,
      listSlideHistory: emptyPage,
      listTissues: emptyPage,
      listStainers: emptyPage,
      listProjects: emptyPage,
      readFile: () => {
        throw new ApiError('not_found')
      },
      readSlide: () => now,
      listSlides: ({ query }: { query: Parameters<typeof pageOf>[1] }) => pageOf([now], query),
      updateSlide: ({ body }: { body: { mpp?: number | null | undefined } }) => {
        edits.push(body)
        give(body.mpp ?? null)
        return now
      },
      readPyramid: () => ({ ...readPyramid, mpp_x: now.mpp_x, mpp_y: now.mpp_y, objective: null }),
      readImage: () => ({
        ...readImage,
        mpp_x: now.mpp_x,
        mpp_y: now.mpp_y,
        objective: null,
        space: sourceSpace({ frame: readImage.id, width: 2000, height: 1500, mpp: scale() }),
      }),
    },
  }
}

const info = page.getByRole('region', { name: 'Image', exact: true })
const bar = page.getByRole('img', { name: /^Scale bar/ })

test('the pixel size is entered in Info, counts at once where one stands, and is taken back', async () => {
  const { slide, edits, answers } = withUnscaled()
  await openApp(`/slide/${slide.id}?panel=info`, 'manager', answers)
  await expect.element(info).toMatchTextContent('The file does not state the pixel size')
  await expect.element(bar).toMatchTextContent(/px$/)
  await page.getByRole('button', { name: /1:1(?!\d)/ }).click()
  const isStill = () => expect.poll(() => location.search).toMatch(/v1=1000_750_1$/)
  await isStill()

  await info.getByRole('button', { name: 'Enter pixel size' }).click()
  const form = page.getByRole('form', { name: 'Slide details' })
  const field = form.getByRole('textbox', { name: 'Pixel size (µm)' })
  await field.fill('500')
  await expect.element(form).toMatchTextContent('A pixel size is between 0.01 and 100 µm.')
  await field.fill('0,5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('was saved')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(info).toMatchTextContent('0.5 µm/px, entered by hand (file: not stated)')
  await expect.element(bar).toMatchTextContent(/[µm]m$/)
  await isStill()

  await info.getByRole('button', { name: 'Use the file’s value' }).click()
  await expect.element(info).toMatchTextContent('The file does not state the pixel size')
  await expect.element(bar).toMatchTextContent(/px$/)
  expect(edits).toEqual([
    { mpp: 0.5, version: 1 },
    { mpp: null, version: 2 },
  ])
})

test('what somebody else enters is seen in other tabs', async () => {
  const { slide, give, answers } = withUnscaled()
  const { server } = await openApp(`/slide/${slide.id}?panel=annotations`, 'guest', answers)
  await expect.element(bar).toMatchTextContent(/px$/)
  const row = page.getByRole('region', { name: 'Annotations' }).getByRole('button', { name: 'Show' })
  await row.click()
  await expect.element(page.getByText('900 px²')).toBeVisible()
  give(0.5)
  server.tell({ resource: 'slides', id: slide.id, version: 2 })
  await expect.element(bar).toMatchTextContent(/[µm]m$/)
  await row.click()
  await expect.element(page.getByText('225 µm²')).toBeVisible()
})

const picture = () => page.elementLocator(document.querySelector('[data-map]') as HTMLElement)
const clickAt = (x: number, y: number) => picture().click({ position: { x, y } })

test('what is being drawn when somebody else enters it is gone on with, and what was done before is undone', async () => {
  const { slide, give, answers, there } = withUnscaled()
  const { server } = await openApp(`/slide/${slide.id}?panel=annotations`, 'manager', answers)
  await expect.element(bar).toMatchTextContent(/px$/)
  await userEvent.keyboard('o')
  await clickAt(500, 300)
  await expect.poll(() => there().map(({ shape }) => shape)).toEqual(['rectangle', 'point'])
  await userEvent.keyboard('p')
  await clickAt(200, 200)
  await clickAt(300, 200)
  give(0.5)
  server.tell({ resource: 'slides', id: slide.id, version: 2 })
  await expect.element(bar).toMatchTextContent(/[µm]m$/)
  await clickAt(300, 300)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => there().map(({ shape }) => shape)).toEqual(['rectangle', 'point', 'polygon'])
  expect(there()[2]?.geometry.coordinates[0]).toHaveLength(4)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => there().map(({ shape }) => shape)).toEqual(['rectangle', 'point'])
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => there().map(({ shape }) => shape)).toEqual(['rectangle'])
})

test('what is being drawn when the viewer is left is kept', async () => {
  const { slide, answers, there } = withUnscaled()
  const { navigate } = await openApp(`/slide/${slide.id}`, 'manager', answers)
  await expect.element(bar).toBeVisible()
  await userEvent.keyboard('p')
  for (const [x, y] of [
    [200, 200],
    [300, 200],
    [300, 300],
  ] as const) {
    await clickAt(x, y)
  }
  navigate('/')
  await expect.poll(() => there().map(({ shape }) => shape)).toEqual(['rectangle', 'polygon'])
})

test('what is being measured when somebody else enters it is gone on with', async () => {
  const { slide, give, answers } = withUnscaled()
  const { server } = await openApp(`/slide/${slide.id}`, 'guest', answers)
  await expect.element(bar).toMatchTextContent(/px$/)
  await userEvent.keyboard('d')
  await clickAt(200, 200)
  give(0.5)
  server.tell({ resource: 'slides', id: slide.id, version: 2 })
  await expect.element(bar).toMatchTextContent(/[µm]m$/)
  await clickAt(300, 200)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Measurements' })).toMatchTextContent(/µm|mm/)
})

test('whoever presents the slide then goes on presenting', async () => {
  const { slide, give, answers } = withUnscaled()
  const { server } = await openApp(`/slide/${slide.id}`, 'guest', answers)
  const objectives = page.getByRole('toolbar', { name: 'Magnification' })
  await expect.element(objectives).toBeVisible()
  await expect.element(bar).toMatchTextContent(/px$/)
  await userEvent.keyboard('{Shift>}p{/Shift}')
  await expect.element(objectives).not.toBeInTheDocument()
  give(0.5)
  server.tell({ resource: 'slides', id: slide.id, version: 2 })
  await expect.element(bar).toMatchTextContent(/[µm]m$/)
  expect(objectives.query()).toBeNull()
})

test('the form of a slide stays when the window becomes narrow, with what is typed', async () => {
  onTestFinished(() => page.viewport(1440, 900))
  const { slide, answers } = withUnscaled()
  await openApp(`/slide/${slide.id}?panel=info`, 'manager', answers)
  await info.getByRole('button', { name: 'Enter pixel size' }).click()
  const field = page.getByRole('textbox', { name: 'Pixel size (µm)' })
  await field.fill('0.25')
  await page.viewport(390, 844)
  await expect
    .element(page.getByRole('button', { name: 'Show the panel', includeHidden: true }))
    .toBeInTheDocument()
  await expect.element(field).toHaveValue('0.25')
})

test('a result of another pixel size says so', async () => {
  const { slide, answers } = withUnscaled()
  const {
    manifest: _,
    provenance: _p,
    queue_place: _q,
    ...run
  } = testRun({
    id: newId(),
    slide_id: slide.id,
    input_image_id: slide.image_id,
    predictor_id: newId(),
    organization_id: newId(),
    made_scale: { mpp_x: 0.25, mpp_y: 0.25 },
  })
  await openApp(`/slide/${slide.id}?panel=results`, 'manager', {
    ...answers,
    listInferenceJobs: ({ query }) => pageOf([run], query),
    readInferenceJob: () => ({ ...testRun(), ...run, provenance: null }),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Made at 0.25 µm\/px; the pixel size/)
})

test('cells that were found by another pixel size say so in the annotation that they lie in', async () => {
  const { slide, answers } = withUnscaled()
  const found = {
    inference_job_id: newId(),
    predictor: 'Nuclei',
    key: 'nuclei',
    label: 'Nuclei',
    count: 3,
    finished_at: null,
    classes: [{ label: 'Nucleus', color: '#3fb618', count: 3 }],
    scores: null,
    made_scale: { mpp_x: 0.25, mpp_y: 0.25 },
  }
  await openApp(`/slide/${slide.id}?panel=annotations`, 'manager', {
    ...answers,
    readAnnotationCells: { results: [found] },
  })
  await page.getByRole('region', { name: 'Annotations' }).getByRole('button', { name: 'Show' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Made at 0.25 µm\/px/)
})
