import type { Route } from './api/route.ts'
import { readChunkTile, readDetectionTile } from './predictors/inference-outputs.ts'
import { readRegion } from './slides/exports.ts'
import { readThumbnail, readTile } from './slides/viewers.ts'

/** What browsers fetch by themselves. These alone take their access token as the parameter `token` too. */
export const pictureRoutes = { readTile, readThumbnail, readRegion } as const satisfies Record<string, Route>

/** Answered with bytes instead of JSON. */
export const streamedRoutes = {
  ...pictureRoutes,
  readDetectionTile,
  readChunkTile,
} as const satisfies Record<string, Route>
export type StreamedRouteName = keyof typeof streamedRoutes
