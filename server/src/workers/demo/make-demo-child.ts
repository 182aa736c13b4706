import { type MakeSlideOptions, makeSlide } from '@cresyl/slides'
import type { SandboxRun } from '../../platform/processes/sandbox.ts'

export interface SlideOrder {
  path: string
  pixels: MakeSlideOptions
}

/**
 * Runs in a process of its own: drawing takes a whole processor for seconds. All slides in one, because only the
 * first has to wait until the program is compiled. Progress is counted in slides: those up to it are complete.
 */
export const run: SandboxRun<readonly SlideOrder[], null> = async (orders, { progress }) => {
  for (const [n, { path, pixels }] of orders.entries()) {
    await makeSlide(path, { ...pixels, progress: (share) => progress(n + share, orders.length) })
  }
  return null
}
