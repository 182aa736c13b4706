import { readRegion } from './exports.ts'
import { readChunkTile, readDetectionTile } from './inference-outputs.ts'
import type { Route } from './route.ts'
import { readThumbnail, readTile } from './viewers.ts'

/** What browsers fetch by themselves. These alone take their access token as the parameter `token` too. */
export const pictureRoutes = { readTile, readThumbnail, readRegion } as const satisfies Record<string, Route>

/** Answered with bytes instead of JSON. */
export const streamedRoutes = {
  ...pictureRoutes,
  readDetectionTile,
  readChunkTile,
} as const satisfies Record<string, Route>
export type StreamedRouteName = keyof typeof streamedRoutes
