import type { Context } from '../../platform/context.ts'
import { openTileService } from '../../platform/tiles/open-tile-service.ts'
import type { TileService } from '../../platform/tiles/tile-service.ts'
import { createImageAccess } from './image-access.ts'
import type { ImageAccess } from './shown-image.ts'

export interface Viewing {
  parts: { imageAccess: ImageAccess; tiles: TileService }
  close(): Promise<void>
}

/** What a process needs to show images: nothing is kept of one that has changed or gone. */
export async function openViewing(context: Context): Promise<Viewing> {
  const imageAccess = createImageAccess(context)
  const tiles = await openTileService(context)
  imageAccess.onDropped((image) => tiles.drop(image))
  return {
    parts: { imageAccess, tiles },
    close: async () => {
      imageAccess.close()
      await tiles.close()
    },
  }
}
