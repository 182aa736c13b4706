import { firstLooks, openFile, sentColors, sentComposed } from '../support/viewer-file.ts'
import { watchTiles } from '../support/viewer-requests.ts'
import { isAtHand } from '../support/viewer-slides.ts'
import { picture } from '../support/viewer-steps.ts'
import { expect, test } from '../support/viewer-test.ts'
import { openPlainly, readPyramid } from '../support/viewer-view.ts'
import { expectSharp, expectSmooth, screen, sharpViews, smoothViews } from '../support/viewer-views.ts'

// Such as of browsers without a graphics card: pages get no WebGL here.
test.use({ viewport: screen })

const hasWebgl = (canvas: Element) => (canvas as HTMLCanvasElement).getContext('webgl2') !== null

test('without WebGL colours are those of the file, and channels come composed by the server', async ({
  page,
  slides,
}) => {
  const slide = slides.of('steep')
  const image = await openFile(slide.path)
  await openPlainly(page, slide)
  expect(await picture(page).locator('canvas').first().evaluate(hasWebgl)).toBe(false)
  const sharp = sharpViews(image).filter(({ name }) => /−90°|four times/.test(name))
  await expectSharp({ page, slide }, sharp, sentColors(image), 2)
  // A canvas shrinks by means of its own.
  const views = smoothViews(image).filter(({ name }) => name === 'whole' || name === 'turned by 37°')
  await expectSmooth({ page, slide }, views, sentColors(image), 5, 1.5)

  if (!isAtHand('fluorescence')) return
  await test.step('channels', async () => {
    const slide = slides.of('fluorescence')
    const image = await openFile(slide.path)
    const { asked } = watchTiles(page)
    const composed = sentComposed(image, firstLooks(await readPyramid(page, slide)))
    const views = sharpViews(image).filter(({ name }) => name.includes('−90°'))
    await expectSharp({ page, slide }, views, composed, 2)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(({ plane, depth }) => plane !== null || depth !== null)).toEqual([])
  })
})
