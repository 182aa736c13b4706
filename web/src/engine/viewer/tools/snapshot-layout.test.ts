import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { scaleBar } from '../scale-bar.ts'
import { longestBar, snapshotLayout } from './snapshot-layout.ts'

const image = { frame: 'one', width: 10_000, height: 10_000 }
const viewport = { center: { x: 0, y: 0 }, resolution: 4, rotation: 0, flipped: false }

test('the file has the picture at the chosen pixels and the caption below it', () => {
  const layout = snapshotLayout({
    size: { width: 800, height: 600 },
    ratio: 2,
    barWidth: 100,
    captionLines: 2,
  })
  expect(layout.file).toEqual({ width: 1600, height: 1320 })
  expect(layout.caption).toEqual({ x: 0, y: 600, width: 800, height: 60 })
  expect(layout.lines).toEqual([620, 640])
})

test('the scale bar lies inside the picture, in its lower left corner', () => {
  const { scale } = snapshotLayout({
    size: { width: 800, height: 600 },
    ratio: 1,
    barWidth: 100,
    captionLines: 0,
  })
  expect([scale.x, scale.y + scale.height, scale.width]).toEqual([16, 584, 116])
})

test('without a caption the file is as large as the picture', () => {
  const { file } = snapshotLayout({
    size: { width: 801, height: 333 },
    ratio: 1,
    barWidth: 9,
    captionLines: 0,
  })
  expect(file).toEqual({ width: 801, height: 333 })
})

test('the bar is a round length, at most a quarter of the picture', () => {
  const space = sourceSpace({ ...image, mpp: { x: 0.25, y: 0.25 } })
  expect(scaleBar(space, viewport, longestBar(800), 'en-GB')).toEqual({ width: 200, label: '200 µm' })
  expect(scaleBar(space, { ...viewport, resolution: 32 }, longestBar(800), 'en-GB').label).toBe('1 mm')
  expect([longestBar(4000), longestBar(40)]).toEqual([240, 24])
})

test('where pixels are not square the bar is that of the direction it lies in', () => {
  const space = sourceSpace({ ...image, mpp: { x: 0.25, y: 0.5 } })
  expect(scaleBar(space, viewport, 200, 'en-GB')).toEqual({ width: 200, label: '200 µm' })
  const turned = scaleBar(space, { ...viewport, rotation: Math.PI / 2 }, 200, 'en-GB')
  expect([turned.width.toFixed(6), turned.label]).toEqual(['100.000000', '200 µm'])
})

test('without a scale the bar counts pixels of the image', () => {
  expect(scaleBar(sourceSpace(image), viewport, 200, 'en-GB')).toEqual({ width: 125, label: '500 px' })
})
