import { expect, test } from 'vitest'
import { type CompareMode, freshStack } from '../../../engine/viewer/stack/stack-state.ts'
import { imagesSeen } from './stack-caption.ts'

const seenIn = (mode: CompareMode) =>
  imagesSeen({ state: () => ({ ...freshStack('scan'), second: 'stain', mode }) })

test('a picture shows one image, or the two that are compared in it', () => {
  expect(seenIn('single')).toEqual(['scan'])
  expect(seenIn('flicker')).toEqual(['scan'])
  for (const mode of ['curtain', 'lens', 'blend', 'difference'] as const)
    expect(seenIn(mode)).toEqual(['scan', 'stain'])
})
