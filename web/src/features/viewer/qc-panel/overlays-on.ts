import type { LinkedOverlay } from '../../../engine/viewer/link/overlay-text.ts'
import { tellers } from '../panel/tellers.ts'

/** What of quality control lies over the views of a workspace. */
export const overlaysOn = tellers<LinkedOverlay>()
