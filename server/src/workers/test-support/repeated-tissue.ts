import { createPyramid, createTissue } from '@cresyl/slides'

export interface RepeatedTissue {
  /** Tiles of 256 pixels across and down. */
  across: number
  down: number
  /** µm of a pixel. */
  mpp: number
  /** Where there is tissue; glass elsewhere. */
  isTissue: (column: number, row: number) => boolean
}

/** A large slide: the same tissue again and again, drawn once, written often. */
export async function writeRepeatedTissue(
  path: string,
  { across, down, mpp, isTissue }: RepeatedTissue,
): Promise<void> {
  const tissue = createTissue({ stain: 'he', seed: 4, width: 256, height: 256, mpp, coverage: 1 })
  const tile = tissue.render(0, 0, 256, 256)
  const writer = await createPyramid(path, {
    width: across * 256,
    height: down * 256,
    pixelType: 'u8',
    samples: 3,
    container: 'bigtiff',
    compression: { kind: 'jpeg', quality: 85 },
    mpp: { x: mpp, y: mpp },
  })
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1)
      if (isTissue(column, row)) await writer.writeTile(column, row, tile)
  await writer.finish()
}

const side = 68
const glass = 8
const isInside = (at: number) => at >= glass && at < side - glass

/** So many tiles of tissue that a check keeps twice how far it has come. */
export const largeForChecks: RepeatedTissue = {
  across: side,
  down: side,
  mpp: 1,
  isTissue: (column, row) => isInside(column) && isInside(row),
}
