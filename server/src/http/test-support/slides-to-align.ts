import { eq } from 'drizzle-orm'
import { images } from '../../platform/db/schema/index.ts'
import type { TestApi, TestMember } from '../test-api.ts'
import { makeSlide } from './slides-examples.ts'

/** Shifted by (100, 50) and nothing else. */
export const shiftedPairs = [
  { moving: { x: 10, y: 20 }, fixed: { x: 110, y: 70 } },
  { moving: { x: 810, y: 40 }, fixed: { x: 910, y: 90 } },
  { moving: { x: 300, y: 600 }, fixed: { x: 400, y: 650 } },
]
/** The same, and turned by a quarter. */
export const turnedPairs = [
  { moving: { x: 0, y: 0 }, fixed: { x: 500, y: 0 } },
  { moving: { x: 400, y: 0 }, fixed: { x: 500, y: 400 } },
]

export type GivenSlide = NonNullable<Parameters<typeof makeSlide>[2]>

/** Two slides that may be aligned. */
export async function makeTwoSlides(api: TestApi, admin: TestMember, given: GivenSlide = {}) {
  const fixed = await makeSlide(api, admin, given)
  const moving = await makeSlide(api, admin)
  return { image_id: fixed.imageId, moving_image_id: moving.imageId, fixed, moving }
}

/** As one whose file is read again. */
export async function makePending(api: TestApi, imageId: string): Promise<void> {
  await api.context.database.asSystem((tx) =>
    tx.update(images).set({ state: 'pending' }).where(eq(images.id, imageId)),
  )
}
