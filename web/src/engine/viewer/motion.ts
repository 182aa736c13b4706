/** Of everything that moves by itself, in ms. */
const motionLength = 150

/** None where somebody has asked their system for less motion. */
export function motionOf(asked = true): number {
  const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
  return asked && !still ? motionLength : 0
}
