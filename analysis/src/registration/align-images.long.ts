import { expect, test } from 'vitest'
import { farthestOff, place } from './test-support/placed-sections.ts'

/** Beside those of align-images.test.ts. */
test.each([
  { seed: 1, degrees: 0, shift: { x: 110, y: -90 } },
  { seed: 2, degrees: 17, shift: { x: -120, y: 60 } },
  { seed: 4, degrees: -96, shift: { x: 0, y: -110 } },
  { seed: 8, degrees: 60, shift: { x: 90, y: 90 } },
])('sections are aligned within 10 µm everywhere: $seed turned by $degrees°', async ({ seed, ...how }) => {
  const fixed = place({ seed })
  const moving = place({ seed, stain: 'ihc', cut: 1, ...how })
  expect(await farthestOff(fixed, moving)).toBeLessThan(10)
})
