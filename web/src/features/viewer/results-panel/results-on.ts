import type { LinkedResult } from '../../../engine/viewer/link/result-text.ts'
import { tellers } from '../panel/tellers.ts'

/** What of the results lies over the views of a workspace, from above. */
export const resultsOn = tellers<readonly LinkedResult[]>()
