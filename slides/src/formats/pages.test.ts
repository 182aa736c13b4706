import { describe, expect, it } from 'vitest'
import { tags } from '../tiff/tags.ts'
import type { TestPage } from '../tiff/test-support/test-page.ts'
import { openMade, plainPage, shortTag, valueIn } from './test-support/made-slides.ts'

const reduced = [shortTag(tags.newSubfileType, 1)]
const float = { bits: 32, format: 'float', tileWidth: 16 } as const

/** A smaller version that doesn't say what kind its samples are. */
const unnamed = (value: number, page: Partial<TestPage> = {}) =>
  plainPage(32, 24, value, { ...float, omitTags: [tags.sampleFormat], extraTags: reduced, ...page })

describe('a page that does not say what kind its samples are', () => {
  it('has those of full resolution where it is a smaller version of it', async () => {
    const { images } = await openMade([plainPage(64, 48, 0.5, float), unnamed(-1.5)])
    expect(images.map(({ pixelType, levels }) => [pixelType, levels.length])).toEqual([['f32', 2]])
    expect(await valueIn(images[0] as (typeof images)[number], 1)).toBe(-1.5)
  })

  it('has them in a sub-directory too', async () => {
    const { images } = await openMade([plainPage(64, 48, 0.5, { ...float, subPages: [unnamed(-1.5)] })])
    expect(await valueIn(images[0] as (typeof images)[number], 1)).toBe(-1.5)
  })

  it('has unsigned ones where it is no smaller version, or of other bits', async () => {
    for (const page of [
      unnamed(7, { extraTags: [], format: 'uint' }),
      unnamed(7, { bits: 16, format: 'uint' }),
    ]) {
      const { images, associated } = await openMade([plainPage(64, 48, 0.5, float), page])
      expect(images[0]?.levels.length).toBe(1)
      const other = images[1] ?? associated[0]?.image
      expect(other?.pixelType).toBe(page.bits === 16 ? 'u16' : 'u32')
      expect(other && (await valueIn(other))).toBe(7)
    }
  })
})
