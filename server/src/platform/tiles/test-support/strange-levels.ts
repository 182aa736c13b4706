import type { Operation } from '../operation.ts'

/** Levels no image has, which the child of the tests takes for something else. */
export const strange = {
  loop: -1,
  eatMemory: -2,
  crash: -3,
  wait: -4,
  slow: -5,
  grow: -6,
  echo: -7,
  throw: -8,
} as const

/** `number` tells several apart. */
export const strangeTile = (what: keyof typeof strange, number = 0): Operation => ({
  kind: 'tile',
  level: strange[what],
  x: number,
  y: 0,
  format: 'jpeg',
})
