import { readRegion } from './exports.ts'
import type { Route } from './route.ts'
import { readThumbnail, readTile } from './viewers.ts'

/** Answered with bytes instead of JSON. These alone take their access token as the parameter `token` too. */
export const streamedRoutes = { readTile, readThumbnail, readRegion } as const satisfies Record<string, Route>
export type StreamedRouteName = keyof typeof streamedRoutes
